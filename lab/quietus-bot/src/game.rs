//! One running game, on a thread of its own: the stream tells its state, the engine finds a move,
//! and the move is sent until the server has it.
//!
//! The server's list of moves is the truth. Whatever happens between, a lost connection, an answer
//! that never came, a move that was refused, ends with the same question: what does the list lack?

mod board;
mod clock;
mod ending;
mod judge;
mod talk;
mod turn;

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chess::Color;
use clock::Latency;
use judge::Judge;
use turn::Turn;

use crate::api::{Account, Client, Failure, GameFull, GameId, GameState, Message, Player};
use crate::archive::Remark;
use crate::config::{Config, Speed, Variant};
use crate::engine::{Setup, Thinker, Thought};
use crate::errands::Errands;
use crate::log::note;
use crate::stream::{GAME_PATIENCE, Signal, follow};
use board::Board;
pub(crate) use board::Board as Position;
pub(crate) use ending::Outcome;

/// What all games share.
pub(crate) struct Shared {
    pub(crate) client: Arc<Client>,
    pub(crate) config: Config,
    pub(crate) errands: Errands,
    pub(crate) me: Account,
    pub(crate) engine: String,
}

/// What a game hears.
pub(crate) enum News {
    /// Something on the stream with this number; older streams do not count any more.
    Stream(u64, Signal<Message>),
    /// The engine has answered.
    Thought(Thought),
    /// The event stream says that the game is over.
    Finished,
    /// The program ends, and the game goes on without it.
    Leave,
}

/// How long a game that is over may take to say so on its own stream.
const FINISH_GRACE: Duration = Duration::from_secs(3);

/// How long a correspondence game is watched after our move, in case the opponent replies.
const LINGER: Duration = Duration::from_secs(30);

/// Between two claims of a win.
const CLAIM_WAIT: Duration = Duration::from_secs(5);

/// How long a game waits for anything at all.
const IDLE: Duration = Duration::from_secs(60);

/// Whether the server has done what was decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decided {
    Yes,
    No,
    Unclear,
}

/// A game whose first message has come.
struct Table {
    us: Color,
    players: [Player; 2],
    variant: Variant,
    speed: Option<Speed>,
    is_rated: bool,
    /// Initial time and increment in seconds.
    clock: Option<(u64, u64)>,
    board: Board,
    state: GameState,
    /// When the state was received.
    at: Instant,
    /// What is known of the moves besides themselves.
    remarks: Vec<Remark>,
    thinker: Thinker,
    takebacks: u32,
    /// State of the board and the opponent's offers that were answered: draw, takeback.
    answered: (u64, [bool; 2]),
}

impl Table {
    fn opponent(&self) -> &Player {
        &self.players[usize::from(self.us == Color::White)]
    }

    fn is_our_turn(&self) -> bool {
        self.board.side_to_move() == self.us && !self.state.is_over()
    }

    fn us(&self) -> usize {
        usize::from(self.us == Color::Black)
    }
}

/// A running game.
struct Session {
    shared: Arc<Shared>,
    id: GameId,
    sender: Sender<News>,
    /// The number of the stream that counts.
    stream: Arc<AtomicU64>,
    /// When the request for the open stream was sent.
    opened: Instant,
    table: Option<Table>,
    turn: Turn,
    ticket: u64,
    /// Failures of the engine in a row.
    engine_failures: usize,
    latency: Latency,
    judge: Judge,
    /// When a win may be claimed.
    claim: Option<Instant>,
    /// When a game without the opponent's first move is aborted.
    abort: Option<Instant>,
    /// When a game ends that has not said so itself.
    finish: Option<Instant>,
    /// When a correspondence game is put aside.
    park: Option<Instant>,
    outcome: Option<Outcome>,
}

/// Starts a game's thread; `report` is told how it ended.
///
/// # Errors
/// If there is no thread.
pub(crate) fn start(
    shared: Arc<Shared>,
    id: GameId,
    report: impl FnOnce(Outcome) + Send + 'static,
) -> io::Result<Sender<News>> {
    let (sender, news) = mpsc::channel();
    let to_game = sender.clone();
    thread::Builder::new().spawn(move || {
        // A game that is lost to an error of ours can still be picked up again.
        let run = || Session::new(shared, id, sender).run(&news);
        report(panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(Outcome::Crashed));
    })?;
    Ok(to_game)
}

