//! `quietus-lab serve`: the page of the engine, with what the lab does and has done.

mod lab;
mod queue;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::bail;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  quietus-lab serve --open
  quietus-lab serve runs nets --port 8080

The page shows what is in the folders, and follows it while it is written: running matches, SPRTs, \
trainings and gates, HTML reports, ledgers (*.sqlite), networks (*.qnn) and their LINEAGE.md. Another \
machine may write them.

With --token the page can also start, stop and resume runs, one after another; who has the token can run \
programs on this machine. Their logs are in the folder 'queue' of the first folder.";

/// Play, analyze, review and watch runs in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders with runs, reports, ledgers and networks
    #[arg(default_value = ".", value_name = "FOLDER")]
    folders: Vec<PathBuf>,

    /// Port to listen on; 0 is any free one
    #[arg(long, default_value_t = 0, value_name = "N")]
    port: u16,

    /// Address to listen on; any but loopback needs a token
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    host: IpAddr,

    /// Secret that the link carries [default on other addresses: a random one]
    #[arg(long, value_name = "TEXT", value_parser = web::parse_token)]
    token: Option<String>,

    /// Tablebases, for their verdicts
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,

    /// Polyglot book, for its moves
    #[arg(long, value_name = "FILE")]
    book: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Serves until the program is ended.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(missing) = args.folders.iter().find(|folder| !folder.is_dir()) {
        bail!("{} is not a folder", missing.display());
    }
    let arguments = web::Arguments {
        port: args.port,
        host: args.host,
        token: args.token,
        syzygy: args.syzygy,
        book: args.book,
        open: args.open,
    };
    let queue = queue::Queue::new(&args.folders[0]);
    let folders = args.folders.clone();
    let lab = Box::new(lab::Folders { folders, queue });
    engine::serve(&arguments, args.folders, lab).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(Exit::Success)
}
