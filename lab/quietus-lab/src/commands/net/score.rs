//! `net score`: a network's loss against deep labels, and its correlation with results.

use std::path::PathBuf;

use evaluation::Evaluated;
use game::Codes;
use games::for_game;
use net_tools::{
    Loss, NetFile, ResultPositions, ResultScore, TEST_SCALE, TestLoss, game_of, test_loss,
};
use nnue::{Features, Network};
use records::Filters;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::files::print;
use crate::table::{columns, table};

const HELP: &str = "\
Examples:
  quietus-lab net score new.qnn --on test-set.qgames
  quietus-lab net score old.qnn new.qnn --on test-set.qgames --json
  quietus-lab net score old.qnn new.qnn --results masters.pgn.xz

With --on: the mean squared error of sigmoid(value / scale) against sigmoid(score / scale). It compares \
networks of any generation, as long as no network was trained on these games and the labels come \
from searches much deeper than self-play's. \"At best\" is the loss with the network's values divided \
by the scale that makes it least: labels of another generation have another scale.

With --results: Spearman's rank correlation of values and results, both for the side to move, and the \
log loss of the expected score at the best scale. It knows no scale and no engine, and ranks any networks. \
Two positions of each game from ply 24 on, without check, in which no capture was played.

The test loss ranks; games decide. `train` and `gate` write both to the network's card.";

/// Score networks on games with deep labels, or by the results of games
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Network files
    #[arg(required = true, value_name = "NET")]
    nets: Vec<PathBuf>,

    /// Games with the labels to score against (.qgames)
    #[arg(long, num_args = 1.., value_name = "FILE", required_unless_present = "results")]
    on: Vec<PathBuf>,

    /// Games to correlate with the results of (.pgn, also .xz or .zst)
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Centipawns that one unit of the sigmoid's argument stands for in labels
    #[arg(long, default_value_t = TEST_SCALE, value_name = "CP")]
    scale: f64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The scores of a network that were asked for.
struct Scored {
    name: String,
    loss: Option<TestLoss>,
    results: Option<ResultScore>,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.nets[0])?, G => run_for::<<G as Evaluated>::Features>(args))
}

fn run_for<F: Features<Game: Codes>>(args: &Args) -> anyhow::Result<Exit> {
    let results = args.results.as_deref().map(ResultPositions::<F>::read);
    let results = results.transpose()?;
    for line in results.iter().flat_map(|results| &results.damage) {
        warn!("warning: {line}");
    }
    let mut scored = Vec::new();
    for net in &args.nets {
        let network = NetFile::<F>::read(net)?.container.network;
        scored.push(Scored {
            name: net.display().to_string(),
            loss: loss(&network, args)?,
            results: results.as_ref().map(|results| results.score(&network)),
        });
    }
    print(&if args.json {
        let scores: Vec<Value> = scored.iter().map(as_json).collect();
        format!("{:#}\n", Value::from(scores))
    } else {
        as_text(&scored)
    })?;
    Ok(Exit::Success)
}

/// The loss on the labeled games, if there are any.
fn loss<F: Features<Game: Codes>>(
    network: &Network<F>,
    args: &Args,
) -> anyhow::Result<Option<TestLoss>> {
    if args.on.is_empty() {
        return Ok(None);
    }
    let score = test_loss(network, &args.on, &Filters::default(), args.scale)?;
    anyhow::ensure!(
        score.total.positions > 0,
        "no position of the games passes the filters"
    );
    for line in &score.damage {
        warn!("warning: {line}");
    }
    Ok(Some(score))
}

fn as_text(scored: &[Scored]) -> String {
    let (mut losses, mut results) = (Vec::new(), Vec::new());
    for Scored {
        name,
        loss,
        results: result,
    } in scored
    {
        losses.extend(loss.iter().flat_map(|loss| loss_rows(name, loss)));
        results.extend(result.iter().flat_map(|result| result_rows(name, result)));
    }
    let losses = (
        columns("Network|>Pieces|>Positions|>Loss|>Error|>At best|>Scale"),
        losses,
    );
    let results = (
        columns("Network|>Pieces|>Positions|>Correlation|>Log loss|>Scale"),
        results,
    );
    let mut tables = Vec::new();
    if !losses.1.is_empty() {
        tables.push(table(&losses.0, &losses.1));
    }
    if !results.1.is_empty() {
        tables.push(table(&results.0, &results.1));
    }
    tables.join("\n")
}

fn loss_rows(name: &str, score: &TestLoss) -> Vec<[String; 7]> {
    let row = |name: &str, pieces: String, scale: String, loss: &Loss| {
        [
            name.to_owned(),
            pieces,
            loss.positions.to_string(),
            format!("{:.6}", loss.mean),
            format!("{:.6}", loss.error),
            format!("{:.6}", loss.at_best_scale),
            scale,
        ]
    };
    let scale = format!("{:.0}", score.best_scale);
    let mut rows = vec![row(name, "all".to_owned(), scale, &score.total)];
    rows.extend(score.by_pieces.iter().map(|(pieces, loss)| {
        let group = format!("{} to {}", pieces.start(), pieces.end());
        row("", group, String::new(), loss)
    }));
    rows
}

fn result_rows(name: &str, score: &ResultScore) -> Vec<[String; 6]> {
    let row = |name: &str, pieces: String, numbers: (u64, f64, f64), scale: String| {
        let (positions, correlation, log_loss) = numbers;
        [
            name.to_owned(),
            pieces,
            positions.to_string(),
            format!("{correlation:.4}"),
            format!("{log_loss:.5}"),
            scale,
        ]
    };
    let scale = format!("{:.0}", score.scale);
    let numbers = (score.positions, score.correlation, score.log_loss);
    let mut rows = vec![row(name, "all".to_owned(), numbers, scale)];
    rows.extend(score.by_pieces.iter().map(|band| {
        let [fewest, most] = band.pieces;
        let numbers = (band.positions, band.correlation, band.log_loss);
        row("", format!("{fewest} to {most}"), numbers, String::new())
    }));
    rows
}

fn as_json(scored: &Scored) -> Value {
    let loss = |loss: &Loss| {
        json!({
            "positions": loss.positions,
            "loss": loss.mean,
            "error": loss.error,
            "at_best_scale": loss.at_best_scale,
        })
    };
    let mut value = json!({"network": scored.name});
    if let Some(score) = &scored.loss {
        let groups = score.by_pieces.iter().map(|(pieces, group)| {
            let mut group = loss(group);
            group["pieces"] = json!([pieces.start(), pieces.end()]);
            group
        });
        value["by_pieces"] = groups.collect();
        value["total"] = loss(&score.total);
        value["best_scale"] = json!(score.best_scale);
    }
    if let Some(results) = &scored.results {
        value["results"] = json!(results);
    }
    value
}
