//! The positions of xiangqi.

use uci::Score;

use super::Positions;

pub(super) const POSITIONS: Positions = Positions {
    busy: BUSY,
    black_to_move: BLACK_TO_MOVE,
    black_moves: "h9g7 h0g2",
    varied: &[
        BUSY,
        "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        BLACK_TO_MOVE,
        "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        "r2ak4/4aN2R/4b4/p1p1C3p/9/9/P1P5P/4C2c1/4A1r2/2BAK1B2 b - - 1 8",
        "2bak4/4a4/4n4/9/9/2r1C4/4P4/2N6/4A4/2BAK1B2 b - - 0 27",
        "4k4/1P4P2/4P4/P7P/9/9/p7p/4p4/2p4p1/4K4 w - - 0 1",
    ],
    one_move: "3k5/5r3/9/9/9/9/9/9/9/1pB2K3 w - - 0 1",
    three_moves: "3ak4/9/9/3R3P1/9/9/9/3K5/9/9 b - - 0 1",
    bare_kings: "9/9/4k4/9/9/9/9/9/9/3K5 w - - 0 1",
    checkmate: "3aka3/9/9/9/9/4C4/4C4/9/9/3K5 b - - 0 1",
    stalemate: "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    stalemate_score: Score::Mate(0),
    mates_in_one: &[
        ("3k5/9/9/9/N8/9/9/8R/6p2/4K4 w - - 0 1", "i2d2"),
        ("4k4/9/3a5/9/9/6B2/9/2r6/9/5K3 b - - 0 1", "c2f2"),
        ("9/4a4/3k1a3/9/9/9/1N5R1/9/9/4K4 w - - 0 1", "h3d3"),
    ],
    no_mate: "i2i3",
    mates: &[
        ("3k5/9/9/9/N8/9/9/8R/6p2/4K4 w - - 0 1", 1),
        ("9/3k5/9/9/9/9/9/6R2/5K3/3A5 w - - 0 1", 2),
        ("9/4k4/9/9/9/5R3/9/9/9/3K2C2 w - - 0 1", 2),
        ("5a3/3k5/9/9/9/9/7R1/3A5/9/5K3 w - - 0 1", 3),
        ("9/9/3k5/9/2b6/9/9/R3K4/9/9 b - - 0 1", -1),
        ("9/9/1R1k5/9/9/1p7/9/4K4/4A4/9 b - - 0 1", -2),
    ],
    game: "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7",
    shuffle: "h0g2 h9g7 g2h0 g7h9 h0g2",
    mated: ("h2e2 b7f7 e2e6 h7g7 b2b4 f7d7", "b4e4"),
    root_moves: &["a3a4", "e0e1", "b6c8", "f3f8"],
    root_sets: ["a3a4 c0a2 d2d8", "g4g5 b2b1"],
    move_limit: "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 100",
    insufficient_material: "3k5/4a4/9/9/9/9/9/9/4A4/4K4 w - - 0 1",
    bad_fens: &[
        "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/3K1K3 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/3RK4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/P3K4 w - - 0 1",
        "3k5/9/4B4/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/K8/9/9/9/9/9 w - - 0 1",
        "rnbakabnrr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w - - 0 1",
        "xnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4K4 x - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - -7 -7",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - 99999999999 99999999999",
        "rrrrkrrrr/9/9/9/9/9/9/9/9/RRRRKRRRR w - - 0 1",
        "x",
    ],
    bad_moves: &[
        "startpos moves h2h8",
        "startpos moves h9g7",
        "startpos moves h2e2 h2e2",
        "startpos moves zzzz",
        "startpos moves 0000",
        "startpos moves h2",
        "startpos moves h2e2q h9g7",
        "startpos moves e0e9",
        "startpos moves a4a5 b5b6 h8h1",
        "fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0d0",
        "fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e1k",
    ],
};

const BUSY: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
const BLACK_TO_MOVE: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1";
