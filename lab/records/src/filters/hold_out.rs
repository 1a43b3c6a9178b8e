//! The split of games into training and validation.

use chess::PieceType;
use game::{Codes, Position, Rng};

use crate::game::Game;
use crate::qgames::{GameHead, Step, Visitor};
use crate::record::Record;

/// A part of the games, when some are held out for validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All but those held out.
    Training,
    /// Those held out.
    Validation,
}

/// Holds out whole games, by a hash of their moves: the same game is always in the same part, in any
/// file, and so are all records made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoldOut {
    /// The share of games held out.
    pub share: f64,
    /// The wanted part.
    pub part: Part,
}

impl HoldOut {
    /// Whether the game of this group is wanted.
    pub(crate) fn wants(&self, group: u16) -> bool {
        let held_out = f64::from(group) / f64::from(1 << 16) < self.share;
        held_out == (self.part == Part::Validation)
    }

    /// Whether a record is wanted. Of records without a group, those with the same pawns stay
    /// together, as most that come from one game or parent do.
    pub fn wants_record(&self, record: &Record) -> bool {
        self.wants(match record.group() {
            0 => pawn_group(record),
            group => group,
        })
    }
}

/// A hash of the pawns that does not depend on whose turn it is.
fn pawn_group(record: &Record) -> u16 {
    const OUR_PAWN: u8 = PieceType::Pawn as u8;
    const THEIR_PAWN: u8 = OUR_PAWN | 8;
    let pawns = |code: u8| {
        let pawns = record.pieces().filter(move |&(piece, _)| piece == code);
        pawns.fold(0_u64, |all, (_, square)| all | 1 << square)
    };
    let (ours, theirs) = (pawns(OUR_PAWN), pawns(THEIR_PAWN).swap_bytes());
    group_of(
        Rng::new(ours)
            .next_u64()
            .wrapping_add(Rng::new(theirs).next_u64()),
    )
}

/// The group of a fingerprint: never 0.
fn group_of(fingerprint: u64) -> u16 {
    ((Rng::new(fingerprint).next_u64() >> 48) as u16).max(1)
}

impl<R: Codes> Game<R> {
    /// What all records made of this game have in common: a hash of where it starts and what was
    /// played; never 0.
    pub fn group(&self) -> u16 {
        let mut fingerprint = Fingerprint::new();
        self.walk(&mut fingerprint);
        fingerprint.group()
    }
}

/// The hash of a game's start position and moves.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// The hash of a game without moves.
    pub(crate) const fn new() -> Self {
        Self(0)
    }

    /// The group of the game that was seen.
    pub(crate) fn group(&self) -> u16 {
        group_of(self.0)
    }

    #[inline]
    const fn mix(&mut self, key: u64) {
        let mixed = self.0 ^ key;
        self.0 = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }
}

impl<R: Codes> Visitor<R> for Fingerprint {
    #[inline]
    fn ply(&mut self, step: &Step<'_, R>) {
        self.mix(step.position.keys().full);
    }

    fn end(&mut self, head: GameHead<R>) {
        if head.plies == 0 {
            self.mix(head.start.position().keys().full);
        }
    }
}
