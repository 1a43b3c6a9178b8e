//! The weakest level loses to a player who only counts material one move ahead.

use calibration::{Anchors, Entrant, Match, play};
use game::{GameResult, Rng};
use levels::Level;

#[test]
fn a_material_searcher_beats_the_weakest_level() {
    const PAIRS: u64 = 12;
    let mut rng = Rng::new(1);
    let mut half_points = 0;
    for _ in 0..PAIRS {
        let pair = Match {
            first: Entrant::Material,
            second: Entrant::Level(Level::MIN),
            seed: rng.next_u64(),
        };
        let games = play(&pair, &mut Anchors::new(&[])).expect("no engine that could fail");
        for (game, win) in games
            .iter()
            .zip([GameResult::WhiteWins, GameResult::BlackWins])
        {
            half_points += match game.result {
                GameResult::Draw => 1,
                result if result == win => 2,
                _ => 0,
            };
        }
    }
    let share = f64::from(half_points) / (4 * PAIRS) as f64;
    assert!(share > 0.6, "{share}");
}
