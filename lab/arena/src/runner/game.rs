//! Plays one game. Our own rules decide which moves are legal and when the game is over.

use std::time::{Duration, Instant};

use game::adjudication::Adjudicator;
use game::{Dense, EndgameTables, Facts, Outcome, Position, Side};
use openings::Opening;
use uci::{BestMove, Score};

use super::clock::{Allowance, Clocks};
use super::live::Board;
use super::{Ending, Fault, Rules};
use crate::{Engine, EngineFailure, Limits, Line, SearchSummary};

/// The engines, limits and rules of a game; arrays are White, Black.
pub(super) struct GameSetup<'a> {
    pub(super) engines: [&'a mut Engine; 2],
    pub(super) limits: [&'a Limits; 2],
    pub(super) rules: &'a Rules,
    /// The timeout from `ucinewgame` to `readyok`.
    pub(super) ready: Duration,
    /// Where the game is shown while it is played, if anywhere.
    pub(super) board: Option<&'a Board>,
}

/// A move with its score, depth, nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedMove<M> {
    pub(super) mv: M,
    pub(super) score: Option<Score>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// A finished game.
pub(super) struct GameRecord<R: Facts> {
    pub(super) moves: Vec<PlayedMove<R::Move>>,
    pub(super) ending: Ending,
    /// The final position.
    pub(super) end: R::Position,
}

/// Plays a game from an opening to its end, which tablebases may give.
pub(super) fn play<R: Facts>(
    setup: GameSetup<'_>,
    tables: Option<&dyn EndgameTables<R>>,
    opening: &Opening<R>,
) -> GameRecord<R> {
    let mut game = Game::<R> {
        clocks: Clocks::new(setup.limits),
        adjudicator: Adjudicator::new(setup.rules.adjudication),
        position: opening.position(),
        position_commands: [0, 1].map(|side| position_command(&*setup.engines[side], opening)),
        has_moves: !opening.moves.is_empty(),
        tables,
        moves: Vec::with_capacity(128),
        setup,
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

struct Game<'a, R: Facts> {
    setup: GameSetup<'a>,
    clocks: Clocks<'a>,
    adjudicator: Adjudicator,
    /// Tablebases that end games, if any.
    tables: Option<&'a dyn EndgameTables<R>>,
    position: R::Position,
    /// The `position` command of each engine, extended by each move.
    position_commands: [String; 2],
    /// Whether that command has moves.
    has_moves: bool,
    moves: Vec<PlayedMove<R::Move>>,
}

impl<R: Facts> Game<'_, R> {
    /// Sends `ucinewgame` and `isready` to both engines, then waits for both.
    fn prepare(&mut self) -> Result<(), Ending> {
        for color in Side::ALL {
            self.engine(color)
                .send_batch(&["ucinewgame", "isready"])
                .map_err(|failure| fault(color, failure))?;
        }
        let (timeout, deadline) = (self.setup.ready, Instant::now() + self.setup.ready);
        for color in Side::ALL {
            self.engine(color)
                .await_ready(deadline, timeout)
                .map_err(|failure| fault(color, failure))?;
        }
        Ok(())
    }

    fn play_on(&mut self) -> Ending {
        // The book refuses openings in which the game is over, so there is a move to play.
        loop {
            if let Err(ending) = self.play_move() {
                return ending;
            }
        }
    }

    fn engine(&mut self, color: Side) -> &mut Engine {
        self.setup.engines[color.index()]
    }

    fn play_move(&mut self) -> Result<(), Ending> {
        let us = Side::of(self.position.side_to_move());
        let ply = 2 * (R::move_number(&self.position).max(1) - 1) + us.index() as u32;
        let (answer, time, search) = self.search(us)?;
        let best = answer.text.parse::<BestMove>().ok();
        let mv = best.and_then(|best| {
            let coordinates = self.engine(us).coordinates();
            R::parse_engine_move(&self.position, &best.best?, coordinates)
        });
        let mv = mv.ok_or_else(|| Ending::Fault {
            loser: us,
            fault: Fault::IllegalMove(answer.text.clone()),
        })?;
        self.clocks.spend(us, time);
        for (command, engine) in self.position_commands.iter_mut().zip(&self.setup.engines) {
            command.push_str(if self.has_moves { " " } else { " moves " });
            command.push_str(&R::engine_move(&self.position, mv, engine.coordinates()));
        }
        self.has_moves = true;
        let last = self.setup.board.map(|_| R::move_text(&self.position, mv));
        R::play(&mut self.position, mv);
        self.show(us, last, search.score);
        self.moves.push(PlayedMove {
            mv,
            score: search.score,
            depth: search.depth,
            nodes: search.nodes,
            time,
        });
        // What the rules say comes before what the players think.
        if let Some(outcome) = R::outcome(&self.position) {
            return Err(Ending::Rule {
                result: outcome.result(),
                reason: outcome.reason(),
            });
        }
        if let Some(result) = { self.tables }.and_then(|tables| tables.result(&self.position)) {
            return Err(Ending::Tablebase(result));
        }
        self.adjudicator
            .add(us, search.score.map(Score::centipawns), ply);
        match self.adjudicator.verdict(self.moves.len()) {
            Some(verdict) => Err(Ending::Adjudication(verdict)),
            None => Ok(()),
        }
    }

    /// Shows the position after a move of `us` to those who watch.
    fn show(&self, us: Side, last: Option<String>, score: Option<Score>) {
        let Some(board) = self.setup.board else {
            return;
        };
        let sign = if us == Side::White { 1 } else { -1 };
        board.update(|game| {
            game.fen = R::fen(&self.position);
            game.last = last;
            game.clocks = self.clocks.seconds_left();
            game.score = score.map(|score| sign * score.centipawns());
        });
    }

    /// Sends `position` and `go` to `us`; gives the `bestmove` line, the time, and the search summary.
    fn search(&mut self, us: Side) -> Result<(Line, Duration, SearchSummary), Ending> {
        let failed = |failure| fault(us, failure);
        let go = self.clocks.go_command(us).to_string();
        let allowance = self.clocks.allowance(us, self.setup.rules);
        let engine = &mut *self.setup.engines[us.index()];
        let asked = Instant::now();
        let commands = [&self.position_commands[us.index()], &go];
        let commands = commands.map(String::as_str);
        let sent = engine.send_batch(&commands).map_err(failed)?;
        let mut search = SearchSummary::default();
        let deadline = sent + allowance.duration();
        let answer = best_move(engine, asked, deadline, &mut search).map_err(failed)?;
        let line = match answer {
            Some(line) => line,
            None => {
                let stopped = engine.send("stop").map_err(failed)?;
                let until = stopped + self.setup.rules.stop_grace;
                let answer = best_move(engine, asked, until, &mut search).map_err(failed)?;
                after_stop(answer, deadline, allowance)
                    .map_err(|fault| Ending::Fault { loser: us, fault })?
            }
        };
        let time = line.at.saturating_duration_since(sent);
        Ok((line, time, search))
    }
}

/// Judges the answer of an engine that was sent `stop` since none was there at the deadline: late
/// (time loss) or hung (stall). It was in time if only the reader thread was scheduled late.
fn after_stop(
    answer: Option<Line>,
    deadline: Instant,
    allowance: Allowance,
) -> Result<Line, Fault> {
    let limit = allowance.duration().as_secs_f64();
    match (answer, allowance) {
        (Some(line), _) if line.at <= deadline => Ok(line),
        (Some(line), Allowance::Clock(_)) => Err(Fault::TimeLoss {
            over: line.at.saturating_duration_since(deadline),
        }),
        (Some(_), Allowance::Watchdog(_)) => Err(Fault::Stall(format!(
            "no bestmove within the watchdog's {limit} s until stop was sent"
        ))),
        (None, _) => Err(Fault::Stall(format!(
            "no bestmove within {limit} s, nor after stop"
        ))),
    }
}

/// Waits for the `bestmove` to the `go` sent after `asked`; earlier lines belong to an earlier
/// search.
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

fn position_command<R: Facts>(engine: &Engine, opening: &Opening<R>) -> String {
    let fen = R::fen(&opening.start);
    let mut command = if fen == R::fen(&R::start()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {fen}")
    };
    let mut position = opening.start.clone();
    for (index, &mv) in opening.moves.iter().enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        command.push_str(&R::engine_move(&position, mv, engine.coordinates()));
        R::play(&mut position, mv);
    }
    command
}

