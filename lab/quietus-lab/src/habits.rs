//! Habits from fastchess and cutechess: options with one dash, `match -engine cmd=./a -rounds 10`.

use std::ffi::OsString;

use crate::exit::Usage;

/// The commands that play matches.
const COMMANDS: [&str; 2] = ["match", "sprt"];

/// Options that mean the same here, with two dashes.
const SAME: [&str; 8] = [
    "engine",
    "each",
    "rounds",
    "concurrency",
    "event",
    "resign",
    "draw",
    "book",
];

/// Options that have another spelling here.
const OTHER: [(&str, &str); 13] = [
    (
        "openings",
        "--book FILE [--order random] [--start N] [--plies N]",
    ),
    (
        "games",
        "nothing: games come in pairs, and --rounds N counts them",
    ),
    (
        "repeat",
        "nothing: both games of a pair have the same opening",
    ),
    ("recover", "nothing: an engine that fails is restarted"),
    ("pgnout", "--pgn FILE"),
    (
        "sprt",
        "quietus-lab sprt -e ./new -e ./old --elo0 0 --elo1 5",
    ),
    ("tournament", "--gauntlet, or nothing for a round robin"),
    ("variant", "--chess960, or --game NAME"),
    ("srand", "--seed N"),
    ("ratinginterval", "--interval PAIRS"),
    ("maxmoves", "--max-moves N"),
    ("tb", "--syzygy PATH"),
    ("config", "--resume FOLDER"),
];

/// The words of the command line in our spelling.
///
/// # Errors
/// If a word has no equal here; says what to write.
pub fn translate(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Usage> {
    let words: Vec<OsString> = words.collect();
    let command = words.get(1).and_then(|word| word.to_str());
    if !command.is_some_and(|command| COMMANDS.contains(&command)) {
        return Ok(words);
    }
    words.into_iter().map(translated).collect()
}

fn translated(word: OsString) -> Result<OsString, Usage> {
    let name = word.to_str().and_then(|word| word.strip_prefix('-'));
    let Some(name) = name else {
        return Ok(word);
    };
    if SAME.contains(&name) {
        return Ok(format!("--{name}").into());
    }
    match OTHER.iter().find(|(other, _)| *other == name) {
        Some((_, ours)) => Err(Usage(format!(
            "-{name} is of fastchess and cutechess; write {ours} (see quietus-lab match --help)"
        ))),
        None => Ok(word),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::translate;

    fn translated(line: &str) -> Result<String, String> {
        let words = translate(line.split(' ').map(OsString::from));
        let words = words.map_err(|usage| usage.to_string())?;
        let words: Vec<String> = words
            .iter()
            .map(|w| w.to_string_lossy().into_owned())
            .collect();
        Ok(words.join(" "))
    }

    #[test]
    fn lines_of_other_programs_are_understood_or_answered() {
        assert_eq!(
            translated("lab match -engine cmd=./a -engine cmd=./b -each tc=8+0.08 -rounds 5"),
            Ok(
                "lab match --engine cmd=./a --engine cmd=./b --each tc=8+0.08 --rounds 5"
                    .to_owned()
            )
        );
        for ours in [
            "lab match -e ./a -r5 -c 0 -b x",
            "lab rate -engine -openings",
        ] {
            assert_eq!(translated(ours), Ok(ours.to_owned()));
        }
        let error = translated("lab sprt -openings file=x.epd").unwrap_err();
        assert!(error.contains("write --book FILE"), "{error}");
    }
}