impl Session {
    fn new(shared: Arc<Shared>, id: GameId, sender: Sender<News>) -> Self {
        let judge = Judge::new(&shared.config.resign, &shared.config.draw);
        Self {
            shared,
            id,
            sender,
            stream: Arc::default(),
            opened: Instant::now(),
            table: None,
            turn: Turn::Idle,
            ticket: 0,
            engine_failures: 0,
            latency: Latency::default(),
            judge,
            claim: None,
            abort: None,
            finish: None,
            park: None,
            outcome: None,
        }
    }

    fn run(&mut self, news: &Receiver<News>) -> Outcome {
        self.reopen();
        loop {
            if self.outcome.is_none() {
                self.act();
            }
            if let Some(outcome) = self.outcome.take() {
                self.stream.fetch_add(1, Ordering::SeqCst);
                return self.end(outcome);
            }
            let now = Instant::now();
            let wait = self
                .deadline()
                .map_or(IDLE, |at| at.saturating_duration_since(now));
            match news.recv_timeout(wait.min(IDLE)) {
                Ok(news) => self.hear(news),
                Err(RecvTimeoutError::Timeout) => {}
                // Cannot be: we hold a sender ourselves.
                Err(RecvTimeoutError::Disconnected) => self.outcome = Some(Outcome::Left),
            }
        }
    }

    /// Opens the stream anew. Its first message has all moves.
    fn reopen(&mut self) {
        let number = self.stream.fetch_add(1, Ordering::SeqCst) + 1;
        let (client, id) = (Arc::clone(&self.shared.client), self.id.clone());
        let (sender, current) = (self.sender.clone(), Arc::clone(&self.stream));
        let opened = follow(
            move || client.game(&id),
            GAME_PATIENCE,
            move |signal| {
                current.load(Ordering::SeqCst) == number
                    && sender.send(News::Stream(number, signal)).is_ok()
            },
        );
        if let Err(error) = opened {
            note!("{}: cannot read its stream: {error}", self.id);
            self.outcome = Some(Outcome::Left);
        }
    }

    /// The next time at which something is due.
    fn deadline(&self) -> Option<Instant> {
        let times = [
            self.turn.due(),
            self.claim,
            self.abort,
            self.finish,
            self.park,
        ];
        times.into_iter().flatten().min()
    }

    /// Does what is due.
    fn act(&mut self) {
        let now = Instant::now();
        let is_due = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if is_due(self.turn.due()) {
            self.act_on_turn();
        }
        if is_due(self.claim) {
            self.claim = Some(now + CLAIM_WAIT);
            note!("{}: the opponent has left, claiming the win", self.id);
            self.decide("claim-victory");
        }
        if is_due(self.abort) {
            self.abort = None;
            note!("{}: the opponent has not moved, aborting", self.id);
            self.decide("abort");
        }
        if is_due(self.finish) {
            let us = self.table.as_ref().map(|table| table.us);
            let over = us.map(|us| Outcome::Over {
                was_white: us == Color::White,
            });
            self.outcome = Some(over.unwrap_or(Outcome::Left));
        }
        if is_due(self.park) {
            self.outcome = Some(Outcome::Parked);
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Stream(number, signal) => {
                if number == self.stream.load(Ordering::SeqCst) {
                    self.hear_stream(signal);
                }
            }
            News::Thought(thought) => self.hear_thought(thought),
            News::Finished => {
                let end = Instant::now() + FINISH_GRACE;
                self.finish.get_or_insert(end);
            }
            News::Leave => self.outcome = Some(Outcome::Left),
        }
    }

    fn hear_stream(&mut self, signal: Signal<Message>) {
        match signal {
            Signal::Opened(at) => self.opened = at,
            Signal::Alive => {}
            Signal::Garbled => {
                note!("{}: a damaged line, reading all again", self.id);
                self.reopen();
            }
            Signal::Lost(reason) => note!("{}: lost its stream: {reason}", self.id),
            Signal::Denied(reason) => self.denied(&reason),
            Signal::NotFound => self.outcome = Some(Outcome::Left),
            Signal::Line(Message::GameFull(full)) => self.hear_all(*full),
            Signal::Line(Message::GameState(state)) => self.hear_state(state),
            Signal::Line(Message::ChatLine {
                room,
                username,
                text,
            }) => self.hear_chat(&room, &username, &text),
            Signal::Line(Message::OpponentGone {
                gone,
                claim_win_in_seconds,
            }) => {
                let is_wanted = gone && self.shared.config.game.claim;
                let wait = claim_win_in_seconds.filter(|_| is_wanted);
                // A second later than allowed is never too early.
                let at = wait.map(|wait| Duration::from_secs(wait.min(3600) + 1));
                self.claim = at.map(|wait| Instant::now() + wait);
            }
            Signal::Line(Message::Other) => {}
        }
    }

