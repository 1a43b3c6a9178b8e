//! The Markdown table of promoted networks.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use support::markdown_text;

use crate::{Candidate, GateMatch, Report, Scale};

/// The head of the table.
const HEAD: &str = "\
| date | network | sha256 | architecture | positions | validation loss | test loss | beat | games | NnueScale |
|---|---|---|---|---:|---:|---:|---|---|---:|
";

/// Digits of a hash that people can compare.
const SHORT_HASH: usize = 16;

/// The row of a winner whose file has this hash.
pub fn row(report: &Report, winner: &Candidate, sha256: &str) -> String {
    let card = &winner.net.card;
    let positions: u64 = card.data.iter().filter_map(|set| set.positions).sum();
    let loss = card.validation_loss;
    let name = markdown_text(report.baseline.name());
    let beaten = match report.baseline.sha256() {
        Some(hash) => format!("{name} `{}`", short(hash)),
        None => name,
    };
    let matches: Vec<String> = winner.matches.iter().map(games).collect();
    let cells = [
        arena::runner::today(),
        markdown_text(card.name.as_deref().unwrap_or(&winner.net.name)),
        format!("`{}`", short(sha256)),
        winner.net.network.architecture().to_string(),
        positions.to_string(),
        loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.6}")),
        (card.test_loss.as_ref()).map_or_else(|| "-".to_owned(), ToString::to_string),
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
        "{}: {:+.1} ± {:.1} Elo ({} games)",
        played.limits,
        played.elo.0,
        played.elo.1,
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
    use super::{HEAD, with_row};

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
