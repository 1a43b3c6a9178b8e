//! Arguments for how games are played.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use datagen::{
    DRAW_RULE, MAX_PLIES, NodeLimits, OpeningSettings, PLAY_OUT, Searcher, Settings, WIN_RULE,
};
use game::adjudication::{Adjudication, DrawRule, WinRule};
use game::{EndgameTables, Facts, Rules};
use games::{GameId, for_game};
use openings::{BOOK_PLIES, Book, has_games};
use tablebase::endgame_tables;

use crate::args::{fraction, game, percent, range};
use crate::exit::bail_usage;
use crate::files::{game_of_text, read_text};

/// How positions are searched.
#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// Soft node limit of a search: no new iteration after N nodes
    #[arg(long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Hard node limit of a search [default: 8 times --nodes, on a GPU twice]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// Transposition table in MiB, cleared before every game
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "MIB")]
    pub hash: NonZero<usize>,
}

impl SearchArgs {
    /// Both node limits.
    pub fn limits(&self, searcher: Searcher) -> NodeLimits {
        let usual = node_limits(searcher, self.nodes);
        NodeLimits {
            hard: self.hard_nodes.unwrap_or(usual.hard),
            ..usual
        }
    }
}

/// A soft node limit with the usual hard one. GPUs are stopped soon: most of their last iteration would
/// be lost on average.
const fn node_limits(searcher: Searcher, soft: u64) -> NodeLimits {
    match searcher {
        Searcher::Engine => NodeLimits::soft(soft),
        Searcher::Gpu => NodeLimits {
            soft,
            hard: soft.saturating_mul(2),
        },
    }
}

/// How games are played.
#[derive(Debug, clap::Args)]
pub struct PlayingArgs {
    /// Seed of everything random
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// The game [default: that of the book, or chess]
    #[arg(long, value_name = "GAME", value_parser = game())]
    game: Option<GameId>,

    #[command(flatten)]
    search: SearchArgs,

    /// Opening book: EPD, FEN lines or PGN (by the name: .pgn), plain or compressed with xz or zstd
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Maximum number of plies from a PGN book [default: 16]
    #[arg(long, value_name = "N", requires = "book")]
    book_plies: Option<usize>,

    /// Random plies at the start of a game [default: 8-9, or 1-4 after a book]
    #[arg(long, value_name = "N|A-B", value_parser = range)]
    random_plies: Option<(usize, usize)>,

    /// Percentage of games that start from double Chess960 positions, without a book
    #[arg(long = "chess960", default_value_t = 0.0, value_name = "PERCENT", value_parser = percent)]
    shuffled: f64,

    /// Soft node limit of the search that verifies an opening; 0 accepts every opening
    #[arg(long, default_value_t = 5000, value_name = "N")]
    verify: u64,

    /// Reject openings with a larger absolute score
    #[arg(long, default_value_t = 600, value_name = "CP")]
    cut: i32,

    /// Adjudicate a win at this score
    #[arg(long, default_value_t = WIN_RULE.score, value_name = "CP")]
    win_score: i32,

    /// Adjudicate a win after N plies at --win-score; 0 only at mate scores
    #[arg(long, default_value_t = WIN_RULE.plies, value_name = "N")]
    win_plies: u32,

    /// Adjudicate a draw at absolute scores up to this
    #[arg(long, default_value_t = DRAW_RULE.score, value_name = "CP")]
    draw_score: i32,

    /// Adjudicate a draw after N plies within --draw-score; 0 never does
    #[arg(long, default_value_t = DRAW_RULE.plies, value_name = "N")]
    draw_plies: u32,

    /// First ply that counts for draw adjudication
    #[arg(long, default_value_t = DRAW_RULE.from_ply, value_name = "N")]
    draw_from: u32,

    /// End a game after N plies: drawn, or of unknown result if the score is large
    #[arg(long, default_value_t = MAX_PLIES, value_name = "N")]
    max_plies: u32,

    /// Adjudicate positions that Syzygy tablebases hold: their directories, separated as in PATH
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,

    /// Fraction of games played to mate, for positions of won endings
    #[arg(long, default_value_t = PLAY_OUT, value_name = "FRACTION",
        value_parser = fraction)]
    play_out: f64,

    /// Fraction of positions in which a random alternative move is scored, too
    #[arg(long, default_value_t = 0.0, value_name = "FRACTION", value_parser = fraction)]
    siblings: f64,
}

impl PlayingArgs {
    /// The game. Settings of another one are refused.
    pub fn game(&self) -> anyhow::Result<GameId> {
        let game = match (self.game, &self.book) {
            (Some(game), _) => game,
            (None, Some(book)) => game_of_text(book)?,
            (None, None) => GameId::default(),
        };
        let shuffled_starts = for_game!(game, G => G::SHUFFLED_STARTS);
        if self.shuffled > 0.0 && shuffled_starts == 0 {
            bail_usage!("--chess960 is not for {game}");
        }
        Ok(game)
    }

    /// The book, if there is one.
    pub fn read_book<R: Facts>(&self) -> anyhow::Result<Option<Book<R>>> {
        let Some(path) = &self.book else {
            return Ok(None);
        };
        let cannot_read = || format!("cannot read {}", path.display());
        let text = read_text(path)?;
        let book = match self.plies_of_games() {
            Some(plies) => Book::of_games(&text, plies),
            None if self.book_plies.is_some() => {
                bail_usage!(
                    "--book-plies needs a PGN book, and {} is none",
                    path.display()
                )
            }
            None => Book::of_positions(text),
        };
        Ok(Some(book.with_context(cannot_read)?))
    }

    /// The tablebases, if a path is given. One without any is refused.
    pub fn open_tables<R: Rules>(&self) -> anyhow::Result<Option<Arc<dyn EndgameTables<R>>>> {
        let Some(path) = &self.syzygy else {
            return Ok(None);
        };
        match endgame_tables(path, |line| warn!("warning: {line}")) {
            Ok(tables) => Ok(Some(tables)),
            Err(error) => bail_usage!("--syzygy: {error}"),
        }
    }

    /// Plies from the book's games, if it has games.
    fn plies_of_games(&self) -> Option<usize> {
        let has_games = self.book.as_deref().is_some_and(has_games);
        has_games.then(|| self.book_plies.unwrap_or(BOOK_PLIES))
    }

    pub fn settings<R: Facts>(&self, searcher: Searcher, book: Option<&Book<R>>) -> Settings {
        let usual = if book.is_some() { (1, 4) } else { (8, 9) };
        Settings {
            seed: self.seed,
            nodes: self.search.limits(searcher),
            searcher,
            table: match searcher {
                Searcher::Engine => self.search.hash.get(),
                Searcher::Gpu => 0,
            },
            openings: OpeningSettings {
                book: book.map(|book| (self.book_name(), book.fingerprint())),
                book_plies: self.plies_of_games(),
                plies: self.random_plies.unwrap_or(usual),
                shuffled: self.shuffled / 100.0,
                verification: node_limits(searcher, self.verify),
                cut: self.cut,
            },
            adjudication: self.adjudication(),
            table_men: 0,
            play_out: self.play_out,
            siblings: self.siblings,
        }
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
                one_sided: false,
            }),
            draw: (self.draw_plies > 0).then_some(DrawRule {
                score: self.draw_score,
                plies: self.draw_plies,
                from_ply: self.draw_from,
            }),
            max_plies: Some(self.max_plies),
        }
    }
}
