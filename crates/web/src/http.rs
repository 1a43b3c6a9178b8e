//! HTTP/1.1 on blocking sockets: as much as a page on one's own machine needs.
//!
//! GET, HEAD and POST, bodies with `Content-Length`, keep-alive, event streams. Everything that a
//! client sends is limited in size and time; what is unclear is refused.

mod connection;
mod request;
mod response;

pub use connection::{Handler, accept};
pub use request::{Head, Method, ParseError, Request};
pub use response::{EventStream, POLICY, REPORT_POLICY, Reply, Response, page_policy};
