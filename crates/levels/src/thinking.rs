//! How long an opponent seems to think.

use std::time::Duration;

use evaluation::Evaluated;
use game::{Codes, Position};

use crate::Player;
use crate::chance::uniform;

/// What a hash decides.
const PURPOSE_TIME: u64 = 6;

/// The time that a player takes for a move where `planned` is usual: from a third of it to three
/// times as much, seldom the most, and little for a recapture. Fixed by position and seed.
#[must_use]
pub fn thinking_time<G: Codes + Evaluated>(
    player: Player,
    position: &G::Position,
    mv: G::Move,
    planned: Duration,
) -> Duration {
    let chance = uniform(position.keys().full, player.seed, PURPOSE_TIME);
    let is_recapture = G::was_capture(position) && position.is_noisy(mv);
    let share = if is_recapture { 0.3 } else { 1.0 };
    planned.mul_f64(share * spread(chance))
}

/// From a third to three; half of all chances give less than 0.6.
fn spread(chance: f64) -> f64 {
    9.0_f64.powf(chance * chance) / 3.0
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};

    use super::{Duration, Player, spread, thinking_time};
    use crate::Level;

    #[test]
    fn times_vary_around_the_plan() {
        let times: Vec<f64> = (0..1000).map(|n| spread(f64::from(n) / 1000.0)).collect();
        assert!(times.iter().all(|time| (0.33..3.01).contains(time)));
        let mean = times.iter().sum::<f64>() / 1000.0;
        assert!((0.5..1.3).contains(&mean), "{mean}");
    }

    #[test]
    fn recaptures_are_quick() {
        let player = Player {
            level: Level::MIN,
            seed: 1,
        };
        let mut position = Position::start();
        for text in ["e2e4", "d7d5", "e4d5"] {
            position.play(position.parse_uci(text).expect("legal"));
        }
        let time = |text| {
            let mv = position.parse_uci(text).expect("legal");
            thinking_time::<Chess>(player, &position, mv, Duration::from_secs(1))
        };
        assert!(time("d8d5") < time("g8f6") / 3 + Duration::from_millis(1));
    }
}
