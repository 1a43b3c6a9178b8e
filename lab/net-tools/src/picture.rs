//! A picture of a network: feature transformer weights as boards, and bucket usage.

mod bars;
mod weights;

use nnue::features::PositionOf;
use nnue::{Features, Network};
use plot::palette::INK;
use plot::{Align, Font, Svg};

use crate::Inspected;
use crate::usage::usage;
use bars::Bars;
use weights::Weights;

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The maximum number of neurons; those with the largest weights are drawn.
    pub neurons: usize,
    /// The bucket of inputs (in chess of the own king's squares) whose weights are drawn.
    pub bucket: usize,
}

impl Default for View {
    fn default() -> Self {
        Self {
            neurons: 96,
            bucket: 0,
        }
    }
}

/// The margin around everything, in pixels.
const MARGIN: f64 = 20.0;

/// Draws a network as SVG. A bucket that does not exist is drawn as the first one.
pub fn picture<F: Features<Game: Inspected>>(
    network: &Network<F>,
    title: &str,
    view: View,
    positions: &[PositionOf<F>],
) -> String {
    const TITLE: f64 = 56.0;
    let weights = Weights::new(network, view);
    let usage = usage(network, positions);
    let charts = [
        Bars::new("Output buckets", &usage.output),
        Bars::new("Buckets of inputs", &usage.input),
        Bars::new("Not mirrored (0) and mirrored (1)", &usage.mirrored),
    ];
    let (width, height) = weights.size();
    let bars_height = if positions.is_empty() {
        0.0
    } else {
        Bars::HEIGHT + MARGIN
    };
    let bars_width = (width + MARGIN) / charts.len() as f64 - MARGIN;
    let mut svg = Svg::new(
        width + 2.0 * MARGIN,
        TITLE + height + bars_height + 2.0 * MARGIN,
        title,
    );
    let font = Font::new(18.0, INK, Align::Start);
    svg.text((MARGIN, 30.0), title, font.bold());
    let description = format!("{}; {}", network.architecture(), weights.caption());
    svg.text((MARGIN, 50.0), &description, Font { size: 12.0, ..font });
    if !positions.is_empty() {
        for (index, chart) in charts.iter().enumerate() {
            let x = MARGIN + index as f64 * (bars_width + MARGIN);
            chart.draw(&mut svg, (x, TITLE + MARGIN), bars_width);
        }
    }
    weights.draw(&mut svg, (MARGIN, TITLE + MARGIN + bars_height));
    svg.finish()
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use nnue::features::xiangqi::FeatureSet;
    use nnue::{Features, Network};
    use xiangqi::Xiangqi;

    use super::{View, picture};
    use crate::Inspected;
    use crate::examples::{bucket_network, deep_network, material_network, small_network};
    use crate::positions::random_positions;

    #[test]
    fn pictures_have_all_their_parts() {
        for network in [material_network(), deep_network(), bucket_network()] {
            check(&network, &random_positions::<Chess>(20, 1));
        }
        for features in FeatureSet::ALL {
            let network = small_network(features);
            check(&network, &random_positions::<Xiangqi>(20, 1));
        }
    }

    fn check<F: Features<Game: Inspected>>(
        network: &Network<F>,
        positions: &[<F::Game as game::Game>::Position],
    ) {
        let view = View {
            neurons: 10,
            bucket: 1,
        };
        let text = picture(network, "a <net>", view, positions);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert_eq!(text.matches("<image ").count(), 1);
        assert_eq!(text.matches(">#").count(), 10, "a label for each neuron");
        assert!(text.contains("a &lt;net&gt;"));
        assert!(text.contains("Output buckets"));
        let without = picture(network, "", view, &[]);
        assert!(!without.contains("Output buckets"));
    }
}
