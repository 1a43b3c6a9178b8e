//! Probing: the stored values together with captures and en passant, which they leave out.

use chess::{Castling, Move, PieceType, Position};

use crate::directory::Tablebases;
use crate::table::StoredDtz;
use crate::value::{Dtz, Wdl};

/// A WDL, and whether a zeroing move (or mate on the board) achieves it.
#[derive(Clone, Copy, Debug)]
struct Found {
    wdl: Wdl,
    by_zeroing: bool,
}

impl Tablebases {
    /// The WDL of a position, as if the halfmove clock were zero. Nothing if it is not in the
    /// tables, or a castling right is left.
    pub fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        self.can_hold(position)
            .then(|| self.search_wdl(position, false))
            .flatten()
            .map(|found| found.wdl)
    }

    /// The DTZ of a position, as if the halfmove clock were zero. A position that is mate has -1.
    /// Nothing if it is not in the tables, or a castling right is left.
    pub fn probe_dtz(&self, position: &Position) -> Option<Dtz> {
        self.can_hold(position)
            .then(|| self.search_dtz(position))
            .flatten()
    }

    /// Whether a position may be in the tables.
    fn can_hold(&self, position: &Position) -> bool {
        position.occupied().count() as usize <= self.max_men().max(2)
            && position.castling() == Castling::NONE
    }

    /// The best of the captures, of the pawn moves if wanted, and of the stored value.
    ///
    /// Stored values ignore en passant and may hold anything where a capture is as good.
    fn search_wdl(&self, position: &Position, with_pawn_moves: bool) -> Option<Found> {
        let moves = position.legal_moves();
        let mut best = Wdl::Loss;
        let mut zeroing = 0;
        for &mv in &moves {
            let is_wanted =
                position.is_capture(mv) || with_pawn_moves && is_pawn_move(position, mv);
            if !is_wanted {
                continue;
            }
            zeroing += 1;
            best = best.max(-self.search_wdl(&position.after(mv), false)?.wdl);
            if best == Wdl::Win {
                return Some(Found {
                    wdl: best,
                    by_zeroing: true,
                });
            }
        }
        // Every move was looked at: the stored value would be that of a stalemate.
        let none_left = zeroing > 0 && zeroing == moves.len();
        let stored = match none_left {
            true => best,
            false => self.stored_or_bare_kings(position)?,
        };
        Some(Found {
            wdl: best.max(stored),
            by_zeroing: best >= stored && (none_left || best > Wdl::Draw),
        })
    }

    fn stored_or_bare_kings(&self, position: &Position) -> Option<Wdl> {
        if position.occupied() == position.kind(PieceType::King) {
            Some(Wdl::Draw)
        } else {
            self.stored_wdl(position)
        }
    }

    fn search_dtz(&self, position: &Position) -> Option<Dtz> {
        let found = self.search_wdl(position, true)?;
        if found.wdl == Wdl::Draw || found.by_zeroing {
            return Some(found.wdl.dtz_of_zeroing());
        }
        match self.stored_dtz(position, found.wdl)? {
            StoredDtz::Plies(plies) => {
                let Dtz(zeroing) = found.wdl.dtz_of_zeroing();
                Some(Dtz(zeroing + zeroing.signum() * plies))
            }
            StoredDtz::OtherSide => self.dtz_by_moves(position, found.wdl),
        }
    }

    /// DTZ by one ply of search, where only the other side to move is stored.
    fn dtz_by_moves(&self, position: &Position, wdl: Wdl) -> Option<Dtz> {
        let mut best: Option<Dtz> = None;
        for &mv in &position.legal_moves() {
            let Dtz(plies) = self.dtz_of_move(position, mv)?;
            let has_sign = plies.signum() == (wdl as i32).signum();
            if has_sign && best.is_none_or(|Dtz(best)| plies < best) {
                best = Some(Dtz(plies));
            }
        }
        // No move: mated.
        Some(best.unwrap_or(Dtz(-1)))
    }

    /// The DTZ of a position if this move is played; 1 for a mate.
    pub(crate) fn dtz_of_move(&self, position: &Position, mv: Move) -> Option<Dtz> {
        let after = position.after(mv);
        if position.is_capture(mv) || is_pawn_move(position, mv) {
            let wdl = -self.search_wdl(&after, false)?.wdl;
            return Some(wdl.dtz_of_zeroing());
        }
        if after.in_check() && !after.has_legal_move() {
            return Some(Dtz(1));
        }
        Some(self.search_dtz(&after)?.before_move())
    }
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.kind(PieceType::Pawn).has(mv.from())
}
