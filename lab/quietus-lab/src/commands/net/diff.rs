//! `net diff`: how the evaluations of two networks differ.

use std::fmt::Write as _;
use std::path::PathBuf;

use evaluation::Evaluated;
use game::Rules as _;
use games::for_game;
use net_tools::{Difference, Inspected, NetFile, difference, game_of};
use nnue::Features;
use serde_json::{Value, json};

use super::positions::PositionArgs;
use crate::exit::Exit;
use crate::files::print;

const HELP: &str = "\
Examples:
  quietus-lab net diff old.qnn new.qnn
  quietus-lab net diff old.qnn new.qnn --epd suite.epd --json

Evaluations are in centipawns for the side to move; differences are second minus first.";

/// Compare the evaluations of two networks
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// First network
    first: PathBuf,

    /// Second network
    second: PathBuf,

    #[command(flatten)]
    positions: PositionArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.first)?, G => run_for::<<G as Evaluated>::Features>(args))
}

fn run_for<F: Features<Game: Inspected>>(args: &Args) -> anyhow::Result<Exit> {
    let first = NetFile::<F>::read(&args.first)?.container.network;
    let second = NetFile::<F>::read(&args.second)?.container.network;
    let positions = args.positions.read::<F::Game>()?;
    let found = difference([&first, &second], &positions);
    let text = if args.json {
        format!("{:#}\n", as_json(&found))
    } else {
        format!(
            "First:          {first}\nSecond:         {second}\n{}",
            as_text(&found, &args.positions.source())?,
            first = first.architecture(),
            second = second.architecture(),
        )
    };
    print(&text)?;
    Ok(Exit::Success)
}

fn as_text<F: Features<Game: Inspected>>(
    found: &Difference<F>,
    source: &str,
) -> anyhow::Result<String> {
    let mut text = String::new();
    writeln!(text, "Positions:      {} ({source})", found.positions)?;
    writeln!(text, "Equal:          {}", found.equal)?;
    writeln!(text, "Mean diff:      {:+.2}", found.mean)?;
    writeln!(text, "Mean |diff|:    {:.2}", found.mean_absolute)?;
    writeln!(text, "Max |diff|:     {}", found.max)?;
    let [first, second] = found.size;
    writeln!(text, "Mean |eval|:    {first:.1} and {second:.1}")?;
    match found.correlation {
        Some(correlation) => writeln!(text, "Correlation:    {correlation:.4}")?,
        None => writeln!(text, "Correlation:    none, one evaluation is constant")?,
    }
    if let Some((position, a, b)) = &found.at {
        writeln!(
            text,
            "Largest at:     {a} and {b} in {}",
            F::Game::fen(position)
        )?;
    }
    Ok(text)
}

fn as_json<F: Features<Game: Inspected>>(found: &Difference<F>) -> Value {
    let farthest = found.at.as_ref().map(|(position, first, second)| {
        json!({"fen": F::Game::fen(position), "first": first, "second": second})
    });
    json!({
        "positions": found.positions,
        "equal": found.equal,
        "mean": found.mean,
        "mean_distance": found.mean_absolute,
        "max_distance": found.max,
        "mean_size": found.size,
        "correlation": found.correlation,
        "farthest": farthest,
    })
}
