//! Who may ask. A server on the own machine can be reached by every page of the browser, so each
//! request is checked before anything else looks at it:
//!
//! - `Host` must be ours: a foreign name that resolves to this machine (DNS rebinding) is refused;
//! - a page of another origin is refused, by `Origin` and `Sec-Fetch-Site`;
//! - what changes something is a POST of JSON with a header that no form can send;
//! - on another address than loopback, the API needs the token of the printed link.

use std::net::IpAddr;

use crate::http::{Head, Method, Refusal, Response, Standing};

/// The header of every POST. Pages of other origins cannot send it without being asked about.
const CUSTOM_HEADER: &str = "x-quietus";

/// What a server accepts.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The port that it listens on.
    pub port: u16,
    /// The address that it listens on.
    pub address: IpAddr,
    /// The secret that the API asks for, if it does.
    pub token: Option<String>,
}

impl Guard {
    /// Whether a request may be answered, and who sends it: only the API knows people.
    ///
    /// # Errors
    /// If it may not.
    pub fn check(&self, head: &Head) -> Result<Standing, Refusal> {
        let refuse = |status, reason| {
            Err(Refusal {
                response: Response::error(status, reason),
                is_guess: false,
            })
        };
        let host = head.header("host").unwrap_or_default();
        if !self.is_our_host(host) {
            return refuse(421, "this server is not known by that name");
        }
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if !head.header("origin").is_none_or(is_own) {
            return refuse(403, "requests of other sites are refused");
        }
        let site = head.header("sec-fetch-site");
        if !site.is_none_or(|site| matches!(site, "same-origin" | "none")) {
            return refuse(403, "requests of other sites are refused");
        }
        let is_api = head.path.starts_with("/api/");
        let methods = if is_api {
            "GET, HEAD, POST"
        } else {
            "GET, HEAD"
        };
        if head.method == Method::Other || head.method == Method::Post && !is_api {
            return Err(Refusal {
                response: Response::wrong_method(methods),
                is_guess: false,
            });
        }
        if is_api && !self.has_token(head) {
            return Err(Refusal {
                response: Response::error(401, "open the link that the server has printed"),
                is_guess: given_token(head).is_some(),
            });
        }
        if head.method == Method::Post {
            if head.header(CUSTOM_HEADER).is_none() {
                return refuse(403, "the header X-Quietus is missing");
            }
            if head.header("content-type") != Some("application/json") {
                return refuse(415, "the content must be application/json");
            }
        }
        Ok(match is_api {
            true => Standing::Known,
            false => Standing::Stranger,
        })
    }

    /// Loopback by its names; our own address; any address in digits if we listen on all of them,
    /// because no name server can give that to a foreign page.
    fn is_our_host(&self, host: &str) -> bool {
        let name = match host.strip_suffix(&format!(":{}", self.port)) {
            Some(name) => name,
            // Browsers do not name the usual port.
            None if self.port == 80 => host,
            None => return false,
        };
        if name == "localhost" {
            return true;
        }
        let digits = name
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let Ok(address) = digits.unwrap_or(name).parse::<IpAddr>() else {
            return false;
        };
        address.is_loopback() || address == self.address || self.address.is_unspecified()
    }

    fn has_token(&self, head: &Head) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let given = given_token(head).unwrap_or_default();
        // Every byte is compared, so that the time tells nothing.
        let differences = token.bytes().zip(given.bytes()).filter(|(a, b)| a != b);
        (differences.count() == 0) & (token.len() == given.len())
    }
}

/// The token comes as a header, or for event streams, which cannot have one, in the query.
fn given_token(head: &Head) -> Option<&str> {
    let token = head.header("x-quietus-token");
    token.or_else(|| head.query_value("token"))
}

#[cfg(test)]
mod tests;
