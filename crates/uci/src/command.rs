//! The commands of the engine: UCI, and those of its own.

use std::fmt;
use std::str::FromStr;

use crate::analyze::AnalyzeCommand;
use crate::arguments::CommandError;
use crate::bench::BenchCommand;
use crate::genfens::GenfensCommand;
use crate::go::GoCommand;
use crate::perft::PerftCommand;
use crate::position::PositionCommand;
use crate::set_option::SetOption;
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
    /// `position …`: set up a position.
    Position(PositionCommand),
    /// `go …`: search.
    Go(GoCommand),
    /// `ponderhit`: the opponent played the expected move.
    PonderHit,
    /// `stop`: end the search.
    Stop,
    /// `quit`
    Quit,
    /// `go perft N` or `perft …`.
    Perft(PerftCommand),
    /// `bench [variant] [depth]`: search a fixed set of positions.
    Bench(BenchCommand),
    /// `speedtest …`: measure the speed.
    Speedtest(SpeedtestCommand),
    /// `genfens …`: positions to start games from.
    Genfens(GenfensCommand),
    /// `tb …`: look a position up in the tablebases.
    Tb(TbCommand),
    /// `analyze …`: judge the moves of games.
    Analyze(AnalyzeCommand),
    /// `play …`: a game in the terminal, with its unparsed arguments.
    Play(Vec<String>),
    /// `serve …`: the page, with its unparsed arguments.
    Serve(Vec<String>),
    /// `eval`: show the static evaluation.
    Eval,
    /// `flip`: mirror the board and swap the colors.
    Flip,
    /// `d`: show the board.
    Display,
    /// `compiler`: print how the program was built.
    Compiler,
    /// `help`
    Help,
    /// A line without words.
    Empty,
}

/// Unknown words before a command are skipped, as the protocol asks.
impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            return Ok(Self::Empty);
        }
        (0..words.len())
            .find_map(|start| Self::recognize(&words[start..], line))
            .unwrap_or_else(|| Err(CommandError::Unknown(line.trim().to_owned())))
    }
}

impl Command {
    /// The command that starts with the first of these words, the last ones of a line, if it is one.
    fn recognize(words: &[&str], line: &str) -> Option<Result<Self, CommandError>> {
        Some(match *words {
            ["uci", ..] => Ok(Self::Uci),
            ["isready", ..] => Ok(Self::IsReady),
            ["ucinewgame", ..] => Ok(Self::NewGame),
            ["setoption", ref rest @ ..] => Ok(Self::SetOption(SetOption::parse(rest, line))),
            ["position", ref rest @ ..] => PositionCommand::parse(rest).map(Self::Position),
            ["go", "perft", ref rest @ ..] => PerftCommand::parse_go(rest).map(Self::Perft),
            ["go", ref rest @ ..] => Ok(Self::Go(GoCommand::parse(rest))),
            ["ponderhit", ..] => Ok(Self::PonderHit),
            ["stop", ..] => Ok(Self::Stop),
            ["quit" | "exit", ..] => Ok(Self::Quit),
            ["perft", ref rest @ ..] => PerftCommand::parse(rest).map(Self::Perft),
            ["bench", ref rest @ ..] => BenchCommand::parse(rest).map(Self::Bench),
            ["speedtest", ref rest @ ..] => SpeedtestCommand::parse(rest).map(Self::Speedtest),
            ["genfens", ref rest @ ..] => GenfensCommand::parse(rest).map(Self::Genfens),
            ["tb", ref rest @ ..] => TbCommand::parse(rest).map(Self::Tb),
            ["analyze", ref rest @ ..] => AnalyzeCommand::parse(rest).map(Self::Analyze),
            ["play", ref rest @ ..] => Ok(Self::Play(owned(rest))),
            ["serve", ref rest @ ..] => Ok(Self::Serve(owned(rest))),
            ["eval", ..] => Ok(Self::Eval),
            ["flip", ..] => Ok(Self::Flip),
            ["d" | "display", ..] => Ok(Self::Display),
            ["compiler", ..] => Ok(Self::Compiler),
            ["help" | "--help" | "-h" | "?", ..] => Ok(Self::Help),
            _ => return None,
        })
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The line that reads as the command.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::SetOption(command) => command.fmt(f),
            Self::Position(command) => command.fmt(f),
            Self::Go(command) => command.fmt(f),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
            Self::Perft(command) => command.fmt(f),
            Self::Bench(command) => command.fmt(f),
            Self::Speedtest(command) => command.fmt(f),
            Self::Genfens(command) => command.fmt(f),
            Self::Tb(command) => command.fmt(f),
            Self::Analyze(command) => command.fmt(f),
            Self::Play(words) => write!(f, "play {}", words.join(" ")),
            Self::Serve(words) => write!(f, "serve {}", words.join(" ")),
            Self::Eval => f.write_str("eval"),
            Self::Flip => f.write_str("flip"),
            Self::Display => f.write_str("d"),
            Self::Compiler => f.write_str("compiler"),
            Self::Help => f.write_str("help"),
            Self::Empty => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, CommandError, SetOption};

    #[test]
    fn commands_are_recognized() {
        let parse = str::parse::<Command>;
        assert_eq!(parse("  isready\r\n"), Ok(Command::IsReady));
        assert_eq!(parse(" \t "), Ok(Command::Empty));
        assert_eq!(parse("d"), Ok(Command::Display));
        assert_eq!(parse("joho isready"), Ok(Command::IsReady));
        let words = ["black", "--fen", "go"].map(str::to_owned).to_vec();
        assert_eq!(parse("play black --fen go"), Ok(Command::Play(words)));
        let unknown = CommandError::Unknown("xyzzy 1 2".to_owned());
        assert_eq!(parse(" xyzzy 1 2"), Err(unknown));
    }

    #[test]
    fn option_names_and_values_may_have_spaces() {
        for (line, name, value) in [
            (
                "setoption name Debug Log File value /tmp/a b.txt",
                "Debug Log File",
                "/tmp/a b.txt",
            ),
            (
                "setoption name  Debug  Log File value  a  b;\u{a0}ü.txt \r\n",
                "Debug Log File",
                "a  b;\u{a0}ü.txt",
            ),
            ("setoption name Clear Hash", "Clear Hash", ""),
            ("setoption", "", ""),
        ] {
            let option = SetOption::new(name, value);
            assert_eq!(line.parse(), Ok(Command::SetOption(option)));
        }
    }
}
