//! Why a request failed, and what that means for trying again.

use std::time::Duration;

use serde_json::Value;
use support::printable_line;
use thiserror::Error;

/// The longest part of a message of the server that is told.
const LONGEST_MESSAGE: usize = 200;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Failure {
    /// Too many requests: not before this time. Nothing was done.
    #[error("too many requests, wait {} s{}", wait.as_secs_f64().ceil(), of_quota(quota.as_ref()))]
    Limited {
        /// How long to wait.
        wait: Duration,
        /// Which limit it is, if the server tells.
        quota: Option<String>,
    },
    /// The token is not valid, or not for this.
    #[error("{0}")]
    Denied(String),
    /// There is no such thing, at least not any more.
    #[error("not found")]
    NotFound,
    /// The server does not want it. Nothing was done.
    #[error("{0}")]
    Refused(String),
    /// A daily limit is used up, ours or the opponent's.
    #[error("the limit {0} is used up")]
    Quota(String),
    /// The server may have done it or not.
    #[error("{0}")]
    Unclear(String),
}

fn of_quota(quota: Option<&String>) -> String {
    quota.map_or_else(String::new, |quota| format!(" ({quota})"))
}

impl Failure {
    /// A failure on the way.
    pub(super) fn network(error: ureq::Error) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::Unclear("no answer in time".to_owned()),
            error => Self::Unclear(error.to_string()),
        }
    }

    /// The failure that an answer means; `refused` is told of a limit and says how long to wait.
    pub(super) fn of(
        status: u16,
        retry_after: Option<&str>,
        body: &str,
        refused: impl FnOnce(Option<Duration>) -> Duration,
    ) -> Self {
        let json: Option<Value> = serde_json::from_str(body).ok();
        let limit = json.as_ref().map(|json| &json["ratelimit"]);
        let quota = limit.and_then(|limit| Some(limit["key"].as_str()?.to_owned()));
        let message = || {
            let error = json.as_ref().map(|json| &json["error"]);
            match error {
                Some(Value::String(text)) => shortened(text),
                Some(error) if !error.is_null() => shortened(&error.to_string()),
                _ => format!("HTTP status {status}"),
            }
        };
        match status {
            429 => {
                let by_header = retry_after.and_then(|text| text.trim().parse().ok());
                let by_body = limit.and_then(|limit| limit["seconds"].as_u64());
                let wait = by_header.or(by_body).map(Duration::from_secs);
                let wait = refused(wait.map(|wait| wait.min(LONGEST_WAIT)));
                Self::Limited { wait, quota }
            }
            401 | 403 => Self::Denied(message()),
            404 => Self::NotFound,
            400..500 => match quota {
                Some(quota) => Self::Quota(quota),
                None => Self::Refused(message()),
            },
            _ => Self::Unclear(message()),
        }
    }
}

/// No limit of the server is longer than a day.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

fn shortened(text: &str) -> String {
    printable_line(text).chars().take(LONGEST_MESSAGE).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Failure;

    fn failure(status: u16, header: Option<&str>, body: &str) -> Failure {
        Failure::of(status, header, body, |wait| {
            wait.unwrap_or(Duration::from_secs(60))
        })
    }

    fn limited(wait: u64, quota: Option<&str>) -> Failure {
        Failure::Limited {
            wait: Duration::from_secs(wait),
            quota: quota.map(str::to_owned),
        }
    }

    #[test]
    fn limits_are_read_from_header_json_and_page() {
        let json = r#"{"error":"no","ratelimit":{"key":"bot.vsBot.day","seconds":300}}"#;
        assert_eq!(
            failure(429, None, json),
            limited(300, Some("bot.vsBot.day"))
        );
        assert_eq!(failure(429, Some("7"), "<html>429"), limited(7, None));
        assert_eq!(failure(429, Some("Fri, 13 Nov"), ""), limited(60, None));
        assert_eq!(
            failure(429, Some("99999999999"), ""),
            limited(24 * 3600, None)
        );
        let quota = Failure::Quota("bot.vsBot.day".to_owned());
        assert_eq!(failure(400, None, json), quota);
    }

    #[test]
    fn messages_are_short_and_plain() {
        let text = |status, body: &str| failure(status, None, body).to_string();
        assert_eq!(text(401, r#"{"error":"No such token"}"#), "No such token");
        assert_eq!(
            text(400, r#"{"error":{"global":["x"]}}"#),
            r#"{"global":["x"]}"#
        );
        assert_eq!(text(502, "<html>\u{1b}[2J"), "HTTP status 502");
        assert_eq!(text(400, "{\"error\":\"\\u001b[2J\"}"), "�[2J");
        let long = format!("{{\"error\":\"{}\"}}", "é".repeat(5000));
        assert_eq!(text(400, &long).chars().count(), 200);
        assert_eq!(failure(404, None, ""), Failure::NotFound);
    }
}
