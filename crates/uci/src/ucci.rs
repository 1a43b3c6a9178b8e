//! UCCI, the protocol of Chinese GUIs, spoken by translation: commands into those of UCI on
//! the way in, lines out of those of UCI on the way out. The session knows only UCI.

use std::borrow::Cow;
use std::time::Duration;

use crate::arguments::CommandError;
use crate::command::Command;
use crate::go::{GoCommand, milliseconds};
use crate::set_option::SetOption;

/// Options with a name of their own in UCCI, and their UCI names.
const OPTIONS: [(&str, &str); 5] = [
    ("usebook", "OwnBook"),
    ("bookfiles", "BookFile"),
    ("hashsize", "Hash"),
    ("threads", "Threads"),
    ("ponder", "Ponder"),
];

/// A UCCI conversation, from `ucci` on.
#[derive(Clone, Debug, Default)]
pub struct Ucci {
    /// Whether clocks count milliseconds, not seconds.
    in_milliseconds: bool,
    /// Whether the second side is to move in the last position: `go` tells only "own" and "opponent's"
    /// time.
    is_second: bool,
    /// Moves that the GUI forbids in the last position (`banmoves`).
    banned: Vec<String>,
}

impl Ucci {
    /// Whether a line starts a UCCI conversation.
    pub fn begins(line: &str) -> bool {
        line.split_whitespace().next() == Some("ucci")
    }

    /// The UCI command that a line asks for.
    pub fn command(&mut self, line: &str) -> Result<Command, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match *words.as_slice() {
            ["ucci", ..] => Command::Uci,
            ["setoption", "newgame", ..] => Command::NewGame,
            ["setoption", "usemillisec", ref value @ ..] => {
                self.in_milliseconds = value != ["false"];
                Command::Empty
            }
            ["setoption", name, ref value @ ..] => set_option(name, value),
            ["position", ref rest @ ..] => {
                self.is_second = is_second_to_move(rest);
                self.banned.clear();
                return line.parse();
            }
            ["banmoves", ref moves @ ..] => {
                self.banned = moves.iter().map(|&text| text.to_owned()).collect();
                Command::Empty
            }
            ["go", ref rest @ ..] if rest.first() != Some(&"perft") => Command::Go(self.go(rest)),
            _ => return line.parse(),
        })
    }

    fn go(&self, words: &[&str]) -> GoCommand {
        let (own, other) = (usize::from(self.is_second), usize::from(!self.is_second));
        let clock = |word: Option<&&str>| {
            let time = word.and_then(|word| milliseconds(word));
            match self.in_milliseconds {
                true => time,
                false => time.map(|time| time.saturating_mul(1000)),
            }
        };
        // Depth, nodes, infinite and ponder are the same in UCI.
        let mut go = GoCommand::parse(words);
        go.banned_moves.clone_from(&self.banned);
        for (index, &word) in words.iter().enumerate() {
            let value = clock(words.get(index + 1));
            match word {
                "time" => {
                    go.time[own] = value;
                    if value.is_none() {
                        go.broken_limit = Some(["wtime", "btime"][own].to_owned());
                    }
                }
                "opptime" => go.time[other] = value,
                "increment" => go.increment[own] = value.unwrap_or_default(),
                "oppincrement" => go.increment[other] = value.unwrap_or(Duration::ZERO),
                // Those that are the same in UCI.
                _read => {}
            }
        }
        go
    }

    /// A line of UCI output in UCCI; none if there is no such line in UCCI.
    pub fn line(line: &str) -> Option<Cow<'_, str>> {
        let words: Vec<&str> = line.split(' ').collect();
        match *words.as_slice() {
            ["uciok"] => Some("option usemillisec type check default false\nucciok".into()),
            ["option", "name", ref rest @ ..] => option_line(rest).map(Cow::from),
            ["bestmove", "(none)", ..] => Some("nobestmove".into()),
            ["info", "string", ..] => Some(Cow::from(line)),
            ["info", ..] => Some(info_line(&words).into()),
            _ => Some(Cow::from(line)),
        }
    }
}

fn set_option(name: &str, value: &[&str]) -> Command {
    let known = OPTIONS.iter().find(|(ucci, _)| *ucci == name);
    let name = known.map_or(name, |(_, uci)| uci);
    Command::SetOption(SetOption::new(name, value.join(" ")))
}

/// The side to move of a `position`, as far as its words tell without knowing the rules.
fn is_second_to_move(words: &[&str]) -> bool {
    let split = words.iter().position(|&word| word == "moves");
    let (place, moves) = words.split_at(split.unwrap_or(words.len()));
    let at_first = place.first() == Some(&"fen") && place.get(2) == Some(&"b");
    let plies = moves.len().saturating_sub(1);
    at_first ^ (plies % 2 == 1)
}

