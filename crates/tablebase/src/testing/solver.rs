//! Solves a king and one piece against a king: WDL and DTZ of every position, by layers of DTZ.

use chess::{Color, Move, PieceType, Position, Square};

use super::three_men;

const SIZE: usize = 2 * 64 * 64 * 64;

/// The DTZ of every legal position, zero for a draw.
pub(crate) struct Solved {
    piece: PieceType,
    dtz: Vec<Option<i32>>,
}

/// Where a move leads: another position of this ending, perhaps by a pawn move, or out of it with a
/// value for the mover.
#[derive(Clone, Copy)]
enum Next {
    Within { number: u32, is_zeroing: bool },
    Won,
    Drawn,
}

fn index(position: &Position, piece: PieceType) -> Option<usize> {
    let square = position.pieces(Color::White, piece).first()?;
    let kings = Color::ALL.map(|color| position.king(color).index());
    Some(((position.side_to_move().index() * 64 + kings[0]) * 64 + kings[1]) * 64 + square.index())
}

impl Solved {
    /// Solves an ending. A pawn needs the endings that it can promote to.
    pub(crate) fn new(piece: PieceType, promoted: &[Self]) -> Self {
        let positions = (0..SIZE).map(|number| {
            let square = |shift: usize| Square::from_index(number >> shift);
            let side = Color::from_index(number >> 18);
            three_men(piece, [square(12), square(6), square(0)], side)
        });
        let mut solved = Self {
            piece,
            dtz: vec![None; SIZE],
        };
        let mut moves: Vec<Vec<Next>> = Vec::with_capacity(SIZE);
        for (number, position) in positions.enumerate() {
            let Some(position) = position else {
                moves.push(Vec::new());
                continue;
            };
            let legal = position.legal_moves();
            let next = |&mv: &Move| next(&position, mv, piece, promoted);
            moves.push(legal.iter().map(next).collect());
            solved.dtz[number] = Some(match legal.is_empty() && position.in_check() {
                true => -1,
                false => 0,
            });
        }
        let start = solved.dtz.clone();
        solved.iterate(&moves);
        if piece == PieceType::Pawn {
            // Who wins is known now; a pawn move that wins has DTZ 1, whatever comes after it.
            for next in moves.iter_mut().flatten() {
                if let Next::Within {
                    number,
                    is_zeroing: true,
                } = *next
                {
                    let is_lost = solved.dtz[number as usize] < Some(0);
                    *next = if is_lost { Next::Won } else { Next::Drawn };
                }
            }
            solved.dtz = start;
            solved.iterate(&moves);
        }
        solved
    }

    /// Finds the wins and losses of one more ply in each pass. Mates are known.
    fn iterate(&mut self, moves: &[Vec<Next>]) {
        let mut plies = 1;
        loop {
            let found: Vec<usize> = (0..SIZE)
                .filter(|&number| self.dtz[number] == Some(0) && !moves[number].is_empty())
                .filter(|&number| self.is_decided(&moves[number], plies))
                .collect();
            // Losses come one ply after wins.
            if found.is_empty() && plies > 2 {
                return;
            }
            for number in found {
                self.dtz[number] = Some(if plies % 2 == 1 { plies } else { -plies });
            }
            plies += 1;
        }
    }

    /// Whether a position is won (odd plies) or lost (even plies) in exactly so many plies, all
    /// shorter ones being known.
    fn is_decided(&self, moves: &[Next], plies: i32) -> bool {
        let value = |next: Next| match next {
            Next::Within { number, .. } => self.dtz[number as usize].unwrap_or(0),
            Next::Won | Next::Drawn => 0,
        };
        if plies % 2 == 1 {
            moves.iter().any(|&next| match next {
                Next::Won => true,
                Next::Drawn => false,
                Next::Within { .. } => value(next) < 0,
            })
        } else {
            moves.iter().all(|&next| value(next) > 0)
        }
    }

    pub(crate) const fn piece(&self) -> PieceType {
        self.piece
    }

    /// The DTZ of a legal position of this ending, white having the piece.
    pub(crate) fn dtz(&self, position: &Position) -> Option<i32> {
        self.dtz[index(position, self.piece)?]
    }
}

fn next(position: &Position, mv: Move, piece: PieceType, promoted: &[Solved]) -> Next {
    let after = position.after(mv);
    let is_zeroing = after.halfmove_clock() == 0;
    let solved = promoted.iter().find(|solved| solved.dtz(&after).is_some());
    match (index(&after, piece), solved) {
        (Some(number), _) => Next::Within {
            number: number as u32,
            is_zeroing,
        },
        (None, Some(solved)) if is_zeroing && solved.dtz(&after) < Some(0) => Next::Won,
        _ => Next::Drawn,
    }
}
