//! Our turn: from a position to a move that the server has accepted, once.

use std::time::{Duration, Instant};

use uci::Score;

use super::clock::Clocks;
use super::{Decided, LINGER, Session};
use crate::api::{Expiration, Failure};
use crate::archive::Remark;
use crate::config::{Speed, seconds};
use crate::engine::{Found, Task, Thought};
use crate::log::note;

/// How long the first request with a move may take; the next ones twice as long each.
const MOVE_PATIENCE: Duration = Duration::from_millis(1500);

/// The longest time for a request with a move.
const LONGEST_MOVE_PATIENCE: Duration = Duration::from_secs(10);

/// When a move that was accepted must be on the stream.
const ECHO: Duration = Duration::from_secs(4);

/// How long to wait after failures of the engine in a row, in milliseconds.
const ENGINE_WAITS: [u64; 4] = [0, 500, 2000, 5000];

/// A move on its way.
pub(super) struct Delivery {
    /// The state of the board that it belongs to.
    version: u64,
    mv: String,
    offers_draw: bool,
    attempts: u32,
}

/// Where a turn stands.
pub(super) enum Turn {
    /// It is not ours.
    Idle,
    /// The engine thinks.
    Thinking { version: u64, ticket: u64 },
    /// The engine has failed: it thinks then.
    Resting { version: u64, due: Instant },
    /// A takeback may have been granted: a list that is asked for after this time tells.
    Revised { version: u64, at: Instant },
    /// The move is to be sent then.
    Ready { delivery: Delivery, due: Instant },
    /// The server may have the move or not: a list that is asked for after this time tells.
    Unclear { delivery: Delivery, at: Instant },
    /// The server has accepted the move; the stream should show it soon.
    Sent { delivery: Delivery, at: Instant },
}

impl Turn {
    /// When something is to be done.
    pub(super) fn due(&self) -> Option<Instant> {
        match self {
            Self::Idle | Self::Thinking { .. } | Self::Unclear { .. } => None,
            Self::Resting { due, .. } | Self::Ready { due, .. } => Some(*due),
            Self::Sent { at, .. } | Self::Revised { at, .. } => Some(*at + ECHO),
        }
    }

    /// The state of the board that it belongs to.
    fn version(&self) -> Option<u64> {
        match self {
            Self::Idle => None,
            Self::Thinking { version, .. }
            | Self::Resting { version, .. }
            | Self::Revised { version, .. } => Some(*version),
            Self::Ready { delivery, .. }
            | Self::Unclear { delivery, .. }
            | Self::Sent { delivery, .. } => Some(delivery.version),
        }
    }

    /// A list of moves was asked for at this time and has come: what it lacks, the server lacks. If
    /// it has the move, the turn ends anyway.
    pub(super) fn refresh(&mut self, opened: Instant) {
        *self = match std::mem::replace(self, Self::Idle) {
            Self::Unclear { delivery, at } | Self::Sent { delivery, at } if opened >= at => {
                Self::Ready {
                    delivery,
                    due: Instant::now(),
                }
            }
            Self::Revised { at, .. } if opened >= at => Self::Idle,
            other => other,
        };
    }
}

impl Session {
    /// The state has changed, or was told again.
    pub(super) fn follow_turn(&mut self) {
        let Some(table) = &self.table else { return };
        let version = table.board.version();
        if self.turn.version().is_some_and(|old| old != version) {
            if matches!(self.turn, Turn::Thinking { .. }) {
                table.thinker.stop();
            }
            self.turn = Turn::Idle;
        }
        self.park = None;
        if table.is_our_turn() {
            if matches!(self.turn, Turn::Idle) {
                self.think();
            }
        } else if table.speed == Some(Speed::Correspondence) {
            table.thinker.rest();
            self.park = Some(Instant::now() + LINGER);
        }
    }

    /// Does what the turn has waited for.
    pub(super) fn act_on_turn(&mut self) {
        match &self.turn {
            Turn::Resting { .. } | Turn::Revised { .. } => {
                self.turn = Turn::Idle;
                self.follow_turn();
            }
            Turn::Ready { .. } => self.deliver(),
            Turn::Sent { .. } => {
                note!("{}: the stream does not show our move", self.id);
                if let Turn::Sent { at, .. } = &mut self.turn {
                    *at = Instant::now();
                }
                self.reopen();
            }
            Turn::Idle | Turn::Thinking { .. } | Turn::Unclear { .. } => {}
        }
    }

