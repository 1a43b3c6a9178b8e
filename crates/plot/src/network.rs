//! A graph of who met whom: players on a circle, a line for every pairing.

use std::f64::consts::TAU;

use crate::area::Area;
use crate::axis::format_number;
use crate::palette::{ACCENT, FAINT, INK, LINK, PAPER};
use crate::svg::{Align, Font, Point, Stroke, Svg};
use crate::text::{shorten, text_width};

const NODE_RADIUS: f64 = 15.0;
const LABEL_SIZE: f64 = 11.5;
const LONGEST_NAME: f64 = 190.0;
const TOP: f64 = 84.0;

/// One player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub name: String,
    /// A short note below the name, such as the rating.
    pub remark: String,
}

/// A pairing of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// The first player, as an index into the nodes.
    pub one: usize,
    /// The second player.
    pub other: usize,
    /// The number of games.
    pub games: u64,
    /// The points of `one`.
    pub points: f64,
}

/// The contents of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    pub title: String,
    /// The players, best first; the circle starts at the top and goes clockwise.
    pub nodes: Vec<Node>,
    /// The pairings. One with an index that does not exist is left out.
    pub edges: Vec<Edge>,
}

/// Draws a graph. A score without space is left out; a tooltip still shows it.
pub fn network(network: &Network) -> String {
    let count = network.nodes.len();
    let radius = (count as f64 * 24.0).max(if count > 3 { 190.0 } else { 130.0 });
    let width = 2.0 * (radius + NODE_RADIUS + 12.0 + LONGEST_NAME + 16.0);
    let center = (width / 2.0, TOP + radius + 34.0);
    let place = |index: usize| {
        let angle = TAU * index as f64 / count as f64 - TAU / 4.0;
        (
            center.0 + radius * angle.cos(),
            center.1 + radius * angle.sin(),
        )
    };
    let edges: Vec<Edge> = network
        .edges
        .iter()
        .filter(|edge| edge.one < count && edge.other < count && edge.games > 0)
        .map(|edge| better_first(*edge))
        .collect();

    let mut svg = Svg::new(width, center.1 + radius + 66.0, &network.title);
    let title = shorten(&network.title, 17.0, width - 40.0);
    svg.text(
        (18.0, 30.0),
        &title,
        Font::new(17.0, INK, Align::Start).bold(),
    );
    let caption = "Points of the better placed player (lower number) / games; \
                   the wider a line, the more games";
    svg.text((18.0, 52.0), caption, Font::new(12.0, FAINT, Align::Start));

    let most = edges.iter().map(|edge| edge.games).max().unwrap_or(1) as f64;
    for edge in &edges {
        let share = (edge.games as f64 / most).sqrt();
        svg.hint(&sentence(network, edge), |svg| {
            let stroke = Stroke::solid(LINK, 1.0 + 6.0 * share);
            svg.line(place(edge.one), place(edge.other), stroke);
        });
    }
    let mut taken: Vec<Area> = (0..count)
        .map(|index| Area::around(place(index), NODE_RADIUS * 2.2, NODE_RADIUS * 2.2))
        .collect();
    let lines: Vec<_> = edges
        .iter()
        .map(|edge| (place(edge.one), place(edge.other)))
        .collect();
    for (index, edge) in edges.iter().enumerate() {
        draw_score(&mut svg, &score(edge), index, &lines, &mut taken);
    }
    for (index, node) in network.nodes.iter().enumerate() {
        draw_node(&mut svg, index, node, place(index), center);
    }
    svg.finish()
}

/// The same pairing from the view of the higher ranked player.
fn better_first(edge: Edge) -> Edge {
    if edge.one <= edge.other {
        return edge;
    }
    Edge {
        one: edge.other,
        other: edge.one,
        points: edge.games as f64 - edge.points,
        ..edge
    }
}

fn score(edge: &Edge) -> String {
    let decimals = usize::from(edge.points.fract() != 0.0);
    let games = format_number(edge.games as f64, 0);
    format!("{}/{games}", format_number(edge.points, decimals))
}

fn sentence(network: &Network, edge: &Edge) -> String {
    let name = |index: usize| &network.nodes[index].name;
    format!(
        "{} against {}: {}",
        name(edge.one),
        name(edge.other),
        score(edge)
    )
}

