//! Moves from the book (`OwnBook`).

use std::time::Instant;

use game::Evaluator;
use search::{Bound, Info, Limits, Report};
use uci::GoCommand;

use super::VariantSession;
use crate::options::Settings;
use crate::report::UciReport;
use crate::variant::Variant;

impl<V: Variant> VariantSession<V> {
    /// The book's move. None in analysis, in pondering, and where a move is asked for that is not in
    /// the book.
    pub(super) fn book_move(
        &mut self,
        go: &GoCommand,
        limits: &Limits<V::Move>,
        settings: &Settings,
    ) -> Option<V::Move> {
        let is_game = !go.infinite && !go.ponder && go.mate.is_none() && !settings.analyse_mode;
        let is_early = V::move_number(&self.position) <= settings.book_depth;
        let book = self.book.as_ref()?;
        if !(settings.own_book && is_game && is_early) {
            return None;
        }
        let mv = V::book_move(book, &self.position, settings, &mut self.book_rng)?;
        let is_allowed = limits
            .moves
            .as_ref()
            .is_none_or(|moves| moves.contains(&mv));
        is_allowed.then_some(mv)
    }

    /// Gives a book move, with its static eval as a score.
    pub(super) fn answer_from_book(
        &self,
        mv: V::Move,
        start: Instant,
        report: &mut UciReport<V>,
        settings: &Settings,
    ) {
        let mut evaluator = self.evaluator(settings);
        evaluator.reset(&self.position);
        report.info(&Info {
            depth: 1,
            sel_depth: 1,
            multi_pv: 1,
            score: evaluator.evaluate(&self.position),
            bound: Bound::Exact,
            nodes: 0,
            tb_hits: 0,
            hashfull: 0,
            elapsed: start.elapsed(),
            pv: &[mv],
        });
        report.best_move(Some(mv), None);
    }
}
