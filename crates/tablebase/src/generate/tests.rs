//! Generated tables, and real ones against the solver.

use chess::Color;

use super::{Check, Solution};
use crate::testing::real_tables;
use crate::{Dtz, RankedMove, Tablebases, Wdl};

fn open(path: &str) -> Tablebases {
    Tablebases::open(path, |line| panic!("{line}"))
}

fn agree(check: &Check) -> usize {
    assert_eq!(check.differences, []);
    check.counts.iter().sum()
}

/// Every move of the highest rank in every `step`th won position shortens the win by a ply, by the
/// solver's count. So such moves win from there against any defense, in as few plies as possible.
/// Gives the number of positions.
fn best_moves_win_fastest(solution: &Solution, tables: &Tablebases, step: usize) -> usize {
    let mut count = 0;
    for side in Color::ALL {
        let won = solution.positions(side).filter(|(_, dtz)| dtz.0 > 0);
        for (squares, Dtz(plies)) in won.step_by(step) {
            let Some(position) = solution.position(side, squares) else {
                continue;
            };
            let ranked = tables.rank_moves(&position, true).unwrap().moves;
            for RankedMove { mv, wdl, .. } in ranked.iter().filter(|m| m.rank == ranked[0].rank) {
                let after =
                    squares.map(|square| if square == mv.from() { mv.to() } else { square });
                let left = match position.is_capture(*mv) {
                    true => Dtz(0),
                    false => solution.value(!side, &after).dtz().unwrap(),
                };
                let mates = plies == 1 && left == Dtz(-1);
                let fen = position.fen();
                assert!(
                    *wdl == Wdl::Win && (mates || left.0 == 1 - plies),
                    "{fen} {mv}"
                );
            }
            count += 1;
        }
    }
    count
}

#[test]
fn a_generated_four_man_table_gives_what_was_solved() {
    let directory = std::env::temp_dir().join(format!("generate-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    for name in ["KNvK", "KRvK", "KRvKN"] {
        let solution = Solution::new(name).unwrap();
        for (extension, bytes) in [
            ("rtbw", solution.wdl_table()),
            ("rtbz", solution.dtz_table()),
        ] {
            let path = directory.join(name).with_extension(extension);
            std::fs::write(path, bytes).unwrap();
        }
        let tables = open(directory.to_str().unwrap());
        let check = solution.check(&tables, 37);
        assert!(agree(&check) > 1_000);
        assert_eq!(check.rounded, [0; 5], "{name}");
        let wins = best_moves_win_fastest(&solution, &tables, 37);
        assert_eq!(wins > 0, name != "KNvK", "{name}: {wins}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn other_endings_are_refused() {
    for name in ["KPvK", "KRRvKRN", "KvQ", ""] {
        assert!(Solution::new(name).is_none(), "{name}");
    }
}

#[test]
fn real_four_man_tables_without_pawns_have_the_values_solved() {
    let Some(path) = real_tables() else { return };
    let tables = open(&path);
    let pieces = ["Q", "R", "B", "N"];
    for (number, first) in pieces.iter().enumerate() {
        for second in &pieces[number..] {
            for name in [format!("K{first}{second}vK"), format!("K{first}vK{second}")] {
                let check = Solution::new(&name).unwrap().check(&tables, 61);
                let positions = agree(&check);
                eprintln!("{name}: {positions} positions, {:?} rounded", check.rounded);
            }
        }
    }
}

#[test]
fn every_win_of_kbnk_and_kqkr_is_won_in_the_fewest_moves() {
    let Some(path) = real_tables() else { return };
    let tables = open(&path);
    for name in ["KBNvK", "KQvKR"] {
        let solution = Solution::new(name).unwrap();
        let count = best_moves_win_fastest(&solution, &tables, 1);
        eprintln!("{name}: {count} won positions");
    }
}
