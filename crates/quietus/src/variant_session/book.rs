//! Moves from the book (`OwnBook`).

use std::time::Instant;

use game::{Codes, Dense, Evaluator, Position};
use levels::Level;
use polyglot::{Book, Variety};
use search::{Bound, Info, Limits, Report};
use uci::GoCommand;

use super::VariantSession;
use crate::error::{Error, require_regular_file};
use crate::options::Settings;
use crate::report::UciReport;
use crate::variant::Variant;

/// Reads the book of `BookFile`; none without a path.
pub fn open<R: Codes>(path: &str) -> Result<Option<Book<R>>, Error> {
    if path.is_empty() {
        return Ok(None);
    }
    let book = require_regular_file(path)
        .map_err(|error| error.to_string())
        .and_then(|()| Book::open(path.as_ref()).map_err(|error| error.to_string()));
    book.map(Some)
        .map_err(|error| Error::Failed(format!("cannot use the book {path:?}: {error}")))
}

/// The plies of a game that are played from the book: all of `BookDepth` at full strength, fewer at
/// a level.
fn book_plies(settings: &Settings) -> u32 {
    let all = 2 * settings.book_depth;
    let known = settings.level().map_or(all, Level::opening_plies);
    all.min(known)
}

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
        let moves = V::move_number(&self.position).saturating_sub(1);
        let plies = moves.saturating_mul(2) | self.position.side_to_move().index() as u32;
        let is_early = plies < book_plies(settings);
        let book = self.book.as_ref()?;
        if !(settings.own_book && is_game && is_early) {
            return None;
        }
        let variety = match settings.book_variety {
            "best" => Variety::Best,
            "uniform" => Variety::Uniform,
            _ => Variety::Weighted,
        };
        let mv = book.choose(&self.position, variety, &mut self.book_rng)?;
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

#[cfg(test)]
mod tests {
    use super::{Settings, book_plies};

    #[test]
    fn weak_levels_leave_the_book_early() {
        let mut settings = Settings::default();
        assert_eq!(book_plies(&settings), 510);
        settings.limit_strength = true;
        for (elo, plies) in [(600, 4), (1500, 10), (2400, 16)] {
            settings.elo = elo;
            assert_eq!(book_plies(&settings), plies);
        }
        settings.book_depth = 3;
        assert_eq!(book_plies(&settings), 6, "no level goes beyond BookDepth");
    }
}
