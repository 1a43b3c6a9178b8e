//! What a search finds, as UCI writes it.

use std::io::{self, Write};

use chess::{Chess, Move, Position};
use game::Score;
use search::{Bound, Info, Report};

/// Writes to standard output, each line whole.
pub struct UciReport {
    /// The position that the search starts from.
    pub position: Position,
}

/// A GUI that has gone away cannot be told so; the reader of its commands will notice.
fn write_line(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}");
    let _ = output.flush();
}

fn score_text(score: Score) -> String {
    match score.plies_to_mate() {
        Some(plies) if score.is_win() => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate -{}", plies / 2),
        None => format!("cp {}", score.raw()),
    }
}

impl UciReport {
    /// The moves of a line, up to the first that cannot be played.
    fn line_text(&self, moves: &[Move]) -> String {
        let mut position = self.position.clone();
        let mut text = String::new();
        for &mv in moves {
            if !position.is_pseudo_legal(mv) || !position.is_legal(mv) {
                break;
            }
            text.push(' ');
            text.push_str(&position.uci(mv));
            position.play(mv);
        }
        text
    }
}

impl Report<Chess> for UciReport {
    fn info(&mut self, info: &Info<'_, Move>) {
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let milliseconds = info.elapsed.as_millis();
        let speed = info.nodes as f64 / info.elapsed.as_secs_f64().max(1e-3);
        write_line(&format!(
            "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {:.0} hashfull {} time {milliseconds} pv{}",
            info.depth,
            info.selective_depth.max(info.depth as usize),
            info.line,
            score_text(info.score),
            info.nodes,
            speed,
            info.table_used,
            self.line_text(info.moves),
        ));
    }

    fn current_move(&mut self, mv: Move, number: usize) {
        write_line(&format!(
            "info currmove {} currmovenumber {number}",
            self.position.uci(mv)
        ));
    }

    fn best_move(&mut self, mv: Option<Move>, ponder: Option<Move>) {
        let Some(mv) = mv else {
            let score = if self.position.in_check() {
                "mate 0"
            } else {
                "cp 0"
            };
            write_line(&format!("info depth 0 score {score}"));
            write_line("bestmove (none)");
            return;
        };
        let best = self.position.uci(mv);
        match ponder {
            Some(reply) => {
                let reply = self.position.after(mv).uci(reply);
                write_line(&format!("bestmove {best} ponder {reply}"));
            }
            None => write_line(&format!("bestmove {best}")),
        }
    }
}
