//! The positions of the checks. The tests below verify their descriptions.

/// Many pieces, castling both ways, captures everywhere.
pub(super) const BUSY: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// An endgame with a pinned en passant capturer.
pub(super) const PINS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Black to move in the opening.
pub(super) const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// Ordinary positions of all kinds.
pub(super) const VARIED: [&str; 8] = [
    BUSY,
    PINS,
    BLACK_TO_MOVE,
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
];

/// One legal move, and nothing forced after it.
pub(super) const ONE_MOVE: &str = "K7/8/8/8/8/8/1r6/2r4k w - - 0 1";

/// Three legal moves.
pub(super) const THREE_MOVES: &str = "7K/8/8/8/8/2r5/3r4/k7 w - - 0 1";

/// Few pieces: a search may reach its greatest depth at once.
pub(super) const BARE_KINGS: &str = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";

pub(super) const CHECKMATE: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
pub(super) const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// Mates in one, with the move that gives it.
pub(super) const MATES_IN_ONE: [(&str, &str); 3] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"),
    (KNIGHT_PROMOTION, "f7f8n"),
];

/// Forced mates: the position, and in how many moves; negative for the side that is mated.
pub(super) const MATES: [(&str, i32); 6] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("8/8/2R5/k7/8/3K4/8/8 w - - 0 1", 2),
    ("2R2K2/8/8/8/8/5R2/k7/8 w - - 0 1", 2),
    ("2R5/8/1k1K4/8/8/8/3R4/8 w - - 0 1", 3),
    ("8/1R6/K7/6R1/8/k7/8/8 b - - 0 1", -1),
    ("8/8/3Q4/8/1p6/8/2K5/k7 b - - 0 1", -2),
];

/// The only legal move is an en passant capture.
pub(super) const EN_PASSANT_ONLY: (&str, &str) = ("8/4p2n/3q4/6pP/7K/5k2/8/5b2 w - g6 0 1", "h5g6");

/// En passant squares without a legal capture: there is no pawn, or it is pinned.
pub(super) const EN_PASSANT_GHOSTS: [&str; 3] = [
    "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
];

/// Only a knight promotion mates.
pub(super) const KNIGHT_PROMOTION: &str = "7n/3K1P1k/6R1/8/8/1r3pp1/8/8 w - - 0 1";

/// Castling mates, and nothing else does: the position and the move.
pub(super) const CASTLING_MATES: [(&str, &str); 2] = [
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/R3K3 w Q - 0 1", "e1c1"),
    ("8/2Q5/4R3/8/2p5/P4k1P/8/4K2R w K - 0 1", "e1g1"),
];

/// The same in Chess960: placement, castling right in Shredder FEN and in X-FEN, the move.
pub(super) const CASTLING_MATES_960: [(&str, &str, &str, &str); 4] = [
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/1R3K2", "B", "Q", "f1b1"),
    ("8/2Q5/4R3/8/2p5/P4k1P/8/2K4R", "H", "K", "c1h1"),
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/RK6", "A", "Q", "b1a1"),
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/RR3K2", "B", "B", "f1b1"),
];

/// White is far behind but has a perpetual check.
pub(super) const PERPETUAL: &str = "r4r1k/5p1p/8/6Q1/8/8/q5PP/7K w - - 0 1";

/// From [`PERPETUAL`]: after these moves Black's only move is a threefold repetition.
pub(super) const REPEATED: &str = "g5f6 h8g8 f6g5 g8h8 g5f6 h8g8 f6g5";

/// A queen ahead, but every move draws by the fifty-move rule.
pub(super) const FIFTY_MOVES: &str = "8/8/8/4k3/8/8/8/KQ6 w - - 99 100";

