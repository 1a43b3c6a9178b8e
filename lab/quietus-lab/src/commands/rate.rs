//! `quietus-lab rate`: joint Elo ratings from any set of games.

mod table;

use std::path::PathBuf;
use std::str::FromStr;

use ::ledger::{EntryId, Kind, Ledger, Rated, Record, Scores};
use anyhow::bail;
use serde_json::{Value, json};
use stats::{Anchor, RatingOptions, Tournament};
use support::Progress;

use crate::exit::{Exit, Usage};
use crate::files::{print, write_file};
use crate::scores::{RepeatArgs, read_scores};

const EXAMPLES: &str = "\
Examples:
  quietus-lab rate games.pgn more.pgn.xz --anchor \"Stockfish 15.1=3000\"
  quietus-lab rate games.pgn --svg ladder.svg --network graph.svg
  quietus-lab rate --ledger lab.sqlite --matches all

Two games from one opening with colors reversed are resampled as one pair: games of the same round \
(3.1 and 3.2 are both of round 3), or consecutive games from the same FEN. Errors are half the width \
of the 95 % bootstrap interval.";

/// Compute Elo ratings of all players jointly from games
///
/// Ratings, White's advantage and the draw rate are fitted together by maximum likelihood.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// PGN files, plain or compressed with xz or zstd; - is the standard input
    #[arg(required_unless_present = "matches", value_name = "PGN")]
    games: Vec<PathBuf>,

    #[command(flatten)]
    repeats: RepeatArgs,

    /// Record the ratings in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// Also rate matches of the ledger: `all`, or numbers such as 3,7,12
    #[arg(long, requires = "ledger", value_name = "WHICH")]
    matches: Option<Matches>,

    /// Fix the rating of one player [default: the mean of all ratings is 0]
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<KnownRating>,

    /// Number of bootstrap resamples
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    bootstrap: usize,

    /// Seed of the bootstrap
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Write the ratings as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Draw the ratings with error bars as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw the graph of pairings as SVG
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

/// Which matches of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Matches {
    All,
    These(Vec<EntryId>),
}

impl FromStr for Matches {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Self::All);
        }
        let numbers = text.split(',').map(|number| number.trim().parse());
        numbers
            .collect::<Result<_, _>>()
            .map(Self::These)
            .map_err(|_| "expected `all` or numbers separated by commas".to_owned())
    }
}

/// A rating that is known beforehand.
#[derive(Clone, Debug, PartialEq)]
struct KnownRating {
    name: String,
    elo: f64,
}

impl FromStr for KnownRating {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The last sign counts, because names may have one.
        let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
        let elo: f64 = elo
            .trim()
            .parse()
            .map_err(|_| format!("{elo:?} is not a number"))?;
        match elo.is_finite() && !name.is_empty() {
            true => Ok(Self {
                name: name.to_owned(),
                elo,
            }),
            false => Err("expected NAME=ELO".to_owned()),
        }
    }
}

/// Rates the players.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut ledger = match &args.ledger {
        Some(path) if args.matches.is_some() => Some(Ledger::open_existing(path)?),
        Some(path) => Some(Ledger::open(path)?),
        None => None,
    };
    let (mut scores, found) = read_scores(&args.games, args.repeats)?;
    let mut matches = Vec::new();
    if let (Some(ledger), Some(which)) = (&mut ledger, &args.matches) {
        matches = read_matches(ledger, which, &mut scores)?;
    }
    let tournament = scores.tournament();
    let progress = Progress::bar(0, args.bootstrap as u64);
    let ratings = tournament.rate_with(&options(&args, &tournament)?, &mut |done| {
        progress.update(done as u64, || format!("{done} bootstrap resamples"));
    });
    progress.finish();
    let ratings = ratings?;
    let rated = Rated {
        settings: settings(&args, &matches),
        scores,
        found,
        ratings,
    };
    print(&table::table(&rated))?;
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&rated.json())?;
        write_file(path, text + "\n")?;
    }
    if let Some(path) = &args.svg {
        write_file(path, rated.ladder())?;
    }
    if let Some(path) = &args.network {
        write_file(path, rated.network())?;
    }
    if let Some(ledger) = &mut ledger {
        let id = ledger.record_rating(&rated.record())?;
        print(&format!("Ledger entry: {id}\n"))?;
    }
    Ok(Exit::Success)
}

/// Adds matches of a ledger, and gives their numbers.
fn read_matches(
    ledger: &mut Ledger,
    which: &Matches,
    scores: &mut Scores,
) -> anyhow::Result<Vec<EntryId>> {
    let ids = match which {
        Matches::These(ids) => {
            for &id in ids {
                scores.add_match(&ledger.match_record(id)?);
            }
            return Ok(ids.clone());
        }
        Matches::All => ledger.entries(Some(Kind::Match))?,
    };
    let mut numbers = Vec::new();
    for entry in ids {
        if let Record::Match(games) = &entry.record {
            scores.add_match(games);
            numbers.push(entry.id);
        }
    }
    match numbers.is_empty() {
        true => bail!("the ledger has no matches"),
        false => Ok(numbers),
    }
}

fn options(args: &Args, tournament: &Tournament) -> anyhow::Result<RatingOptions> {
    let mut options = RatingOptions {
        anchors: Vec::new(),
        resamples: args.bootstrap,
        seed: args.seed,
    };
    if let Some(known) = &args.anchor {
        let player = tournament.find(&known.name).ok_or_else(|| {
            let names: Vec<_> = tournament.players().map(|p| tournament.name(p)).collect();
            let names = names.join(", ");
            Usage(format!("--anchor: {} is none of {names}", known.name))
        })?;
        options.anchors.push(Anchor {
            player,
            rating: known.elo,
        });
    }
    Ok(options)
}

fn settings(args: &Args, matches: &[EntryId]) -> Value {
    let files: Vec<_> = args
        .games
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    json!({
        "files": files,
        "matches": matches,
        "anchor": args.anchor.as_ref().map(|known| json!({"name": known.name, "elo": known.elo})),
        "bootstrap": args.bootstrap,
        "seed": args.seed,
    })
}

#[cfg(test)]
mod tests {
    use super::{KnownRating, Matches};

    #[test]
    fn arguments_are_read() {
        let known: KnownRating = "a=b=-12.5".parse().unwrap();
        assert_eq!((known.name.as_str(), known.elo), ("a=b", -12.5));
        for wrong in ["a", "a=", "=5", "a=inf", "a=b"] {
            assert!(wrong.parse::<KnownRating>().is_err(), "{wrong}");
        }
        assert_eq!("all".parse(), Ok(Matches::All));
        assert_eq!("3, 7".parse(), Ok(Matches::These(vec![3, 7])));
        assert!("3,x".parse::<Matches>().is_err());
    }
}