/// `option NAME type …`; none for a name of several words, which UCCI cannot set, and for the choice of
/// a game, which UCCI does not have.
fn option_line(words: &[&str]) -> Option<String> {
    let [name, "type", rest @ ..] = words else {
        return None;
    };
    if *name == "UCI_Variant" {
        return None;
    }
    let known = OPTIONS.iter().find(|(_, uci)| uci == name);
    let name = known.map_or(*name, |(ucci, _)| ucci);
    Some(format!("option {name} type {}", rest.join(" ")))
}

/// `info` with a score in plain numbers. UCCI has no word for a mate: it is a score near 10,000.
fn info_line(words: &[&str]) -> String {
    const MATE: i32 = 10_000;
    let mut line = Vec::with_capacity(words.len());
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "cp" | "lowerbound" | "upperbound" => {}
            "mate" => {
                let moves: i32 = words.next().and_then(|text| text.parse().ok()).unwrap_or(0);
                let score = match moves > 0 {
                    true => MATE.saturating_sub(moves.saturating_mul(2)) + 1,
                    false => (-MATE).saturating_sub(moves.saturating_mul(2)),
                };
                line.push(score.to_string());
            }
            word => line.push(word.to_owned()),
        }
    }
    line.join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Command, GoCommand, Ucci};

    fn go(ucci: &mut Ucci, line: &str) -> GoCommand {
        match ucci.command(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn clocks_are_for_the_side_to_move_and_in_seconds_unless_told() {
        let mut ucci = Ucci::default();
        ucci.command("position startpos").unwrap();
        let command = go(&mut ucci, "go time 300 increment 2 opptime 60 movestogo 10");
        let seconds = |number| Some(Duration::from_secs(number));
        assert_eq!(command.time, [seconds(300), seconds(60)]);
        assert_eq!(command.increment[0], Duration::from_secs(2));
        assert_eq!(command.moves_to_go, Some(10));
        ucci.command("setoption usemillisec true").unwrap();
        ucci.command("position fen 4k4/9/9/9/9/9/9/9/9/4K3R b - - 0 1")
            .unwrap();
        let command = go(&mut ucci, "go ponder time 5000 opptime 1000");
        assert!(command.ponder);
        assert_eq!(command.time, [seconds(1), seconds(5)]);
        ucci.command("position fen 4k4/9/9/9/9/9/9/9/9/4K3R b - - 0 1 moves e9e8")
            .unwrap();
        assert_eq!(go(&mut ucci, "go time 7000").time, [seconds(7), None]);
        let broken = go(&mut ucci, "go time x").broken_limit;
        assert_eq!(broken.as_deref(), Some("wtime"));
        assert_eq!(go(&mut ucci, "go depth 5").broken_limit, None);
    }

    #[test]
    fn banned_moves_hold_for_one_position() {
        let mut ucci = Ucci::default();
        ucci.command("position startpos").unwrap();
        assert_eq!(ucci.command("banmoves h2e2 b2e2"), Ok(Command::Empty));
        assert_eq!(go(&mut ucci, "go depth 3").banned_moves, ["h2e2", "b2e2"]);
        ucci.command("position startpos moves h2e2").unwrap();
        assert!(go(&mut ucci, "go depth 3").banned_moves.is_empty());
    }

    #[test]
    fn options_go_by_either_name() {
        let mut ucci = Ucci::default();
        let mut set = |line: &str| match ucci.command(line) {
            Ok(Command::SetOption(option)) => (option.name, option.value),
            other => panic!("{other:?}"),
        };
        assert_eq!(set("setoption hashsize 64"), ("Hash".into(), "64".into()));
        let book = ("BookFile".into(), "a book.bin".into());
        assert_eq!(set("setoption bookfiles a book.bin"), book);
        assert_eq!(set("setoption MultiPV 3"), ("MultiPV".into(), "3".into()));
        assert_eq!(ucci.command("setoption newgame"), Ok(Command::NewGame));
        assert_eq!(ucci.command("quit"), Ok(Command::Quit));
        assert_eq!(ucci.command("isready"), Ok(Command::IsReady));
    }

    #[test]
    fn lines_are_translated() {
        let line = |text| Ucci::line(text).map(std::borrow::Cow::into_owned);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            line("option name Hash type spin default 16 min 1 max 64"),
            some("option hashsize type spin default 16 min 1 max 64")
        );
        assert_eq!(line("option name Debug Log File type string default"), None);
        let variant = "option name UCI_Variant type combo default chess var chess var xiangqi";
        assert_eq!(line(variant), None);
        assert_eq!(
            line("bestmove h2e2 ponder h9g7"),
            some("bestmove h2e2 ponder h9g7")
        );
        assert_eq!(line("bestmove (none)"), some("nobestmove"));
        assert_eq!(
            line("info depth 5 score cp -13 nodes 99 pv h2e2"),
            some("info depth 5 score -13 nodes 99 pv h2e2")
        );
        assert_eq!(
            line("info depth 5 score mate 2 pv a"),
            some("info depth 5 score 9997 pv a")
        );
        assert_eq!(
            line("info depth 5 score mate -1 pv a"),
            some("info depth 5 score -9998 pv a")
        );
        assert_eq!(
            line("info string cp is kept"),
            some("info string cp is kept")
        );
    }
}