/// Writes a score on its line, at the free place that the fewest other lines cross.
fn draw_score(
    svg: &mut Svg,
    label: &str,
    index: usize,
    lines: &[(Point, Point)],
    taken: &mut Vec<Area>,
) {
    const PLACES: [f64; 13] = [
        0.5, 0.44, 0.56, 0.38, 0.62, 0.33, 0.67, 0.28, 0.72, 0.24, 0.76, 0.2, 0.8,
    ];
    let (from, to) = lines[index];
    let (width, height) = (text_width(label, LABEL_SIZE) + 6.0, LABEL_SIZE + 5.0);
    let along = |part: f64| {
        let middle = (
            from.0 + (to.0 - from.0) * part,
            from.1 + (to.1 - from.1) * part,
        );
        Area::around(middle, width, height)
    };
    let crossings = |area: &Area| lines.iter().filter(|line| area.meets(line)).count();
    let free = PLACES
        .into_iter()
        .map(along)
        .filter(|area| !taken.iter().any(|other| area.touches(other)))
        .min_by_key(crossings);
    if let Some(area) = free {
        svg.rectangle(area.corner, area.size, PAPER);
        let at = (area.corner.0 + width / 2.0, area.corner.1 + LABEL_SIZE);
        svg.text(at, label, Font::new(LABEL_SIZE, INK, Align::Middle));
        taken.push(area);
    }
}

/// A numbered disc with its name outside the circle.
fn draw_node(svg: &mut Svg, index: usize, node: &Node, at: Point, center: Point) {
    svg.disc(at, NODE_RADIUS, ACCENT, Stroke::solid(PAPER, 2.0));
    let number = Font::new(13.0, PAPER, Align::Middle).bold();
    svg.text((at.0, at.1 + 4.5), &(index + 1).to_string(), number);

    let (right, down) = (at.0 - center.0, at.1 - center.1);
    let sideways = right.abs() > 1.0;
    let align = match sideways {
        false => Align::Middle,
        true if right > 0.0 => Align::Start,
        true => Align::End,
    };
    let x = at.0
        + if sideways {
            (NODE_RADIUS + 7.0).copysign(right)
        } else {
            0.0
        };
    // Beside the disc, above the one at the top, below the one at the bottom.
    let y = match sideways {
        true => at.1 - 2.0,
        false if down < 0.0 => at.1 - NODE_RADIUS - 22.0,
        false => at.1 + NODE_RADIUS + 16.0,
    };
    svg.hint(&node.name, |svg| {
        let name = shorten(&node.name, 13.0, LONGEST_NAME);
        svg.text((x, y), &name, Font::new(13.0, INK, align).bold());
        svg.text((x, y + 15.0), &node.remark, Font::new(12.0, FAINT, align));
    });
}

#[cfg(test)]
mod tests {
    use super::{Edge, Network, Node, network};
    use crate::well_formed::check;

    fn round_robin(players: usize) -> Network {
        let node = |index| Node {
            name: format!("<engine> {index} & friends"),
            remark: "2500 ± 20".to_owned(),
        };
        let meet = |one, other| Edge {
            one,
            other,
            games: 100,
            points: 40.5,
        };
        let rest = |one| {
            (0..players)
                .filter(move |&o| o != one)
                .map(move |o| (one, o))
        };
        Network {
            title: "Who met whom".to_owned(),
            nodes: (0..players).map(node).collect(),
            edges: (0..players)
                .flat_map(rest)
                .filter(|(one, other)| one > other)
                .map(|(one, other)| meet(one, other))
                .collect(),
        }
    }

    #[test]
    fn any_number_of_players_is_well_formed() {
        for players in [0, 1, 2, 3, 9, 40] {
            let picture = network(&round_robin(players));
            assert_eq!(check(&picture), Ok(()), "{picture}");
        }
    }

    #[test]
    fn scores_are_from_the_higher_ranked_player() {
        let picture = network(&round_robin(2));
        assert!(picture.contains(">59.5/100<"), "{picture}");
        assert!(picture.contains("&lt;engine&gt; 0"), "{picture}");
    }

    #[test]
    fn invalid_pairings_are_left_out() {
        let mut odd = round_robin(2);
        odd.edges[0].other = 7;
        assert!(!network(&odd).contains("/100"));
    }
}
