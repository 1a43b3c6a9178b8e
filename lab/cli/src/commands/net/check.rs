//! `net check`: whether a network file is sound.

use std::path::PathBuf;
use std::process::ExitCode;

use chess::Position;
use net_tools::{Card, Sanity, sanity};

use super::file::NetFile;
use super::positions::PositionArgs;
use crate::files::print;

const HELP: &str = "\
Example:
  quietus-lab net check new.qnn --epd suite.epd

Checked are the checksum; that no sum can overflow; the card; that values do not change when the colors
are exchanged, or in the mirror where the feature set is mirrored; and that every type of piece is
worth something to its owner on average, a pawn the least and a queen the most.

Exit status: 0 if all is well, 1 if not or on failure, 2 for a wrong command line.";

/// Check that a network file is whole and its values are sane
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The network
    net: PathBuf,

    #[command(flatten)]
    positions: PositionArgs,
}

/// What came of one check.
struct Outcome {
    is_good: bool,
    words: String,
}

impl Outcome {
    fn new(is_good: bool, words: String) -> Self {
        Self { is_good, words }
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = NetFile::read(&args.net)?;
    let positions = args.positions.read()?;
    let found = sanity(&file.container.network, &positions);
    // Reading has checked the first two already.
    let mut outcomes = vec![
        Outcome::new(
            true,
            format!("{} file, {} bytes", file.format, file.hash.bytes),
        ),
        Outcome::new(true, "no sum can overflow".to_owned()),
        card(&file.container.card),
    ];
    outcomes.extend(symmetry(&found));
    outcomes.push(material(&found));
    let mut text = String::new();
    for Outcome { is_good, words } in &outcomes {
        let status = if *is_good { "ok    " } else { "FAILED" };
        text.push_str(&format!("{status}  {words}\n"));
    }
    text.push_str(&format!(
        "\nOver {} positions ({}): largest sum of the first layer {} of {}, {} of {} neurons never active\n",
        found.positions,
        args.positions.source(),
        found.max_accumulator,
        i16::MAX,
        found.dead_neurons,
        file.container.network.architecture().width,
    ));
    print(&text)?;
    let is_good = outcomes.iter().all(|outcome| outcome.is_good);
    Ok(if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn card(text: &str) -> Outcome {
    match Card::parse(text) {
        Ok(_) if text.is_empty() => Outcome::new(true, "no card".to_owned()),
        Ok(card) => {
            let name = card.name.as_deref().unwrap_or("without a name");
            Outcome::new(true, format!("card: {name}"))
        }
        Err(error) => Outcome::new(false, error.to_string()),
    }
}

fn symmetry(found: &Sanity) -> Vec<Outcome> {
    let outcome = |breaks: &[Position], what: &str| match breaks {
        [] => Outcome::new(true, format!("{what} changes no value")),
        [first, ..] => Outcome::new(
            false,
            format!("{what} changes {} values: {}", breaks.len(), first.fen()),
        ),
    };
    let mut outcomes = vec![outcome(&found.color_breaks, "exchanging the colors")];
    if let Some(breaks) = &found.mirror_breaks {
        outcomes.push(outcome(breaks, "mirroring the board"));
    }
    outcomes
}

fn material(found: &Sanity) -> Outcome {
    let worth =
        |worth: &net_tools::PieceValue| format!("{} {:.0}", worth.kind.letter(), worth.mean);
    let values: Vec<String> = found.piece_values.iter().map(worth).collect();
    let words = format!("pieces are worth, on average: {}", values.join(", "));
    Outcome::new(found.values_material(), words)
}
