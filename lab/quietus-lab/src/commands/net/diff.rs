//! `net diff`: how the evaluations of two networks differ.

use std::fmt::Write as _;
use std::path::PathBuf;

use net_tools::{Difference, NetFile, difference};
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
    let first = NetFile::read(&args.first)?.container.network;
    let second = NetFile::read(&args.second)?.container.network;
    let positions = args.positions.read()?;
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

fn as_text(found: &Difference, source: &str) -> anyhow::Result<String> {
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
        writeln!(text, "Largest at:     {a} and {b} in {}", position.fen())?;
    }
    Ok(text)
}

fn as_json(found: &Difference) -> Value {
    let farthest = found.at.as_ref().map(|(position, first, second)| {
        json!({"fen": position.fen(), "first": first, "second": second})
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
