//! Entries for people: a list of many, and all of one.

use ::ledger::{Entry, EntryId, Kind, Ledger, LedgerError, Record};
use serde_json::Value;

use crate::table::{Side, columns, table};

/// One line for every entry.
pub fn list(entries: &[Entry]) -> String {
    const LONGEST_NAME: usize = 48;
    let head = columns(">ID|Kind|When|Name|Summary");
    let row = |entry: &Entry| {
        [
            entry.id.to_string(),
            entry.kind.to_string(),
            entry.created.clone(),
            shorten(entry.name(), LONGEST_NAME),
            entry.summary(),
        ]
    };
    let rows: Vec<_> = entries.iter().map(row).collect();
    table(&head, &rows)
}

fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some(_) => text.chars().take(longest - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// All of one entry, and the notes about it.
pub fn show(ledger: &mut Ledger, id: EntryId, as_json: bool) -> Result<String, LedgerError> {
    let entry = ledger.entry(id)?;
    let value = serde_json::to_value(&entry).expect("entries have only texts as keys");
    if as_json {
        return Ok(format!("{value:#}\n"));
    }
    let mut text = String::new();
    outline(&value, 0, &mut text);
    for note in ledger.entries(Some(Kind::Note))? {
        if let Record::Note(about) = &note.record
            && about.about == Some(id)
        {
            text += &format!("note {} ({}): {}\n", note.id, note.created, about.text);
        }
    }
    Ok(text)
}

/// Writes a value as indented lines, and lists of objects as tables. What is not known is left
/// out.
fn outline(value: &Value, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Null => {}
            Value::Object(fields) if !fields.is_empty() => {
                text.push_str(&format!("{indent}{name}:\n"));
                outline(value, depth + 1, text);
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                text.push_str(&format!("{indent}{name}:\n"));
                for line in object_table(items).lines() {
                    text.push_str(&format!("{indent}  {line}\n"));
                }
            }
            other => text.push_str(&format!("{indent}{name}: {}\n", cell(other))),
        }
    }
}

/// A column for every field that any of the objects knows something about.
fn object_table(items: &[Value]) -> String {
    /// Follow from the rest, or are of no interest to people.
    const HIDDEN: [&str; 4] = ["pairs", "single_white", "single_black", "colors_guessed"];
    let mut names: Vec<&str> = Vec::new();
    for (name, value) in items.iter().filter_map(Value::as_object).flatten() {
        let known = !value.is_null() && !HIDDEN.contains(&name.as_str());
        if known && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let is_number = |name: &str| items.iter().any(|item| item[name].is_number());
    let side = |name: &str| match is_number(name) {
        true => Side::Right,
        false => Side::Left,
    };
    let head: Vec<_> = names.iter().map(|&name| (name, side(name))).collect();
    let row = |item: &Value| names.iter().map(|&name| cell(&item[name])).collect();
    let rows: Vec<Vec<String>> = items.iter().map(row).collect();
    table(&head, &rows)
}

/// A value in as many characters as people want to read.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(word) => word.clone(),
        Value::Number(number) if number.is_f64() => {
            let rounded = format!("{:.3}", number.as_f64().unwrap_or_default());
            rounded
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned()
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn values_become_indented_lines() {
        let mut text = String::new();
        let value = json!({
            "a": 1.50, "b": null, "c": {"d": "two", "e": [1, 2]}, "h": {},
            "f": [{"g": true, "n": 5}, {"x": null, "n": 10.25}],
        });
        super::outline(&value, 0, &mut text);
        let expected = "a: 1.5\nc:\n  d: two\n  e: [1,2]\nh: {}\nf:\n  \
                        g         n\n  true      5\n        10.25\n";
        assert_eq!(text, expected);
    }
}
