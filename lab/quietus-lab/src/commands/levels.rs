//! `quietus-lab levels`: the policy of the levels, their ratings and their errors.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use ::pgn::Import;
use anyhow::{Context, ensure};
use calibration::{
    Anchor, Entrant, GameRecord, Habits, PolicyFit, measured_levels, play_all, schedule,
    skills_for_labels,
};
use clap::Subcommand;
use evaluation::Evaluated;
use game::Codes;
use games::{GameId, for_game};
use levels::{Level, OPPONENTS};
use stats::Ratings;
use support::{Interrupt, Progress};

use crate::args::{ThreadArgs, game};
use crate::exit::Exit;
use crate::files::{print, write_file};
use crate::game_files::{each_game, game_of_files};
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
  quietus-lab levels calibrate --pairs 200 --pgn levels.pgn --svg levels.svg \\
      --anchor 'cmd=stockfish elo=1600 depth=3' \\
      --anchor 'cmd=stockfish elo=2200 depth=9'

Each level plays the next two above it, in pairs from random openings with colors reversed, and a \
player that only counts material one move ahead takes part below the lowest. Each anchor, an engine \
limited to a UCI_Elo, plays the levels within 100 Elo, half as many pairs. Ratings are fitted \
jointly; the mean of the anchors is fixed, or without one the Elo of the level in the middle. Errors \
are half the width of the 95 % bootstrap interval. A game between levels depends on the seed and its \
number alone; no two pairs have the same opening. Ctrl-C rates the games played so far.";

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

    /// An engine of known Elo: cmd=PATH elo=N depth=PLIES, and other settings of an engine
    #[arg(long = "anchor", value_name = "SETTINGS")]
    anchors: Vec<Anchor>,

    /// Games whose errors are counted by a search, spread over all pairings
    #[arg(long, default_value_t = 0, value_name = "N")]
    errors: usize,

    /// Seed of all games
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Draw the ratings with error bars as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Fit the policy: which moves are natural, learned from games
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quietus-lab levels fit games.pgn.xz --out policy.bin")]
struct FitArgs {
    /// Games: .qgames, PGN (plain, .xz or .zst) or another format of `convert`
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// The policy file
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// The game [default: that of the first file, as far as it tells]
    #[arg(long, value_name = "GAME", value_parser = game())]
    game: Option<GameId>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Calibrate(args) => calibrate(args),
        Action::Fit(args) => {
            let of_files = || game_of_files(&args.games);
            for_game!(args.game.map_or_else(of_files, Ok)?, G => fit::<G>(args))
        }
    }
}

fn fit<R: Codes + Evaluated + Import>(args: &FitArgs) -> anyhow::Result<Exit> {
    let mut fit = PolicyFit::new::<R>();
    let games = each_game::<R>(&args.games, |game| {
        let moves = game.plies.iter().map(|ply| ply.mv);
        fit.learn::<R>(&game.start.position(), moves);
    })?;
    ensure!(
        games > 0,
        "there are no games to learn from: are these PGN files?"
    );
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
    let (pairs, played) = play_games(args, &levels)?;
    let rated = calibration::rate(&pairs, &levels, &args.anchors, args.seed);
    if rated.is_err() {
        // Too few games because of an error: that is what to tell.
        played?;
        return rated.map(|_| Exit::Success);
    }
    let ratings = rated?;
    print(&rating_table(&ratings))?;
    if let Some(path) = &args.svg {
        let title = format!("Levels by {} games", 2 * pairs.len());
        write_file(path, ledger::ladder(title, &ratings))?;
    }
    if let Some(skills) = skills_for_labels(&measured_levels(&ratings)) {
        let skills: Vec<String> = skills.iter().map(|skill| format!("{skill:.3}")).collect();
        print(&format!(
            "\nSkills that give each level its label: {}\n",
            skills.join(", ")
        ))?;
    }
    if args.errors > 0 {
        let games = pairs.iter().flatten().take(args.errors);
        let rows = calibration::habits(games, args.threads.count());
        let rows: Vec<_> = rows.iter().map(error_row).collect();
        print(&format!("\n{}", table(&ERROR_HEAD, &rows)))?;
    }
    played.context("stopped by an error after the games rated above")?;
    Ok(Exit::Success)
}

