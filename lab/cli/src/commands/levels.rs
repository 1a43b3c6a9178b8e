//! `quietus-lab levels`: the policy of the levels, their ratings and their errors.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use calibration::{
    Entrant, ErrorCounts, GameRecord, PolicyFit, count_errors, play, schedule, skills_for_labels,
    tournament,
};
use chess::{Chess, pgn};
use clap::Subcommand;
use evaluation::{Evaluation, NnueOptions};
use levels::{Level, OPPONENTS};
use stats::{Anchor, RatingOptions, Ratings};
use support::Progress;

use crate::args::ThreadArgs;
use crate::exit::Exit;
use crate::files::{open_pgn, print, write_file};
use crate::table::{Side, table};

const EXAMPLES: &str = "\
Examples:
  quietus-lab levels calibrate --pairs 200
  quietus-lab levels fit games.pgn.xz --out policy.bin";

/// Calibrate the levels (UCI_Elo) by matches, and fit their policy
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Calibrate(CalibrateArgs),
    Fit(FitArgs),
}

const CALIBRATE_EXAMPLES: &str = "\
Examples:
  quietus-lab levels calibrate --pairs 20 --errors 100
  quietus-lab levels calibrate --pairs 200 --pgn levels.pgn

Each level plays the next two above it, in pairs from random openings with colors reversed, and a \
player that only counts material one move ahead takes part below the lowest. Ratings are fitted \
jointly; Elo is relative to the level of --anchor. Errors are half the width of the 95 % bootstrap \
interval. A game depends on the seed and its number alone. To tie the scale to another engine, play \
matches against it and rate them together with the games of --pgn.";

/// Rate the levels by matches between them, and count their errors
#[derive(Debug, clap::Args)]
#[command(after_help = CALIBRATE_EXAMPLES)]
struct CalibrateArgs {
    /// Pairs of games for each pairing
    #[arg(long, default_value_t = 20, value_name = "N")]
    pairs: u64,

    /// The levels, ascending [default: 600 to 2400 in steps of 200]
    #[arg(long, value_delimiter = ',', value_name = "ELO,...")]
    levels: Vec<Level>,

    /// The level whose Elo is fixed
    #[arg(long, default_value = "1400", value_name = "ELO")]
    anchor: Level,

    /// The Elo at which it is fixed, as measured against another engine [default: its label]
    #[arg(long, value_name = "ELO")]
    anchor_elo: Option<f64>,

    /// Games whose errors are counted by a search, spread over all pairings
    #[arg(long, default_value_t = 0, value_name = "N")]
    errors: usize,

    /// Seed of all games
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Fit the policy: which moves are natural, learned from games
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quietus-lab levels fit games.pgn.xz --out policy.bin")]
struct FitArgs {
    /// PGN files, plain or compressed with xz or zstd
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,

    /// The policy file
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Calibrate(args) => calibrate(args),
        Action::Fit(args) => fit(args),
    }
}

fn fit(args: &FitArgs) -> anyhow::Result<Exit> {
    let mut fit = PolicyFit::new::<Chess>();
    let progress = Progress::spinner();
    let mut games = 0_u64;
    for path in &args.games {
        for game in pgn::Reader::new(open_pgn(path)?).flatten() {
            fit.learn::<Chess>(&game.start, game.moves());
            games += 1;
            progress.update(games, || format!("{games} games"));
        }
    }
    progress.finish();
    let fitted = fit.finish();
    write_file(&args.out, &fitted.bytes)?;
    print(&format!(
        "{games} games; {} positions held out: {:.3} nats, {:.1} % matched\n",
        fitted.positions,
        fitted.loss,
        100.0 * fitted.matched
    ))?;
    Ok(Exit::Success)
}

