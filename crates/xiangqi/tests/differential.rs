//! Legal moves and checks of random games against Fairy-Stockfish's: from a fixture, and with the
//! program itself for millions of positions.
//!
//! `cargo test --release -p xiangqi --test differential -- --ignored --nocapture`

mod common;

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use common::{Style, mirrored, play_random, swapped};
use game::Rng;
use xiangqi::{Dialect, Position};

/// FEN, number of legal moves, check.
fn fixture() -> impl Iterator<Item = (&'static str, usize, bool)> {
    include_str!("data/random.epd")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let mut next = || parts.next().expect("three parts");
            let fen = next();
            let moves = next().strip_prefix("moves ").expect("a number of moves");
            let check = next().strip_prefix("check ").expect("a check flag");
            (fen, moves.parse().expect("a number"), check == "1")
        })
}

#[test]
fn move_counts_and_checks_agree_with_the_fixture() {
    let mut positions = 0;
    for (fen, moves, check) in fixture() {
        let other = swapped(fen);
        for fen in [fen, &other, &mirrored(fen), &mirrored(&other)] {
            let position = Position::from_fen(fen).expect("a valid FEN");
            assert_eq!(position.count_legal_moves(), moves, "{fen}");
            assert_eq!(position.in_check(), check, "{fen}");
        }
        positions += 1;
    }
    assert_eq!(positions, 1000);
}

/// What a program says of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Answer {
    /// Sorted.
    moves: Vec<String>,
    check: bool,
}

/// A running Fairy-Stockfish.
struct Fairy {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Fairy {
    fn start() -> Self {
        let program = std::env::var("FAIRY_STOCKFISH");
        let program = program.unwrap_or_else(|_| "/usr/games/fairy-stockfish".to_owned());
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Fairy-Stockfish, at the path that FAIRY_STOCKFISH names");
        let output = BufReader::new(child.stdout.take().expect("a piped output"));
        let mut fairy = Self { child, output };
        let input = fairy.child.stdin.as_mut().expect("a piped input");
        writeln!(input, "setoption name UCI_Variant value xiangqi").expect("a running program");
        fairy
    }

    /// Asks about many positions at once. The board is shown while the moves are counted, so the two
    /// kinds of lines may be mixed, but each kind keeps its order.
    fn ask(&mut self, fens: &[String]) -> Vec<Answer> {
        let mut answers = vec![Answer::default(); fens.len()];
        let (mut shown, mut counted) = (0, 0);
        let mut input = BufWriter::new(self.child.stdin.as_mut().expect("a piped input"));
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for fen in fens {
                    writeln!(input, "position fen {fen}\nd\ngo perft 1")
                        .expect("a running program");
                }
                input.flush().expect("a running program");
            });
            let mut line = String::new();
            while shown < fens.len() || counted < fens.len() {
                line.clear();
                self.output.read_line(&mut line).expect("an answer");
                if let Some(checkers) = line.strip_prefix("Checkers:") {
                    answers[shown].check = !checkers.trim().is_empty();
                    shown += 1;
                } else if line.starts_with("Nodes searched:") {
                    answers[counted].moves.sort_unstable();
                    counted += 1;
                } else if let Some(mv) = line.trim_end().strip_suffix(": 1") {
                    answers[counted].moves.push(mv.to_owned());
                }
            }
        });
        answers
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn ours(position: &Position) -> Answer {
    let moves = position.legal_moves();
    let mut moves: Vec<String> = moves.iter().map(|&mv| Dialect::FromOne.write(mv)).collect();
    moves.sort_unstable();
    Answer {
        moves,
        check: position.in_check(),
    }
}

#[test]
#[ignore = "needs Fairy-Stockfish, some minutes: cargo test --release -p xiangqi --test differential -- --ignored"]
fn random_games_agree_with_fairy_stockfish() {
    let games = std::env::var("GAMES").map_or(10_000, |text| text.parse().expect("a number"));
    let mut rng = Rng::new(41);
    let mut fairy = Fairy::start();
    let (mut positions, mut checks, mut mates, mut stalemates) = (0, 0, 0, 0);
    for game in 0..games {
        let mut position = Position::start();
        let (mut fens, mut answers) = (Vec::new(), Vec::new());
        let style = Style::ALL[game % Style::ALL.len()];
        play_random(&mut position, style, 300, &mut rng, |position| {
            fens.push(position.fen());
            answers.push(ours(position));
        });
        for (fen, (ours, theirs)) in fens.iter().zip(answers.iter().zip(fairy.ask(&fens))) {
            assert_eq!(*ours, theirs, "{fen}");
            positions += 1;
            checks += usize::from(ours.check);
            mates += usize::from(ours.check && ours.moves.is_empty());
            stalemates += usize::from(!ours.check && ours.moves.is_empty());
        }
        if (game + 1) % 100 == 0 || game + 1 == games {
            println!(
                "{} games, {positions} positions, {checks} checks, {mates} mates, {stalemates} stalemates",
                game + 1
            );
        }
    }
}
