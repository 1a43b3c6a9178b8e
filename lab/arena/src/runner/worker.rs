//! A worker thread: plays pair after pair, and keeps its engines running between games.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use game::{Dense, Side};

use super::affinity::pin_thread;
use super::game::GameSetup;
use super::live::{Board, Live, LiveGame};
use super::pgn::Heading;
use super::preflight::restart_engine;
use super::referee::{FinishedGame, Referee};
use super::report::{FaultReport, write_report};
use super::schedule::{Pair, Schedule};
use super::{Control, Ending, Event, GameSummary, MatchError, PairRecord, Settings};
use crate::Engine;

/// How many engines a worker keeps running. More than two save restarts in tournaments of a few
/// players; an idle engine costs only memory.
const KEPT_ENGINES: usize = 4;

/// What the workers of a match share.
pub(super) struct Shared<'a> {
    pub(super) settings: &'a Settings,
    pub(super) referee: &'a dyn Referee,
    pub(super) schedule: Mutex<Schedule>,
    pub(super) control: &'a Control,
    pub(super) reports: &'a Path,
    pub(super) report_count: AtomicU64,
    pub(super) live: &'a Live<'a>,
}

/// A message from a worker to the result collector.
pub(super) enum Message {
    Event(Box<Event>),
    /// A finished pair and its games as PGN.
    Pair(Box<PairRecord>, String),
    /// The match cannot go on.
    Failed(MatchError),
}

/// The worker abandons its pair: the match is over, or about to be.
struct Abandoned;

pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    messages: Sender<Message>,
    board: &'a Board,
    /// Running engines by player, the most recently used last.
    engines: Vec<(usize, Engine)>,
}

impl<'a> Worker<'a> {
    /// Plays until no pair is left.
    pub(super) fn run(shared: &'a Shared<'a>, number: usize, messages: Sender<Message>) {
        let mut worker = Self {
            shared,
            messages,
            board: shared.live.board(number),
            engines: Vec::new(),
        };
        worker.pin(number);
        while !shared.control.is_finishing() {
            let schedule = shared.schedule.lock();
            let pair = schedule.unwrap_or_else(PoisonError::into_inner).next();
            let Some(pair) = pair else { break };
            if worker.play_pair(&pair).is_err() {
                break;
            }
        }
        let quit = shared.settings.timeouts.quit;
        for (_, engine) in worker.engines.drain(..) {
            engine.quit(quit);
        }
    }

    fn pin(&self, number: usize) {
        let Some(cpus) = &self.shared.settings.cpus else {
            return;
        };
        if let Some(&cpu) = cpus.get(number % cpus.len().max(1))
            && let Err(error) = pin_thread(cpu)
        {
            let text = format!("cannot pin games to CPU {cpu}: {error}");
            self.publish(Event::Warning { text });
        }
    }

    fn send(&self, message: Message) {
        // The channel is closed when the match has failed; then this worker stops soon, too.
        self.messages.send(message).ok();
    }

    fn publish(&self, event: Event) {
        self.send(Message::Event(Box::new(event)));
    }

    fn play_pair(&mut self, pair: &Pair) -> Result<(), Abandoned> {
        let mut text = String::new();
        let first = self.play_game(pair, 0, &mut text)?;
        let second = self.play_game(pair, 1, &mut text)?;
        let record = PairRecord {
            pair: pair.number,
            first: pair.players.0,
            second: pair.players.1,
            games: [first, second],
            pgn_end: 0,
        };
        self.send(Message::Pair(Box::new(record), text));
        Ok(())
    }

    fn fail(&self, error: MatchError) -> Abandoned {
        self.send(Message::Failed(error));
        Abandoned
    }

