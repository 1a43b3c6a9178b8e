//! The positions of chess.

use uci::Score;

use super::Positions;

pub(super) const POSITIONS: Positions = Positions {
    busy: BUSY,
    black_to_move: BLACK_TO_MOVE,
    black_moves: "c7c5 g1f3",
    varied: &[
        BUSY,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        BLACK_TO_MOVE,
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
        "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    ],
    one_move: "K7/8/8/8/8/8/1r6/2r4k w - - 0 1",
    three_moves: "7K/8/8/8/8/2r5/3r4/k7 w - - 0 1",
    bare_kings: "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    checkmate: "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    stalemate: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    stalemate_score: Score::Centipawns(0),
    mates_in_one: &[
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"),
        KNIGHT_PROMOTION,
    ],
    no_mate: "g1g2",
    mates: &[
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
        ("8/8/2R5/k7/8/3K4/8/8 w - - 0 1", 2),
        ("2R2K2/8/8/8/8/5R2/k7/8 w - - 0 1", 2),
        ("2R5/8/1k1K4/8/8/8/3R4/8 w - - 0 1", 3),
        ("8/1R6/K7/6R1/8/k7/8/8 b - - 0 1", -1),
        ("8/8/3Q4/8/1p6/8/2K5/k7 b - - 0 1", -2),
    ],
    game: "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    shuffle: "g1f3 g8f6 f3g1 f6g8 g1f3",
    mated: ("f2f3 e7e5 g2g4", "d8h4"),
    root_moves: &["a2a3", "e1g1", "e5g6", "f3f6"],
    root_sets: ["a2a3 h1f1 e1f1", "g2g3 a2a4"],
    move_limit: "8/8/8/4k3/8/8/8/KQ6 w - - 99 100",
    insufficient_material: "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
    bad_fens: &[
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1",
        "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -7 -7",
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 99999999999",
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "x",
    ],
    bad_moves: &[
        "startpos moves e2e5",
        "startpos moves e7e5",
        "startpos moves e2e4 e2e4",
        "startpos moves zzzz",
        "startpos moves 0000",
        "startpos moves e2",
        "startpos moves e2e4q e7e5",
        "startpos moves e1g1",
        "startpos moves a3a4 b5b6 h8h1",
        "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8",
        "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8k",
    ],
};

const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// The only legal move is an en passant capture.
pub(crate) const EN_PASSANT_ONLY: (&str, &str) = ("8/4p2n/3q4/6pP/7K/5k2/8/5b2 w - g6 0 1", "h5g6");

/// En passant squares without a legal capture: there is no pawn, or it is pinned.
pub(crate) const EN_PASSANT_GHOSTS: [&str; 3] = [
    "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
];

/// Only a knight promotion mates.
pub(crate) const KNIGHT_PROMOTION: (&str, &str) =
    ("7n/3K1P1k/6R1/8/8/1r3pp1/8/8 w - - 0 1", "f7f8n");

/// Castling mates, and nothing else does: the position and the move.
pub(crate) const CASTLING_MATES: [(&str, &str); 2] = [
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/R3K3 w Q - 0 1", "e1c1"),
    ("8/2Q5/4R3/8/2p5/P4k1P/8/4K2R w K - 0 1", "e1g1"),
];

/// The same in Chess960: placement, castling right in Shredder FEN and in X-FEN, the move.
pub(crate) const CASTLING_MATES_960: [(&str, &str, &str, &str); 4] = [
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/1R3K2", "B", "Q", "f1b1"),
    ("8/2Q5/4R3/8/2p5/P4k1P/8/2K4R", "H", "K", "c1h1"),
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/RK6", "A", "Q", "b1a1"),
    ("8/3nR1Q1/1p6/3B4/8/3k4/8/RR3K2", "B", "B", "f1b1"),
];

/// White is far behind but has a perpetual check.
pub(crate) const PERPETUAL: &str = "r4r1k/5p1p/8/6Q1/8/8/q5PP/7K w - - 0 1";

/// From [`PERPETUAL`]: after these moves Black's only move is a threefold repetition.
pub(crate) const REPEATED: &str = "g5f6 h8g8 f6g5 g8h8 g5f6 h8g8 f6g5";
