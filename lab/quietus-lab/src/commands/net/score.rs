//! `net score`: a network's loss against deep labels.

use std::path::PathBuf;

use net_tools::{Loss, NetFile, TEST_SCALE, TestLoss, test_loss};
use records::Filters;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::files::print;
use crate::table::{columns, table};

const HELP: &str = "\
Examples:
  quietus-lab net score new.qnn --on test-set.qgames
  quietus-lab net score old.qnn new.qnn --on test-set.qgames --json

The loss is the mean squared error of sigmoid(value / scale) against sigmoid(score / scale). It \
compares networks of any generation, as long as no network was trained on these games and the \
labels come from searches much deeper than self-play's. The test loss ranks; games decide. \
`train --test-set` and `gate --test-set` write it to the network's card.";

/// Score networks on games with deep labels
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Network files
    #[arg(required = true, value_name = "NET")]
    nets: Vec<PathBuf>,

    /// Games with the labels to score against (.qgames)
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    on: Vec<PathBuf>,

    /// Centipawns that one unit of the sigmoid's argument stands for
    #[arg(long, default_value_t = TEST_SCALE, value_name = "CP")]
    scale: f64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut scored = Vec::new();
    for net in &args.nets {
        let network = NetFile::read(net)?.container.network;
        let score = test_loss(&network, &args.on, &Filters::default(), args.scale)?;
        anyhow::ensure!(
            score.total.positions > 0,
            "no position of the games passes the filters"
        );
        for line in &score.damage {
            warn!("warning: {line}");
        }
        scored.push((net.display().to_string(), score));
    }
    print(&if args.json {
        let scores: Vec<Value> = scored.iter().map(as_json).collect();
        format!("{:#}\n", Value::from(scores))
    } else {
        as_text(&scored)
    })?;
    Ok(Exit::Success)
}

fn as_text(scored: &[(String, TestLoss)]) -> String {
    let mut rows = Vec::new();
    for (name, score) in scored {
        rows.push(row(name, "all".to_owned(), &score.total));
        for (pieces, loss) in &score.by_pieces {
            let group = format!("{} to {}", pieces.start(), pieces.end());
            rows.push(row("", group, loss));
        }
    }
    let head = columns("Network|>Pieces|>Positions|>Loss|>Error");
    table(&head, &rows)
}

fn row(name: &str, pieces: String, loss: &Loss) -> [String; 5] {
    [
        name.to_owned(),
        pieces,
        loss.positions.to_string(),
        format!("{:.6}", loss.mean),
        format!("{:.6}", loss.error),
    ]
}

fn as_json((name, score): &(String, TestLoss)) -> Value {
    let loss =
        |loss: &Loss| json!({"positions": loss.positions, "loss": loss.mean, "error": loss.error});
    let groups = score.by_pieces.iter().map(|(pieces, group)| {
        let mut group = loss(group);
        group["pieces"] = json!([pieces.start(), pieces.end()]);
        group
    });
    json!({"network": name, "total": loss(&score.total), "by_pieces": groups.collect::<Vec<_>>()})
}
