//! `net check`: is a network file valid, and its evaluation sane?

use std::path::PathBuf;

use evaluation::Evaluated;
use game::Rules as _;
use games::for_game;
use net_tools::{Card, Inspected, NetFile, Sanity, game_of, sanity};
use nnue::Features;
use nnue::features::PositionOf;

use super::positions::PositionArgs;
use crate::exit::Exit;
use crate::files::print;

const HELP: &str = "\
Example:
  quietus-lab net check new.qnn --epd suite.epd

Checks the checksum; that no accumulator can overflow; the card; that the evaluation does not change \
when colors are swapped or, for a mirrored feature set, when the board is mirrored; and that piece \
values are positive on average, with the pawn's the smallest and the strongest piece's the largest.

Exits with 1 if a check fails.";

/// Check that a network file is valid and its evaluation sane
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Network file
    net: PathBuf,

    #[command(flatten)]
    positions: PositionArgs,
}

/// The result of one check: whether it is good, and what was found.
type Outcome = (bool, String);

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.net)?, G => run_for::<<G as Evaluated>::Features>(args))
}

fn run_for<F: Features<Game: Inspected>>(args: &Args) -> anyhow::Result<Exit> {
    let file = NetFile::<F>::read(&args.net)?;
    let positions = args.positions.read::<F::Game>()?;
    let found = sanity(&file.container.network, &positions);
    // Reading the file has checked the first two.
    let mut outcomes = vec![
        (
            true,
            format!("{} file, {} bytes", file.format, file.hash.bytes),
        ),
        (true, "no accumulator can overflow".to_owned()),
        card(&file.container.card),
    ];
    outcomes.extend(symmetry(&found));
    outcomes.push(material(&found));
    let mut text = String::new();
    for (is_good, words) in &outcomes {
        let status = if *is_good { "ok    " } else { "FAILED" };
        text.push_str(&format!("{status}  {words}\n"));
    }
    text.push_str(&format!(
        "\n{} positions ({}): largest accumulator value {} of {}, {} of {} neurons never active\n",
        found.positions,
        args.positions.source(),
        found.max_accumulator,
        i16::MAX,
        found.dead_neurons,
        file.container.network.architecture().width,
    ));
    print(&text)?;
    let is_good = outcomes.iter().all(|(is_good, _)| *is_good);
    Ok(Exit::verdict(is_good))
}

fn card(text: &str) -> Outcome {
    match Card::parse(text) {
        Ok(_) if text.is_empty() => (true, "no card".to_owned()),
        Ok(card) => {
            let name = card.name.as_deref().unwrap_or("without a name");
            (true, format!("card: {name}"))
        }
        Err(error) => (false, error.to_string()),
    }
}

fn symmetry<F: Features<Game: Inspected>>(found: &Sanity<F>) -> Vec<Outcome> {
    let outcome = |breaks: &[PositionOf<F>], what: &str| match breaks {
        [] => (true, format!("{what} changes no evaluation")),
        [first, ..] => (
            false,
            format!(
                "{what} changes {} evaluations: {}",
                breaks.len(),
                F::Game::fen(first)
            ),
        ),
    };
    let mut outcomes = vec![outcome(&found.color_breaks, "swapping colors")];
    if let Some(breaks) = &found.mirror_breaks {
        outcomes.push(outcome(breaks, "mirroring the board"));
    }
    outcomes
}

fn material<F: Features>(found: &Sanity<F>) -> Outcome {
    let words = format!("mean piece values: {}", found.values_line());
    (found.values_material(), words)
}
