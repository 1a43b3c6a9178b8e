//! Sanity checks of a candidate before it plays.

use game::Rules as _;
use net_tools::{Inspected, Sanity, random_positions, reference_positions, sanity};
use nnue::Features;

use crate::{Baseline, Net, Scale};

/// Random positions to test symmetry and piece values on, beside the reference positions: a search
/// meets odd ones, too.
const RANDOM_POSITIONS: usize = 100;

/// The result of the checks.
pub struct Checked {
    /// Piece values and scale, as text.
    pub words: String,
    /// The mean evaluations.
    pub scale: Scale,
    /// Why the network is rejected, if it is.
    pub refusal: Option<String>,
}

/// Checks that a network differs from the baseline, is symmetric, orders the piece values sensibly,
/// and evaluates on about the same scale as the baseline.
pub fn check<G: Inspected>(net: &Net<G>, baseline: &Baseline<G>, scale_limit: f64) -> Checked {
    let scale = Scale {
        mean: Scale::of::<G>(Some(&net.network)),
        baseline: Scale::of::<G>(baseline.network()),
    };
    let mut positions = reference_positions::<G>();
    positions.extend(random_positions::<G>(RANDOM_POSITIONS, 1));
    let found = sanity(&net.network, &positions);
    let values = found.values_line();
    let words = format!(
        "piece values {values}; mean |eval| {:.0} cp, NnueScale {} would make it {:.0} cp",
        scale.mean,
        scale.percent(),
        scale.baseline
    );
    let is_same = baseline.network().is_some_and(|network| {
        network.architecture() == net.network.architecture()
            && network.parameters() == net.network.parameters()
    });
    let refusal = match () {
        () if is_same => Some("it is the baseline network".to_owned()),
        () if !found.is_symmetric() => Some(asymmetry(&found)),
        () if !found.values_material() => Some(format!(
            "piece values must be positive, with the pawn's the smallest and the strongest piece's the largest: \
             {values}"
        )),
        () if !scale.is_within(scale_limit) => Some(format!(
            "mean |eval| {:.0} cp differs from the baseline's {:.0} cp by a factor of more than {scale_limit}",
            scale.mean, scale.baseline
        )),
        () => None,
    };
    Checked {
        words,
        scale,
        refusal,
    }
}

fn asymmetry<F: Features<Game: Inspected>>(found: &Sanity<F>) -> String {
    let in_mirror = found.mirror_breaks.iter().flatten();
    let first = found.color_breaks.iter().chain(in_mirror).next();
    let fen = first.map(F::Game::fen).unwrap_or_default();
    format!("the evaluation changes when colors are swapped or the board is mirrored: {fen}")
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::{Baseline, check};
    use crate::test_nets::{material, net, random};

    fn refusal(network: nnue::Network, baseline: &Baseline<Chess>) -> Option<String> {
        check(&net("a", network), baseline, 3.0).refusal
    }

    #[test]
    fn counting_material_is_enough_to_play() {
        let checked = check(&net("a", material(100)), &Baseline::Handcrafted, 3.0);
        assert_eq!(checked.refusal, None);
        assert!(checked.words.contains("P 100, N 300"), "{}", checked.words);
        assert!(checked.words.contains("NnueScale"), "{}", checked.words);
    }

    #[test]
    fn networks_without_sense_may_not_play() {
        let by_hand = Baseline::Handcrafted;
        let reason = refusal(random(), &by_hand).unwrap();
        assert!(reason.contains("piece values must be positive"), "{reason}");
        for size in [10, 1000] {
            let reason = refusal(material(size), &by_hand).unwrap();
            assert!(reason.contains("factor of more than 3"), "{reason}");
        }
        let baseline = Baseline::Network(Box::new(net("b", material(100))));
        let reason = refusal(material(100), &baseline).unwrap();
        assert!(reason.contains("baseline network"), "{reason}");
        assert_eq!(refusal(material(120), &baseline), None);
    }
}
