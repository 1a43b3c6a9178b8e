//! `quietus-lab stats`: Elo, LOS and LLR from counts or games.

use std::fmt::Write;
use std::path::PathBuf;

use ::stats::{Counts, Decision, Pentanomial, Percent, Performance, Sprt, Trinomial};
use anyhow::bail;

use crate::exit::Exit;
use crate::files::print;
use crate::hypotheses::HypothesisArgs;
use crate::scores::{RepeatArgs, read_scores};

const EXAMPLES: &str = "\
Examples:
  quietus-lab stats --penta 34 54 63 64 75
  quietus-lab stats --wdl 136 111 96 --elo0 0 --elo1 10
  quietus-lab stats games.pgn.xz --model logistic

Counts are from the first player's view. Game pairs (pentanomial counts) give smaller errors than \
games, because the games of a pair are not independent. Of a PGN, pairs are used where all games of \
two players are in pairs, as rate finds them. The formulas are those of fastchess.";

/// Compute Elo, normalized Elo, LOS and LLR from counts or games
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// PGN files, plain or compressed with xz or zstd; - is the standard input
    #[arg(required_unless_present_any = ["wdl", "penta"], value_name = "PGN")]
    games: Vec<PathBuf>,

    /// Trinomial counts: games won, drawn and lost
    #[arg(long, num_args = 3, value_names = ["WINS", "DRAWS", "LOSSES"])]
    #[arg(conflicts_with_all = ["games", "penta"])]
    wdl: Option<Vec<u64>>,

    /// Pentanomial counts: pairs by points, worst first; WL and DD are counted together
    #[arg(long, num_args = 5, value_names = ["LL", "LD", "WL+DD", "WD", "WW"])]
    #[arg(conflicts_with = "games")]
    penta: Option<Vec<u64>>,

    #[command(flatten)]
    repeats: RepeatArgs,

    #[command(flatten)]
    test: HypothesisArgs,
}

/// Prints the statistics.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let sprt = args.test.hypotheses().test()?;
    let text = match (args.wdl.as_deref(), args.penta.as_deref()) {
        (Some(&[wins, draws, losses]), _) => games(&Trinomial::from([losses, draws, wins]), &sprt),
        (_, Some(&[ll, ld, middle, wd, ww])) => {
            pairs(&Pentanomial([ll, ld, middle, wd, ww]), &sprt)
        }
        _ => from_pgn(&args.games, args.repeats, &sprt)?,
    };
    print(&text)?;
    Ok(Exit::Success)
}

/// The statistics of all pairings.
fn from_pgn(files: &[PathBuf], repeats: RepeatArgs, sprt: &Sprt) -> anyhow::Result<String> {
    let (scores, _) = read_scores(files, repeats)?;
    if scores.pairings().is_empty() {
        bail!("no finished games of two players");
    }
    let mut text = String::new();
    for pairing in scores.pairings() {
        let (trinomial, pentanomial) = (pairing.results.trinomial(), pairing.results.pentanomial());
        let is_paired = pentanomial.games() == trinomial.games();
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{gap}{} vs {}:", pairing.first, pairing.second);
        if is_paired {
            let _ = writeln!(text, "{trinomial}");
            text.push_str(&pairs(&pentanomial, sprt));
        } else {
            text.push_str(&games(&trinomial, sprt));
        }
    }
    Ok(text)
}

fn games(counts: &Trinomial, sprt: &Sprt) -> String {
    format!("{counts}\n{}", figures(counts, sprt))
}

fn pairs(counts: &Pentanomial, sprt: &Sprt) -> String {
    let ratio = counts.pairs_ratio();
    format!(
        "Ptnml(0-2): {counts}, PairsRatio: {ratio:.2}\n{}",
        figures(counts, sprt)
    )
}

fn figures<const N: usize>(counts: &impl Counts<N>, sprt: &Sprt) -> String {
    let performance = Performance::of(counts);
    let llr = sprt.llr(counts);
    let decision = match sprt.decide(llr) {
        Decision::Stronger => ", H1 accepted",
        Decision::Weaker => ", H0 accepted",
        Decision::Continue => "",
    };
    format!(
        "{performance}\n\
         LOS: {}, DrawRatio: {}\n\
         Games: {}, Points: {:.1} ({})\n\
         {}{decision}\n",
        Percent(performance.los),
        Percent(counts.draw_ratio()),
        counts.games(),
        counts.points(),
        Percent(performance.score),
        sprt.line(llr),
    )
}
