//! `net view`: a picture of a network.

use std::path::PathBuf;

use evaluation::Evaluated;
use games::for_game;
use net_tools::{Inspected, NetFile, View, game_of, net_page, picture};
use nnue::Features;

use super::positions::PositionArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{print, write_file};

const HELP: &str = "\
Examples:
  quietus-lab net view new.qnn --out new.svg
  quietus-lab net view new.qnn --out new.html --neurons 256 --block 3

Every neuron is a row of boards, one for each piece type: upper case for own pieces, with the own first \
rank at the bottom. A block of weights belongs to a king bucket or, with HalfKP, to a king square (a1 \
is 0, b1 is 1), or to a bucket of the feature set. The positions show how often each bucket is used.";

/// Draw the feature transformer's weights and the use of the buckets
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Network file
    net: PathBuf,

    /// Output file: .svg, or .html for a page that also has the architecture and the card
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Number of neurons to draw, those with the largest weights
    #[arg(long, value_name = "N", default_value_t = View::default().neurons)]
    neurons: usize,

    /// Block of weights to draw, where the own king selects one
    #[arg(long, value_name = "N", default_value_t = 0)]
    block: usize,

    #[command(flatten)]
    positions: PositionArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.net)?, G => run_for::<<G as Evaluated>::Features>(args))
}

fn run_for<F: Features<Game: Inspected>>(args: &Args) -> anyhow::Result<Exit> {
    let extension = args.out.extension().and_then(|text| text.to_str());
    let is_page = match extension {
        Some("svg") => false,
        Some("html" | "htm") => true,
        _ => bail_usage!("{} must end in .svg or .html", args.out.display()),
    };
    let file = NetFile::<F>::read(&args.net)?;
    let network = &file.container.network;
    let name = args.net.file_name().unwrap_or_default().to_string_lossy();
    let view = View {
        neurons: args.neurons,
        bucket: args.block,
    };
    let blocks = network.architecture().features.buckets();
    if view.bucket >= blocks {
        bail_usage!(
            "there is no block {}: the network has {blocks}",
            view.bucket
        );
    }
    let positions = args.positions.read::<F::Game>()?;
    let text = if is_page {
        net_page(&file, &name, view, &positions)
    } else {
        picture(network, &name, view, &positions)
    };
    write_file(&args.out, text)?;
    print(&format!("{}\n", args.out.display()))?;
    Ok(Exit::Success)
}
