//! The Markdown table of promoted networks.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use evaluation::Evaluated;
use net_tools::Scores;
use plot::format_difference;
use support::markdown_text;

use crate::{Candidate, GateMatch, Report, Scale};

/// The head of the table.
const HEAD: &str = "\
| date | network | sha256 | architecture | positions | validation loss | test loss | correlation | beat | games | NnueScale |
|---|---|---|---|---:|---:|---:|---:|---|---|---:|
";

/// A row of the table, as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineageRow {
    /// The network's name.
    pub name: String,
    /// The first digits of its hash.
    pub hash: String,
    /// The first digits of the hash of the network that it beat; none for the handcrafted evaluation.
    pub beaten: Option<String>,
    /// The other columns: their titles and cells.
    pub facts: Vec<(String, String)>,
}

/// The rows of the table in a text; none without the table.
#[must_use]
pub fn read_lineage(text: &str) -> Vec<LineageRow> {
    let Some((_, table)) = text.split_once(HEAD) else {
        return Vec::new();
    };
    let titles: Vec<&str> = cells(HEAD.lines().next().unwrap_or_default());
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let mut facts: Vec<(String, String)> = titles
            .iter()
            .zip(cells(line))
            .map(|(title, cell)| ((*title).to_owned(), cell.to_owned()))
            .collect();
        let mut take = |wanted: &str| {
            let at = facts.iter().position(|(title, _)| title == wanted)?;
            Some(facts.remove(at).1)
        };
        let (name, hash) = (take("network")?, take("sha256")?);
        let beaten = facts.iter().find(|(title, _)| title == "beat");
        Some(LineageRow {
            name,
            hash: in_backticks(&hash)?,
            beaten: beaten.and_then(|(_, cell)| in_backticks(cell)),
            facts: facts
                .into_iter()
                .map(|(title, cell)| (title, cell.replace('`', "")))
                .collect(),
        })
    };
    rows.filter_map(row).collect()
}

fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_matches('|');
    inner.split(" | ").map(str::trim).collect()
}

fn in_backticks(text: &str) -> Option<String> {
    text.split('`').nth(1).map(str::to_owned)
}

/// Digits of a hash that people can compare.
const SHORT_HASH: usize = 16;

/// The row of a winner whose file has this hash.
pub fn row<G: Evaluated>(report: &Report<G>, winner: &Candidate<G>, sha256: &str) -> String {
    let card = &winner.net.card;
    let positions: u64 = card.data.iter().filter_map(|set| set.positions).sum();
    let loss = card.validation_loss;
    let name = markdown_text(report.baseline.name());
    let beaten = match report.baseline.sha256() {
        Some(hash) => format!("{name} `{}`", short(hash)),
        None => name,
    };
    let matches: Vec<String> = winner.matches.iter().map(games).collect();
    let [(_, test_loss), (_, correlation)] = Scores::of_card(card).facts();
    let or_dash = |fact: Option<String>| fact.unwrap_or_else(|| "-".to_owned());
    let cells = [
        arena::runner::today(),
        markdown_text(card.name.as_deref().unwrap_or(&winner.net.name)),
        format!("`{}`", short(sha256)),
        winner.net.network.architecture().to_string(),
        positions.to_string(),
        or_dash(loss.map(|loss| format!("{loss:.6}"))),
        or_dash(test_loss),
        or_dash(correlation),
        beaten,
        matches.join("; "),
        winner.scale.map_or(100, Scale::percent).to_string(),
    ];
    format!("| {} |\n", cells.join(" | "))
}

fn short(hash: &str) -> &str {
    hash.get(..SHORT_HASH).unwrap_or(hash)
}

fn games(played: &GateMatch) -> String {
    let games = played.games;
    format!(
        "{}: {} Elo ({} games)",
        played.limits,
        format_difference(played.elo.value, played.elo.error),
        games.wins + games.draws + games.losses
    )
}

/// Adds a row after the table's last one; a file without the table gets it at its end.
pub fn add(path: &Path, row: &str) -> io::Result<()> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read?,
    };
    support::write_atomic(path, with_row(&text, row).as_bytes())
}

fn with_row(text: &str, row: &str) -> String {
    let Some(start) = text.find(HEAD) else {
        let gap = match text {
            "" => "# Lineage\n\n",
            text if text.ends_with("\n\n") => "",
            text if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        return format!("{text}{gap}{HEAD}{row}");
    };
    let table = &text[start..];
    let rows = table.split_inclusive('\n');
    let length: usize = rows
        .take_while(|line| line.starts_with('|'))
        .map(str::len)
        .sum();
    let (before, after) = text.split_at(start + length);
    let end = if before.ends_with('\n') { "" } else { "\n" };
    format!("{before}{end}{row}{after}")
}

#[cfg(test)]
mod tests {
    use super::{HEAD, read_lineage, with_row};

    #[test]
    fn rows_are_read_as_they_were_written() {
        let row = "| 2026-11-15 | new | `ab12` | (768 -> 8)x2 -> 1 | 10 | 0.1 | - | 0.5 | old `cd34` | +5.0 ± 1.0 Elo | 87 |\n";
        let text = with_row("Words.\n", row);
        let [read] = &read_lineage(&text)[..] else {
            panic!("one row");
        };
        assert_eq!((read.name.as_str(), read.hash.as_str()), ("new", "ab12"));
        assert_eq!(read.beaten.as_deref(), Some("cd34"));
        assert_eq!(read.facts[0], ("date".to_owned(), "2026-11-15".to_owned()));
        assert_eq!(read.facts.len(), 9);
        assert!(read_lineage("| no | table |\n").is_empty());
    }

    #[test]
    fn rows_follow_each_other_wherever_the_table_is() {
        let first = with_row("", "| a |\n");
        assert_eq!(first, format!("# Lineage\n\n{HEAD}| a |\n"));
        let second = with_row(&first, "| b |\n");
        assert_eq!(second, format!("{first}| b |\n"));
        let amid = format!("Words.\n\n{HEAD}| a |\n\nMore words.\n");
        let expected = format!("Words.\n\n{HEAD}| a |\n| b |\n\nMore words.\n");
        assert_eq!(with_row(&amid, "| b |\n"), expected);
        let torn = format!("{HEAD}| a |");
        assert_eq!(with_row(&torn, "| b |\n"), format!("{HEAD}| a |\n| b |\n"));
        assert_eq!(
            with_row("Words.", "| a |\n"),
            format!("Words.\n\n{HEAD}| a |\n")
        );
    }
}
