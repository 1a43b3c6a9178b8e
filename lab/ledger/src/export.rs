//! Entries for other programs and for documents.

use serde_json::{Map, Value};
use support::{csv_field, markdown_text};

use crate::{Entry, Kind};

/// Everything, as JSON.
///
/// # Panics
/// Never: entries have only texts as keys.
pub fn to_json(entries: &[Entry]) -> String {
    serde_json::to_string_pretty(entries).expect("entries have only texts as keys") + "\n"
}

/// A line for each entry with its summary, as CSV.
pub fn summaries_to_csv(entries: &[Entry]) -> String {
    let mut text = csv_line(["id", "kind", "created", "name", "summary"]);
    for entry in entries {
        text += &csv_line([
            &entry.id.to_string(),
            entry.kind.word(),
            &entry.created,
            entry.name(),
            &entry.summary(),
        ]);
    }
    text
}

/// All columns of entries of one kind, as CSV. The parts of an entry, such as the pairings of a match,
/// have a line each, which repeats what they have in common.
///
/// # Panics
/// Never: entries have only texts as keys.
pub fn to_csv(entries: &[Entry]) -> String {
    let mut rows: Vec<Map<String, Value>> = Vec::new();
    for entry in entries {
        let value = serde_json::to_value(entry).expect("entries have only texts as keys");
        let Value::Object(mut whole) = value else {
            continue;
        };
        let parts = ["pairings", "rows", "themes"];
        let parts = parts.iter().find_map(|&key| match whole.shift_remove(key) {
            Some(Value::Array(parts)) => Some((key, parts)),
            _ => None,
        });
        match parts {
            Some((key, parts)) if !parts.is_empty() => rows.extend(parts.iter().map(|part| {
                let mut row = whole.clone();
                for (name, value) in part.as_object().into_iter().flatten() {
                    // A part's own name and the like must not hide those of the whole.
                    let name = match whole.contains_key(name) {
                        true => format!("{}_{name}", key.trim_end_matches('s')),
                        false => name.clone(),
                    };
                    row.insert(name, value.clone());
                }
                row
            })),
            _ => rows.push(whole),
        }
    }
    let mut columns: Vec<&str> = Vec::new();
    for name in rows.iter().flat_map(Map::keys) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    // What every entry has comes first.
    let first = ["id", "kind", "created", "name"];
    columns.sort_by_key(|name| first.iter().position(|f| f == name).unwrap_or(first.len()));
    let mut text = csv_line(columns.iter().copied());
    for row in &rows {
        let cells: Vec<String> = columns.iter().map(|&name| cell(row.get(name))).collect();
        text += &csv_line(cells.iter().map(String::as_str));
    }
    text
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn csv_line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let fields: Vec<String> = fields.into_iter().map(csv_field).collect();
    fields.join(",") + "\n"
}

/// A heading and a table of summaries for every kind that there is, as Markdown.
pub fn to_markdown(entries: &[Entry]) -> String {
    let mut text = String::from("# Ledger\n");
    for kind in Kind::ALL {
        let mut of_kind = entries.iter().filter(|entry| entry.kind == kind).peekable();
        if of_kind.peek().is_none() {
            continue;
        }
        text += &format!("\n## {}\n\n", heading(kind));
        text += "| ID | When | Name | Summary |\n|---:|---|---|---|\n";
        for entry in of_kind {
            text += &format!(
                "| {} | {} | {} | {} |\n",
                entry.id,
                entry.created,
                markdown_text(entry.name()),
                markdown_text(&entry.summary())
            );
        }
    }
    text
}

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Engine => "Engines",
        Kind::Net => "Nets",
        Kind::Dataset => "Data sets",
        Kind::Match => "Matches",
        Kind::Suite => "Suites",
        Kind::Rating => "Ratings",
        Kind::Note => "Notes",
    }
}

#[cfg(test)]
mod tests {
    use super::{csv_line, to_csv, to_markdown};
    use crate::{Entry, Kind, MatchRecord, Pairing, Record};

    fn entries() -> Vec<Entry> {
        let record = MatchRecord {
            name: "a | \"b\", c".to_owned(),
            pairings: vec![Pairing::new("x", "y"), Pairing::new("x", "z")],
            ..MatchRecord::default()
        };
        vec![Entry {
            id: 3,
            kind: Kind::Match,
            created: "now".to_owned(),
            record: Record::Match(record),
        }]
    }

    #[test]
    fn a_match_has_a_line_for_every_pairing() {
        let text = to_csv(&entries());
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].starts_with("id,kind,created,name,"), "{text}");
        assert!(
            lines[1].starts_with("3,match,now,\"a | \"\"b\"\", c\","),
            "{text}"
        );
        let commas = |line: &str| line.matches(',').count();
        assert!(commas(lines[1]) >= commas(lines[0]));
    }

    #[test]
    fn markdown_cells_keep_to_themselves() {
        let text = to_markdown(&entries());
        assert!(
            text.contains("## Matches") && text.contains("a \\| \"b\", c"),
            "{text}"
        );
        assert_eq!(csv_line(["a", "b\nc"]), "a,\"b\nc\"\n");
    }
}
