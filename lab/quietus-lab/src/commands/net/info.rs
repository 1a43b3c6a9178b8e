//! `net info`: architecture, card and parameter statistics of a network.

use std::fmt::Write as _;
use std::path::PathBuf;

use net_tools::{Card, PartStatistics, statistics};
use nnue::{Architecture, FeatureSet, Network};
use serde_json::{Value, json};

use super::NetFile;
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
    let file = NetFile::read(&args.net)?;
    let text = if args.json {
        format!("{:#}\n", as_json(&file)?)
    } else {
        as_text(&file)?
    };
    print(&text)?;
    Ok(Exit::Success)
}

fn as_text(file: &NetFile) -> anyhow::Result<String> {
    let network = &file.container.network;
    let rows = facts(file);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in rows {
        writeln!(text, "{name:<width$}  {value}")?;
    }
    write!(text, "\n{}", table(&columns(PART_COLUMNS), &parts(network)))?;
    match file.container.card.as_str() {
        "" => text.push_str("\nNo card.\n"),
        card => match Card::parse(card) {
            Ok(card) => writeln!(text, "\nCard:\n{}", card.to_text())?,
            Err(error) => writeln!(text, "\nWarning: {error}\n{card}")?,
        },
    }
    Ok(text)
}

/// The properties of the network, with names.
pub fn facts(file: &NetFile) -> Vec<(&'static str, String)> {
    let network = &file.container.network;
    let architecture = network.architecture();
    let scales = architecture.scales;
    let mut facts = vec![
        ("Network", architecture.to_string()),
        ("Format", file.format.to_string()),
        ("SHA-256", file.hash.sha256.clone()),
        ("Size", format!("{} bytes", file.hash.bytes)),
        (
            "Inputs",
            format!("{} per perspective", architecture.features.inputs()),
        ),
        (
            "Scales",
            format!(
                "first {}, output {}, evaluation {}",
                scales.qa, scales.qb, scales.eval
            ),
        ),
    ];
    if let Some(hidden) = &architecture.hidden {
        let sizes: Vec<String> = hidden.sizes.iter().map(usize::to_string).collect();
        let activation = hidden.activation.title();
        let words = format!(
            "{}, {activation}, accumulated at scale 2^{}",
            sizes.join(" and "),
            hidden.sum_bits
        );
        facts.push(("Hidden layers", words));
    }
    if let Some(rows) = king_bucket_rows(architecture) {
        facts.push((
            "King buckets",
            format!("{}, from the own first rank", rows.join(" / ")),
        ));
    }
    facts
}

/// The map of king buckets, a text for each rank.
fn king_bucket_rows(architecture: &Architecture) -> Option<Vec<String>> {
    let FeatureSet::KingBucket(map) = &architecture.features else {
        return None;
    };
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    Some(map.0.chunks(4).map(row).collect())
}

/// The columns of [`parts`].
pub const PART_COLUMNS: &str = "Part|>Count|>Min|>Max|>Mean|>Std dev|>Zeros";

/// The statistics of each part's parameters, as the rows of a table.
pub fn parts(network: &Network) -> Vec<[String; 7]> {
    let row = |part: &PartStatistics| {
        [
            part.name.clone(),
            part.count.to_string(),
            part.min.to_string(),
            part.max.to_string(),
            format!("{:.2}", part.mean),
            format!("{:.2}", part.deviation),
            format!("{:.1} %", 100.0 * part.zeros as f64 / part.count as f64),
        ]
    };
    statistics(network).iter().map(row).collect()
}

fn as_json(file: &NetFile) -> anyhow::Result<Value> {
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
    let map = match &architecture.features {
        FeatureSet::KingBucket(map) => json!(map.0),
        _ => Value::Null,
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
