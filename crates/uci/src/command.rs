//! The commands of the engine: UCI, and those of its own.

use crate::analyze::AnalyzeCommand;
use crate::genfens::GenfensCommand;
use crate::go::GoCommand;
use crate::perft::PerftCommand;
use crate::speedtest::SpeedtestCommand;
use crate::tb::TbCommand;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: identify the engine and list its options.
    Uci,
    /// `isready`: answer when all earlier commands are done.
    IsReady,
    /// `ucinewgame`: the next position is from a new game.
    NewGame,
    /// `setoption name N value V`.
    SetOption(SetOption),
    /// `position …`: set up a position. The error says what is missing.
    Position(Result<PositionCommand, &'static str>),
    /// `go perft N` or `perft …`. The error says what is wrong.
    Perft(Result<PerftCommand, String>),
    /// `go …`: search.
    Go(GoCommand),
    /// `ponderhit`: the opponent played the expected move.
    PonderHit,
    /// `bench [variant] [depth]`: search a fixed set of positions. The error says what is wrong.
    Bench(Result<BenchCommand, String>),
    /// `speedtest …`: measure the speed. The error says which number is wrong.
    Speedtest(Result<SpeedtestCommand, String>),
    /// `genfens …`: positions to start games from. The error says what is wrong.
    Genfens(Result<GenfensCommand, String>),
    /// `tb …`: look a position up in the tablebases. The error says what is wrong.
    Tb(Result<TbCommand, String>),
    /// `analyze …`: judge the moves of games. The error says what is wrong.
    Analyze(Result<AnalyzeCommand, String>),
    /// `play …`: a game in the terminal, with its unparsed arguments.
    Play(Vec<String>),
    /// `serve …`: the page, with its unparsed arguments.
    Serve(Vec<String>),
    /// `eval`: show the static evaluation.
    Eval,
    /// `flip`: mirror the board and swap the colors.
    Flip,
    /// `compiler`: print how the program was built.
    Compiler,
    /// `stop`: end the search.
    Stop,
    /// `d`: show the board.
    Display,
    /// `help`
    Help,
    /// `quit`
    Quit,
    /// A line without words.
    Empty,
    /// Anything else.
    Unknown(String),
}

/// An option's name and value, as given. Both may have spaces in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The name.
    pub name: String,
    /// The value; empty if there is none.
    pub value: String,
}

/// What `position` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; nothing for the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// What `bench` searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchCommand {
    /// The name of the game; nothing for the one that is played.
    pub variant: Option<String>,
    /// The depth, above 0; nothing for the default.
    pub depth: Option<u32>,
}

impl Command {
    /// Reads a line. Unknown words before a command are skipped, as the protocol asks.
    pub fn parse(line: &str) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            return Self::Empty;
        }
        (0..words.len())
            .find_map(|start| Self::recognize(&words[start..], line))
            .unwrap_or_else(|| Self::Unknown(line.trim().to_owned()))
    }

    /// The command that starts with the first of these words, the last ones of a line, if it is one.
    fn recognize(words: &[&str], line: &str) -> Option<Self> {
        Some(match *words {
            ["uci", ..] => Self::Uci,
            ["isready", ..] => Self::IsReady,
            ["ucinewgame", ..] => Self::NewGame,
            ["setoption", ref rest @ ..] => Self::SetOption(SetOption::parse(rest, line)),
            ["position", ref rest @ ..] => Self::Position(PositionCommand::parse(rest)),
            ["go", "perft", ref rest @ ..] => Self::Perft(PerftCommand::parse_go(rest)),
            ["perft", ref rest @ ..] => Self::Perft(PerftCommand::parse(rest)),
            ["go", ref rest @ ..] => Self::Go(GoCommand::parse(rest)),
            ["ponderhit", ..] => Self::PonderHit,
            ["bench", ref rest @ ..] => Self::Bench(BenchCommand::parse(rest)),
            ["speedtest", ref rest @ ..] => Self::Speedtest(SpeedtestCommand::parse(rest)),
            ["genfens", ref rest @ ..] => Self::Genfens(GenfensCommand::parse(rest)),
            ["tb", ref rest @ ..] => Self::Tb(TbCommand::parse(rest)),
            ["play", ref rest @ ..] => Self::Play(owned(rest)),
            ["serve", ref rest @ ..] => Self::Serve(owned(rest)),
            ["analyze", ref rest @ ..] => Self::Analyze(AnalyzeCommand::parse(rest)),
            ["eval", ..] => Self::Eval,
            ["flip", ..] => Self::Flip,
            ["compiler", ..] => Self::Compiler,
            ["stop", ..] => Self::Stop,
            ["d" | "display", ..] => Self::Display,
            ["help" | "--help" | "-h" | "?", ..] => Self::Help,
            ["quit" | "exit", ..] => Self::Quit,
            _ => return None,
        })
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

impl BenchCommand {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let (variant, words) = match *words {
            [name, ref rest @ ..] if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                (Some(name.to_owned()), rest)
            }
            _ => (None, words),
        };
        let depth = match *words {
            [] => None,
            [text] => match text.parse() {
                Ok(depth) if depth > 0 => Some(depth),
                _ => return Err(format!("bench depth must be a number above 0: {text:?}")),
            },
            _ => return Err("too many arguments (usage: bench [VARIANT] [DEPTH])".to_owned()),
        };
        Ok(Self { variant, depth })
    }
}

