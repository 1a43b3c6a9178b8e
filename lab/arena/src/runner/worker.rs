//! A thread that plays pair after pair, and keeps the engines it needs running between games.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use chess::Color;

use super::affinity::bind_thread;
use super::game::{GameRecord, Table, play};
use super::notation::{Heading, pgn};
use super::preflight::start_engine;
use super::report::{Case, write_report};
use super::schedule::{Pair, Schedule};
use super::{Control, Ending, Event, GameSummary, MatchError, PairRecord, Settings};
use crate::{Book, Engine, Opening};

/// How many engines a worker keeps running. More than two save the starts in tournaments of a few
/// players; what is idle costs nothing but memory.
const KEPT_ENGINES: usize = 4;

/// How often an engine that has worked before is started before the match is given up.
const START_ATTEMPTS: usize = 3;

/// What the workers of a match share.
pub(super) struct Common<'a> {
    pub(super) settings: &'a Settings,
    pub(super) book: &'a Book,
    pub(super) schedule: Mutex<Schedule>,
    pub(super) control: &'a Control,
    pub(super) reports: &'a Path,
    pub(super) report_count: AtomicU64,
}

/// What a worker tells the match.
pub(super) enum Message {
    Event(Box<Event>),
    /// A finished pair and its games as PGN.
    Pair(Box<PairRecord>, String),
    /// The match cannot go on.
    Failed(MatchError),
}

/// The worker gives up its pair: the match is over, or about to be.
struct GaveUp;

pub(super) struct Worker<'a> {
    common: &'a Common<'a>,
    messages: Sender<Message>,
    /// Running engines by player, the last used one last.
    engines: Vec<(usize, Engine)>,
}

impl<'a> Worker<'a> {
    /// Plays until there is nothing left to play.
    pub(super) fn run(common: &'a Common<'a>, number: usize, messages: Sender<Message>) {
        let mut worker = Self {
            common,
            messages,
            engines: Vec::new(),
        };
        worker.bind(number);
        while !common.control.is_finishing() {
            let schedule = common.schedule.lock();
            let pair = schedule.unwrap_or_else(PoisonError::into_inner).next();
            let Some(pair) = pair else { break };
            if worker.play_pair(&pair).is_err() {
                break;
            }
        }
        let quit = common.settings.timeouts.quit;
        for (_, engine) in worker.engines.drain(..) {
            engine.quit(quit);
        }
    }

    fn bind(&self, number: usize) {
        let Some(processors) = &self.common.settings.processors else {
            return;
        };
        let processor = processors.get(number % processors.len().max(1));
        if let Some(&processor) = processor
            && let Err(error) = bind_thread(processor)
        {
            let text = format!("cannot bind games to processor {processor}: {error}");
            self.publish(Event::Warning { text });
        }
    }

    fn tell(&self, message: Message) {
        // Nobody listens when the match has failed; then this worker is about to stop, too.
        self.messages.send(message).ok();
    }

    fn publish(&self, event: Event) {
        self.tell(Message::Event(Box::new(event)));
    }

    fn play_pair(&mut self, pair: &Pair) -> Result<(), GaveUp> {
        let opening = self.common.book.opening(pair.round);
        let opening = opening.map_err(|error| self.fail(error.into()))?;
        let mut text = String::new();
        let first = self.play_game(pair, 0, &opening, &mut text)?;
        let second = self.play_game(pair, 1, &opening, &mut text)?;
        let record = PairRecord {
            pair: pair.number,
            first: pair.players.0,
            second: pair.players.1,
            games: [first, second],
            pgn_end: 0,
        };
        self.tell(Message::Pair(Box::new(record), text));
        Ok(())
    }

    fn fail(&self, error: MatchError) -> GaveUp {
        self.tell(Message::Failed(error));
        GaveUp
    }

    fn play_game(
        &mut self,
        pair: &Pair,
        game: usize,
        opening: &Opening,
        text: &mut String,
    ) -> Result<GameSummary, GaveUp> {
        let settings = self.common.settings;
        let heading = Heading {
            settings,
            pair: pair.number,
            game,
            players: pair.colors(game),
            started: SystemTime::now(),
        };
        let [white, black] = heading.players;
        let mut engines = [self.take(white)?, self.take(black)?];
        self.tell_start(&heading, opening);
        let [white_engine, black_engine] = &mut engines;
        let table = Table {
            engines: [white_engine, black_engine],
            limits: heading
                .players
                .map(|player| &settings.players[player].limits),
            rules: &settings.rules,
            ready: settings.timeouts.ready,
        };
        let record = play(table, opening);
        if self.common.control.is_aborted() {
            return Err(GaveUp);
        }
        self.tell_fault(&heading, &record, &engines);
        self.put_back(&heading, &record, engines);
        let summary = GameSummary::of(&record);
        self.tell_end(&heading, &summary);
        text.push_str(&pgn(&heading, opening, &record));
        Ok(summary)
    }

    /// The running engine of a player, started if need be.
    fn take(&mut self, player: usize) -> Result<Engine, GaveUp> {
        let Common {
            settings, control, ..
        } = self.common;
        if let Some(at) = self.engines.iter().position(|(known, _)| *known == player) {
            return Ok(self.engines.remove(at).1);
        }
        let mut attempt = 1;
        loop {
            if control.is_aborted() {
                return Err(GaveUp);
            }
            match start_engine(settings, player) {
                Ok(engine) => {
                    control.watch(&engine);
                    return Ok(engine);
                }
                Err(_) if attempt < START_ATTEMPTS => attempt += 1,
                Err(error) => return Err(self.fail(error)),
            }
        }
    }

    /// Keeps the engines of a game running, except one that has failed.
    fn put_back(&mut self, heading: &Heading<'_>, record: &GameRecord, engines: [Engine; 2]) {
        let settings = self.common.settings;
        let loser = match record.ending {
            Ending::Fault { loser, .. } => Some(loser),
            _ => None,
        };
        let sides = Color::ALL.into_iter().zip(heading.players).zip(engines);
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

    fn tell_start(&self, heading: &Heading<'_>, opening: &Opening) {
        let [white, black] = heading.names();
        self.publish(Event::GameStarted {
            game: heading.number(),
            pair: heading.pair,
            white,
            black,
            fen: opening.position().fen(),
        });
    }

    fn tell_end(&self, heading: &Heading<'_>, summary: &GameSummary) {
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

    fn tell_fault(&self, heading: &Heading<'_>, record: &GameRecord, engines: &[Engine; 2]) {
        let Ending::Fault { loser, fault } = &record.ending else {
            return;
        };
        let player = |color: Color| &heading.settings.players[heading.players[color.index()]];
        let case = Case {
            game: heading.number(),
            player: player(*loser),
            opponent: player(!*loser),
            fault,
            record,
            transcript: &engines[loser.index()].transcript(),
        };
        let number = self.common.report_count.fetch_add(1, Ordering::Relaxed);
        self.publish(Event::Fault {
            game: case.game,
            engine: case.player.engine.name.clone(),
            kind: fault.kind().to_owned(),
            detail: fault.detail(),
            report: write_report(self.common.reports, number, &case),
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
