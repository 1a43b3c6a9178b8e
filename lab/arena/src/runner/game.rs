//! Plays one game. Our own rules decide what is legal and when it is over.

use std::time::{Duration, Instant};

use chess::{Color, Move, Position};

use super::adjudicator::Adjudicator;
use super::clock::{Allowance, Clocks};
use super::{Ending, Fault, Rules};
use crate::{Engine, EngineFailure, Limits, Line, Opening, SearchSummary, UciScore};

/// What a game is played with. White's things come first.
pub(super) struct Table<'a> {
    pub(super) engines: [&'a mut Engine; 2],
    pub(super) limits: [&'a Limits; 2],
    pub(super) rules: &'a Rules,
    /// How long an engine may take to get ready for a new game.
    pub(super) ready: Duration,
}

/// A move and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedMove {
    pub(super) mv: Move,
    pub(super) score: Option<UciScore>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(super) struct GameRecord {
    pub(super) moves: Vec<PlayedMove>,
    pub(super) ending: Ending,
    /// The position at the end.
    pub(super) end: Position,
}

/// Plays a game from an opening to its end.
pub(super) fn play(table: Table<'_>, opening: &Opening) -> GameRecord {
    let mut game = Game {
        clocks: Clocks::new(table.limits),
        adjudicator: Adjudicator::new(table.rules),
        position: opening.position(),
        position_command: position_command(opening),
        has_moves: !opening.moves.is_empty(),
        go_command: String::new(),
        moves: Vec::with_capacity(128),
        table,
    };
    let ending = match game.prepare() {
        Ok(()) => game.play_on(),
        Err(ending) => ending,
    };
    GameRecord {
        moves: game.moves,
        ending,
        end: game.position,
    }
}

struct Game<'a> {
    table: Table<'a>,
    clocks: Clocks<'a>,
    adjudicator: Adjudicator<'a>,
    position: Position,
    /// Grows by a move at a time.
    position_command: String,
    /// Whether that command has moves yet.
    has_moves: bool,
    go_command: String,
    moves: Vec<PlayedMove>,
}

impl Game<'_> {
    /// Tells both engines of the new game and waits for both; they get ready at the same time.
    fn prepare(&mut self) -> Result<(), Ending> {
        for color in Color::ALL {
            self.engine(color)
                .send_batch(&["ucinewgame", "isready"])
                .map_err(|failure| fault(color, failure))?;
        }
        let (patience, deadline) = (self.table.ready, Instant::now() + self.table.ready);
        for color in Color::ALL {
            self.engine(color)
                .await_ready(deadline, patience)
                .map_err(|failure| fault(color, failure))?;
        }
        Ok(())
    }

    fn play_on(&mut self) -> Ending {
        // Openings that are over are not let in, so there is a move to play.
        loop {
            if let Err(ending) = self.play_move() {
                return ending;
            }
        }
    }

    fn engine(&mut self, color: Color) -> &mut Engine {
        self.table.engines[color.index()]
    }

    fn play_move(&mut self) -> Result<(), Ending> {
        let us = self.position.side_to_move();
        let number = self.position.fullmove_number();
        let (answer, time, search) = self.ask(us)?;
        let text = answer.text.split_ascii_whitespace().nth(1);
        let mv = text.and_then(|text| self.position.parse_uci(text).ok());
        let mv = mv.ok_or_else(|| Ending::Fault {
            loser: us,
            fault: Fault::IllegalMove(answer.text.clone()),
        })?;
        self.clocks.spend(us, time);
        self.position_command
            .push_str(if self.has_moves { " " } else { " moves " });
        self.has_moves = true;
        self.position_command.push_str(&self.position.uci(mv));
        self.position.play(mv);
        self.moves.push(PlayedMove {
            mv,
            score: search.score,
            depth: search.depth,
            nodes: search.nodes,
            time,
        });
        // What the rules say comes before what the players think.
        if let Some(outcome) = self.position.outcome() {
            return Err(Ending::Rule(outcome));
        }
        self.adjudicator
            .judge(us, search.score, number)
            .map_or(Ok(()), Err)
    }

    /// Has `us` search; gives the answer, the time it took, and what was said on the way.
    fn ask(&mut self, us: Color) -> Result<(Line, Duration, SearchSummary), Ending> {
        let failed = |failure| fault(us, failure);
        self.clocks.go_command(us, &mut self.go_command);
        let allowance = self.clocks.allowance(us, self.table.rules);
        let engine = &mut *self.table.engines[us.index()];
        let asked = Instant::now();
        let commands = [self.position_command.as_str(), &self.go_command];
        let sent = engine.send_batch(&commands).map_err(failed)?;
        let mut search = SearchSummary::default();
        let deadline = sent + allowance.duration();
        let answer = best_move(engine, asked, deadline, &mut search).map_err(failed)?;
        match answer {
            Some(line) => {
                let time = line.at.saturating_duration_since(sent);
                Ok((line, time, search))
            }
            None => Err(self.overdue(us, deadline, allowance)),
        }
    }

    /// Tells a slow engine from one that is stuck.
    fn overdue(&mut self, us: Color, deadline: Instant, allowance: Allowance) -> Ending {
        let grace = self.table.rules.stop_grace;
        let engine = &mut *self.table.engines[us.index()];
        let answer = engine.send("stop").and_then(|stopped| {
            let mut ignored = SearchSummary::default();
            best_move(engine, deadline, stopped + grace, &mut ignored)
        });
        let limit = allowance.duration().as_secs_f64();
        let fault = match (answer, allowance) {
            (Ok(Some(line)), Allowance::Timed(_)) => Fault::TimeLoss {
                over: line.at.saturating_duration_since(deadline),
            },
            (Ok(Some(_)), Allowance::Watched(_)) => {
                Fault::Stall(format!("searched for {limit} s, until it was told to stop"))
            }
            (Ok(None), _) => {
                let grace = grace.as_secs_f64();
                Fault::Stall(format!(
                    "no bestmove within {limit} s, nor {grace} s after stop"
                ))
            }
            (Err(failure), _) => return self::fault(us, failure),
        };
        Ending::Fault { loser: us, fault }
    }
}

/// Waits for a `bestmove` that answers the question asked at `asked`; earlier lines are left over
/// from an earlier question.
fn best_move(
    engine: &mut Engine,
    asked: Instant,
    deadline: Instant,
    search: &mut SearchSummary,
) -> Result<Option<Line>, EngineFailure> {
    loop {
        let read = |line: &Line| {
            if line.at >= asked {
                search.read(&line.text);
            }
        };
        match engine.wait_for("bestmove", deadline, read)? {
            Some(stale) if stale.at < asked => {}
            answer => return Ok(answer),
        }
    }
}

/// The command that sets up the opening.
fn position_command(opening: &Opening) -> String {
    let fen = opening.start.fen();
    let mut command = if fen == Position::START_FEN {
        "position startpos".to_owned()
    } else {
        format!("position fen {fen}")
    };
    let mut position = opening.start.clone();
    for (index, &mv) in opening.moves.iter().enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        command.push_str(&position.uci(mv));
        position.play(mv);
    }
    command
}

fn fault(loser: Color, failure: EngineFailure) -> Ending {
    let detail = failure.to_string();
    let fault = match failure {
        EngineFailure::Timeout { .. } => Fault::Stall(detail),
        EngineFailure::Write(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Fault::Stall(detail)
        }
        _ => Fault::Crash(detail),
    };
    Ending::Fault { loser, fault }
}
