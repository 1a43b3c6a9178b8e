//! Reports of a search: `info` and `bestmove` lines.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use game::{Position, Score};
use search::{Bound, Info, Report};

use crate::output::Output;
use crate::variant::Variant;
use crate::wdl;

/// Writes `info` and `bestmove` lines.
pub struct UciReport<V: Variant> {
    /// The position that the search starts from.
    pub position: V::Position,
    /// Where the lines go.
    pub output: Output,
    /// Whether scores come with WDL probabilities (`UCI_ShowWDL`).
    pub show_wdl: bool,
    /// Lines held back for the best move, in a search too short for them to be read before it. Each
    /// write wakes the reader, who may get our CPU.
    pub held: Option<String>,
    /// Cleared with the best move.
    pub is_searching: Arc<AtomicBool>,
    /// Told when the search has ended.
    pub wake: Option<SyncSender<()>>,
}

/// A report is dropped after the best move, or when the search thread panics.
impl<V: Variant> Drop for UciReport<V> {
    fn drop(&mut self) {
        self.is_searching.store(false, Ordering::Release);
        if let Some(wake) = &self.wake {
            // If the queue is full, the session wakes anyway.
            let _ = wake.try_send(());
        }
    }
}

fn score_text(score: Score) -> String {
    match score.plies_to_mate() {
        Some(plies) if score.is_win() => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate {}", -((plies / 2) as i64)),
        None => format!("cp {}", score.raw()),
    }
}

impl<V: Variant> UciReport<V> {
    /// The moves of a PV up to the first illegal one.
    fn pv_text(&self, moves: &[V::Move]) -> String {
        let mut position = self.position.clone();
        let mut text = String::new();
        for &mv in moves {
            if !position.is_pseudo_legal(mv) || !position.is_legal(mv) {
                break;
            }
            text.push(' ');
            text.push_str(&V::move_text(&position, mv));
            V::play(&mut position, mv);
        }
        text
    }

    /// The WDL probabilities of a score, if they are shown.
    fn wdl_text(&self, score: Score) -> String {
        if !self.show_wdl {
            return String::new();
        }
        let wdl::Wdl { win, draw, loss } = wdl::of(score, V::win_rate(&self.position));
        format!(" wdl {win} {draw} {loss}")
    }

    fn info_line(&mut self, line: &str) {
        match &mut self.held {
            Some(text) => {
                text.push_str(line);
                text.push('\n');
            }
            None => self.output.line(line),
        }
    }

    /// Writes the last line in one piece with all that was held back. The search counts as ended
    /// before the GUI can read the line: an option sent after it is set before `isready` is answered.
    fn last_line(&mut self, line: &str) {
        self.is_searching.store(false, Ordering::Release);
        let text = self.held.take().unwrap_or_default() + line + "\n";
        // A closed output is noticed by the session.
        let _ = self.output.write_all(text.as_bytes());
    }

    /// There is no move to play: the game is over, or `searchmoves` left none.
    fn no_move(&mut self) {
        let score = if self.position.has_legal_move() {
            Score::DRAW
        } else {
            self.position.score_without_moves(0)
        };
        let text = format!("{}{}", score_text(score), self.wdl_text(score));
        self.last_line(&format!("info depth 0 score {text}\nbestmove (none)"));
    }
}

impl<V: Variant> Report<V> for UciReport<V> {
    fn info(&mut self, info: &Info<'_, V::Move>) {
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let milliseconds = info.elapsed.as_millis();
        let speed = info.nodes as f64 / info.elapsed.as_secs_f64().max(1e-3);
        let line = format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{} nodes {} nps {:.0} hashfull {} tbhits {} time {milliseconds} pv{}",
            info.depth,
            info.sel_depth.max(info.depth as usize),
            info.multi_pv,
            score_text(info.score),
            self.wdl_text(info.score),
            info.nodes,
            speed,
            info.hashfull,
            info.tb_hits,
            self.pv_text(info.pv),
        );
        self.info_line(&line);
    }

    fn current_move(&mut self, depth: u32, mv: V::Move, number: usize) {
        let mv = V::move_text(&self.position, mv);
        let line = format!("info depth {depth} currmove {mv} currmovenumber {number}");
        self.info_line(&line);
    }

    fn best_move(&mut self, mv: Option<V::Move>, ponder: Option<V::Move>) {
        let Some(mv) = mv else {
            return self.no_move();
        };
        let best = V::move_text(&self.position, mv);
        self.last_line(&match ponder {
            Some(reply) => {
                let mut after = self.position.clone();
                V::play(&mut after, mv);
                let reply = V::move_text(&after, reply);
                format!("bestmove {best} ponder {reply}")
            }
            None => format!("bestmove {best}"),
        });
    }
}
