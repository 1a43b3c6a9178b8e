//! What a network must show before it may play.

use net_tools::{random_positions, reference_positions, sanity};

use super::{Entrant, Reigning, Scale};

/// Random positions to try symmetries and the worth of pieces on, beside the reference positions:
/// a network meets odd ones in every search.
const RANDOM_POSITIONS: usize = 100;

/// What was found out.
pub struct Checked {
    /// The findings.
    pub words: String,
    /// The sizes of values.
    pub scale: Scale,
    /// Why the network may not play, if it may not.
    pub refusal: Option<String>,
}

/// Checks a network: that it is another one, symmetric, knows what pieces are worth, and that its
/// values are of about the size of the reigning evaluation's.
pub fn check(entrant: &Entrant, reigning: &Reigning, scale_limit: f64) -> Checked {
    let scale = Scale {
        mean: Scale::of(Some(&entrant.network)),
        reigning: Scale::of(reigning.network()),
    };
    let mut positions = reference_positions();
    positions.extend(random_positions(RANDOM_POSITIONS, 1));
    let found = sanity(&entrant.network, &positions);
    let worth = found.piece_values.iter();
    let worth: Vec<String> = worth
        .map(|worth| format!("{} {:.0}", worth.kind.letter(), worth.mean))
        .collect();
    let words = format!(
        "pieces worth {}; mean value {:.0}, NnueScale {} would bring it to {:.0}",
        worth.join(", "),
        scale.mean,
        scale.percent(),
        scale.reigning
    );
    let is_same = reigning.network().is_some_and(|network| {
        network.architecture() == entrant.network.architecture()
            && network.parameters() == entrant.network.parameters()
    });
    let refusal = match () {
        () if is_same => Some("it is the reigning network".to_owned()),
        () if !found.is_symmetric() => Some(asymmetry(&found)),
        () if !found.values_material() => Some(format!(
            "pieces must be worth something, a pawn the least and a queen the most, not {}",
            worth.join(", ")
        )),
        () if !scale.is_within(scale_limit) => Some(format!(
            "its mean value {:.0} is more than {scale_limit} times off the reigning {:.0}",
            scale.mean, scale.reigning
        )),
        () => None,
    };
    Checked {
        words,
        scale,
        refusal,
    }
}

fn asymmetry(found: &net_tools::Sanity) -> String {
    let in_mirror = found.mirror_breaks.iter().flatten();
    let first = found.color_breaks.iter().chain(in_mirror).next();
    let fen = first.map(|position| position.fen()).unwrap_or_default();
    format!("its values change when colors are exchanged or the board is mirrored: {fen}")
}

#[cfg(test)]
mod tests {
    use super::super::examples::{entrant, material, random};
    use super::{Reigning, check};

    fn refusal(network: nnue::Network, reigning: &Reigning) -> Option<String> {
        check(&entrant("a", network), reigning, 3.0).refusal
    }

    #[test]
    fn counting_material_is_enough_to_play() {
        let checked = check(&entrant("a", material(100)), &Reigning::Handcrafted, 3.0);
        assert_eq!(checked.refusal, None);
        assert!(checked.words.contains("P 100, N 300"), "{}", checked.words);
        assert!(checked.words.contains("NnueScale"), "{}", checked.words);
    }

    #[test]
    fn networks_without_sense_may_not_play() {
        let by_hand = Reigning::Handcrafted;
        let reason = refusal(random(), &by_hand).unwrap();
        assert!(
            reason.contains("pieces must be worth something"),
            "{reason}"
        );
        for size in [10, 1000] {
            let reason = refusal(material(size), &by_hand).unwrap();
            assert!(reason.contains("more than 3 times off"), "{reason}");
        }
        let reigning = Reigning::Network(Box::new(entrant("b", material(100))));
        let reason = refusal(material(100), &reigning).unwrap();
        assert!(reason.contains("reigning network"), "{reason}");
        assert_eq!(refusal(material(120), &reigning), None);
    }
}