    /// The whole game, at its beginning and after each lost connection.
    fn hear_all(&mut self, full: GameFull) {
        let state = full.state.clone();
        if self.table.is_none() {
            match self.sit_down(full) {
                Ok(table) => self.table = Some(table),
                Err(problem) => {
                    note!("{}: cannot play it: {problem}", self.id);
                    self.outcome = Some(Outcome::Left);
                    return;
                }
            }
            self.greet(&state);
        }
        self.turn.refresh(self.opened);
        self.hear_state(state);
    }

    /// Prepares for a game.
    fn sit_down(&self, full: GameFull) -> Result<Table, String> {
        let config = &self.shared.config;
        let is_me = |player: &Player| player.id.as_deref() == Some(&*self.shared.me.id);
        let us = match (is_me(&full.white), is_me(&full.black)) {
            (true, _) => Color::White,
            (false, true) => Color::Black,
            (false, false) => return Err("it is not ours".to_owned()),
        };
        let variant = full.variant.variant();
        let variant = variant.ok_or_else(|| format!("its variant is {}", full.variant.key))?;
        let board = Board::new(full.initial_fen.as_deref(), variant)?;
        let players = [full.white, full.black];
        let rating = players[usize::from(us == Color::White)].rating;
        let setup = Setup::new(&config.engine, board.is_chess960(), rating);
        let sender = self.sender.clone();
        let deliver = move |thought| sender.send(News::Thought(thought)).is_ok();
        let thinker = Thinker::start(setup, deliver).map_err(|error| error.to_string())?;
        let table = Table {
            us,
            players,
            variant,
            speed: full.speed,
            is_rated: full.rated,
            clock: full
                .clock
                .map(|clock| (clock.initial / 1000, clock.increment / 1000)),
            board,
            state: full.state,
            at: Instant::now(),
            remarks: Vec::new(),
            thinker,
            takebacks: 0,
            answered: (0, [false; 2]),
        };
        note!(
            "{}: {} against {}, {}",
            self.id,
            if us == Color::White { "White" } else { "Black" },
            table.opponent().name(),
            table.control()
        );
        Ok(table)
    }

    /// Moves, clocks and offers.
    fn hear_state(&mut self, state: GameState) {
        let Some(table) = &mut self.table else {
            // The first line is always the whole game.
            return self.reopen();
        };
        let before = table.board.version();
        if let Err(problem) = table.board.update(&state.moves) {
            note!("{}: cannot follow it: {problem}", self.id);
            if !state.is_over() {
                // The next whole list may be sound; the pause is that of the stream.
                return;
            }
        }
        table.at = Instant::now();
        table.state = state;
        table.note_clock();
        if table.state.is_over() {
            let was_white = table.us == Color::White;
            self.outcome = Some(Outcome::Over { was_white });
            return;
        }
        if table.board.version() != before {
            self.claim = None;
        }
        self.set_abort();
        let granted = self.answer_offers();
        self.follow_turn();
        if granted != Decided::No {
            self.await_takeback(granted);
        }
    }

    /// The opponent has some time for a first move.
    fn set_abort(&mut self) {
        let Some(table) = &self.table else { return };
        let is_waiting = !table.is_our_turn() && table.board.moves().len() < 2;
        if !is_waiting || table.clock.is_none() {
            self.abort = None;
            return;
        }
        let patience = Duration::from_secs(self.shared.config.game.first_move);
        // The server ends such games itself, as a rule sooner.
        let patience = table.state.expiration.map_or(patience, |expiration| {
            patience.max(expiration.left() + Duration::from_secs(2))
        });
        let at = table.at + patience;
        self.abort.get_or_insert(at);
    }

    /// Sends a decision; one that fails is told and not repeated.
    fn decide(&mut self, decision: &str) -> Decided {
        match self.shared.client.decide(&self.id, decision) {
            Ok(()) => Decided::Yes,
            Err(Failure::Denied(reason)) => {
                self.denied(&reason);
                Decided::No
            }
            Err(failure) => {
                note!("{}: {decision}: {failure}", self.id);
                match failure {
                    Failure::Unclear(_) => Decided::Unclear,
                    _ => Decided::No,
                }
            }
        }
    }

    /// The lobby finds out whether the token is still valid.
    fn denied(&self, reason: &str) {
        note!("{}: Lichess denies: {reason}", self.id);
        self.shared.errands.check_token();
    }
}

#[cfg(test)]
mod tests;
