//! How games are played, from the command line.

use std::path::PathBuf;

use anyhow::{Context, bail};
use datagen::{Adjudication, DrawRule, NodeLimits, OpeningSettings, Settings, WinRule};
use openings::{BOOK_PLIES, Book};

use crate::files::read_text;

/// How games are played.
#[derive(Debug, clap::Args)]
pub struct PlayingArgs {
    /// What everything random is drawn by
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// No iteration of a move's search is begun after so many nodes
    #[arg(long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// A search is given up after so many nodes; eight times --nodes if not said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// Each side's table, in MiB; it is cleared for every game
    #[arg(long, default_value_t = 1, value_name = "MIB")]
    hash: usize,

    /// A book of positions in EPD or FEN, or of games in PGN, plain or compressed with xz or zstd;
    /// the name of one with games ends in .pgn, .pgn.xz or .pgn.zst
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Play so many moves of a PGN book's games at most; 16 if not said
    #[arg(long, value_name = "N", requires = "book")]
    book_plies: Option<usize>,

    /// Random moves at the start: 8-9, or 1-4 after a book, if not said
    #[arg(long, value_name = "N|A-B", value_parser = range)]
    random_plies: Option<(usize, usize)>,

    /// The share of games without a book that start from double Chess960, in hundredths
    #[arg(long, default_value_t = 0.0, value_name = "PERCENT")]
    chess960: f64,

    /// Search each opening for so many nodes; 0 takes every opening
    #[arg(long, default_value_t = 5000, value_name = "N")]
    verify: u64,

    /// The largest score that an opening may have
    #[arg(long, default_value_t = 600, value_name = "CP")]
    cut: i32,

    /// A game is won by this score
    #[arg(long, default_value_t = WinRule::DEFAULT.score, value_name = "CP")]
    win_score: i32,

    /// For so many plies in a row; 0 does not look at scores other than mates
    #[arg(long, default_value_t = WinRule::DEFAULT.plies, value_name = "N")]
    win_plies: u32,

    /// A game is drawn by scores up to this
    #[arg(long, default_value_t = DrawRule::DEFAULT.score, value_name = "CP")]
    draw_score: i32,

    /// For so many plies in a row; 0 plays to the end
    #[arg(long, default_value_t = DrawRule::DEFAULT.plies, value_name = "N")]
    draw_plies: u32,

    /// Counted from this ply on
    #[arg(long, default_value_t = DrawRule::DEFAULT.from_ply, value_name = "N")]
    draw_from: u32,

    /// Longer games are drawn, or of unknown result if the score is large
    #[arg(long, default_value_t = Adjudication::DEFAULT.max_plies, value_name = "N")]
    max_plies: u32,

    /// The share of games that are played to mate, for positions of won endings: 0 to 1
    #[arg(long, default_value_t = Adjudication::DEFAULT.play_out, value_name = "SHARE")]
    play_out: f64,

    /// The share of positions in which a random move beside the best is searched too: 0 to 1
    #[arg(long, default_value_t = 0.0, value_name = "SHARE")]
    siblings: f64,
}

impl PlayingArgs {
    /// The book, if there is one.
    pub fn read_book(&self) -> anyhow::Result<Option<Book>> {
        let Some(path) = &self.book else {
            return Ok(None);
        };
        let cannot_read = || format!("cannot read {}", path.display());
        let text = read_text(path)?;
        let book = match self.plies_of_games() {
            Some(plies) => Book::of_games(&text, plies),
            None if self.book_plies.is_some() => {
                bail!("--book-plies is for books of games: {}", path.display())
            }
            None => Book::of_positions(text),
        };
        Ok(Some(book.with_context(cannot_read)?))
    }

    /// How many moves of the book's games are played, if it has games.
    fn plies_of_games(&self) -> Option<usize> {
        let has_games = self.book.as_deref().is_some_and(Book::has_games);
        has_games.then(|| self.book_plies.unwrap_or(BOOK_PLIES))
    }

    /// The settings; with what is said about the book.
    pub fn settings(&self, book: Option<&Book>) -> anyhow::Result<Settings> {
        if !(0.0..=100.0).contains(&self.chess960) {
            bail!("--chess960 must be from 0 to 100: {}", self.chess960);
        }
        for (name, share) in [("siblings", self.siblings), ("play-out", self.play_out)] {
            if !(0.0..=1.0).contains(&share) {
                bail!("--{name} must be from 0 to 1: {share}");
            }
        }
        let usual = if book.is_some() { (1, 4) } else { (8, 9) };
        Ok(Settings {
            seed: self.seed,
            nodes: NodeLimits {
                soft: self.nodes,
                hard: self.hard_nodes.unwrap_or(self.nodes.saturating_mul(8)),
            },
            table: self.hash.max(1),
            openings: OpeningSettings {
                book: book.map(|book| (self.book_name(), book.fingerprint())),
                book_plies: self.plies_of_games(),
                plies: self.random_plies.unwrap_or(usual),
                chess960: self.chess960 / 100.0,
                verification: NodeLimits::soft(self.verify),
                cut: self.cut,
            },
            adjudication: self.adjudication(),
            siblings: self.siblings,
        })
    }

    /// Without its folder, which is another on each machine.
    fn book_name(&self) -> String {
        let name = self.book.as_deref().and_then(std::path::Path::file_name);
        name.unwrap_or_default().to_string_lossy().into_owned()
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            win: (self.win_plies > 0).then_some(WinRule {
                score: self.win_score,
                plies: self.win_plies,
            }),
            draw: (self.draw_plies > 0).then_some(DrawRule {
                score: self.draw_score,
                plies: self.draw_plies,
                from_ply: self.draw_from,
            }),
            max_plies: self.max_plies,
            play_out: self.play_out,
        }
    }
}

/// `8`, or `8-9`.
fn range(text: &str) -> Result<(usize, usize), String> {
    const MOST: usize = 200;
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high && high <= MOST => Ok((low, high)),
        _ => Err(format!("expected a number up to {MOST}, or two like 8-9")),
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("8"), Ok((8, 8)));
        assert_eq!(range("1-4"), Ok((1, 4)));
        for bad in ["", "4-1", "x", "1-900", "1-2-3"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