fn calibrate(args: &CalibrateArgs) -> anyhow::Result<Exit> {
    let mut levels = args.levels.clone();
    if levels.is_empty() {
        levels = OPPONENTS.map(|opponent| opponent.level).to_vec();
    }
    ensure!(levels.is_sorted(), "--levels must ascend");
    ensure!(
        levels.contains(&args.anchor),
        "--anchor must be one of the levels"
    );
    let levels = levels.into_iter().map(Entrant::Level);
    let entrants: Vec<Entrant> = std::iter::once(Entrant::Material).chain(levels).collect();
    let matches = schedule(&entrants, args.pairs, args.seed);
    let progress = Progress::bar(0, matches.len() as u64);
    let mut pairs = Vec::new();
    let played = datagen::parallel_in_order(
        vec![(); args.threads.count()],
        matches.iter(),
        |(), pair| play(pair),
        |pair| {
            pairs.push(pair);
            progress.update(pairs.len() as u64, || format!("{} games", 2 * pairs.len()));
            anyhow::Ok(())
        },
    );
    progress.finish();
    played?;
    if let Some(path) = &args.pgn {
        write_pgn(path, &pairs)?;
    }
    let tournament = tournament(&pairs);
    let player = tournament.find(&args.anchor.to_string());
    let ratings = tournament.rate(&RatingOptions {
        anchor: player.map(|player| Anchor {
            player,
            rating: args.anchor_elo.unwrap_or(f64::from(args.anchor.elo())),
        }),
        seed: args.seed,
        ..RatingOptions::default()
    })?;
    print(&rating_table(&ratings))?;
    let mut measured: Vec<(Level, f64)> = ratings
        .table
        .iter()
        .filter_map(|row| Some((row.name.parse().ok()?, row.elo.value)))
        .collect();
    measured.sort_by_key(|&(level, _)| level);
    if let Some(skills) = skills_for_labels(&measured) {
        let skills: Vec<String> = skills.iter().map(|skill| format!("{skill:.3}")).collect();
        print(&format!(
            "\nSkills that give each level its label: {}\n",
            skills.join(", ")
        ))?;
    }
    let looked_at = pairs.iter().flatten().take(args.errors);
    let evaluation = Evaluation::new(None, NnueOptions::default());
    let counts = count_errors(looked_at, &evaluation);
    if !counts.is_empty() {
        let rows: Vec<_> = counts
            .iter()
            .map(|(who, counts)| error_row(*who, counts))
            .collect();
        print(&format!("\n{}", table(&ERROR_HEAD, &rows)))?;
    }
    Ok(Exit::Success)
}

fn rating_table(ratings: &Ratings) -> String {
    use Side::{Left, Right};
    let head = [
        ("Level", Left),
        ("Elo", Right),
        ("±", Right),
        ("Step", Right),
        ("Games", Right),
        ("Score", Right),
        ("Draws", Right),
    ];
    let rows: Vec<[String; 7]> = ratings
        .table
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let next = ratings.table.get(place + 1);
            let step = next.map(|next| format!("{:.0}", row.elo.value - next.elo.value));
            [
                row.name.clone(),
                format!("{:.0}", row.elo.value),
                format!("{:.0}", row.elo.error),
                step.unwrap_or_default(),
                row.games.to_string(),
                format!("{:.1} %", 100.0 * row.score),
                format!("{:.1} %", 100.0 * row.draw_rate),
            ]
        })
        .collect();
    table(&head, &rows)
}

const ERROR_HEAD: [(&str, Side); 8] = [
    ("Level", Side::Left),
    ("Games", Side::Right),
    ("Distinct", Side::Right),
    ("Moves", Side::Right),
    ("Centipawn loss", Side::Right),
    ("Blunders/100", Side::Right),
    ("Hung/100", Side::Right),
    ("Mates in 1 missed", Side::Right),
];

fn error_row(who: Entrant, counts: &ErrorCounts) -> [String; 8] {
    let mean = |count: u64| count as f64 / counts.moves.max(1) as f64;
    [
        who.to_string(),
        counts.games.to_string(),
        counts.distinct.to_string(),
        counts.moves.to_string(),
        format!("{:.0}", mean(counts.centipawns)),
        format!("{:.1}", 100.0 * mean(counts.blunders)),
        format!("{:.1}", 100.0 * mean(counts.hung_pieces)),
        format!("{} of {}", counts.missed_mates, counts.mates),
    ]
}

/// Writes the games; those of a pair have the same round.
fn write_pgn(path: &Path, pairs: &[[GameRecord; 2]]) -> anyhow::Result<()> {
    let mut text = Vec::new();
    for (pair, round) in pairs.iter().zip(1_u64..) {
        for game in pair {
            let mut written = pgn::Game::new(game.opening.start.clone());
            let [white, black] = game.players.map(|entrant| format!("level {entrant}"));
            written.tags = [
                ("Event", "Calibration of levels".to_owned()),
                ("Round", round.to_string()),
                ("White", white),
                ("Black", black),
            ]
            .map(|(name, value)| (name.to_owned(), value))
            .into();
            let moves = game.opening.moves.iter().chain(&game.moves);
            written.line.moves = moves.map(|&mv| mv.into()).collect();
            written.result = game.result;
            pgn::write(&written, &mut text)?;
        }
    }
    write_file(path, text)
}
