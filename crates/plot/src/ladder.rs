//! Rating ladders: ratings from best to worst with error bars.

use crate::axis::Axis;
use crate::format_rating;
use crate::palette::{ACCENT, FAINT, GRID, INK, PAPER, STRIPE};
use crate::svg::{Align, Font, Stroke, Svg};
use crate::text::{shorten, text_width};

const WIDTH: f64 = 920.0;
const ROW: f64 = 28.0;
const TOP: f64 = 62.0;
const NAME_SIZE: f64 = 13.0;
const LONGEST_NAME: f64 = 230.0;

/// One rated player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rung {
    pub name: String,
    /// The rating in Elo.
    pub elo: f64,
    /// The half-width of the error bar; not finite when unknown, 0 for an anchor.
    pub error: f64,
    /// A short note at the right, such as the number of games.
    pub remark: String,
}

/// The contents of a ladder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder {
    pub title: String,
    /// The players, best first.
    pub rungs: Vec<Rung>,
}

/// Draws a ladder.
pub fn ladder(ladder: &Ladder) -> String {
    let rungs = &ladder.rungs;
    let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
    let name_width = widest(&mut rungs.iter().map(|r| text_width(&r.name, NAME_SIZE)));
    let value_width = widest(
        &mut rungs
            .iter()
            .map(|r| text_width(&format_rating(r.elo, r.error), NAME_SIZE)),
    );
    let remark_width = widest(&mut rungs.iter().map(|r| text_width(&r.remark, 12.0)));
    let left = 44.0 + name_width.min(LONGEST_NAME) + 14.0;
    let remark_at = WIDTH - 18.0;
    let value_at = remark_at - remark_width - if remark_width > 0.0 { 16.0 } else { 0.0 };
    let right = value_at - value_width - 18.0;
    let bottom = TOP + ROW * rungs.len() as f64;

    let mut svg = Svg::new(WIDTH, bottom + 58.0, &ladder.title);
    let title = shorten(&ladder.title, 17.0, WIDTH - 40.0);
    svg.text(
        (18.0, 30.0),
        &title,
        Font::new(17.0, INK, Align::Start).bold(),
    );
    for place in (0..rungs.len()).step_by(2) {
        let corner = (14.0, TOP + ROW * place as f64);
        svg.rectangle(corner, (WIDTH - 28.0, ROW), STRIPE);
    }
    let axis = axis(rungs).on(left, right);
    for (tick, label) in axis.ticks() {
        let x = axis.pixel(tick);
        svg.line((x, TOP), (x, bottom + 5.0), Stroke::solid(GRID, 1.0));
        svg.text(
            (x, bottom + 20.0),
            &label,
            Font::new(12.0, FAINT, Align::Middle),
        );
    }
    let caption = Font::new(12.0, FAINT, Align::Middle);
    svg.text(
        ((left + right) / 2.0, bottom + 42.0),
        "Elo, 95 % error",
        caption,
    );
    for (place, rung) in rungs.iter().enumerate() {
        let baseline = TOP + ROW * (place as f64 + 0.5) + 4.5;
        let rank = (place + 1).to_string();
        svg.text((38.0, baseline), &rank, Font::new(12.0, FAINT, Align::End));
        svg.hint(&rung.name, |svg| {
            let name = shorten(&rung.name, NAME_SIZE, LONGEST_NAME);
            svg.text(
                (46.0, baseline),
                &name,
                Font::new(NAME_SIZE, INK, Align::Start),
            );
        });
        draw_bar(&mut svg, rung, &axis, baseline - 4.5);
        let number = Font::new(NAME_SIZE, INK, Align::End);
        svg.text(
            (value_at, baseline),
            &format_rating(rung.elo, rung.error),
            number,
        );
        let remark = Font::new(12.0, FAINT, Align::End);
        svg.text((remark_at, baseline), &rung.remark, remark);
    }
    svg.finish()
}

/// The axis of a ladder: it covers all error bars but those that would squeeze all others together.
fn axis(rungs: &[Rung]) -> Axis {
    let reach = widest_shown(rungs);
    let finite = rungs.iter().filter(|rung| rung.elo.is_finite());
    let ends = finite.flat_map(|rung| {
        let error = if rung.error.is_finite() {
            rung.error.min(reach)
        } else {
            0.0
        };
        [rung.elo - error, rung.elo + error]
    });
    Axis::covering(ends, 7)
}

/// The longest error bar that is drawn to its end. Longer ones, as of a player who won all games, say
/// nothing but that, and are cut.
fn widest_shown(rungs: &[Rung]) -> f64 {
    const LEAST: f64 = 50.0;
    const TIMES_MEDIAN: f64 = 5.0;
    let finite = rungs.iter().filter(|rung| rung.elo.is_finite());
    let elo = finite.clone().map(|rung| rung.elo);
    let span = elo.clone().fold(f64::NEG_INFINITY, f64::max) - elo.fold(f64::INFINITY, f64::min);
    let errors = finite.map(|rung| rung.error);
    let mut errors: Vec<f64> = errors.filter(|e| e.is_finite() && *e > 0.0).collect();
    errors.sort_by(f64::total_cmp);
    let middle = errors.len().saturating_sub(1) / 2;
    let median = errors.get(middle).copied().unwrap_or_default();
    (TIMES_MEDIAN * median).max(span).max(LEAST)
}

