//! The arguments of `serve`.

use std::net::{IpAddr, Ipv4Addr};

/// Shown by `serve --help`.
pub const HELP: &str = "\
serve [options]           play, analyze and review in the browser
  --port N                port to listen on; default: any free one
  --host ADDRESS          address to listen on; default 127.0.0.1, which only
                          this machine can reach. Any other needs a token
  --token TEXT            secret that the link carries; default on other
                          addresses: a random one
  --syzygy PATH           tablebases, for their verdicts (SyzygyPath)
  --book FILE             Polyglot book, for its moves (BookFile)
  --open                  open the page in the browser

Examples:
  quietus serve --open
  quietus serve --syzygy ~/syzygy --book book.bin
  quietus serve --host 0.0.0.0 --port 8080";

/// How to serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The port; 0 for any.
    pub port: u16,
    /// The address to listen on.
    pub host: IpAddr,
    /// The secret of the link.
    pub token: Option<String>,
    /// Where tablebases are, in place of `SyzygyPath`.
    pub syzygy: Option<String>,
    /// The book, in place of `BookFile`.
    pub book: Option<String>,
    /// Whether to open a browser.
    pub open: bool,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            port: 0,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            token: None,
            syzygy: None,
            book: None,
            open: false,
        }
    }
}

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Serve(Arguments),
    Help,
}

impl Request {
    /// Reads the words after `serve`.
    ///
    /// # Errors
    /// If one is wrong.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut arguments = Arguments::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                let value = words.next().map(String::as_str);
                value.ok_or_else(|| format!("{word} needs a value (see 'serve --help')"))
            };
            match word.as_str() {
                "--help" | "-h" => return Ok(Self::Help),
                "--open" => arguments.open = true,
                "--port" => {
                    let text = value()?;
                    let wrong = |_| format!("--port must be from 0 to 65535: {text:?}");
                    arguments.port = text.parse().map_err(wrong)?;
                }
                "--host" => {
                    let text = value()?;
                    let wrong = |_| format!("--host must be an address in digits: {text:?}");
                    arguments.host = text.parse().map_err(wrong)?;
                }
                "--token" => arguments.token = Some(parse_token(value()?)?),
                "--syzygy" => arguments.syzygy = Some(value()?.to_owned()),
                "--book" => arguments.book = Some(value()?.to_owned()),
                _ => return Err(format!("unknown argument of serve: {word:?}")),
            }
        }
        Ok(Self::Serve(arguments))
    }
}

/// Reads a secret for the link.
///
/// # Errors
/// If it is too short, or has characters that a link cannot carry.
pub fn parse_token(text: &str) -> Result<String, String> {
    match text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        true => Ok(text.to_owned()),
        false => Err("a token needs at least 8 letters or digits".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Request};

    fn parse(text: &str) -> Result<Request, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Request::parse(&words)
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(parse(""), Ok(Request::Serve(Arguments::default())));
        assert_eq!(parse("--port 80 --help"), Ok(Request::Help));
        let expected = Arguments {
            port: 8080,
            host: [0, 0, 0, 0].into(),
            token: Some("abcdefgh".to_owned()),
            syzygy: Some("tables".to_owned()),
            book: Some("book.bin".to_owned()),
            open: true,
        };
        let text =
            "--port 8080 --host 0.0.0.0 --token abcdefgh --syzygy tables --book book.bin --open";
        assert_eq!(parse(text), Ok(Request::Serve(expected)));
        for wrong in [
            "--port",
            "--port x",
            "--host localhost",
            "--token short",
            "--book",
            "now",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
