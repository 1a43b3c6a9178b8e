//! What the types print reads as themselves, for random values and for random lines.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use game::Rng;
use uci::{
    AnalyzeCommand, BenchCommand, BestMove, Bound, Command, GenfensCommand, GoCommand, Info,
    OptionKind, PerftCommand, PerftMode, PositionCommand, Score, SetOption, SpeedtestCommand,
    TbCommand, UciOption,
};

/// Random values of each kind.
const VALUES: usize = 3000;

/// Prints a value and reads it back.
fn goes_round<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(value: &T) {
    let line = value.to_string();
    match line.parse::<T>() {
        Ok(again) => assert_eq!(&again, value, "{line:?}"),
        Err(error) => panic!("{line:?}: {error:?}"),
    }
    assert!(!line.contains('\n'), "{line:?}");
}

/// Values by chance.
struct Any(Rng);

impl Any {
    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        self.0.choose(items).expect("there is one").clone()
    }

    fn flag(&mut self) -> bool {
        self.0.below(2) == 0
    }

    /// Small and large numbers.
    fn number(&mut self) -> u64 {
        let shift = self.0.below(64);
        self.0.next_u64() >> shift
    }

    fn small(&mut self, most: usize) -> usize {
        1 + self.0.below(most)
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| value(self))
    }

    fn words(&mut self, words: &[&str], most: usize) -> Vec<String> {
        let count = self.0.below(most + 1);
        (0..count).map(|_| self.pick(words).to_owned()).collect()
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = ["e2e4", "e7e8q", "0000", "h10g8", "a1a10", "e1h1"];
        self.words(&moves, 4)
    }

    fn time(&mut self) -> Duration {
        let times = [
            Duration::ZERO,
            Duration::from_micros(1500),
            Duration::from_nanos(123_456_789),
            Duration::MAX,
        ];
        let milliseconds = Duration::from_millis(self.number() >> 20);
        match self.flag() {
            true => milliseconds,
            false => self.pick(&times),
        }
    }

    fn go(&mut self) -> GoCommand {
        let number = |any: &mut Self| any.number() as u32;
        GoCommand {
            search_moves: self.moves(),
            banned_moves: self.moves(),
            ponder: self.flag(),
            infinite: self.flag(),
            time: [self.maybe(Self::time), self.maybe(Self::time)],
            increment: [self.time(), self.time()],
            moves_to_go: self.maybe(number),
            depth: self.maybe(number),
            nodes: self.maybe(Self::number),
            mate: self.maybe(number),
            move_time: self.maybe(Self::time),
            broken_limit: self.maybe(|any| any.pick(&["depth", "wtime"]).to_owned()),
        }
    }

    fn perft(&mut self) -> PerftCommand {
        PerftCommand {
            depth: self.small(99) as u32,
            fen: self.maybe(Self::fen),
            mode: self.pick(&[
                PerftMode::Count,
                PerftMode::Divide,
                PerftMode::Stats,
                PerftMode::Table,
            ]),
            threads: self.small(1024),
            bulk: self.flag(),
        }
    }

    fn fen(&mut self) -> String {
        self.pick(&["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "3k5/9 b", "x"])
            .to_owned()
    }

    fn speedtest(&mut self) -> SpeedtestCommand {
        let threads = self.maybe(|any| any.small(1024));
        let hash = threads.and_then(|_| self.maybe(|any| any.small(1 << 25)));
        SpeedtestCommand {
            threads,
            hash,
            seconds: hash.and_then(|_| self.maybe(|any| any.small(86_400))),
        }
    }

    fn genfens(&mut self) -> GenfensCommand {
        GenfensCommand {
            count: self.number(),
            seed: self.number(),
            book: self.maybe(|_| "Books/x.epd".to_owned()),
            plies: self.maybe(|any| any.small(100)..=100 + any.small(100)),
            shuffled: self.small(100) as u8,
            cut: self.maybe(|any| any.small(30_000) as i32),
        }
    }

    fn analyze(&mut self) -> AnalyzeCommand {
        AnalyzeCommand {
            file: "games.pgn".to_owned(),
            game: self.maybe(|any| any.small(usize::MAX - 1)),
            nodes: self.maybe(|any| any.number().max(1)),
            movetime: self.maybe(|any| any.small(86_400_000) as u64),
            depth: self.maybe(|any| any.small(245) as u32),
            threads: self.maybe(|any| any.small(1024)),
            hash: self.maybe(|any| any.small(1 << 25)),
            pgn: self.maybe(|_| "out.pgn".to_owned()),
            html: self.maybe(|_| "-.html".to_owned()),
        }
    }

    fn command(&mut self) -> Command {
        match self.0.below(16) {
            0 => self.pick(&[
                Command::Uci,
                Command::IsReady,
                Command::NewGame,
                Command::PonderHit,
                Command::Stop,
                Command::Quit,
                Command::Eval,
                Command::Flip,
                Command::Display,
                Command::Compiler,
                Command::Help,
                Command::Empty,
            ]),
            1 => Command::SetOption(SetOption {
                name: self.words(&["Hash", "name", "Debug", "go"], 3).join(" "),
                value: self
                    .pick(&["", "16", "a  b;\u{a0}ü", "value x", "<empty>"])
                    .to_owned(),
            }),
            2 | 3 => Command::Position(PositionCommand {
                fen: self.maybe(Self::fen),
                moves: self.moves(),
            }),
            4 => Command::Perft(self.perft()),
            5 => Command::Bench(BenchCommand {
                variant: self.maybe(|any| any.pick(&["chess", "xiangqi"]).to_owned()),
                depth: self.maybe(|any| any.small(1 << 30) as u32),
            }),
            6 => Command::Speedtest(self.speedtest()),
            7 => Command::Genfens(self.genfens()),
            8 => Command::Tb(TbCommand {
                fen: self.maybe(Self::fen),
                path: self.maybe(|any| any.pick(&["/tables", "my tables --x"]).to_owned()),
            }),
            9 => Command::Analyze(self.analyze()),
            10 => Command::Play(self.words(&["black", "--fen", "go"], 3)),
            11 => Command::Serve(self.words(&["--port", "8000", "stop"], 3)),
            _ => Command::Go(self.go()),
        }
    }

    fn score(&mut self) -> Score {
        let number = self.number() as i32;
        match self.flag() {
            true => Score::Centipawns(number),
            false => Score::Mate(number),
        }
    }

    fn info(&mut self) -> Info {
        let small = |any: &mut Self| any.number() as u32;
        Info {
            depth: self.maybe(small),
            seldepth: self.maybe(small),
            multipv: self.maybe(small),
            score: self.maybe(Self::score),
            bound: self.maybe(|any| any.pick(&[Bound::Lower, Bound::Upper])),
            wdl: self.maybe(|any| [small(any), small(any), small(any)]),
            nodes: self.maybe(Self::number),
            nps: self.maybe(Self::number),
            hashfull: self.maybe(small),
            tbhits: self.maybe(Self::number),
            time: self.maybe(Self::number),
            currmove: self.maybe(|_| "e2e4".to_owned()),
            currmovenumber: self.maybe(small),
            pv: self.moves(),
            string: self.maybe(|any| any.pick(&["", "depth 3 pv", "a  b"]).to_owned()),
        }
    }

    fn option(&mut self) -> UciOption {
        let texts = ["16", "Very Risky", "my max file", "C:\\type", ""];
        let (low, high) = (self.number() as i64, self.number() as i64);
        let kind = match self.0.below(5) {
            0 => OptionKind::Check {
                default: self.flag(),
            },
            1 => OptionKind::Spin {
                default: low,
                range: low.min(high)..=low.max(high),
            },
            2 => OptionKind::Combo {
                default: self.pick(&texts[..2]).to_owned(),
                choices: self.words(&texts[..2], 3),
            },
            3 => OptionKind::Button,
            _ => OptionKind::Text {
                default: self.pick(&texts).to_owned(),
            },
        };
        UciOption {
            name: self
                .pick(&["Hash", "Clear Hash", "null_move.base"])
                .to_owned(),
            kind,
        }
    }
}

#[test]
fn commands_go_round() {
    let mut any = Any(Rng::new(1));
    for _ in 0..VALUES {
        goes_round(&any.command());
    }
}

#[test]
fn what_engines_say_goes_round() {
    let mut any = Any(Rng::new(2));
    for _ in 0..VALUES {
        goes_round(&any.info());
        goes_round(&any.option());
        goes_round(&BestMove {
            best: any.maybe(|_| "e2e4".to_owned()),
            ponder: any.maybe(|_| "e7e5".to_owned()),
        });
    }
}

/// Lines of words that mean something somewhere.
#[test]
fn what_was_read_from_a_random_line_goes_round() {
    const WORDS: &[&str] = &[
        "go",
        "position",
        "setoption",
        "name",
        "value",
        "startpos",
        "fen",
        "moves",
        "perft",
        "bench",
        "genfens",
        "tb",
        "analyze",
        "play",
        "speedtest",
        "uci",
        "info",
        "option",
        "bestmove",
        "type",
        "spin",
        "check",
        "combo",
        "string",
        "button",
        "default",
        "min",
        "max",
        "var",
        "depth",
        "nodes",
        "wtime",
        "movetime",
        "infinite",
        "ponder",
        "searchmoves",
        "score",
        "cp",
        "mate",
        "pv",
        "wdl",
        "currmove",
        "e2e4",
        "e7e8q",
        "0000",
        "5",
        "-3",
        "1.5",
        "123456789012.345",
        "12345678901234567890123",
        "1e9",
        "inf",
        "nan",
        "99999999999999999999",
        "true",
        "<empty>",
        "(none)",
        "--fen",
        "--threads",
        "--stats",
        "ü",
        "8/8",
    ];
    let mut any = Any(Rng::new(3));
    for _ in 0..20 * VALUES {
        let first = any.pick(&[
            "",
            "go ",
            "info ",
            "option name ",
            "perft 3 ",
            "position fen ",
        ]);
        let line = first.to_owned() + &any.words(WORDS, 10).join(" ");
        if let Ok(command) = line.parse::<Command>() {
            goes_round(&command);
        }
        if let Ok(info) = line.parse::<Info>() {
            goes_round(&info);
        }
        if let Ok(option) = line.parse::<UciOption>() {
            goes_round(&option);
        }
        if let Ok(best) = line.parse::<BestMove>() {
            goes_round(&best);
        }
    }
}
