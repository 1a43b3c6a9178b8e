//! The tables as Rust source, formatted as rustfmt does.

use std::fmt::Write;

use super::Tables;

const NAMES: [&str; 6] = ["Pawns", "Knights", "Bishops", "Rooks", "Queens", "Kings"];

const HEAD: &str = "\
//! The tuned values of the evaluation, in centipawns.
//!
//! Written by `quietus-lab tune`, not by hand: `docs/guide/train-a-network.md` tells how.";

const BOARDS: &str = "\
/// Ranks go from the eighth to the first and files from a to h, as white sees the board.";

impl Tables {
    /// The source of the module that holds the tables. `made` is a paragraph for the comment at its
    /// top that says what they were tuned on; it may be empty.
    #[must_use]
    pub fn source(&self, made: &str) -> String {
        let mut text = String::from(HEAD);
        if !made.is_empty() {
            text.push_str("\n//!");
        }
        for line in made.lines() {
            text.push_str("\n//! ");
            text.push_str(line);
        }
        let tempo = self.tempo;
        // Writing into a String cannot fail.
        let _ = write!(
            text,
            "\n\n/// What having the move is worth.\npub const TEMPO: i32 = {tempo};\n"
        );
        for (phase, name) in ["middlegame", "endgame"].into_iter().enumerate() {
            let constant = name.to_uppercase();
            let material = row(&self.material[phase]);
            let _ = write!(
                text,
                "\n/// What a piece is worth wherever it stands, in the {name}; from pawn to king.\n\
                 pub const MATERIAL_{constant}: [i32; 6] = {material};\n\
                 \n/// What standing on a square adds for a white piece, in the {name}.\n\
                 {BOARDS}\n\
                 pub const PSQT_{constant}: [[[i32; 8]; 8]; 6] = {};\n",
                boards(&self.placement[phase])
            );
        }
        text
    }
}

fn boards(placement: &[[i32; 64]; 6]) -> String {
    let mut text = String::from("[\n");
    for (name, squares) in NAMES.into_iter().zip(placement) {
        let _ = writeln!(text, "    // {name}\n    [");
        for rank in squares.chunks(8).rev() {
            let _ = writeln!(text, "        {},", row(rank));
        }
        text.push_str("    ],\n");
    }
    text + "]"
}

fn row(numbers: &[i32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::Tables;

    /// The integers behind each equals sign.
    fn numbers(source: &str) -> Vec<Vec<i32>> {
        let of = |text: &str| -> Vec<i32> {
            let is_digit = |c: char| c.is_ascii_digit() || c == '-';
            let words = text.split(|c| !is_digit(c)).filter(|word| !word.is_empty());
            words.map(|word| word.parse().unwrap()).collect()
        };
        let statements = source.split(';').filter_map(|text| text.split_once(" = "));
        statements.map(|(_, numbers)| of(numbers)).collect()
    }

    fn parse(source: &str) -> Tables {
        let numbers = numbers(source);
        let placement = |numbers: &[i32]| {
            let at = |kind: usize, square: usize| numbers[64 * kind + (square ^ 56)];
            std::array::from_fn(|kind| std::array::from_fn(|square| at(kind, square)))
        };
        let material = |numbers: &[i32]| numbers.try_into().unwrap();
        Tables {
            tempo: numbers[0][0],
            material: [material(&numbers[1]), material(&numbers[3])],
            placement: [placement(&numbers[2]), placement(&numbers[4])],
        }
    }

    #[test]
    fn written_source_is_read_back_to_the_same_values() {
        let mut rng = Rng::new(9);
        let mut number = || rng.below(2001) as i32 - 1000;
        let tables = Tables {
            tempo: number(),
            material: std::array::from_fn(|_| std::array::from_fn(|_| number())),
            placement: std::array::from_fn(|_| {
                std::array::from_fn(|_| std::array::from_fn(|_| number()))
            }),
        };
        assert_eq!(parse(&tables.source("Made of nothing.")), tables);
        assert!(
            tables
                .source("Made\nof nothing.")
                .contains("//! of nothing.\n\n")
        );
    }

    /// The compiler is the reader here, and rustfmt has seen the file.
    #[test]
    fn the_engines_source_is_what_would_be_written() {
        let code = |source: &str| {
            let lines = source.lines().filter(|line| !line.starts_with("//!"));
            lines.collect::<Vec<_>>().join("\n")
        };
        let current = include_str!("../../../../crates/evaluation/src/handcrafted/tuned.rs");
        assert_eq!(code(current), code(&Tables::current().source("")));
        assert_eq!(parse(current), Tables::current());
    }
}
