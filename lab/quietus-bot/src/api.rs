//! The calls of the Lichess API that a bot needs, each once.
//!
//! Nothing that a server says is trusted: bodies are short, ids are checked before they become part
//! of an address, and what is no JSON is told as it is.

mod answer;
mod calls;
mod messages;

use std::time::Duration;

use serde::de::DeserializeOwned;
use ureq::http::{Request, Response};
use ureq::{Agent, AsSendBody, Body};

pub(crate) use answer::Failure;
pub(crate) use calls::Offer;
pub(crate) use messages::{
    Account, Challenge, Compat, Event, Expiration, Game, GameFull, GameId, GameState, Job, Listed,
    Message, Player, Playing, Work, is_for_bots,
};

use crate::config::{ServerConfig, seconds};
use crate::pacing::{Endpoint, Pacing};
use crate::stream::Lines;
use crate::token::Token;

/// How long a request may take that no clock waits for.
const PATIENCE: Duration = Duration::from_secs(8);

/// The longest body that is read, but for streams.
const LONGEST_BODY: u64 = 4 << 20;

/// A connection to the server.
pub(crate) struct Client {
    agent: Agent,
    server: String,
    engine_server: String,
    token: Token,
    pub(crate) pacing: Pacing,
    silence: Duration,
}

/// The fields of a form.
type Form<'a> = &'a [(&'a str, &'a str)];

impl Client {
    pub(crate) fn new(config: &ServerConfig, contact: &str, token: Token) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        // What is not plain text cannot be in a header.
        let contact: String = contact.chars().filter(char::is_ascii_graphic).collect();
        let contact = match contact.as_str() {
            "" => contact,
            known => format!(" (contact: {known})"),
        };
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(PATIENCE))
            .user_agent(format!("quietus-bot/{version}{contact}"))
            .build()
            .new_agent();
        let trimmed = |url: &str| url.trim_end_matches('/').to_owned();
        Self {
            agent,
            server: trimmed(&config.url),
            engine_server: trimmed(&config.engine_url),
            token,
            pacing: Pacing::new(seconds(config.retry)),
            silence: seconds(config.silence),
        }
    }

    /// The beginning of a request to the server, with the token.
    fn request(&self, method: &str, path: &str) -> ureq::http::request::Builder {
        Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.server))
            .header("Authorization", self.token.bearer())
    }

    fn get<T: DeserializeOwned>(&self, endpoint: Endpoint, path: &str) -> Result<T, Failure> {
        let request = self.request("GET", path).body(());
        let text = self.call(endpoint, PATIENCE, request)?;
        parsed(&text)
    }

    /// Posts a form; what the server answers with 200 does not matter.
    fn post(&self, endpoint: Endpoint, path: &str, form: Form<'_>) -> Result<(), Failure> {
        self.post_within(endpoint, PATIENCE, path, form).map(drop)
    }

    fn post_within(
        &self,
        endpoint: Endpoint,
        patience: Duration,
        path: &str,
        form: Form<'_>,
    ) -> Result<String, Failure> {
        let request = self
            .request("POST", path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(encoded(form));
        self.call(endpoint, patience, request)
    }

    /// Sends a request, unless the endpoint has a penalty, and reads the whole answer.
    fn call<S: AsSendBody>(
        &self,
        endpoint: Endpoint,
        patience: Duration,
        request: Result<Request<S>, ureq::http::Error>,
    ) -> Result<String, Failure> {
        let request = self.checked(endpoint, request)?;
        let request = self
            .agent
            .configure_request(request)
            .timeout_global(Some(patience))
            .build();
        let mut response = self.agent.run(request).map_err(Failure::network)?;
        let body = response
            .body_mut()
            .with_config()
            .limit(LONGEST_BODY)
            .lossy_utf8(true)
            .read_to_string();
        match (response.status().is_success(), body) {
            (true, Ok(body)) => {
                self.pacing.served(endpoint);
                Ok(body)
            }
            (true, Err(error)) => Err(Failure::network(error)),
            (false, body) => Err(self.failure(endpoint, &response, &body.unwrap_or_default())),
        }
    }

    /// Opens a stream of lines. It ends with an error after silence.
    fn open<S: AsSendBody>(
        &self,
        endpoint: Endpoint,
        request: Result<Request<S>, ureq::http::Error>,
    ) -> Result<Lines, Failure> {
        let request = self.checked(endpoint, request)?;
        let request = self
            .agent
            .configure_request(request)
            .timeout_recv_response(Some(PATIENCE))
            .timeout_per_read(Some(self.silence))
            .build();
        let mut response = self.agent.run(request).map_err(Failure::network)?;
        if response.status().is_success() {
            self.pacing.served(endpoint);
            let reader = response.into_body().into_with_config().limit(u64::MAX);
            return Ok(Lines::new(reader.reader()));
        }
        let body = response.body_mut().with_config().limit(LONGEST_BODY);
        let body = body.lossy_utf8(true).read_to_string().unwrap_or_default();
        Err(self.failure(endpoint, &response, &body))
    }

    /// The request, unless it must wait.
    fn checked<S>(
        &self,
        endpoint: Endpoint,
        request: Result<Request<S>, ureq::http::Error>,
    ) -> Result<Request<S>, Failure> {
        let wait = self.pacing.wait(endpoint);
        if !wait.is_zero() {
            return Err(Failure::Limited { wait, quota: None });
        }
        request.map_err(|error| Failure::Refused(error.to_string()))
    }

    fn failure(&self, endpoint: Endpoint, response: &Response<Body>, body: &str) -> Failure {
        let header = response.headers().get("Retry-After");
        let header = header.and_then(|value| value.to_str().ok());
        let refused = |wait| self.pacing.refused(endpoint, wait);
        Failure::of(response.status().as_u16(), header, body, refused)
    }
}

/// An answer that should be JSON of this form.
fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::Unclear(format!("strange answer: {error}")))
}

/// A form as a body.
fn encoded(form: Form<'_>) -> String {
    let pair = |(name, value): &(&str, &str)| format!("{}={}", escaped(name), escaped(value));
    form.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// A text as part of an address or a form.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                escaped.push(char::from(byte));
            }
            _ => escaped += &format!("%{byte:02X}"),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{encoded, escaped};

    #[test]
    fn nothing_in_a_form_escapes_from_it() {
        let form = [("text", "a b&c=d\r\né"), ("clock.limit", "60")];
        assert_eq!(
            encoded(&form),
            "text=a%20b%26c%3Dd%0D%0A%C3%A9&clock.limit=60"
        );
        assert_eq!(escaped("../x?"), "..%2Fx%3F");
    }
}
