//! The weakest level loses to a player who only counts material one move ahead.

use calibration::{Entrant, Match, Worker, distinct_openings, play};
use game::GameResult;
use levels::Level;

#[test]
fn a_material_searcher_beats_the_weakest_level() {
    const PAIRS: usize = 12;
    let mut half_points = 0;
    for (opening, seed) in distinct_openings(1).take(PAIRS).zip(0..) {
        let pair = Match {
            first: Entrant::Material,
            second: Entrant::Level(Level::MIN),
            opening,
            seed,
        };
        let games = play(&pair, &mut Worker::new(&[])).expect("no engine that could fail");
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
