//! HTTP/1.1 on blocking sockets: as much as a page on one's own machine needs.
//!
//! GET, HEAD and POST, bodies with `Content-Length`, keep-alive, event streams. Everything that a
//! client sends or accepts is limited in size and time, and so is what it may hold; what is unclear is
//! refused.

mod connection;
mod listener;
mod memory;
mod places;
mod request;
mod response;
mod transport;

pub use connection::{Handler, Refusal, serve};
pub use listener::accept;
pub use memory::{MEMORY, Memory, Share};
pub use places::{Connection, Place, Places, Standing};
pub use request::{Head, Method, ParseError, Request};
pub use response::{EventStream, POLICY, REPORT_POLICY, Reply, Response, page_policy};
pub use transport::{Client, Transport};
