//! Arguments that select positions of games.

use records::{Filters, HoldOut, Part, ResultModel};

use crate::args::fraction;

/// Select positions; without any of these, all that have a score and a result are taken
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Drop positions in check
    #[arg(long)]
    drop_check: bool,

    /// Drop positions where the move played is a capture or a queen promotion
    #[arg(long)]
    drop_noisy: bool,

    /// Drop positions before ply N
    #[arg(long, default_value_t = 0, value_name = "N")]
    min_ply: u32,

    /// Drop positions after ply N
    #[arg(long, value_name = "N")]
    max_ply: Option<u32>,

    /// Drop positions with a larger absolute score
    #[arg(long, value_name = "CP")]
    max_score: Option<u16>,

    /// Drop positions with fewer pieces
    #[arg(long, default_value_t = 0, value_name = "N")]
    min_pieces: u32,

    /// Drop positions with more pieces
    #[arg(long, value_name = "N")]
    max_pieces: Option<u32>,

    /// Take positions of games with an unknown result, too
    #[arg(long)]
    unknown_results: bool,

    /// Take the positions after moves that were searched but not played, too
    #[arg(long)]
    siblings: bool,

    /// Take up to N random neighbors of each position instead: positions after a move that was not
    /// played, with neither score nor result; those with a winning capture count as noisy
    #[arg(
        long,
        default_value_t = 0,
        value_name = "N",
        conflicts_with = "siblings"
    )]
    neighbors: usize,

    /// Drop this fraction of the remaining positions at random
    #[arg(long, default_value_t = 0.0, value_parser = fraction, value_name = "FRACTION")]
    skip: f64,

    /// Drop positions whose score gives the game's result a smaller probability
    #[arg(long, value_parser = fraction, value_name = "PROBABILITY")]
    min_chance: Option<f64>,

    /// Hold out this fraction of the games for validation, always whole games
    #[arg(long, value_parser = fraction, value_name = "FRACTION")]
    hold_out: Option<f64>,

    /// Take the games that are held out instead of the others
    #[arg(long, requires = "hold_out")]
    validation: bool,
}

impl FilterArgs {
    pub fn filters(&self) -> Filters {
        let part = if self.validation {
            Part::Validation
        } else {
            Part::Training
        };
        Filters {
            no_check: self.drop_check,
            no_noisy: self.drop_noisy,
            min_ply: self.min_ply,
            max_ply: self.max_ply.unwrap_or(u32::MAX),
            max_score: self.max_score.unwrap_or(u16::MAX),
            min_pieces: self.min_pieces,
            max_pieces: self.max_pieces.unwrap_or(u32::MAX),
            unknown_results: self.unknown_results,
            siblings: self.siblings,
            neighbors: self.neighbors,
            skip: self.skip,
            piece_shares: None,
            td_lambda: 0.0,
            unlikely: self.min_chance.map(ResultModel::new),
            hold_out: self.hold_out.map(|share| HoldOut { share, part }),
        }
    }
}
