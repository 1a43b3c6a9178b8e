//! Generated tables, and real ones against the solver.

use super::{Check, Solution};
use crate::Tablebases;
use crate::testing::real_tables;

fn open(path: &str) -> Tablebases {
    Tablebases::open(path, |line| panic!("{line}"))
}

fn agree(check: &Check) -> usize {
    assert_eq!(check.differences, []);
    check.counts.iter().sum()
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
        let check = solution.check(&open(directory.to_str().unwrap()), 37);
        assert!(agree(&check) > 1_000);
        assert_eq!(check.rounded, [0; 5], "{name}");
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