fn fault(loser: Side, failure: EngineFailure) -> Ending {
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Allowance, Fault, Line, after_stop};

    const SECOND: Duration = Duration::from_secs(1);

    fn answer(at: Instant) -> Option<Line> {
        let text = "bestmove e2e4".to_owned();
        Some(Line { text, at })
    }

    #[test]
    fn an_answer_that_arrived_in_time_counts_even_if_it_was_read_late() {
        let deadline = Instant::now() + SECOND;
        for allowance in [Allowance::Clock(SECOND), Allowance::Watchdog(SECOND)] {
            let line = answer(deadline);
            assert_eq!(after_stop(line.clone(), deadline, allowance).ok(), line);
        }
    }

    #[test]
    fn a_late_answer_is_a_time_loss_and_none_a_stall() {
        let deadline = Instant::now();
        let clock = Allowance::Clock(SECOND);
        let late = answer(deadline + SECOND);
        assert!(matches!(
            after_stop(late.clone(), deadline, clock),
            Err(Fault::TimeLoss { over }) if over == SECOND
        ));
        let watchdog = Allowance::Watchdog(SECOND);
        for (answer, allowance) in [(late, watchdog), (None, clock), (None, watchdog)] {
            let fault = after_stop(answer, deadline, allowance);
            assert!(matches!(fault, Err(Fault::Stall(_))));
        }
    }
}
