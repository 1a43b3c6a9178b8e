//! The settings of a match as names and values.

use arena::runner::Settings;
use serde_json::Value;
use support::without_folders;

/// Shown elsewhere on the page, or only names files of one machine.
const NOT_SHOWN: [&str; 5] = ["event", "players", "test", "pgn", "events"];

/// Everything but the players and the test.
pub fn facts(settings: &Settings) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    // Settings are in the journal, so they can be serialized.
    let value = serde_json::to_value(settings).unwrap_or_default();
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(fields) if name == "rules" => {
                facts.extend(
                    fields
                        .iter()
                        .map(|(name, value)| (words(name), text(value))),
                );
            }
            _ if NOT_SHOWN.contains(&name.as_str()) => {}
            _ => facts.push((words(name), text(value))),
        }
    }
    facts
}

/// A name in words: `time_margin` becomes `Time margin`.
fn words(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let words: String = first.into_iter().chain(letters).collect();
    words.replace('_', " ")
}

/// A value in words. Durations are stored as seconds and nanoseconds.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => without_folders(text).replace('_', " "),
        Value::Array(items) => list(items.iter().map(text)),
        Value::Object(fields) => match (fields.get("secs"), fields.get("nanos")) {
            (Some(seconds), Some(nanos)) => {
                let part = |value: &Value| value.as_f64().unwrap_or_default();
                format!("{} s", part(seconds) + part(nanos) * 1e-9)
            }
            _ => list(fields.iter().map(|(name, value)| match value {
                Value::Object(_) => format!("{}: {}", name.replace('_', " "), text(value)),
                _ => format!("{} {}", name.replace('_', " "), text(value)),
            })),
        },
        Value::Number(number) => number.to_string(),
    }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}