    fn play_game(
        &mut self,
        pair: &Pair,
        game: usize,
        text: &mut String,
    ) -> Result<GameSummary, Abandoned> {
        let Shared {
            settings, referee, ..
        } = self.shared;
        let heading = Heading {
            settings,
            pair: pair.number,
            game,
            players: pair.colors(game),
            started: SystemTime::now(),
        };
        let [white, black] = heading.players;
        let mut engines = [self.take(white)?, self.take(black)?];
        let fen = referee.opening_fen(pair.round);
        let fen = fen.map_err(|error| self.fail(error.into()))?;
        self.publish_start(&heading, fen);
        let [white_engine, black_engine] = &mut engines;
        let setup = GameSetup {
            engines: [white_engine, black_engine],
            limits: heading
                .players
                .map(|player| &settings.players[player].limits),
            rules: &settings.rules,
            ready: settings.timeouts.ready,
            board: Some(self.board),
        };
        let finished = referee.play(pair.round, setup, Some(&heading));
        let finished = finished.map_err(|error| self.fail(error.into()))?;
        if self.shared.control.is_aborted() {
            return Err(Abandoned);
        }
        self.publish_fault(&heading, &finished, &engines);
        self.put_back(&heading, &finished.ending, engines);
        self.publish_end(&heading, &finished.summary);
        text.push_str(&finished.pgn);
        Ok(finished.summary)
    }

    /// The running engine of a player, started if necessary.
    fn take(&mut self, player: usize) -> Result<Engine, Abandoned> {
        let Shared {
            settings, control, ..
        } = self.shared;
        if let Some(at) = self.engines.iter().position(|(known, _)| *known == player) {
            return Ok(self.engines.remove(at).1);
        }
        match restart_engine(settings, player, control) {
            Ok(engine) => engine.ok_or(Abandoned),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Keeps the engines of a game running, except one that failed.
    fn put_back(&mut self, heading: &Heading<'_>, ending: &Ending, engines: [Engine; 2]) {
        let settings = self.shared.settings;
        let loser = match ending {
            Ending::Fault { loser, .. } => Some(*loser),
            _ => None,
        };
        let sides = Side::ALL.into_iter().zip(heading.players).zip(engines);
        for ((color, player), engine) in sides {
            if loser == Some(color) {
                drop(engine);
            } else if settings.restart {
                engine.quit(settings.timeouts.quit);
            } else {
                self.engines.push((player, engine));
            }
        }
        while self.engines.len() > KEPT_ENGINES {
            let (_, engine) = self.engines.remove(0);
            engine.quit(settings.timeouts.quit);
        }
    }

    fn publish_start(&self, heading: &Heading<'_>, fen: String) {
        let [white, black] = heading.names();
        self.board.begin(LiveGame {
            game: heading.number(),
            white: white.clone(),
            black: black.clone(),
            fen: fen.clone(),
            ..LiveGame::default()
        });
        self.publish(Event::GameStarted {
            game: heading.number(),
            pair: heading.pair,
            white,
            black,
            fen,
        });
    }

    fn publish_end(&self, heading: &Heading<'_>, summary: &GameSummary) {
        let [white, black] = heading.names();
        self.publish(Event::GameFinished {
            game: heading.number(),
            pair: heading.pair,
            white,
            black,
            result: summary.result,
            reason: summary.reason.clone(),
            plies: summary.plies,
        });
    }

    fn publish_fault(&self, heading: &Heading<'_>, finished: &FinishedGame, engines: &[Engine; 2]) {
        let Ending::Fault { loser, fault } = &finished.ending else {
            return;
        };
        let player = |color: Side| &heading.settings.players[heading.players[color.index()]];
        let case = FaultReport {
            game: heading.number(),
            player: player(*loser),
            opponent: player(!*loser),
            fault,
            finished,
            transcript: &engines[loser.index()].transcript(),
        };
        let number = self.shared.report_count.fetch_add(1, Ordering::Relaxed);
        self.publish(Event::Fault {
            game: case.game,
            engine: case.player.engine.name.clone(),
            kind: fault.kind().to_owned(),
            detail: fault.detail(),
            report: write_report(self.shared.reports, number, &case),
        });
    }
}

impl Heading<'_> {
    /// The game's number in the match, from one.
    fn number(&self) -> u64 {
        2 * self.pair + self.game as u64 + 1
    }

    fn names(&self) -> [String; 2] {
        let name = |player: usize| self.settings.players[player].engine.name.clone();
        self.players.map(name)
    }
}
