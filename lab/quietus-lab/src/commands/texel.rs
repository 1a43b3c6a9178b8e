//! `quietus-lab texel`: fits the handcrafted evaluation to games.

mod summary;

use std::path::PathBuf;

use anyhow::Context;
use evaluation::Tunable;
use games::for_game;
use records::Filters;
use texel::{Rescaling, Settings, Tables, Target, Values};

use crate::args::fraction;
use crate::exit::Exit;
use crate::files::{game_of, print, write_file};

const EXAMPLES: &str = "\
Examples:
  quietus-lab texel selfplay.qgames > tuned.rs
  quietus-lab texel a.qgames b.qgames \\
      --write crates/evaluation/src/handcrafted/tuned.rs
  quietus-lab texel selfplay.qgames --result-weight 0.4 --prior 300

Texel's method: piece-square tables for middlegame and endgame and the tempo bonus are fitted \
together, so that sigmoid(eval / scale) has the smallest mean squared error against the results. The \
fit starts from the values that this program was built with, at their best scale. In the end all \
values are multiplied by one factor that keeps the mean size of the evaluation, and rounded.

Results are noisy: below some ten thousand games, a smaller --result-weight with a smaller --prior is \
likely to be better. The last line shows the loss on games held out. If it got worse, nothing is \
written without --force, and the exit code is 1.

The game is that of the files. The values are written as the source of \
crates/evaluation/src/handcrafted/tuned.rs, for xiangqi of crates/evaluation/src/xiangqi/tuned.rs. \
The same games and settings give the same values on any machine.";

/// Tune the handcrafted evaluation on games (Texel's method)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Games (.qgames) with scores and results
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Write the source to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Write even if the loss on the games held out got worse
    #[arg(long)]
    force: bool,

    /// Weight of the game result in the target, against the search score
    #[arg(long, default_value_t = 1.0, value_parser = fraction, value_name = "FRACTION")]
    result_weight: f64,

    /// Strength of the prior that pulls every square's value to the mean of its piece, in positions
    #[arg(long, default_value_t = 10_000.0, value_parser = weight, value_name = "POSITIONS")]
    prior: f64,

    /// Hold out this fraction of the games for validation
    #[arg(long, default_value_t = 0.05, value_parser = fraction, value_name = "FRACTION")]
    hold_out: f64,

    /// Drop positions before ply N
    #[arg(long, default_value_t = 16, value_name = "N")]
    min_ply: u32,

    /// Drop positions with a larger absolute score
    #[arg(long, default_value_t = 2000, value_name = "CP")]
    max_score: u16,

    /// Drop this fraction of the remaining positions at random
    #[arg(long, default_value_t = 0.0, value_parser = fraction, value_name = "FRACTION")]
    skip: f64,

    /// Seed for --skip
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Tunes the values of the game in the first file.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.games[0])?, G => tune::<G>(args))
}

fn tune<R: Tunable>(args: &Args) -> anyhow::Result<Exit> {
    let filters = Filters {
        min_ply: args.min_ply,
        max_score: args.max_score,
        skip: args.skip,
        ..Filters::default()
    };
    let data = texel::load::<R>(&args.games, &filters, args.hold_out, args.seed)
        .context("cannot tune on these games")?;
    summary::tell_data(&data);
    let start = Values::current::<R>();
    let target = Target {
        result_weight: args.result_weight,
        scale: texel::fit_scale(&data.training, &start)?,
    };
    warn!(
        "scale {:.1}: expected score of a pawn's advantage {:.3}",
        target.scale,
        target.expected(100.0)
    );
    let settings = Settings {
        target,
        prior: args.prior,
    };
    let fit = texel::fit::<R>(&data, &start, settings, &mut summary::tell_round);
    let rescaling = Rescaling::new(&data.training, &start, &fit.values)
        .context("no values can be fitted: too few games, or too similar ones")?;
    warn!(
        "all values multiplied by {:.4} to keep the mean |eval| of {:.1} cp",
        rescaling.factor, rescaling.mean
    );
    let values = fit.values.times(rescaling.factor);
    let tables = Tables::<R>::rounded(&values, &data.training);
    let losses = summary::tell_result(&data, &start, &tables);
    if let [Some(before), Some(after)] = losses
        && after > before
        && !args.force
    {
        warn!("not written: the loss on held-out results got worse; --force writes anyway");
        return Ok(Exit::Negative);
    }
    let source = tables.source(&fit.origin(&data, &settings));
    match &args.write {
        Some(path) => {
            write_file(path, source)?;
            warn!("written to {}", path.display());
        }
        None => print(&source)?,
    }
    Ok(Exit::Success)
}

/// A number of positions.
fn weight(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (1e-3..=1e12).contains(&number) => Ok(number),
        _ => Err("expected a number of positions above 0".to_owned()),
    }
}
