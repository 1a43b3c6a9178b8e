//! `quietus-lab levels`: the policy of the levels, their ratings and their errors.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use ::pgn::Import;
use anyhow::{Context, ensure};
use calibration::{
    Anchor, Entrant, ErrorCounts, GameRecord, Judge, PolicyFit, Worker, first_moves, play,
    schedule, skills_for_labels, tournament,
};
use chess::{Move, pgn};
use clap::Subcommand;
use evaluation::Evaluated;
use game::Codes;
use games::{GameId, for_game};
use levels::{Level, OPPONENTS};
use stats::{RatingOptions, Ratings, Tournament};
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

    /// Write the games as PGN
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
    let (pairs, played) = play_all(args, &levels)?;
    let rated = rate(args, &levels, &tournament(&pairs));
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
    if args.errors > 0 {
        print(&format!("\n{}", error_table(args, &pairs)?))?;
    }
    played.context("stopped by an error after the games rated above")?;
    Ok(Exit::Success)
}

/// Games in pairs, and the error that ended them, if any.
type Played = (Vec<[GameRecord; 2]>, anyhow::Result<()>);

/// Plays the games of a calibration, all of them or until Ctrl-C or an error, and writes them as they
/// end.
fn play_all(args: &CalibrateArgs, levels: &[Level]) -> anyhow::Result<Played> {
    let levels = levels.iter().map(|&level| Entrant::Level(level));
    let entrants: Vec<Entrant> = std::iter::once(Entrant::Material).chain(levels).collect();
    let matches = schedule(&entrants, &args.anchors, args.pairs, args.seed);
    let workers = (0..args.threads.count()).map(|_| Worker::new(&args.anchors));
    let interrupt = Interrupt::listen("the games being played", "They are rated then.")?;
    let create = |path| File::create(path).context("cannot write the games");
    let mut pgn = args.pgn.as_ref().map(create).transpose()?;
    let progress = Progress::bar(0, matches.len() as u64);
    interrupt.print_by(progress.printer());
    let mut pairs = Vec::new();
    let played = datagen::parallel_in_order(
        workers.collect(),
        matches.iter().take_while(|_| !interrupt.is_stopped()),
        |worker, pair| play(pair, worker),
        |pair| {
            pairs.push(pair?);
            if let (Some(file), Some(pair)) = (&mut pgn, pairs.last()) {
                file.write_all(&pgn_of(pair, pairs.len())?)?;
            }
            progress.update(pairs.len() as u64, || format!("{} games", 2 * pairs.len()));
            anyhow::Ok(())
        },
    );
    progress.finish();
    Ok((pairs, played))
}

/// Rates all entrants on the scale of the anchors.
fn rate(
    args: &CalibrateArgs,
    levels: &[Level],
    tournament: &Tournament,
) -> anyhow::Result<Ratings> {
    let mut known: Vec<(Entrant, u16)> = args
        .anchors
        .iter()
        .map(|anchor| (Entrant::Anchor(anchor.elo), anchor.elo))
        .collect();
    if known.is_empty() {
        let middle = levels.get(levels.len() / 2).context("no level")?;
        known.push((Entrant::Level(*middle), middle.elo()));
    }
    let anchor = |&(entrant, elo): &(Entrant, u16)| {
        Some(stats::Anchor {
            player: tournament.find(&entrant.to_string())?,
            rating: f64::from(elo),
        })
    };
    Ok(tournament.rate(&RatingOptions {
        anchors: known.iter().filter_map(anchor).collect(),
        seed: args.seed,
        ..RatingOptions::default()
    })?)
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

/// The errors of each entrant in the first games, and how many games of a level differ.
fn error_table(args: &CalibrateArgs, pairs: &[[GameRecord; 2]]) -> anyhow::Result<String> {
    let workers = || (0..args.threads.count()).map(|_| Judge::new()).collect();
    let mut counts: BTreeMap<Entrant, ErrorCounts> = BTreeMap::new();
    datagen::parallel_in_order(
        workers(),
        pairs.iter().flatten().take(args.errors),
        |judge, game| (game.players, judge.count_errors(game)),
        |(players, errors)| {
            for (player, errors) in players.into_iter().zip(errors) {
                *counts.entry(player).or_default() += errors;
            }
            anyhow::Ok(())
        },
    )?;
    let distinct = distinct_games(args, counts.keys().copied())?;
    let row = |(&who, counts)| error_row(who, counts, distinct.get(&who).map(HashSet::len));
    let rows: Vec<_> = counts.iter().map(row).collect();
    Ok(table(&ERROR_HEAD, &rows))
}

/// The different beginnings among a hundred games of each level against itself.
fn distinct_games(
    args: &CalibrateArgs,
    entrants: impl Iterator<Item = Entrant> + Send,
) -> anyhow::Result<BTreeMap<Entrant, HashSet<Vec<Move>>>> {
    let games = entrants.flat_map(|who| match who {
        Entrant::Level(level) => (0..100).map(|seed| (level, seed)).collect(),
        Entrant::Material | Entrant::Anchor(_) => Vec::new(),
    });
    let mut distinct: BTreeMap<_, HashSet<_>> = BTreeMap::new();
    datagen::parallel_in_order(
        (0..args.threads.count())
            .map(|_| Worker::new(&[]))
            .collect(),
        games,
        |worker, (level, seed)| (level, first_moves(level, seed, worker)),
        |(level, moves)| {
            let games = distinct.entry(Entrant::Level(level)).or_default();
            games.insert(moves);
            anyhow::Ok(())
        },
    )?;
    Ok(distinct)
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

fn error_row(who: Entrant, counts: &ErrorCounts, distinct: Option<usize>) -> [String; 8] {
    let mean = |count: u64| count as f64 / counts.moves.max(1) as f64;
    let distinct = distinct.map(|games| games.to_string());
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

/// The games of a pair as PGN, both with its number as their round.
fn pgn_of(pair: &[GameRecord; 2], round: usize) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    for game in pair {
        let mut written = pgn::Game::new(game.opening.start.clone());
        let [white, black] = game.players.map(|entrant| match entrant {
            Entrant::Level(level) => format!("level {level}"),
            Entrant::Material | Entrant::Anchor(_) => entrant.to_string(),
        });
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
    Ok(text)
}
