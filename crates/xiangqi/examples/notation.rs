//! Writes the legal moves of random games as lines of FEN, coordinates with ranks from one, and
//! WXF, separated by tabs: for comparison with other programs.
//!
//! `notation [GAMES]`

use game::Rng;
use xiangqi::{Dialect, Position};

fn main() {
    let games = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(20);
    let mut rng = Rng::new(1);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..200 {
            let moves = position.legal_moves();
            for &mv in &moves {
                let (uci, wxf) = (Dialect::FromOne.write(mv), position.wxf(mv));
                println!("{}\t{uci}\t{wxf}", position.fen());
            }
            let Some(&mv) = rng.choose(&moves) else {
                break;
            };
            position.play(mv);
        }
    }
}
