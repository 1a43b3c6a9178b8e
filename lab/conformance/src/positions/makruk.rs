//! The positions of makruk.

use uci::Score;

use super::Positions;

pub(super) const POSITIONS: Positions = Positions {
    busy: BUSY,
    black_to_move: BLACK_TO_MOVE,
    black_moves: "g8e7 g1e2",
    varied: &[
        BUSY,
        BLACK_TO_MOVE,
        "4k3/4s3/4n3/1r2K1S1/2p1S3/4P3/3m4/4R2r w - - 0 1",
        "2m1k3/1s1m1s2/m1n2n1m/8/3M1M2/1M2N1M1/2S1KS2/R6r b - 128 0 30",
        "8/8/3k4/8/2S1N3/3K4/4M3/R7 b - 32 12 60",
        "8/2s5/3k1m2/8/3K4/2N2S2/8/8 w - 128 40 80",
        "8/8/1k6/1p1m4/1P6/2K1M3/8/8 b - - 3 70",
        "rnsmks1r/4n3/pp1pppp1/2p4p/8/PPPPPPPP/1SKNN3/R3MS1R b - - 3 4",
    ],
    one_move: "8/3m4/8/8/3s4/6nk/8/1R5K w - - 0 1",
    three_moves: "2s2k2/8/8/8/8/2n5/3m4/R1K5 w - - 0 1",
    bare_kings: "8/8/4k3/8/8/8/8/3K4 w - - 0 1",
    checkmate: "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
    stalemate: "k7/2K5/1M6/8/8/8/8/8 b - - 0 1",
    stalemate_score: Score::Centipawns(0),
    mates_in_one: &[
        ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "a1a8"),
        ("8/8/8/8/r7/4k3/8/4K3 b - - 0 1", "a4a1"),
        ("8/2R5/4S3/k1K5/8/7N/8/8 w - - 0 1", "c7a7"),
    ],
    no_mate: "a1a2",
    mates: &[
        ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", 1),
        ("8/3NK3/2R5/8/6R1/8/8/1k6 w - - 0 1", 2),
        ("3Nk2K/8/8/R5R1/8/8/8/8 w - - 0 1", 2),
        ("8/6k1/8/3N4/8/8/1KR2R2/8 w - - 0 1", 3),
        ("8/R7/R5k1/5N2/5K2/8/8/8 b - - 0 1", -1),
        ("8/8/7R/R7/8/8/8/1k1KN3 b - - 0 1", -2),
    ],
    game: "e3e4 d6d5 e4d5 g8e7 d5e6m e7d5",
    shuffle: "g1e2 g8e7 e2g1 e7g8 g1e2",
    mated: ("b1d2 g8e7 g1e2 h8g8 d2e4 b8d7", "e4d6"),
    root_moves: &["a3a4", "e2f1", "c3e4", "h1h2"],
    root_sets: ["a3a4 e2f1 h1h2", "g4g5 a1b1"],
    move_limit: "8/8/4k3/8/8/8/4K3/R7 w - 32 32 80",
    insufficient_material: "3k4/8/8/8/8/8/8/3K1m2 w - - 0 1",
    bad_fens: &[
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSM1SNR w - - 0 1",
        "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
        "4k3/4K3/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/3RK3 b - - 0 1 9",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/RRR5/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4R2K w - - 0 1",
        "rnsmksnrr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8 w - - 0 1",
        "xnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/3K4 w - x 0 1",
        "4k3/8/8/8/8/8/8/3K4 w - - -7 -7",
        "4k3/8/8/8/8/8/8/3K4 w - 99999999999 0 1",
        "4k3/8/8/8/8/8/8/3K4 w - - 99999999999 99999999999",
        "x",
    ],
    bad_moves: &[
        "startpos moves e3e5",
        "startpos moves e6e5",
        "startpos moves e3e4 e3e4",
        "startpos moves zzzz",
        "startpos moves 0000",
        "startpos moves e3",
        "startpos moves e3e4m e6e5",
        "startpos moves d1d8",
        "fen 4k3/8/8/4P3/8/8/8/3K4 w - - 0 1 moves e5e6q",
        "fen 4k3/8/8/8/4r3/8/8/3K4 w - - 0 1 moves d1e1",
    ],
};

const BUSY: &str = "r6r/1snmk1s1/p1p2N1p/1pPpn3/1P1Pp1P1/P1N1P2P/2S1K1S1/R2M3R w - - 0 1";
const BLACK_TO_MOVE: &str = "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1";