impl SetOption {
    /// `name` up to the word `value`, and everything after it, as it stands in the line.
    fn parse(words: &[&str], line: &str) -> Self {
        let words = if let ["name", rest @ ..] = words {
            rest
        } else {
            words
        };
        let split = words
            .iter()
            .position(|&word| word == "value")
            .unwrap_or(words.len());
        let value_words = words.len().saturating_sub(split + 1);
        Self {
            name: words[..split].join(" "),
            value: last_words(line, value_words).to_owned(),
        }
    }
}

/// The end of a line from its `count`-last word on, with the spaces that are in it.
fn last_words(line: &str, count: usize) -> &str {
    let start = (0..count).fold(line.len(), |end, _| {
        let before = line[..end].trim_end();
        before.rfind(char::is_whitespace).unwrap_or(0)
    });
    line[start..].trim()
}

impl PositionCommand {
    fn parse(words: &[&str]) -> Result<Self, &'static str> {
        let split = words
            .iter()
            .position(|&word| word == "moves")
            .unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let fen = match place {
            ["startpos", ..] => None,
            ["fen", fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
            ["fen"] => return Err("'position fen' needs a FEN"),
            _ => return Err("'position' needs 'startpos' or 'fen FEN'"),
        };
        let moves = moves.iter().skip(1).map(|&text| text.to_owned()).collect();
        Ok(Self { fen, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::{BenchCommand, Command, PositionCommand, SetOption};

    #[test]
    fn commands_are_recognized() {
        assert_eq!(Command::parse("  isready\r\n"), Command::IsReady);
        assert_eq!(Command::parse(" \t "), Command::Empty);
        assert_eq!(Command::parse("d"), Command::Display);
        assert_eq!(Command::parse("joho isready"), Command::IsReady);
        let words = ["black", "--fen", "go"].map(str::to_owned).to_vec();
        assert_eq!(Command::parse("play black --fen go"), Command::Play(words));
        assert_eq!(
            Command::parse("xyzzy 1 2"),
            Command::Unknown("xyzzy 1 2".to_owned())
        );
    }

    #[test]
    fn bench_takes_a_variant_and_a_depth() {
        for (line, variant, depth) in [
            ("bench", None, None),
            ("bench 5", None, Some(5)),
            ("bench xiangqi", Some("xiangqi"), None),
            ("bench xiangqi 8", Some("xiangqi"), Some(8)),
        ] {
            let variant = variant.map(str::to_owned);
            let command = BenchCommand { variant, depth };
            assert_eq!(Command::parse(line), Command::Bench(Ok(command)));
        }
        for bad in ["abc 0", "abc def", "0", "-1", "1.5", "99999999999", "5 5"] {
            let command = Command::parse(&format!("bench {bad}"));
            assert!(matches!(command, Command::Bench(Err(_))), "{command:?}");
        }
    }

    #[test]
    fn positions_keep_their_text() {
        let parse = |line: &str| match Command::parse(line) {
            Command::Position(position) => position,
            other => panic!("{other:?}"),
        };
        let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(
            parse("position startpos moves e2e4 e7e5"),
            Ok(PositionCommand {
                fen: None,
                moves: vec!["e2e4".to_owned(), "e7e5".to_owned()]
            })
        );
        assert_eq!(
            parse(&format!("position  fen {fen} moves")),
            Ok(PositionCommand {
                fen: Some(fen.to_owned()),
                moves: Vec::new()
            })
        );
        assert!(parse("position").is_err());
        assert!(parse("position fen moves e2e4").is_err());
    }

    #[test]
    fn option_names_and_values_may_have_spaces() {
        let option = |name: &str, value: &str| {
            Command::SetOption(SetOption {
                name: name.to_owned(),
                value: value.to_owned(),
            })
        };
        assert_eq!(
            Command::parse("setoption name Debug Log File value /tmp/a b.txt"),
            option("Debug Log File", "/tmp/a b.txt")
        );
        assert_eq!(
            Command::parse("setoption name  Debug  Log File value  a  b;\u{a0}ü.txt \r\n"),
            option("Debug Log File", "a  b;\u{a0}ü.txt")
        );
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            option("Clear Hash", "")
        );
        assert_eq!(Command::parse("setoption"), option("", ""));
    }
}
