//! Writing responses.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;

/// What answers that are no pages may do.
pub const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// What the page may do: it loads nothing from elsewhere, runs no inline scripts but those with the
/// nonce of this answer, and is framed by nobody.
#[must_use]
pub fn page_policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
         connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}

/// What a report in a frame of the page may do: have styles and pictures of its own, but no scripts.
pub const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

/// Sent with every response.
macro_rules! security_headers {
    () => {
        "X-Content-Type-Options: nosniff\r\n\
        Referrer-Policy: no-referrer\r\n\
        Cross-Origin-Opener-Policy: same-origin\r\n\
        Cross-Origin-Resource-Policy: same-origin\r\n"
    };
}

/// Asks a client for the body of its request.
pub const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// Starts an event stream.
pub const EVENTS: &str = concat!(
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
     Connection: close\r\n",
    security_headers!(),
    "\r\nretry: 1000\n\n"
);

/// A response with its body.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    pub content_type: &'static str,
    /// The content security policy.
    pub policy: Cow<'static, str>,
    /// Identifies the content, so that browsers need not load it again.
    pub etag: Option<String>,
    /// The methods that would have been right.
    pub allow: Option<&'static str>,
    pub body: Vec<u8>,
}

impl Response {
    /// A value as JSON.
    #[must_use]
    pub fn json(value: &impl Serialize) -> Self {
        Self {
            status: 200,
            content_type: "application/json",
            policy: POLICY.into(),
            etag: None,
            allow: None,
            body: serde_json::to_vec(value).expect("our own types have no odd keys"),
        }
    }

    /// A refusal with its reason, for the page to show.
    #[must_use]
    pub fn error(status: u16, reason: &str) -> Self {
        Self {
            status,
            ..Self::json(&serde_json::json!({ "error": reason }))
        }
    }

    /// A refusal of a method, where others are right.
    #[must_use]
    pub fn wrong_method(allow: &'static str) -> Self {
        Self {
            allow: Some(allow),
            ..Self::error(405, &format!("only {allow} is served here"))
        }
    }

    /// What is sent before the body. After the last response the connection closes.
    #[must_use]
    pub fn head(&self, is_last: bool) -> String {
        let mut text = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\
             Content-Security-Policy: {}\r\n{}",
            self.status,
            reason_phrase(self.status),
            self.content_type,
            self.body.len(),
            self.policy,
            security_headers!()
        );
        if let Some(allow) = self.allow {
            text += &format!("Allow: {allow}\r\n");
        }
        if is_last {
            text += "Connection: close\r\n";
        }
        match &self.etag {
            Some(etag) => {
                text += &format!("ETag: {etag}\r\nCache-Control: no-cache\r\n\r\n");
            }
            None => text += "Cache-Control: no-store\r\n\r\n",
        }
        text
    }
}

/// Events that go to a page as long as it listens.
pub trait EventStream: Send + Sync {
    /// Waits for the next events as text, or for a while; a comment if there are none. Nothing ends
    /// the stream.
    fn next(&self) -> Option<String>;
}

/// The answer to a request.
pub enum Reply {
    /// A response.
    Full(Response),
    /// An event stream, until one side ends it.
    Stream(Arc<dyn EventStream>),
}

impl From<Response> for Reply {
    fn from(response: Response) -> Self {
        Self::Full(response)
    }
}

const fn reason_phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        304 => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        417 => "Expectation Failed",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}
