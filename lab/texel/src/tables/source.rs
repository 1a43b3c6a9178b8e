//! The tables as Rust source, formatted as rustfmt does.

use std::fmt::Write;

use super::Tables;
use evaluation::Tunable;

const HEAD: &str = "\
//! The tuned values of the evaluation, in centipawns.
//!
//! Written by `quietus-lab texel`, not by hand: `docs/guide/train-a-network.md` tells how.";

const VALUE: &str = "
const fn value(middlegame: i32, endgame: i32) -> Value {
    Value {
        middlegame,
        endgame,
    }
}
";

impl<R: Tunable> Tables<R> {
    /// The source of the module that holds the tables. `made` is a paragraph for the comment at its
    /// top that says what they were tuned on; it may be empty.
    pub fn source(&self, made: &str) -> String {
        let mut text = String::from(HEAD);
        if !made.is_empty() {
            text.push_str("\n//!");
        }
        for line in made.lines() {
            text.push_str("\n//! ");
            text.push_str(line);
        }
        if R::FEATURES > 0 {
            text.push_str("\n\nuse crate::tapered::Value;");
        }
        let tempo = self.tempo;
        // Writing into a String cannot fail.
        let _ = write!(
            text,
            "\n\n/// What having the move is worth.\npub const TEMPO: i32 = {tempo};\n"
        );
        let (kinds, (files, ranks)) = (R::KINDS.len(), R::BOARD);
        let (side, tables) = (R::FIRST_SIDE, R::TABLES);
        for (phase, name) in ["middlegame", "endgame"].into_iter().enumerate() {
            let constant = name.to_uppercase();
            let material = row(&self.material[phase]);
            let boards = boards::<R>(&self.placement[phase]);
            let _ = write!(
                text,
                "\n/// What a piece is worth wherever it stands, in the {name}; from pawn to king.\n\
                 pub const MATERIAL_{constant}: [i32; {kinds}] = {material};\n\
                 \n/// What standing on a square adds for a {side} piece, in the {name}.\n\
                 /// {tables}\n\
                 pub const PSQT_{constant}: [[[i32; {files}]; {ranks}]; {kinds}] = {boards};\n",
            );
        }
        if R::FEATURES > 0 {
            text.push_str(VALUE);
            text.push_str(&self.features());
        }
        text
    }

    fn features(&self) -> String {
        let count = R::FEATURES;
        let [middlegame, endgame] = &self.features;
        let values = middlegame.iter().zip(endgame);
        let values: Vec<String> = values
            .map(|(mg, eg)| format!("value({mg}, {eg}),"))
            .collect();
        let width = values.iter().map(String::len).max().unwrap_or(0);
        let mut text = format!(
            "\n/// What each [`Feature`](super::features::Feature) is worth, by its index.\n\
             pub const FEATURES: [Value; {count}] = [\n"
        );
        for (feature, value) in values.iter().enumerate() {
            let name = R::feature_name(feature);
            let _ = writeln!(text, "    {value:<width$} // {name}");
        }
        text + "];\n"
    }
}

fn boards<R: Tunable>(placement: &[Vec<i32>]) -> String {
    let mut text = String::from("[\n");
    for (name, squares) in R::KINDS.iter().zip(placement) {
        let _ = writeln!(text, "    // {name}\n    [");
        for rank in squares.chunks(R::BOARD.0).rev() {
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
    use std::marker::PhantomData;

    use chess::Chess;
    use game::Rng;
    use xiangqi::Xiangqi;

    use super::Tables;
    use crate::values::Values;
    use evaluation::Tunable;

    /// The integers behind each equals sign.
    fn numbers(source: &str) -> Vec<Vec<i32>> {
        let of = |text: &str| -> Vec<i32> {
            let is_digit = |c: char| c.is_ascii_digit() || c == '-';
            let words = text.split(|c| !is_digit(c)).filter(|word| !word.is_empty());
            words.filter_map(|word| word.parse().ok()).collect()
        };
        let statements = source.split(';').filter_map(|text| text.split_once(" = "));
        statements.map(|(_, numbers)| of(numbers)).collect()
    }

    fn parse<R: Tunable>(source: &str) -> Tables<R> {
        let numbers = numbers(source);
        let placement = |numbers: &[i32]| -> Vec<Vec<i32>> {
            let boards = numbers.chunks(R::squares());
            let board = |ranks: &[i32]| ranks.chunks(R::BOARD.0).rev().flatten().copied().collect();
            boards.map(board).collect()
        };
        let features = |phase: usize| {
            let values = numbers.get(5).into_iter().flatten();
            values.copied().skip(phase).step_by(2).collect()
        };
        Tables {
            tempo: numbers[0][0],
            material: [numbers[1].clone(), numbers[3].clone()],
            placement: [placement(&numbers[2]), placement(&numbers[4])],
            features: [features(0), features(1)],
            game: PhantomData,
        }
    }

    fn random<R: Tunable>() -> Tables<R> {
        let mut rng = Rng::new(9);
        let mut numbers = |count: usize| -> Vec<i32> {
            (0..count).map(|_| rng.below(2001) as i32 - 1000).collect()
        };
        let kinds = R::KINDS.len();
        let mut boards = |_| (0..kinds).map(|_| numbers(R::squares())).collect();
        let placement = [boards(0), boards(1)];
        Tables {
            tempo: numbers(1)[0],
            material: [numbers(kinds), numbers(kinds)],
            placement,
            features: [numbers(R::FEATURES), numbers(R::FEATURES)],
            game: PhantomData,
        }
    }

    #[test]
    fn written_source_is_read_back_to_the_same_values() {
        let tables = random::<Chess>();
        assert_eq!(parse(&tables.source("Made of nothing.")), tables);
        let text = tables.source("Made\nof nothing.");
        assert!(text.contains("//! of nothing.\n\n"));
        let tables = random::<Xiangqi>();
        assert_eq!(parse(&tables.source("")), tables);
    }

    /// The compiler is the reader here, and rustfmt has seen the file.
    #[test]
    fn the_engines_source_is_what_would_be_written() {
        let code = |source: &str| {
            let lines = source.lines().filter(|line| !line.starts_with("//!"));
            lines.collect::<Vec<_>>().join("\n")
        };
        let current = include_str!("../../../../crates/evaluation/src/handcrafted/tuned.rs");
        let tables = parse::<Chess>(current);
        assert_eq!(code(current), code(&tables.source("")));
        assert_eq!(tables.values(), Values::current::<Chess>());
    }
}
