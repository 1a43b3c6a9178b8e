//! A strict parser of `info` lines: every field must have the form that UCI prescribes.

use uci::Score;

/// The fields of one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: Option<u64>,
    pub(super) multipv: Option<u64>,
    pub(super) score: Option<Score>,
    pub(super) is_bound: bool,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<u64>,
    pub(super) currmove: Option<String>,
    pub(super) pv: Vec<String>,
    /// Unknown keywords.
    pub(super) unknown: Vec<String>,
}

impl Info {
    /// The MultiPV number, from 1.
    pub(super) fn number(&self) -> u64 {
        self.multipv.unwrap_or(1)
    }

    /// Whether it has an exact score.
    pub(super) fn is_exact(&self) -> bool {
        self.score.is_some() && !self.is_bound
    }
}

const KEYWORDS: [&str; 18] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "pv",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "string",
    "refutation",
    "currline",
    "wdl",
];

type Words<'a> = std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>;

/// Parses a line that starts with `info`.
pub(super) fn parse(line: &str) -> Result<Info, String> {
    let mut words = line.split_ascii_whitespace().peekable();
    let mut info = Info::default();
    if words.next() != Some("info") {
        return Err("not an info line".to_owned());
    }
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "depth" => info.depth = Some(natural(word, &mut words)?),
            "nodes" => info.nodes = Some(natural(word, &mut words)?),
            "time" => info.time = Some(natural(word, &mut words)?),
            "multipv" => info.multipv = Some(natural(word, &mut words)?).filter(|&n| n > 0),
            "seldepth" | "nps" | "tbhits" | "sbhits" | "currmovenumber" => {
                natural(word, &mut words)?;
            }
            "hashfull" | "cpuload" => per_mille(word, &mut words)?,
            "wdl" => {
                for _ in 0..3 {
                    per_mille(word, &mut words)?;
                }
            }
            "score" => read_score(&mut info, &mut words)?,
            "lowerbound" | "upperbound" => {
                return Err(format!("{word} does not directly follow the score"));
            }
            "currmove" => info.currmove = Some(operand(word, &mut words)?.to_owned()),
            "pv" => info.pv = moves(&mut words),
            "refutation" | "currline" => drop(moves(&mut words)),
            _ => info.unknown.push(word.to_owned()),
        }
    }
    if info.multipv.is_none() && line.contains(" multipv ") {
        return Err("multipv counts from 1".to_owned());
    }
    Ok(info)
}

fn operand<'a>(keyword: &str, words: &mut Words<'a>) -> Result<&'a str, String> {
    words
        .next()
        .ok_or_else(|| format!("nothing after {keyword}"))
}

fn natural(keyword: &str, words: &mut Words<'_>) -> Result<u64, String> {
    let text = operand(keyword, words)?;
    let number = text.parse();
    number.map_err(|_| format!("{keyword} {text} is not an integer"))
}

fn per_mille(keyword: &str, words: &mut Words<'_>) -> Result<(), String> {
    match natural(keyword, words)? {
        0..=1000 => Ok(()),
        number => Err(format!("{keyword} {number} is not between 0 and 1000")),
    }
}

fn read_score(info: &mut Info, words: &mut Words<'_>) -> Result<(), String> {
    let kind = operand("score", words)?;
    let text = operand(kind, words)?;
    let number = text.parse::<i32>();
    let number = number.map_err(|_| format!("score {kind} {text} is not an integer"))?;
    info.score = Some(match kind {
        "cp" => Score::Centipawns(number),
        "mate" => Score::Mate(number),
        _ => return Err(format!("score {kind} is neither cp nor mate")),
    });
    let bound = words.next_if(|&word| word == "lowerbound" || word == "upperbound");
    info.is_bound = bound.is_some();
    Ok(())
}

/// The words up to the next keyword.
fn moves(words: &mut Words<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = words.next_if(|word| !KEYWORDS.contains(word)) {
        moves.push(word.to_owned());
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::parse;
    use uci::Score;

    #[test]
    fn a_valid_line_is_parsed() {
        let line = "info depth 3 seldepth 5 multipv 2 score mate -4 upperbound wdl 0 0 1000 \
            nodes 9 nps 10 hashfull 1000 tbhits 0 time 1 pv e2e4 e7e5";
        let info = parse(line).unwrap();
        assert_eq!(
            (info.depth, info.number(), info.is_bound),
            (Some(3), 2, true)
        );
        assert_eq!(info.score, Some(Score::Mate(-4)));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        assert!(parse("info string score cp x").unwrap().unknown.is_empty());
        assert_eq!(parse("info depth 1 foo").unwrap().unknown, ["foo"]);
    }

    #[test]
    fn invalid_lines_are_refused() {
        for (line, reason) in [
            ("info depth 1.5", "depth 1.5 is not an integer"),
            ("info score cp 0.3", "score cp 0.3 is not an integer"),
            ("info score 30", "nothing after 30"),
            ("info score wdl 3", "score wdl is neither cp nor mate"),
            ("info nodes", "nothing after nodes"),
            (
                "info hashfull 1001",
                "hashfull 1001 is not between 0 and 1000",
            ),
            ("info multipv 0 depth 1", "multipv counts from 1"),
            (
                "info score cp 3 nodes 5 lowerbound",
                "lowerbound does not directly follow the score",
            ),
        ] {
            assert_eq!(parse(line).unwrap_err(), reason);
        }
    }
}
