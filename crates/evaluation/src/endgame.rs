//! Endgame knowledge: pawnless endings whose plan lies beyond any search's horizon.
//!
//! A network that saw few of these endings knows that they are won, not how to make progress, and
//! shuffles until the fifty-move rule. Here the losing king is driven to the edge, or to a corner of
//! the bishop's color in KBNK, with the winning king close to it; the search then finds the mate.

use chess::{Bitboard, Color, PieceType, Position, Square, see_value};
use game::Score;

/// Above every other evaluation, so that the search heads for these endings.
const KNOWN_WIN: i32 = 4000;
/// A queen against a rook is won, but may take long: as good as a large material advantage.
const QUEEN_AGAINST_ROOK: i32 = 500;
/// Bonus for each step of the losing king from the center, and from the wrong corners in KBNK.
const EDGE_BONUS: i32 = 20;
const CORNER_BONUS: i32 = 60;
/// Bonus for each step that the kings are nearer to each other than the board allows.
const PROXIMITY_BONUS: i32 = 14;

/// The evaluation for the side to move of an ending that is known to be won; none of any other
/// position.
#[inline(always)]
pub(crate) fn evaluate(position: &Position) -> Option<Score> {
    let has_lone_king = |color| !position.color(color).several();
    let is_queen_against_rook = || {
        position.occupied().count() == 4
            && position.kind(PieceType::Queen).any()
            && position.kind(PieceType::Rook).any()
    };
    if has_lone_king(Color::White) || has_lone_king(Color::Black) || is_queen_against_rook() {
        known_win(position)
    } else {
        None
    }
}

#[cold]
#[inline(never)]
fn known_win(position: &Position) -> Option<Score> {
    let (winner, value) = match position.lone_king_winner() {
        Some(winner) => (winner, KNOWN_WIN + material(position)),
        None => (queen_against_rook(position)?, QUEEN_AGAINST_ROOK),
    };
    let value = value + drive(position, winner);
    Some(Score::evaluation(if winner == position.side_to_move() {
        value
    } else {
        -value
    }))
}

/// The side with the queen in KQKR.
fn queen_against_rook(position: &Position) -> Option<Color> {
    let has = |color, kind| position.pieces(color, kind).any();
    [Color::White, Color::Black]
        .into_iter()
        .find(|&us| has(us, PieceType::Queen) && has(!us, PieceType::Rook))
}

/// The pieces on the board, all of the winning side.
fn material(position: &Position) -> i32 {
    PieceType::ALL
        .into_iter()
        .map(|kind| position.kind(kind).count() as i32 * see_value(kind))
        .sum()
}

/// The progress of the mating plan.
fn drive(position: &Position, winner: Color) -> i32 {
    let (ours, theirs) = (position.king(winner), position.king(!winner));
    let pieces = |kind| position.pieces(winner, kind);
    let is_bishop_and_knight = position.occupied().count() == 4
        && pieces(PieceType::Bishop).any()
        && pieces(PieceType::Knight).any();
    let edge = if is_bishop_and_knight {
        let is_light = (pieces(PieceType::Bishop) & Bitboard::LIGHT_SQUARES).any();
        CORNER_BONUS * corner_proximity(theirs, is_light)
    } else {
        EDGE_BONUS * edge_proximity(theirs)
    };
    edge + PROXIMITY_BONUS * (7 - distance(ours, theirs))
}

/// How near a square is to the edge: 0 in the center to 6 in a corner, where a file and a rank count
/// alike.
fn edge_proximity(square: Square) -> i32 {
    let off_center = |line: i32| (3 - line).max(line - 4);
    off_center(square.file() as i32) + off_center(square.rank() as i32)
}

/// How near a square is to the corners of one color: 7 in these corners, 0 on the diagonal between the
/// others.
fn corner_proximity(square: Square, is_light: bool) -> i32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let file = if is_light { 7 - file } else { file };
    (7 - rank - file).abs()
}

/// How many king moves apart two squares are.
fn distance(a: Square, b: Square) -> i32 {
    let apart = |a: i32, b: i32| (a - b).abs();
    let files = apart(a.file() as i32, b.file() as i32);
    files.max(apart(a.rank() as i32, b.rank() as i32))
}

#[cfg(test)]
mod tests {
    use super::{Position, evaluate};

    fn value(fen: &str) -> Option<i32> {
        let position = Position::from_fen(fen).expect("valid");
        evaluate(&position).map(game::Score::raw)
    }

    #[test]
    fn only_known_endings_are_evaluated() {
        for fen in [
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            "4k3/8/8/8/8/8/8/BN2K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/BB2K3 w - - 0 1",
            "q3k3/8/8/8/8/8/3K4/8 b - - 0 1",
            "4kr2/8/8/8/8/8/8/Q3K3 w - - 0 1",
        ] {
            assert!(value(fen).is_some(), "{fen}");
        }
        for fen in [
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
            "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/r7/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/P7/Q3K2r w - - 0 1",
        ] {
            assert_eq!(value(fen), None, "{fen}");
        }
    }

    #[test]
    fn both_sides_agree_who_wins() {
        let white = value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a known win");
        let black = value("4k3/8/8/8/8/8/8/R3K3 b - - 0 1").expect("a known win");
        assert!(white > 0);
        assert_eq!(white, -black);
    }

    #[test]
    fn kings_are_driven_to_the_edge_and_in_kbnk_to_the_right_corner() {
        let center = value("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let near = value("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
        assert!(center < edge && edge < near);
        // The bishop is on a dark square.
        let wrong = value("1k6/8/8/8/8/8/8/B3K2N w - - 0 1");
        let right = value("6k1/8/8/8/8/8/8/B3K2N w - - 0 1");
        assert!(wrong < right);
        let mirrored = value("1k6/8/8/8/8/8/8/N2K3B w - - 0 1");
        assert_eq!(mirrored, right);
    }
}
