//! `ledger add match`.

use std::path::PathBuf;

use ::ledger::{MatchPlayer, MatchRecord, Pairing, Results, Scores};
use anyhow::bail;
use stats::Pentanomial;

use crate::exit::bail_usage;
use crate::files::{open_pgn, read_json};
use crate::scores::{RepeatArgs, add_file};

/// Add a match, from its games or from the totals of another program
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quietus-lab ledger add match games.pgn --name test --settings match.json
  quietus-lab ledger add match --first new --second old \\
      --pairs 34,54,63,64,74 --draws 158")]
pub struct Args {
    /// PGN files, plain or compressed with xz or zstd
    #[arg(value_name = "PGN", required_unless_present = "pairs")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    repeats: RepeatArgs,
    /// Name of the match [default: the players']
    #[arg(long)]
    name: Option<String>,
    /// Player from whose view the totals are
    #[arg(long, requires = "pairs")]
    first: Option<String>,
    /// The other player
    #[arg(long, requires = "pairs")]
    second: Option<String>,
    /// Pentanomial counts: pairs by points 0, 0.5, 1, 1.5, 2
    #[arg(long, conflicts_with = "games", requires_all = ["first", "second", "draws"])]
    #[arg(value_name = "LL,LD,DD,WD,WW", value_parser = five_counts)]
    pairs: Option<Pentanomial>,
    /// Number of drawn games
    #[arg(long, requires = "pairs")]
    draws: Option<u64>,
    /// Log-likelihood ratio of an SPRT
    #[arg(long, allow_hyphen_values = true)]
    llr: Option<f64>,
    /// Verdict of the match
    #[arg(long)]
    verdict: Option<String>,
    /// JSON file with all settings
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

/// The match that was described.
pub fn record(args: Args) -> anyhow::Result<MatchRecord> {
    let settings = read_json(args.settings.as_deref())?;
    let pairings = match args.pairs {
        Some(pairs) => vec![totals(&args, pairs)?],
        None => read_games(&args.games, args.repeats)?,
    };
    let mut players: Vec<MatchPlayer> = Vec::new();
    for name in pairings
        .iter()
        .flat_map(|pairing| [&pairing.first, &pairing.second])
    {
        if !players.iter().any(|player| player.name == *name) {
            players.push(MatchPlayer {
                name: name.clone(),
                engine: None,
            });
        }
    }
    let name = args.name.unwrap_or_else(|| match &players[..] {
        [one, two] => format!("{} against {}", one.name, two.name),
        [first, rest @ ..] => format!("{} and {} others", first.name, rest.len()),
        [] => String::new(),
    });
    Ok(MatchRecord {
        name,
        settings,
        players,
        pairings,
        llr: args.llr,
        verdict: args.verdict,
        seconds: None,
    })
}

/// The one pairing whose totals stand on the command line.
fn totals(args: &Args, pairs: Pentanomial) -> anyhow::Result<Pairing> {
    let (Some(first), Some(second), Some(draws)) = (&args.first, &args.second, args.draws) else {
        bail_usage!("--pairs needs --first, --second and --draws");
    };
    let Some(results) = Results::from_totals(pairs, draws) else {
        bail_usage!("these pairs cannot have {draws} drawn games");
    };
    Ok(Pairing {
        results,
        ..Pairing::new(first, second)
    })
}

fn five_counts(text: &str) -> Result<Pentanomial, String> {
    let counts = text.split(',').map(|count| count.trim().parse().ok());
    counts
        .collect::<Option<Vec<u64>>>()
        .and_then(|counts| <[u64; 5]>::try_from(counts).ok())
        .map(Pentanomial)
        .ok_or_else(|| "expected five numbers separated by commas".to_owned())
}

fn read_games(files: &[PathBuf], repeats: RepeatArgs) -> anyhow::Result<Vec<Pairing>> {
    let mut scores = Scores::new(repeats.allow_repeats);
    for path in files {
        let found = add_file(&mut scores, path, open_pgn(path)?, |_| {})?;
        for reason in found.skipped() {
            warn!("warning: {}: skipped {reason}", path.display());
        }
    }
    match scores.pairings().is_empty() {
        true => bail!("no games to record"),
        false => Ok(scores.pairings().to_vec()),
    }
}
