//! A search that nobody watches: only its end and its effort matter.

use std::sync::mpsc::{self, Receiver, Sender};

use chess::{Chess, Move};
use search::{Info, Report};

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions searched, as of the last line told.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub table_used: u32,
}

/// Sends the tally when the search is over.
struct Tallying {
    tally: Tally,
    done: Sender<Tally>,
}

/// A report for a search, and where its tally will come.
pub fn report() -> (Box<dyn Report<Chess>>, Receiver<Tally>) {
    let (done, result) = mpsc::channel();
    let tally = Tally::default();
    (Box::new(Tallying { tally, done }), result)
}

impl Report<Chess> for Tallying {
    fn info(&mut self, info: &Info<'_, Move>) {
        self.tally = Tally {
            nodes: info.nodes,
            table_used: info.hashfull,
        };
    }

    fn best_move(&mut self, _: Option<Move>, _: Option<Move>) {
        let _ = self.done.send(self.tally);
    }
}
