//! Command-line options of self-play.

use std::path::PathBuf;

use anyhow::{Context, bail};
use datagen::{Adjudication, DrawRule, NodeLimits, OpeningSettings, Settings, WinRule};
use openings::{BOOK_PLIES, Book};

use crate::files::read_text;

/// Options of self-play.
#[derive(Debug, clap::Args)]
pub struct PlayingArgs {
    /// Seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Soft node limit of a move: no iteration starts after so many nodes
    #[arg(long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Hard node limit of a move [default: 8 x --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// TT size of each side in MiB; cleared before every game
    #[arg(long, default_value_t = 1, value_name = "MIB")]
    hash: usize,

    /// Opening book: EPD or FEN positions, or PGN games (.pgn, .pgn.xz, .pgn.zst); plain, xz or zstd
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Plies to play from a PGN book [default: 16]
    #[arg(long, value_name = "N", requires = "book")]
    book_plies: Option<usize>,

    /// Random plies at the start [default: 8-9, or 1-4 after a book]
    #[arg(long, value_name = "N|A-B", value_parser = range)]
    random_plies: Option<(usize, usize)>,

    /// Percentage of games that start from DFRC (double Chess960), without a book
    #[arg(long, default_value_t = 0.0, value_name = "PERCENT")]
    chess960: f64,

    /// Nodes of the search that verifies an opening; 0: no verification
    #[arg(long, default_value_t = 5000, value_name = "N")]
    verify: u64,

    /// Reject openings with a larger score
    #[arg(long, default_value_t = 600, value_name = "CP")]
    cut: i32,

    /// Win adjudication: smallest score
    #[arg(long, default_value_t = WinRule::DEFAULT.score, value_name = "CP")]
    win_score: i32,

    /// Win adjudication: plies in a row; 0: mate scores only
    #[arg(long, default_value_t = WinRule::DEFAULT.plies, value_name = "N")]
    win_plies: u32,

    /// Draw adjudication: largest score
    #[arg(long, default_value_t = DrawRule::DEFAULT.score, value_name = "CP")]
    draw_score: i32,

    /// Draw adjudication: plies in a row; 0: none
    #[arg(long, default_value_t = DrawRule::DEFAULT.plies, value_name = "N")]
    draw_plies: u32,

    /// Draw adjudication: first ply that counts
    #[arg(long, default_value_t = DrawRule::DEFAULT.from_ply, value_name = "N")]
    draw_from: u32,

    /// Longest game: then a draw, or an unknown result at a large score
    #[arg(long, default_value_t = Adjudication::DEFAULT.max_plies, value_name = "N")]
    max_plies: u32,

    /// Share of games without win adjudication, for positions of won endings: 0 to 1
    #[arg(long, default_value_t = Adjudication::DEFAULT.play_out, value_name = "SHARE")]
    play_out: f64,

    /// Share of positions in which the child by a random other move is searched, too: 0 to 1
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

    /// Plies played from a book of games.
    fn plies_of_games(&self) -> Option<usize> {
        let has_games = self.book.as_deref().is_some_and(Book::has_games);
        has_games.then(|| self.book_plies.unwrap_or(BOOK_PLIES))
    }

    /// The settings, with the name of the book.
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

    /// Without its folder, which differs between machines.
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
