//! `net view`: a picture of a network.

use std::path::PathBuf;

use net_tools::{View, picture};

use super::NetFile;
use super::info::{facts, parts_table};
use super::positions::PositionArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{print, write_file};

const HELP: &str = "\
Examples:
  quietus-lab net view new.qnn --out new.svg
  quietus-lab net view new.qnn --out new.html --neurons 256 --block 3

Every neuron is a row of boards, one for each piece type: upper case for own pieces, with the own first \
rank at the bottom. A block of weights belongs to a king bucket or, with HalfKP, to a king square (a1 \
is 0, b1 is 1). The positions show how often each bucket is used.";

/// Draw the feature transformer's weights and the use of the buckets
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Network file
    net: PathBuf,

    /// Output file: .svg, or .html for a page that includes the architecture and the card
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Number of neurons to draw, those with the largest weights
    #[arg(long, value_name = "N", default_value_t = 96)]
    neurons: usize,

    /// Block of weights to draw, where the own king selects one
    #[arg(long, value_name = "N", default_value_t = 0)]
    block: usize,

    #[command(flatten)]
    positions: PositionArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let extension = args.out.extension().and_then(|text| text.to_str());
    let is_page = match extension {
        Some("svg") => false,
        Some("html" | "htm") => true,
        _ => bail_usage!("{} must end in .svg or .html", args.out.display()),
    };
    let file = NetFile::read(&args.net)?;
    let network = &file.container.network;
    let name = args.net.file_name().unwrap_or_default().to_string_lossy();
    let view = View {
        neurons: args.neurons,
        block: args.block,
    };
    let blocks = net_tools::blocks(network);
    if view.block >= blocks {
        bail_usage!("there is no block {}: the network has {blocks}", view.block);
    }
    let drawing = picture(network, &name, view, &args.positions.read()?);
    let text = if is_page {
        page(&file, &name, &drawing)
    } else {
        drawing
    };
    write_file(&args.out, text)?;
    print(&format!("{}\n", args.out.display()))?;
    Ok(Exit::Success)
}

/// A page with the output of `info` and the picture.
fn page(file: &NetFile, name: &str, drawing: &str) -> String {
    let row = |(fact, value): (&str, String)| {
        format!("<tr><th>{fact}</th><td>{}</td></tr>\n", escape(&value))
    };
    let rows: String = facts(file).into_iter().map(row).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{name}</title>\n<style>\n\
         body {{ font-family: system-ui, sans-serif; margin: 2em; background: #fff; color: #222 }}\n\
         th {{ text-align: left; padding-right: 1.5em; vertical-align: top }}\n\
         pre {{ background: #f4f4f4; padding: 1em; overflow-x: auto }}\n\
         </style>\n</head>\n<body>\n<h1>{name}</h1>\n<table>\n{rows}</table>\n\
         <h2>Parameters</h2>\n<pre>{parts}</pre>\n<h2>Card</h2>\n<pre>{card}</pre>\n\
         <h2>Weights</h2>\n{drawing}</body>\n</html>\n",
        name = escape(name),
        parts = escape(&parts_table(&file.container.network)),
        card = match file.container.card.as_str() {
            "" => "none".to_owned(),
            card => escape(card),
        },
    )
}

/// Text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
