//! A game on the fake server: rules, clocks, a random opponent, and what it asks of the bot.

use std::time::{Duration, Instant};

use chess::{Color, Position};
use game::Rng;
use serde_json::{Value, json};

/// How a game differs from an ordinary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plot {
    Ordinary,
    /// The opponent asks for a takeback.
    Takeback,
    /// The opponent offers a draw at each move.
    Draws,
    /// The opponent leaves, and the win must be claimed.
    Gone,
    /// The opponent leaves and comes back.
    Returns,
    /// The opponent aborts before the second ply.
    Aborts,
    /// The opponent resigns while the bot thinks.
    Resigns,
}

const PLOTS: [Plot; 10] = [
    Plot::Ordinary,
    Plot::Takeback,
    Plot::Ordinary,
    Plot::Draws,
    Plot::Ordinary,
    Plot::Gone,
    Plot::Returns,
    Plot::Ordinary,
    Plot::Aborts,
    Plot::Resigns,
];

/// The clock at the start.
const TIME: Duration = Duration::from_secs(60);
const INCREMENT: Duration = Duration::from_secs(1);

/// How long the opponent must be gone.
const GONE: u64 = 1;

/// A game.
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) opponent: String,
    pub(crate) is_bot: bool,
    /// 0 standard, 1 Chess960, 2 from a position, 3 correspondence.
    pub(crate) form: usize,
    pub(crate) us: Color,
    pub(crate) plot: Plot,
    start: Position,
    position: Position,
    moves: Vec<chess::Move>,
    clocks: [Duration; 2],
    /// Since when the side to move thinks.
    pub(crate) since: Instant,
    pub(crate) status: &'static str,
    pub(crate) winner: Option<Color>,
    draw: [bool; 2],
    takeback: bool,
    has_asked: bool,
    is_gone: Option<Instant>,
    has_left: bool,
    /// The opponent moves then.
    next: Option<Instant>,
    /// Lines of the stream since the beginning.
    pub(crate) lines: Vec<String>,
    rng: Rng,
    most_plies: usize,
    /// Faults in this turn of the bot.
    pub(crate) faults: u32,
    /// Whether the bot did not make its first move.
    pub(crate) has_expired: bool,
    /// Whether the bot may send a move that is there already.
    pub(crate) is_unclear: bool,
    /// The slowest turn with one fault.
    pub(crate) slowest: Duration,
    /// Whether the open stream says nothing more; the next one does.
    pub(crate) is_mute: bool,
}

impl Game {
    pub(crate) fn new(id: String, number: u64, seed: u64, most_plies: usize) -> Self {
        let mut rng = Rng::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let form = [0, 1, 0, 2, 0, 1, 0, 3][number as usize % 8];
        let start = match form {
            1 => chess::chess960::start(rng.below(960)),
            2 => Position::from_fen(
                "r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 6 8",
            )
            .expect("a legal position"),
            _ => Position::start(),
        };
        let us = [Color::White, Color::Black][rng.below(2)];
        let is_bot = rng.below(2) == 0;
        let mut game = Self {
            id,
            opponent: format!("{}{number}", if is_bot { "bot" } else { "human" }),
            is_bot,
            form,
            us,
            plot: PLOTS[number as usize % PLOTS.len()],
            position: start.clone(),
            start,
            moves: Vec::new(),
            clocks: [TIME; 2],
            since: Instant::now(),
            status: "started",
            winner: None,
            draw: [false; 2],
            takeback: false,
            has_asked: false,
            is_gone: None,
            has_left: false,
            next: None,
            lines: Vec::new(),
            most_plies: most_plies / 2 + rng.below(most_plies.max(2) / 2),
            rng,
            faults: 0,
            has_expired: false,
            is_unclear: false,
            slowest: Duration::ZERO,
            is_mute: false,
        };
        game.pass_turn();
        game
    }

    pub(crate) fn is_over(&self) -> bool {
        self.status != "started"
    }

    pub(crate) fn is_ours(&self) -> bool {
        !self.is_over() && self.position.side_to_move() == self.us
    }

    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    fn has_clock(&self) -> bool {
        self.form != 3
    }

    fn pass_turn(&mut self) {
        self.since = Instant::now();
        self.faults = 0;
        self.is_unclear = false;
        let pause = Duration::from_millis(self.rng.below(12) as u64);
        self.next = (!self.is_ours()).then(|| Instant::now() + pause);
    }

    /// The clocks as they are now.
    fn times(&self) -> [Duration; 2] {
        let mut times = self.clocks;
        if self.plies() >= 2 && !self.is_over() {
            let mover = self.position.side_to_move() as usize;
            times[mover] = times[mover].saturating_sub(self.since.elapsed());
        }
        times
    }