/// The dot and its error bar. A bar that is cut ends in an arrowhead at the edge.
fn draw_bar(svg: &mut Svg, rung: &Rung, axis: &Axis, y: f64) {
    const HEAD: f64 = 6.0;
    if !rung.elo.is_finite() {
        return;
    }
    let stroke = Stroke::solid(ACCENT, 2.0);
    if rung.error.is_finite() && rung.error > 0.0 {
        let (low, high) = axis.range();
        let ends = [rung.elo - rung.error, rung.elo + rung.error];
        let [from, to] = ends.map(|end| axis.pixel(end.clamp(low, high)));
        svg.line((from, y), (to, y), stroke);
        for (end, inward) in ends.into_iter().zip([HEAD, -HEAD]) {
            let x = axis.pixel(end.clamp(low, high));
            let back = if axis.contains(end) { 0.0 } else { inward };
            svg.polyline(&[(x + back, y - 5.0), (x, y), (x + back, y + 5.0)], stroke);
        }
    }
    let fill = if rung.error.is_finite() {
        ACCENT
    } else {
        PAPER
    };
    svg.disc((axis.pixel(rung.elo), y), 3.0, fill, stroke);
}

#[cfg(test)]
mod tests {
    use super::{Ladder, Rung, ladder};
    use crate::well_formed::check;

    fn rung(name: &str, elo: f64, error: f64) -> Rung {
        Rung {
            name: name.to_owned(),
            elo,
            error,
            remark: "100 games".to_owned(),
        }
    }

    #[test]
    fn any_ladder_is_well_formed() {
        let odd = [
            rung(
                "<&> with a name much too long for any column of any table",
                1.0,
                2.0,
            ),
            rung("", f64::NAN, f64::NAN),
            rung("unknown error", 30.0, f64::INFINITY),
            rung("unbeaten", 20.0, 5000.0),
            rung("anchor", 0.0, 0.0),
        ];
        for rungs in [&odd[..], &odd[..1], &odd[1..2], &[]] {
            let picture = ladder(&Ladder {
                title: "A & B".to_owned(),
                rungs: rungs.to_vec(),
            });
            assert_eq!(check(&picture), Ok(()), "{picture}");
        }
    }

    /// The horizontal ends of everything drawn in the accent color, and of the grid.
    fn extents(picture: &str) -> [(f64, f64); 2] {
        let extent = |color: &str| {
            let lines = picture
                .lines()
                .filter(|l| l.starts_with("<polyline") && l.contains(color));
            let points = lines.flat_map(|l| l.split('"').nth(1).unwrap().split(' '));
            let xs = points.map(|point| point.split(',').next().unwrap().parse::<f64>().unwrap());
            xs.fold((f64::MAX, f64::MIN), |(low, high), x| {
                (low.min(x), high.max(x))
            })
        };
        [extent("#0072b2"), extent("#e0e0e0")]
    }

    #[test]
    fn error_bars_are_whole_and_inside_the_drawing_area() {
        for errors in [[80.0, 90.0, 70.0], [80.0, 12.0, 300.0], [1.0, 2.0, 9000.0]] {
            let rungs = [100.0, 40.0, 0.0].into_iter().zip(errors);
            let rungs: Vec<_> = rungs.map(|(elo, error)| rung("a", elo, error)).collect();
            let picture = ladder(&Ladder {
                title: String::new(),
                rungs,
            });
            let [bars, grid] = extents(&picture);
            assert!(grid.0 <= bars.0 && bars.1 <= grid.1, "{bars:?} {grid:?}");
            // A cap is a straight line across the end of its bar, an arrowhead is not.
            let ends = picture.lines().filter(|l| l.starts_with("<polyline"));
            let ends = ends.filter_map(|l| {
                let points = l.split('"').nth(1)?;
                let xs: Vec<_> = points
                    .split(' ')
                    .filter_map(|p| p.split(',').next())
                    .collect();
                (xs.len() == 3).then(|| xs[0] == xs[1])
            });
            let ends: Vec<bool> = ends.collect();
            assert_eq!(ends.len(), 6, "{picture}");
            let cut = if errors[2] > 1000.0 { 2 } else { 0 };
            assert_eq!(ends.iter().filter(|whole| !**whole).count(), cut);
        }
    }

    #[test]
    fn one_wide_error_does_not_squeeze_the_rest() {
        let rungs = vec![rung("champion", 100.0, 5000.0), rung("a", 0.0, 10.0)];
        let picture = ladder(&Ladder {
            title: String::new(),
            rungs,
        });
        assert!(
            !picture.contains(">1000<") && picture.contains("± 5000.0"),
            "{picture}"
        );
    }
}