    /// A takeback may have been granted: a list of moves will tell, and a move before that might be
    /// one of a position that is gone.
    pub(super) fn await_takeback(&mut self, granted: Decided) {
        let Some(table) = &self.table else { return };
        if matches!(self.turn, Turn::Thinking { .. }) {
            table.thinker.stop();
        }
        self.turn = Turn::Revised {
            version: table.board.version(),
            at: Instant::now(),
        };
        if granted == Decided::Unclear {
            self.reopen();
        }
    }

    fn think(&mut self) {
        let config = &self.shared.config;
        let Some(table) = &self.table else { return };
        let plies = table.board.moves().len();
        let has_clock = table.clock.is_some();
        let longest = config.engine.longest;
        let clocks = Clocks {
            times: has_clock.then(|| table.state.times()),
            increments: table.state.increments(),
            us: table.us(),
            elapsed: table.at.elapsed(),
            latency: self.latency.typical(),
            is_running: plies >= 2,
            expires: table.state.expiration.map(Expiration::left),
            longest: (longest > 0.0).then(|| seconds(longest)),
            without_clock: seconds(config.correspondence.think),
        };
        let (go, limit) = clocks.limits();
        self.ticket += 1;
        table.thinker.think(Task {
            ticket: self.ticket,
            position: table.board.command(),
            go,
            limit,
        });
        self.turn = Turn::Thinking {
            version: table.board.version(),
            ticket: self.ticket,
        };
    }

    pub(super) fn hear_thought(&mut self, thought: Thought) {
        let Turn::Thinking { version, ticket } = self.turn else {
            return;
        };
        if ticket != thought.ticket {
            return;
        }
        let Some(table) = &self.table else { return };
        let found = thought.result.and_then(|found| {
            let mv = table.board.spelling(&found.best);
            mv.map(|mv| (mv, found))
                .ok_or_else(|| "its move is not legal".to_owned())
        });
        match found {
            Ok((mv, found)) => {
                self.engine_failures = 0;
                self.decide_on(version, mv, &found);
            }
            Err(problem) => {
                note!("{}: the engine has failed: {problem}", self.id);
                let index = self.engine_failures.min(ENGINE_WAITS.len() - 1);
                self.engine_failures += 1;
                let wait = Duration::from_millis(ENGINE_WAITS[index]);
                let due = Instant::now() + wait;
                self.turn = Turn::Resting { version, due };
            }
        }
    }

    /// The engine has found a move: resigns, or sends it, perhaps with a draw offer.
    fn decide_on(&mut self, version: u64, mv: String, found: &Found) {
        let Some(table) = &mut self.table else { return };
        let ply = table.board.moves().len();
        let score = found.summary.score;
        table.remarks.resize_with(ply + 1, Remark::default);
        table.remarks[ply].score = score.map(|score| (score, found.summary.depth));
        let number = table.board.position().fullmove_number();
        self.judge.add(score.map(Score::centipawns), number);
        if self.judge.resigns() {
            note!("{}: resigning", self.id);
            if self.decide("resign") == Decided::Yes {
                return;
            }
        }
        let takes_draw = self.is_draw_offered() && self.judge.takes_draw();
        let delivery = Delivery {
            version,
            mv,
            offers_draw: takes_draw || self.judge.offers_draw(),
            attempts: 0,
        };
        let due = Instant::now();
        self.turn = Turn::Ready { delivery, due };
        self.deliver();
    }

    /// Sends the move.
    fn deliver(&mut self) {
        let Turn::Ready { mut delivery, .. } = std::mem::replace(&mut self.turn, Turn::Idle) else {
            return;
        };
        let patience = MOVE_PATIENCE * (1 << delivery.attempts.min(3));
        let patience = patience.min(LONGEST_MOVE_PATIENCE);
        delivery.attempts += 1;
        let at = Instant::now();
        let client = &self.shared.client;
        let answer = client.play(&self.id, &delivery.mv, delivery.offers_draw, patience);
        let now = Instant::now();
        self.turn = match answer {
            Ok(()) => {
                self.latency.add(at.elapsed());
                Turn::Sent { delivery, at: now }
            }
            Err(Failure::Limited { wait, .. }) => {
                note!("{}: the move must wait {} ms", self.id, wait.as_millis());
                let due = now + wait;
                Turn::Ready { delivery, due }
            }
            Err(failure) => {
                // Also where the server has refused it: then our state is old, or the game is over.
                note!("{}: {}: {failure}", self.id, delivery.mv);
                if matches!(failure, Failure::Denied(_)) {
                    self.shared.errands.check_token();
                }
                self.reopen();
                Turn::Unclear { delivery, at: now }
            }
        };
    }
}