    /// What the stream says of the state.
    pub(crate) fn state(&mut self) -> Value {
        let [white, black] = self.times().map(|time| time.as_millis() as u64);
        // Both spellings of castling are seen.
        let king_takes_rook = self.form == 1 || self.rng.below(2) == 0;
        let mut position = self.start.clone();
        let mut moves = Vec::new();
        for &mv in &self.moves {
            position.set_chess960(king_takes_rook);
            moves.push(position.uci(mv));
            position.play(mv);
        }
        let mut state = json!({
            "type": "gameState", "moves": moves.join(" "), "wtime": white, "btime": black,
            "winc": INCREMENT.as_millis() as u64, "binc": INCREMENT.as_millis() as u64,
            "status": self.status,
        });
        let theirs = usize::from(self.us == Color::White);
        if let Some(winner) = self.winner {
            state["winner"] = json!(["white", "black"][winner as usize]);
        }
        if self.draw[theirs] {
            state[["wdraw", "bdraw"][theirs]] = json!(true);
        }
        if self.takeback {
            state[["wtakeback", "btakeback"][theirs]] = json!(true);
        }
        if self.plies() < 2 {
            let idle = self.since.elapsed().as_millis() as u64;
            state["expiration"] = json!({"idleMillis": idle, "millisToMove": 30_000});
        }
        state
    }

    /// The first line of the stream.
    pub(crate) fn full(&mut self, me: &str) -> Value {
        let opponent = json!({
            "id": self.opponent, "name": self.opponent, "rating": 1500,
            "title": if self.is_bot { json!("BOT") } else { Value::Null },
        });
        let us = json!({"id": me, "name": me, "title": "BOT", "rating": 2000});
        let players = match self.us {
            Color::White => [us, opponent],
            Color::Black => [opponent, us],
        };
        let fen = match self.form {
            0 | 3 => "startpos".to_owned(),
            _ => self.start.fen(),
        };
        let mut full = json!({
            "type": "gameFull", "id": self.id, "rated": false, "createdAt": 0, "initialFen": fen,
            "variant": {"key": self.variant(), "name": "x", "short": "x"},
            "speed": self.speed(), "perf": {"name": "x"},
            "white": players[0], "black": players[1], "state": self.state(),
        });
        if self.has_clock() {
            let (time, increment) = (TIME.as_millis() as u64, INCREMENT.as_millis() as u64);
            full["clock"] = json!({"initial": time, "increment": increment});
        } else {
            full["daysPerTurn"] = json!(3);
        }
        full
    }

