//! From what a search reports to what UCI says of it.

use std::io::Write;
use std::sync::mpsc::SyncSender;

use game::{Position, Score};
use search::{Bound, Info, Report};
use uci::{BestMove, Listener};

use crate::output::Output;
use crate::search_state::SharedState;
use crate::variant::Variant;
use crate::wdl;

/// Tells a listener of a search.
pub struct UciReport<V: Variant> {
    /// The position that the search starts from.
    pub position: V::Position,
    /// Who is told.
    pub listener: Box<dyn Listener>,
    /// Whether scores come with WDL probabilities (`UCI_ShowWDL`).
    pub show_wdl: bool,
    /// Idle from the best move on.
    pub state: SharedState,
    /// Told when the search has ended.
    pub wake: Option<SyncSender<()>>,
}

/// A report is dropped after the best move, or when the search thread panics.
impl<V: Variant> Drop for UciReport<V> {
    fn drop(&mut self) {
        self.state.end();
        if let Some(wake) = &self.wake {
            // If the queue is full, the session wakes anyway.
            let _ = wake.try_send(());
        }
    }
}

fn uci_score(score: Score) -> uci::Score {
    match score.plies_to_mate() {
        Some(plies) if score.is_win() => uci::Score::Mate(plies.div_ceil(2) as i32),
        Some(plies) => uci::Score::Mate(-((plies / 2) as i32)),
        None => uci::Score::Centipawns(score.raw()),
    }
}

impl<V: Variant> UciReport<V> {
    /// The moves of a PV up to the first illegal one.
    fn pv(&self, moves: &[V::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let mut pv = Vec::with_capacity(moves.len());
        for &mv in moves {
            if !position.is_pseudo_legal(mv) || !position.is_legal(mv) {
                break;
            }
            pv.push(V::move_text(&position, mv));
            V::play(&mut position, mv);
        }
        pv
    }

    /// The WDL probabilities of a score, if they are shown.
    fn wdl(&self, score: Score) -> Option<[u32; 3]> {
        self.show_wdl.then(|| {
            let wdl::Wdl { win, draw, loss } = wdl::of(score, V::win_rate(&self.position));
            [win, draw, loss]
        })
    }

    /// There is no move to play: the game is over, or `searchmoves` left none.
    fn no_move(&mut self) {
        let score = if self.position.has_legal_move() {
            Score::DRAW
        } else {
            self.position.score_without_moves(0)
        };
        self.listener.info(uci::Info {
            depth: Some(0),
            score: Some(uci_score(score)),
            wdl: self.wdl(score),
            ..uci::Info::default()
        });
    }
}

impl<V: Variant> Report<V> for UciReport<V> {
    fn info(&mut self, info: &Info<'_, V::Move>) {
        let speed = info.nodes as f64 / info.elapsed.as_secs_f64().max(1e-3);
        self.listener.info(uci::Info {
            depth: Some(info.depth),
            seldepth: Some(info.depth.max(info.sel_depth as u32)),
            multipv: Some(info.multi_pv as u32),
            score: Some(uci_score(info.score)),
            bound: match info.bound {
                Bound::Exact => None,
                Bound::Lower => Some(uci::Bound::Lower),
                Bound::Upper => Some(uci::Bound::Upper),
            },
            wdl: self.wdl(info.score),
            nodes: Some(info.nodes),
            nps: Some(speed.round() as u64),
            hashfull: Some(info.hashfull),
            tbhits: Some(info.tb_hits),
            time: Some(info.elapsed.as_millis() as u64),
            pv: self.pv(info.pv),
            ..uci::Info::default()
        });
    }

    fn current_move(&mut self, depth: u32, mv: V::Move, number: usize) {
        self.listener.info(uci::Info {
            depth: Some(depth),
            currmove: Some(V::move_text(&self.position, mv)),
            currmovenumber: Some(number as u32),
            ..uci::Info::default()
        });
    }

    /// The search counts as ended before anyone hears of it: an option sent after the best move is set
    /// before `isready` is answered.
    fn best_move(&mut self, mv: Option<V::Move>, ponder: Option<V::Move>) {
        if mv.is_none() {
            self.no_move();
        }
        let best = mv.map(|mv| V::move_text(&self.position, mv));
        let ponder = mv.zip(ponder).map(|(mv, reply)| {
            let mut after = self.position.clone();
            V::play(&mut after, mv);
            V::move_text(&after, reply)
        });
        self.state.end();
        self.listener.best_move(BestMove { best, ponder });
    }
}

/// Writes `info` and `bestmove` lines.
pub struct Lines {
    output: Output,
    /// Lines held back for the best move, in a search too short for them to be read before it. Each
    /// write wakes the reader, who may get our CPU.
    held: Option<String>,
}

impl Lines {
    /// Writes to an output.
    pub const fn new(output: Output) -> Self {
        Self { output, held: None }
    }
}

impl Listener for Lines {
    fn expect_brief_search(&mut self) {
        self.held.get_or_insert_default();
    }

    fn info(&mut self, info: uci::Info) {
        match &mut self.held {
            Some(text) => *text += &format!("{info}\n"),
            None => self.output.line(&info.to_string()),
        }
    }

    fn best_move(&mut self, best: BestMove) {
        let text = self.held.take().unwrap_or_default() + &format!("{best}\n");
        // A closed output is noticed by the session.
        let _ = self.output.write_all(text.as_bytes());
    }
}
