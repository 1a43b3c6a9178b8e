//! `quietus-lab serve`: the page of the engine, with the reports of runs.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::bail;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  quietus-lab serve --open
  quietus-lab serve runs nets --port 8080

Matches, SPRTs and other runs with --html, trainings, gates: each writes its report as an \
HTML page. The page lists those of the folders, the newest first, and shows them anew when they change.";

/// Play, analyze, review and watch runs in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders with reports
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
        open: args.open,
    };
    engine::serve(&arguments, args.folders).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(Exit::Success)
}
