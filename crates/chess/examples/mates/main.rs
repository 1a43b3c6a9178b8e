//! Makes and checks the mates that the search is tested with.
//!
//! `cargo run --release -p quietus-chess --example mates -- make > crates/search/tests/mates.epd` writes
//! positions whose shortest mate an exhaustive search has proven to have `dm` moves, with the one
//! first move that does it (`bm`); the same on every run. `... -- check FILE` proves it again.

mod solver;
mod source;

use std::collections::HashMap;
use std::process::ExitCode;

use chess::{Color, Epd, Move, PieceType, Position};
use game::Rng;

use solver::{Solver, TooMuch};

/// Positions looked at before a candidate is left alone.
const BUDGET: u64 = 250_000;
const LENGTHS: std::ops::RangeInclusive<u8> = 2..=5;
/// How many of each length, color and sort of first move.
const EACH: usize = 4;
/// How many of each length and color with an under-promotion, which are rare.
const EACH_PROMOTION: usize = 2;
/// Games whose last positions are looked at, and how many of them.
const GAMES: usize = 300;
const LAST: usize = 5;
/// Positions strewn at random to fill up what the games did not give.
const STREWN: usize = 3_000;
/// Positions strewn at random in which under-promotions are looked for, and their longest mates.
const STREWN_PROMOTIONS: usize = 60_000;
const LONGEST_PROMOTION: u8 = 3;
const SEED: u64 = 2026;

/// A mate of proven length with a single first move.
struct Mate {
    position: Position,
    length: u8,
    key: Move,
}

impl Mate {
    /// The mate in a position, if it is one of the lengths wanted and has one solution.
    fn find(position: &Position, longest: u8) -> Result<Option<Self>, TooMuch> {
        let mut position = position.clone();
        position = Position::from_fen(&format!("{} 0 1", position.epd_fields()))
            .expect("a position can be read as it was written");
        let mut solver = Solver::new(BUDGET);
        let Some(length) = solver.length(&position, longest)? else {
            return Ok(None);
        };
        let keys = solver.keys(&position, length)?;
        let &[key] = &keys[..] else { return Ok(None) };
        let mate = Self {
            position,
            length,
            key,
        };
        Ok(LENGTHS.contains(&length).then_some(mate))
    }

    fn is_under_promotion(&self) -> bool {
        let promotion = self.key.promotion();
        promotion.is_some_and(|kind| kind != PieceType::Queen)
    }

    /// The sort, of which only so many are wanted.
    fn sort(&self) -> (u8, Color, &'static str) {
        let what = if self.is_under_promotion() {
            "under-promotion"
        } else if self.position.gives_check(self.key) {
            "check"
        } else if self.position.is_noisy(self.key) {
            "capture"
        } else {
            "quiet"
        };
        (self.length, self.position.side_to_move(), what)
    }

    fn epd(&self) -> String {
        let operation = |name: &str, value: String| (name.to_owned(), vec![value]);
        let operations = vec![
            operation("bm", self.position.san(self.key)),
            operation("dm", self.length.to_string()),
            operation("c0", self.sort().2.to_owned()),
        ];
        let position = self.position.clone();
        Epd {
            position,
            operations,
        }
        .to_string()
    }
}

/// The mates kept so far, by sort.
#[derive(Default)]
struct Collection {
    mates: HashMap<(u8, Color, &'static str), Vec<Mate>>,
    too_hard: usize,
}

impl Collection {
    /// Keeps what was found if it is wanted; whether it was.
    fn add(&mut self, found: Result<Option<Mate>, TooMuch>) -> bool {
        match found {
            Ok(Some(mate)) => {
                let wanted = match mate.sort().2 {
                    "check" | "quiet" => EACH,
                    "under-promotion" => EACH_PROMOTION,
                    _ => 0,
                };
                let mates = self.mates.entry(mate.sort()).or_default();
                let is_wanted = mates.len() < wanted;
                if is_wanted {
                    mates.push(mate);
                }
                is_wanted
            }
            Ok(None) => false,
            Err(TooMuch) => {
                self.too_hard += 1;
                false
            }
        }
    }

    /// How many there are of each sort.
    fn counts(&self) -> String {
        let mut counts: Vec<_> = self.mates.iter().collect();
        counts.sort_by_key(|((length, color, what), _)| (*length, *what, color.index()));
        let texts = counts.iter().map(|((length, color, what), mates)| {
            format!("{length} {} {what}: {}", color.letter(), mates.len())
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

fn make() {
    let mut rng = Rng::new(SEED);
    let mut collection = Collection::default();
    for number in 0..GAMES {
        if number % 100 == 0 {
            eprintln!("{number} games: {}", collection.counts());
        }
        let positions = source::game(&mut rng);
        // The winner is to move an odd number of plies before the mate. One position of a game, so
        // that no two are nearly the same.
        for position in positions.iter().rev().skip(3).step_by(4).take(LAST) {
            if collection.add(Mate::find(position, *LENGTHS.end())) {
                break;
            }
        }
    }
    for number in 0..STREWN {
        if number % 1000 == 0 {
            eprintln!("{number} strewn: {}", collection.counts());
        }
        if let Some(position) = source::strewn(&mut rng) {
            collection.add(Mate::find(&position, *LENGTHS.end()));
        }
    }
    for number in 0..STREWN_PROMOTIONS {
        if number % 10_000 == 0 {
            eprintln!("{number} promotions: {}", collection.counts());
        }
        if let Some(position) = source::strewn(&mut rng) {
            let found = Mate::find(&position, LONGEST_PROMOTION);
            collection.add(found.map(|mate| mate.filter(Mate::is_under_promotion)));
        }
    }
    let mut mates: Vec<_> = collection.mates.into_values().flatten().collect();
    mates.sort_by_cached_key(|mate| (mate.length, mate.sort().2, mate.epd()));
    for mate in &mates {
        println!("{}", mate.epd());
    }
    eprintln!("{} mates, {} given up", mates.len(), collection.too_hard);
}

/// Proves every line of a file again; the number of wrong ones.
fn check(text: &str) -> usize {
    let is_right = |line: &&str| {
        let Ok(epd) = Epd::parse(line) else {
            return false;
        };
        let (Some(length), Ok(keys)) = (epd.operand("dm"), epd.moves("bm")) else {
            return false;
        };
        let mut solver = Solver::new(u64::MAX);
        let found = solver.length(&epd.position, *LENGTHS.end());
        found.is_ok_and(|found| found.map(|n| n.to_string()).as_deref() == Some(length))
            && length.parse().is_ok_and(|length| {
                let found = solver.keys(&epd.position, length);
                found.is_ok_and(|found| found == keys)
            })
    };
    let wrong = text.lines().filter(|line| !is_right(line));
    wrong.inspect(|line| println!("wrong: {line}")).count()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make"] => make(),
        ["check", path] => match std::fs::read_to_string(path) {
            Ok(text) if check(&text) == 0 => println!("{} mates proven", text.lines().count()),
            Ok(_) => return ExitCode::FAILURE,
            Err(error) => {
                eprintln!("cannot read {path}: {error}");
                return ExitCode::from(2);
            }
        },
        _ => {
            eprintln!("usage: mates make, or mates check FILE.epd");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
