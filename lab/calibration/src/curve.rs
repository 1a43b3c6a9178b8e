//! From measured ratings back to the skills that give each level its label.

use levels::{Level, OPPONENTS, skill};

/// The skills of the levels in steps of 200 Elo, interpolated between the measured ones and
/// extended in a straight line beyond them. None with fewer than two levels, or if two ratings are
/// not in order.
#[must_use]
pub fn skills_for_labels(measured: &[(Level, f64)]) -> Option<Vec<f64>> {
    if measured.len() < 2 || !measured.is_sorted_by(|a, b| a.1 < b.1) {
        return None;
    }
    let at = |elo: f64| {
        let above = measured.iter().position(|&(_, rating)| rating >= elo);
        let above = above.unwrap_or(measured.len() - 1).max(1);
        let [(from, low), (to, high)] = [measured[above - 1], measured[above]];
        skill(from) + (elo - low) / (high - low) * (skill(to) - skill(from))
    };
    let labels = OPPONENTS.iter().map(|opponent| opponent.level.elo());
    Some(labels.map(|elo| at(f64::from(elo))).collect())
}

#[cfg(test)]
mod tests {
    use super::{Level, OPPONENTS, skill, skills_for_labels};

    #[test]
    fn labels_that_hold_keep_their_skill_and_others_move() {
        let levels = OPPONENTS.map(|opponent| opponent.level);
        let exact = levels.map(|level| (level, f64::from(level.elo())));
        let skills = skills_for_labels(&exact).expect("in order");
        for (level, found) in levels.into_iter().zip(skills) {
            assert!((skill(level) - found).abs() < 1e-9, "{level}");
        }
        let weaker = exact.map(|(level, elo)| (level, elo - 100.0));
        let skills = skills_for_labels(&weaker).expect("in order");
        assert!(skills[3] > skill(Level::new(1200)));
        assert_eq!(skills_for_labels(&[(Level::MIN, 600.0)]), None);
    }
}
