//! `net info`: architecture, card and parameter statistics of a network.

use std::fmt::Write as _;
use std::path::PathBuf;

use evaluation::Evaluated;
use games::for_game;
use net_tools::{Card, NetFile, PART_COLUMNS, PartStatistics, game_of, part_rows, statistics};
use nnue::Features;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::files::print;
use crate::table::{columns, table};

/// Show the architecture, card, hash and parameter statistics of a network
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quietus-lab net info nets/default.qnn")]
pub struct Args {
    /// Network file
    net: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.net)?, G => run_for::<<G as Evaluated>::Features>(args))
}

fn run_for<F: Features>(args: &Args) -> anyhow::Result<Exit> {
    let file = NetFile::<F>::read(&args.net)?;
    let text = if args.json {
        format!("{:#}\n", as_json(&file)?)
    } else {
        as_text(&file)?
    };
    print(&text)?;
    Ok(Exit::Success)
}

fn as_text<F: Features>(file: &NetFile<F>) -> anyhow::Result<String> {
    let network = &file.container.network;
    let rows = file.facts();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in rows {
        writeln!(text, "{name:<width$}  {value}")?;
    }
    write!(
        text,
        "\n{}",
        table(&columns(PART_COLUMNS), &part_rows(network))
    )?;
    match file.container.card.as_str() {
        "" => text.push_str("\nNo card.\n"),
        card => match Card::parse(card) {
            Ok(card) => writeln!(text, "\nCard:\n{}", card.to_text())?,
            Err(error) => writeln!(text, "\nWarning: {error}\n{card}")?,
        },
    }
    Ok(text)
}

fn as_json<F: Features>(file: &NetFile<F>) -> anyhow::Result<Value> {
    let network = &file.container.network;
    let architecture = network.architecture();
    let part = |part: PartStatistics| {
        json!({
            "name": part.name,
            "count": part.count,
            "min": part.min,
            "max": part.max,
            "mean": part.mean,
            "deviation": part.deviation,
            "zeros": part.zeros,
        })
    };
    let map = architecture.features.to_header().king_buckets;
    let map = match map.iter().any(|&bucket| bucket > 0) {
        true => json!(map),
        false => Value::Null,
    };
    let card = Card::parse(&file.container.card)?;
    Ok(json!({
        "format": file.format.to_string(),
        "sha256": file.hash.sha256,
        "bytes": file.hash.bytes,
        "network": architecture.to_string(),
        "inputs": architecture.features.inputs(),
        "width": architecture.width,
        "hidden_layers": architecture.hidden_sizes(),
        "dual_activation": architecture.hidden.as_ref().is_some_and(|hidden| hidden.dual),
        "output_buckets": architecture.buckets,
        "king_buckets": map,
        "scales": {
            "first": architecture.scales.qa,
            "output": architecture.scales.qb,
            "evaluation": architecture.scales.eval,
        },
        "parts": statistics(network).into_iter().map(part).collect::<Vec<_>>(),
        "card": serde_json::to_value(card)?,
    }))
}
