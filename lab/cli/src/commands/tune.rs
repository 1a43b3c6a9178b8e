//! `quietus-lab tune`: the handcrafted evaluation's values, fitted to games.

mod summary;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use records::Filters;
use texel::{Data, Fit, Iteration, Settings, Tables, Target, Values};

use crate::files::{print, write_file};
use crate::filters::share;

const EXAMPLES: &str = "\
Examples:
  quietus-lab tune selfplay.qgames > tuned.rs
  quietus-lab tune a.qgames b.qgames --write crates/evaluation/src/handcrafted/tuned.rs
  quietus-lab tune selfplay.qgames --result-weight 0.4 --prior 300 --hold-out 0.25

What pieces are worth on squares, in the middlegame and in the endgame, and what having the move is, are
fitted together: so that sigmoid(evaluation / scale) is nearest to the results of the games, in the mean
square (Texel's method). It begins with the values that this program was built with, and with the scale
that fits them best. In the end all values are multiplied by one factor, so that the mean size of the
evaluation is what it was before, and rounded.

Results are noisy: below some ten thousand games a smaller --result-weight, with a smaller --prior, is
likely to be better. The last line says how well games held out are predicted.

The values go to the file of --write, or to the standard output, as the source of
crates/evaluation/src/handcrafted/tuned.rs. The same games and settings give the same values on any machine.

Exit status: 0 when the values are written, 1 on failure, 2 for a wrong command line.";

/// Tune the handcrafted evaluation on games
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Games (.qgames) with scores and results
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Write the source here instead of the standard output
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// The result's share of what the evaluation is to expect; the rest is the search's score
    #[arg(long, default_value_t = 1.0, value_parser = share, value_name = "SHARE")]
    result_weight: f64,

    /// How firmly each square's value is held beside the others of its piece: as by so many more even
    /// positions
    #[arg(long, default_value_t = 10_000.0, value_parser = weight, value_name = "POSITIONS")]
    prior: f64,

    /// Hold out this share of the games to see what was learnt
    #[arg(long, default_value_t = 0.05, value_parser = share, value_name = "SHARE")]
    hold_out: f64,

    /// Drop positions with fewer plies before them
    #[arg(long, default_value_t = 16, value_name = "N")]
    min_ply: u32,

    /// Drop positions with larger scores, in centipawns, for either side
    #[arg(long, default_value_t = 2000, value_name = "CP")]
    max_score: u16,

    /// Drop this share of the remaining positions by chance
    #[arg(long, default_value_t = 0.0, value_parser = share, value_name = "SHARE")]
    skip: f64,

    /// The seed of that chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Tunes the values.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let filters = Filters {
        min_ply: args.min_ply,
        max_score: args.max_score,
        skip: args.skip,
        ..Filters::default()
    };
    let data = texel::load(&args.games, &filters, args.hold_out, args.seed)
        .context("cannot learn from the games")?;
    summary::tell_data(&data);
    let start = Values::current();
    let scale = texel::fit_scale(&data.training, &start)?;
    eprintln!(
        "scale {scale:.1}: a pawn's advantage expects {:.3} points",
        expects(scale)
    );
    let target = Target {
        result_weight: args.result_weight,
        scale,
    };
    let settings = Settings {
        target,
        prior: args.prior,
    };
    let fit = texel::fit(&data, &start, settings, &mut summary::tell_round);
    let tables = scaled(&data, &start, &fit)?;
    summary::tell_result(&data, &Tables::current(), &tables);
    let source = tables.source(&made(&args, &data, &fit.iterations, scale));
    match &args.write {
        Some(path) => {
            write_file(path, source)?;
            eprintln!("written to {}", path.display());
        }
        None => print(&source)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The points that an advantage of a pawn expects.
fn expects(scale: f64) -> f64 {
    let target = Target {
        result_weight: 1.0,
        scale,
    };
    target.expected(100.0)
}

/// The values as integers, in the unit they had before.
fn scaled(data: &Data, start: &Values, fit: &Fit) -> anyhow::Result<Tables> {
    let size = |values: &Values| texel::mean_abs_eval(&data.training, values).unwrap_or(0.0);
    let factor = size(start) / size(&fit.values);
    if !factor.is_finite() || factor <= 0.0 {
        bail!("the games give no values: too few, or too much alike");
    }
    eprintln!(
        "all values times {factor:.4}: the mean size of the evaluation stays {:.1}",
        size(start)
    );
    Ok(Tables::rounded(&fit.values.times(factor), &data.training))
}

/// What the values were made of, for the source.
fn made(args: &Args, data: &Data, rounds: &[Iteration], scale: f64) -> String {
    let (positions, games) = (data.training.len(), data.games[0]);
    let mut text = format!(
        "Made of {positions} positions of {games} games: scale {scale:.1}, weight of results {},\n\
         prior {}",
        args.result_weight, args.prior
    );
    let losses =
        [rounds.first(), rounds.last()].map(|round| round.and_then(|round| round.validation));
    if let [Some(before), Some(after)] = losses {
        text += &format!(", loss on games held out {before:.6} before and {after:.6} after");
    }
    text + "."
}

/// A number of positions.
fn weight(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (1e-3..=1e12).contains(&number) => Ok(number),
        _ => Err("a number of positions, more than 0".to_owned()),
    }
}