/// Insufficient material.
pub(super) const INSUFFICIENT_MATERIAL: &str = "8/8/4k3/8/8/3KN3/8/8 w - - 0 1";

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::{
        CASTLING_MATES, CASTLING_MATES_960, CHECKMATE, EN_PASSANT_GHOSTS, EN_PASSANT_ONLY,
        FIFTY_MOVES, INSUFFICIENT_MATERIAL, MATES, MATES_IN_ONE, ONE_MOVE, PERPETUAL, REPEATED,
        STALEMATE, THREE_MOVES, VARIED,
    };

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn is_mate(position: &Position) -> bool {
        position.in_check() && !position.has_legal_move()
    }

    /// In how many moves the side to move mates, up to a limit.
    fn mate_in(position: &Position, limit: i32) -> Option<i32> {
        (1..=limit).find(|&moves| {
            let legal = position.legal_moves();
            legal
                .iter()
                .any(|&mv| is_mated_in(&position.after(mv), moves - 1))
        })
    }

    fn is_mated_in(position: &Position, moves: i32) -> bool {
        if moves == 0 {
            return is_mate(position);
        }
        let legal = position.legal_moves();
        let answer = |position: Position| mate_in(&position, moves).is_some();
        is_mate(position)
            || (!legal.is_empty() && legal.iter().all(|&mv| answer(position.after(mv))))
    }

    fn mating_moves(position: &Position) -> Vec<String> {
        let legal = position.legal_moves();
        let mating = legal.iter().filter(|&&mv| is_mate(&position.after(mv)));
        mating.map(|&mv| position.uci(mv)).collect()
    }

    #[test]
    fn mate_distances_are_right() {
        for (fen, moves) in MATES {
            let position = position(fen);
            if moves > 0 {
                assert_eq!(mate_in(&position, moves), Some(moves), "{fen}");
            } else {
                assert!(is_mated_in(&position, -moves), "{fen}");
                assert!(!is_mated_in(&position, -moves - 1), "{fen}");
            }
        }
        for (fen, mv) in MATES_IN_ONE.into_iter().chain(CASTLING_MATES) {
            assert_eq!(mating_moves(&position(fen)), [mv], "{fen}");
        }
        for (board, shredder, xfen, mv) in CASTLING_MATES_960 {
            for castling in [shredder, xfen] {
                let mut position = position(&format!("{board} w {castling} - 0 1"));
                position.set_chess960(true);
                assert_eq!(mating_moves(&position), [mv], "{board} {castling}");
            }
        }
        assert!(is_mate(&position(CHECKMATE)));
        assert!(!position(STALEMATE).has_legal_move() && !position(STALEMATE).in_check());
    }

    #[test]
    fn legal_move_counts_are_right() {
        assert_eq!(position(ONE_MOVE).count_legal_moves(), 1);
        assert_eq!(position(THREE_MOVES).count_legal_moves(), 3);
        let only = position(EN_PASSANT_ONLY.0);
        let legal: Vec<_> = only.legal_moves().iter().map(|&mv| only.uci(mv)).collect();
        assert_eq!(legal, [EN_PASSANT_ONLY.1]);
        for fen in EN_PASSANT_GHOSTS {
            assert_eq!(position(fen).en_passant(), None, "{fen}");
        }
        for fen in VARIED {
            assert!(position(fen).has_legal_move());
        }
    }

    #[test]
    fn draws_are_draws() {
        let mut repeated = position(PERPETUAL);
        for text in REPEATED.split(' ') {
            let mv = repeated.parse_uci(text).unwrap();
            repeated.play(mv);
        }
        assert_eq!(repeated.count_legal_moves(), 1);
        assert!(!repeated.is_threefold_repetition());
        let mv = repeated.legal_moves()[0];
        repeated.play(mv);
        assert!(repeated.is_threefold_repetition());
        let fifty = position(FIFTY_MOVES);
        for &mv in &fifty.legal_moves() {
            assert!(fifty.after(mv).is_draw_by_fifty_moves());
        }
        assert!(position(INSUFFICIENT_MATERIAL).is_insufficient_material());
    }
}