    pub(crate) fn variant(&self) -> &'static str {
        ["standard", "chess960", "fromPosition", "standard"][self.form]
    }

    pub(crate) fn speed(&self) -> &'static str {
        ["blitz", "blitz", "blitz", "correspondence"][self.form]
    }

    pub(crate) fn start_fen(&self) -> String {
        self.start.fen()
    }

    /// What the event stream says of the game.
    pub(crate) fn event(&self) -> Value {
        json!({
            "fullId": format!("{}xxxx", self.id), "gameId": self.id, "id": self.id,
            "color": (["white", "black"][self.us as usize]), "fen": self.position.fen(),
            "speed": self.speed(), "variant": {"key": self.variant(), "name": "x"},
            "isMyTurn": self.is_ours(), "hasMoved": self.plies() > 1, "source": "friend",
            "opponent": {"id": self.opponent, "username": self.opponent, "rating": 1500},
            "compat": {"bot": true, "board": false},
        })
    }

    fn tell(&mut self) {
        let state = self.state().to_string();
        self.lines.push(state);
    }

    fn end(&mut self, status: &'static str, winner: Option<Color>) {
        self.clocks = self.times();
        (self.status, self.winner) = (status, winner);
        self.next = None;
        self.tell();
    }

    /// The bot's move. An error is what Lichess would answer with 400.
    pub(crate) fn play(&mut self, text: &str, offers_draw: bool) -> Result<(), &'static str> {
        if self.is_over() {
            return Err("Game already finished");
        }
        if !self.is_ours() {
            return Err("Not your turn, or game already over");
        }
        let mv = self.position.parse_uci(text).map_err(|_| "Illegal move")?;
        // Before the clocks run a lost event stream may hide a game.
        if self.faults == 1 && self.plies() >= 2 {
            self.slowest = self.slowest.max(self.since.elapsed());
        }
        let takes_draw = self.draw[usize::from(self.us == Color::White)];
        self.make(mv);
        if offers_draw && !self.is_over() && (takes_draw || self.rng.below(3) == 0) {
            self.end("draw", None);
        }
        Ok(())
    }

    fn make(&mut self, mv: chess::Move) {
        let mover = self.position.side_to_move() as usize;
        let before = self.plies();
        self.clocks = self.times();
        if before >= 2 {
            self.clocks[mover] += INCREMENT;
        }
        self.position.play(mv);
        self.moves.push(mv);
        self.draw = [false; 2];
        self.takeback = false;
        match self.position.outcome() {
            None => {
                self.pass_turn();
                self.tell();
            }
            Some(chess::Outcome::Checkmate { winner }) => self.end("mate", Some(winner)),
            Some(chess::Outcome::Stalemate) => self.end("stalemate", None),
            Some(_) => self.end("draw", None),
        }
    }

    /// A decision of the bot.
    pub(crate) fn decide(&mut self, decision: &str) -> Result<(), &'static str> {
        if self.is_over() {
            return Err("This game can no longer be changed");
        }
        let theirs = usize::from(self.us == Color::White);
        match decision {
            "resign" => self.end("resign", Some(!self.us)),
            "abort" if self.plies() < 2 => self.end("aborted", None),
            "draw/yes" if self.draw[theirs] => self.end("draw", None),
            "draw/yes" | "draw/no" => self.draw[theirs] = false,
            "takeback/yes" if self.takeback => {
                self.takeback = false;
                // Back to the opponent's last move.
                let count = if self.is_ours() { 1 } else { 2 };
                self.moves.truncate(self.plies().saturating_sub(count));
                self.position = self.start.clone();
                for &mv in &self.moves {
                    self.position.play(mv);
                }
                self.pass_turn();
                self.tell();
            }
            "takeback/no" => {
                self.takeback = false;
                self.tell();
            }
            "claim-victory" => match self.is_gone {
                Some(at) if at.elapsed() >= Duration::from_secs(GONE) => {
                    self.end("timeout", Some(self.us));
                }
                _ => return Err("Too early"),
            },
            _ => return Err("Cannot do that"),
        }
        Ok(())
    }

    /// The opponent's turn and the clocks.
    pub(crate) fn tick(&mut self) {
        if self.is_over() {
            return;
        }
        let mover = self.position.side_to_move();
        if self.has_clock() && self.times()[mover as usize].is_zero() {
            return self.end("outoftime", Some(!mover));
        }
        let is_late = self.plies() < 2 && self.since.elapsed() > Duration::from_secs(30);
        if is_late {
            self.has_expired = self.is_ours();
            return self.end("aborted", None);
        }
        self.ask();
        if self.is_over() || self.is_gone.is_some() {
            return;
        }
        if self.next.is_some_and(|at| at <= Instant::now()) {
            self.next = None;
            if self.plies() >= self.most_plies {
                return self.end("resign", Some(self.us));
            }
            let moves = self.position.legal_moves();
            if let Some(&mv) = self.rng.choose(&moves) {
                self.make(mv);
                if self.plot == Plot::Draws && !self.is_over() {
                    self.draw[!self.us as usize] = true;
                    self.tell();
                }
                // A bot on an idle machine has moved before the next tick.
                if !self.is_over() {
                    self.ask();
                }
            }
        }
    }

    /// Whether the opponent has left, as the stream tells it, also when it opens.
    pub(crate) fn presence(&self) -> Option<String> {
        let left = GONE.saturating_sub(self.is_gone?.elapsed().as_secs());
        let line = json!({"type": "opponentGone", "gone": true, "claimWinInSeconds": left});
        Some(line.to_string())
    }

    /// What the plot has in store.
    fn ask(&mut self) {
        match self.plot {
            Plot::Takeback if self.is_ours() && self.plies() >= 8 && !self.has_asked => {
                (self.has_asked, self.takeback) = (true, true);
                self.tell();
            }
            Plot::Gone | Plot::Returns
                if !self.is_ours() && self.plies() >= 10 && !self.has_left =>
            {
                (self.has_left, self.is_gone) = (true, Some(Instant::now()));
                self.lines.extend(self.presence());
            }
            Plot::Returns => {
                let is_back = self
                    .is_gone
                    .is_some_and(|at| at.elapsed().as_millis() > 700);
                if is_back {
                    self.is_gone = None;
                    let line = json!({"type": "opponentGone", "gone": false});
                    self.lines.push(line.to_string());
                    self.next = Some(Instant::now());
                }
            }
            Plot::Aborts if self.plies() == 1 => self.end("aborted", None),
            Plot::Resigns if self.is_ours() && self.plies() >= 12 => {
                self.end("resign", Some(self.us));
            }
            _ => {}
        }
    }
}
