//! `--check`: what the configuration means, and whether it works.

use std::fmt::Write;
use std::path::Path;

use crate::api::Failure;
use crate::config::Config;
use crate::play::{client, try_engine};
use crate::token::{TOKEN_VARIABLE, Token, is_readable_by_others};

/// Explains a configuration, whose text is given, line by line, and tries token, engine and server.
/// Returns the words, and whether all is well.
pub fn check(config: &Config, text: &str) -> (String, bool) {
    let mut words = config.explain(text);
    let mut is_well = true;
    let mut tell = |what: &str, result: Result<String, String>| {
        let (mark, text) = match result {
            Ok(text) => ("ok", text),
            Err(text) => {
                is_well = false;
                ("PROBLEM", text)
            }
        };
        // Writing to a text does not fail.
        writeln!(words, "{mark}: {what}: {text}").ok();
    };
    let token = Token::find(&config.account.token_file);
    tell(
        "token",
        token.as_ref().map_err(Clone::clone).map(|_| token_place()),
    );
    let file = &config.account.token_file;
    if is_readable_by_others(file) {
        let advice = format!("others can read {}: chmod 600", file.display());
        tell("token file", Err(advice));
    }
    tell("engine", try_engine(config));
    let book = &config.engine.book;
    if !book.as_os_str().is_empty() {
        tell("book", readable(book));
    }
    if let Ok(token) = token {
        tell("account", account(config, token));
    }
    (words, is_well)
}

fn token_place() -> String {
    match std::env::var_os(TOKEN_VARIABLE) {
        Some(_) => format!("from {TOKEN_VARIABLE}"),
        None => "from its file".to_owned(),
    }
}

fn readable(file: &Path) -> Result<String, String> {
    match std::fs::File::open(file) {
        Ok(_) => Ok(file.display().to_string()),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}

fn account(config: &Config, token: Token) -> Result<String, String> {
    match client(config, token).account() {
        Ok(account) if account.is_bot() => Ok(format!("{}, a bot account", account.username)),
        Ok(account) => Err(format!(
            "{} is no bot account (quietus-bot --upgrade makes it one)",
            account.username
        )),
        Err(Failure::Denied(reason)) => Err(format!("Lichess does not take the token: {reason}")),
        Err(failure) => Err(failure.to_string()),
    }
}
