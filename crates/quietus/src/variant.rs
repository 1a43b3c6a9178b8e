//! The games that the engine plays: `UCI_Variant` chooses among them.

mod chess;
mod makruk;
mod xiangqi;

use std::io;
use std::sync::Arc;

use evaluation::{Evaluation, NetworkOf, NnueOptions, Tunable};
use games::{GameId, for_game};
use play::PlayRules;
use search::Tablebase;
use uci::TbCommand;

use crate::error::Error;
use crate::option_table::OptionGroup;
use crate::options::Settings;
use crate::output::Output;
use crate::position;
use crate::variant_session::{AnyVariant, VariantSession};
use crate::wdl::WinRate;
pub use chess::ChessOptions;
use makruk::MakrukOptions;
use xiangqi::XiangqiOptions;

/// The values of `BookVariety`, the default first.
pub const BOOK_VARIETIES: &[&str] = &["weighted", "best", "uniform"];

/// The game of UCCI.
pub const OF_UCCI: GameId = GameId::Xiangqi;

/// The options of each game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    /// Of chess.
    pub chess: ChessOptions,
    /// Of xiangqi.
    pub xiangqi: XiangqiOptions,
    /// Of makruk.
    pub makruk: MakrukOptions,
}

impl GameOptions {
    /// The options, game by game.
    pub fn groups(&self) -> [&dyn OptionGroup; 3] {
        [&self.chess, &self.xiangqi, &self.makruk]
    }

    /// The same, to set them.
    pub fn groups_mut(&mut self) -> [&mut dyn OptionGroup; 3] {
        [&mut self.chess, &mut self.xiangqi, &mut self.makruk]
    }
}

/// A new session of one of these games.
pub fn session(game: GameId) -> Box<dyn AnyVariant> {
    for_game!(game, G => Box::new(VariantSession::<G>::new()))
}

/// The evaluation that the options select. Without a network it takes the embedded one.
pub fn evaluator<V: Variant>(
    network: Option<&Arc<NetworkOf<V>>>,
    settings: &Settings,
) -> Evaluation<V> {
    let network = network.cloned().or_else(V::embedded);
    let network = network.filter(|_| settings.network.is_used);
    let options = NnueOptions {
        blend: settings.network.blend,
        scale: settings.network.scale,
    };
    let evaluation = match settings.raw_scores {
        true => Evaluation::without_clock(network.as_ref()),
        false => Evaluation::new(network.as_ref(), options),
    };
    match settings.network.tables_only {
        true => evaluation.tables_only(),
        false => evaluation,
    }
}

/// A game that the engine plays: its rules, its evaluation, and what its commands show.
pub trait Variant: PlayRules + Tunable {
    /// What `SyzygyPath` opens.
    type Tables: Send;

    /// The options of the game, beside those that all games have.
    fn options(settings: &Settings) -> &dyn OptionGroup;

    /// Applies the options that belong to the rules to a new position.
    fn configure(position: &mut Self::Position, settings: &Settings);

    /// The position that moves lead to, as text that a GUI may write in several ways.
    fn after(start: &Self::Position, moves: &[String]) -> Result<Self::Position, String> {
        position::play::<Self>(start.clone(), moves)
    }

    /// Opens the tablebases of `SyzygyPath` and says what was found; none without a path.
    fn open_tables(settings: &Settings, output: &mut Output) -> io::Result<Option<Self::Tables>>;

    /// The tablebases as a search with these options probes them, if it does.
    fn tablebase(tables: &Self::Tables, settings: &Settings) -> Option<Arc<dyn Tablebase<Self>>>;

    /// Writes what the tablebases say of a position (`tb`).
    fn write_tables(
        command: &TbCommand,
        position: &Self::Position,
        tables: Option<&Self::Tables>,
        output: &mut Output,
    ) -> Result<(), Error>;

    /// The curve of the win probability in a position (`UCI_ShowWDL`).
    fn win_rate(position: &Self::Position) -> WinRate;

    /// The position with the board mirrored and the colors swapped, without its history.
    fn flipped(position: &Self::Position) -> Result<Self::Position, String>;

    /// Writes the handcrafted evaluation and its parts (`eval`). Gives what it would lose, from the first
    /// side's view, without the piece on each square; nothing if it cannot tell.
    fn write_handcrafted(
        position: &Self::Position,
        output: &mut Output,
    ) -> io::Result<Vec<Option<i32>>>;
}