/// Games in pairs, and the error that ended them, if any.
type Played = (Vec<[GameRecord; 2]>, anyhow::Result<()>);

/// Plays the games of a calibration, all of them or until Ctrl-C or an error, and writes them as they
/// end.
fn play_games(args: &CalibrateArgs, levels: &[Level]) -> anyhow::Result<Played> {
    let levels = levels.iter().map(|&level| Entrant::Level(level));
    let entrants: Vec<Entrant> = std::iter::once(Entrant::Material).chain(levels).collect();
    let matches = schedule(&entrants, &args.anchors, args.pairs, args.seed);
    let interrupt = Interrupt::listen("the games being played", "They are rated then.")?;
    let open = |path: &PathBuf| {
        let opened = File::options().append(true).create(true).open(path);
        opened.with_context(|| format!("cannot write {}", path.display()))
    };
    let mut pgn = args.pgn.as_ref().map(open).transpose()?;
    let progress = Progress::bar(0, matches.len() as u64);
    interrupt.print_by(progress.printer());
    let mut pairs = Vec::new();
    let (anchors, threads) = (&args.anchors, args.threads.count());
    let is_stopped = || interrupt.is_stopped();
    let played = play_all(&matches, anchors, threads, is_stopped, |pair| {
        if let Some(file) = &mut pgn {
            file.write_all(
                &pair
                    .each_ref()
                    .map(|game| game.pgn(pairs.len() + 1))
                    .concat(),
            )?;
        }
        pairs.push(pair);
        progress.update(pairs.len() as u64, || format!("{} games", 2 * pairs.len()));
        Ok(())
    });
    progress.finish();
    Ok((pairs, played))
}

fn rating_table(ratings: &Ratings) -> String {
    use Side::{Left, Right};
    let head = [
        ("Level", Left),
        ("Elo", Right),
        ("±", Right),
        ("Step", Right),
        ("±", Right),
        ("Games", Right),
        ("Score", Right),
        ("Draws", Right),
    ];
    let is_level = |name: &str| name.parse::<Level>().is_ok();
    let rows: Vec<[String; 8]> = ratings
        .table
        .iter()
        .enumerate()
        .map(|(place, row)| {
            // The step to the next level below.
            let mut below = ratings.table[place + 1..].iter();
            let next = below.find(|next| is_level(&row.name) && is_level(&next.name));
            let step = next.map(|next| ratings.lead(row, next));
            let [step, step_error] = step.map_or_else(Default::default, |step| {
                [step.value, step.error].map(|elo| format!("{elo:.0}"))
            });
            [
                row.name.clone(),
                format!("{:.0}", row.elo.value),
                format!("{:.0}", row.elo.error),
                step,
                step_error,
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
    ("Moves", Side::Right),
    ("Centipawn loss", Side::Right),
    ("Blunders/100", Side::Right),
    ("Hung/100", Side::Right),
    ("Mates in 1 missed", Side::Right),
    ("Distinct of 100", Side::Right),
];

fn error_row((who, habits): (&Entrant, &Habits)) -> [String; 8] {
    let counts = &habits.errors;
    let mean = |count: u64| count as f64 / counts.moves.max(1) as f64;
    let distinct = habits.distinct.map(|games| games.to_string());
    [
        who.to_string(),
        counts.games.to_string(),
        counts.moves.to_string(),
        format!("{:.0}", mean(counts.centipawns)),
        format!("{:.1}", 100.0 * mean(counts.blunders)),
        format!("{:.1}", 100.0 * mean(counts.hung_pieces)),
        format!("{} of {}", counts.missed_mates, counts.mates),
        distinct.unwrap_or_default(),
    ]
}
