//! What matches and suites need to know of a game.

use std::fmt::Debug;

use chess::{Chess, Outcome};
use game::Rng;
use games::GameId;
use openings::{OpeningRules, chess960};
use tablebase::Tablebases;
use xiangqi::{Dialect, RepetitionRule, Xiangqi};

use crate::runner::{Ending, Settings, tables};

/// How an engine writes squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// As our engine does.
    #[default]
    Usual,
    /// With ranks from 1 in xiangqi, as Fairy-Stockfish does.
    RanksFromOne,
}

impl Coordinates {
    /// The same for the moves of xiangqi.
    #[must_use]
    pub const fn dialect(self) -> Dialect {
        match self {
            Self::Usual => Dialect::FromZero,
            Self::RanksFromOne => Dialect::FromOne,
        }
    }
}

/// A game of which matches are played.
pub trait MatchRules: OpeningRules {
    /// The game.
    const VARIANT: GameId;

    /// The settings of a match that change the rules.
    type Options: Copy + Debug + Send + Sync + 'static;

    /// These settings.
    fn options(settings: &Settings) -> Self::Options;

    /// Applies them to the start of a game.
    ///
    /// # Errors
    /// If the position is none of this match.
    fn apply(options: Self::Options, start: &mut Self::Position) -> Result<(), String>;

    /// Where random openings start from.
    fn random_start(options: Self::Options, rng: &mut Rng) -> Self::Position;

    /// The material of the first side minus that of the second, in centipawns.
    fn material(position: &Self::Position) -> i32;

    /// Why a rule ended a game.
    fn reason(outcome: Self::Outcome) -> String {
        outcome.to_string()
    }

    /// The ending that tablebases give, if they know the position.
    fn judge(_tables: &Tablebases, _position: &Self::Position) -> Option<Ending> {
        None
    }

    /// A move for an engine.
    fn uci_move(position: &Self::Position, mv: Self::Move, _: Coordinates) -> String {
        Self::move_text(position, mv)
    }

    /// A legal move of an engine.
    fn parse_uci_move(position: &Self::Position, text: &str, _: Coordinates) -> Option<Self::Move> {
        Self::parse_move(position, text).ok()
    }
}

impl MatchRules for Chess {
    const VARIANT: GameId = GameId::Chess;

    /// Whether to play Chess960.
    type Options = bool;

    fn options(settings: &Settings) -> bool {
        settings.chess960
    }

    fn apply(chess960: bool, start: &mut chess::Position) -> Result<(), String> {
        if chess960 {
            start.set_chess960(true);
        } else if start.is_chess960() {
            return Err("this is a Chess960 position, but the match is standard chess".to_owned());
        }
        Ok(())
    }

    fn random_start(chess960: bool, rng: &mut Rng) -> chess::Position {
        match chess960 {
            true => chess960::start(rng.below(chess960::COUNT)),
            false => chess::Position::start(),
        }
    }

    fn material(position: &chess::Position) -> i32 {
        let count = |color, kind| position.pieces(color, kind).count() as i32;
        let of = |kind| count(chess::Color::White, kind) - count(chess::Color::Black, kind);
        let kinds = chess::PieceType::ALL.into_iter();
        kinds.map(|kind| chess::see_value(kind) * of(kind)).sum()
    }

    /// In the words of fastchess.
    fn reason(outcome: Outcome) -> String {
        match outcome {
            Outcome::Checkmate {
                winner: chess::Color::White,
            } => "White mates",
            Outcome::Checkmate { .. } => "Black mates",
            Outcome::Stalemate => "Draw by stalemate",
            Outcome::ThreefoldRepetition => "Draw by 3-fold repetition",
            Outcome::FiftyMoves => "Draw by fifty moves rule",
            Outcome::InsufficientMaterial => "Draw by insufficient mating material",
        }
        .to_owned()
    }

    fn judge(tables: &Tablebases, position: &chess::Position) -> Option<Ending> {
        tables::judge(tables, position)
    }
}

impl MatchRules for Xiangqi {
    const VARIANT: GameId = GameId::Xiangqi;

    type Options = RepetitionRule;

    fn options(settings: &Settings) -> RepetitionRule {
        match settings.wxf {
            true => RepetitionRule::Wxf,
            false => RepetitionRule::Computer,
        }
    }

    fn apply(rule: RepetitionRule, start: &mut xiangqi::Position) -> Result<(), String> {
        start.set_repetition_rule(rule);
        Ok(())
    }

    fn random_start(rule: RepetitionRule, _: &mut Rng) -> xiangqi::Position {
        let mut start = xiangqi::Position::start();
        start.set_repetition_rule(rule);
        start
    }

    fn material(position: &xiangqi::Position) -> i32 {
        let count = |color, kind| position.pieces(color, kind).count() as i32;
        let of = |kind| count(xiangqi::Color::Red, kind) - count(xiangqi::Color::Black, kind);
        let kinds = xiangqi::PieceType::ALL.into_iter();
        kinds.map(|kind| xiangqi::see_value(kind) * of(kind)).sum()
    }

    fn uci_move(_: &xiangqi::Position, mv: xiangqi::Move, coordinates: Coordinates) -> String {
        coordinates.dialect().write(mv)
    }

    fn parse_uci_move(
        position: &xiangqi::Position,
        text: &str,
        coordinates: Coordinates,
    ) -> Option<xiangqi::Move> {
        let mv = coordinates.dialect().read(text)?;
        (position.is_pseudo_legal(mv) && position.is_legal(mv)).then_some(mv)
    }
}
