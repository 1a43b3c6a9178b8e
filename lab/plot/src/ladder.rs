//! Rating ladders: ratings from best to worst with error bars.

use crate::axis::{Axis, format_number};
use crate::svg::{Align, Font, Stroke, Svg};
use crate::text::{shorten, text_width};

const WIDTH: f64 = 920.0;
const ROW: f64 = 28.0;
const TOP: f64 = 62.0;
const NAME_SIZE: f64 = 13.0;
const LONGEST_NAME: f64 = 230.0;
const INK: &str = "#222222";
const FAINT: &str = "#666666";
const STRIPE: &str = "#f5f7fa";
const GRID: &str = "#dddddd";
const BAR: &str = "#0072b2";

/// One rated player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rung {
    /// The name.
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
    /// The title.
    pub title: String,
    /// The players, best first.
    pub rungs: Vec<Rung>,
}

/// Draws a ladder.
#[must_use]
pub fn ladder(ladder: &Ladder) -> String {
    let rungs = &ladder.rungs;
    let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
    let name_width = widest(&mut rungs.iter().map(|r| text_width(&r.name, NAME_SIZE)));
    let value_width = widest(&mut rungs.iter().map(|r| text_width(&value(r), NAME_SIZE)));
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
        svg.text((value_at, baseline), &value(rung), number);
        let remark = Font::new(12.0, FAINT, Align::End);
        svg.text((remark_at, baseline), &rung.remark, remark);
    }
    svg.finish()
}

/// The axis of a ladder. A wide error bar must not squeeze the other ratings together, so no error bar
/// extends the axis by more than a quarter of the ratings' range.
fn axis(rungs: &[Rung]) -> Axis {
    const LEAST_REACH: f64 = 50.0;
    let finite = rungs.iter().filter(|rung| rung.elo.is_finite());
    let elo = finite.clone().map(|rung| rung.elo);
    let span = elo.clone().fold(f64::NEG_INFINITY, f64::max) - elo.fold(f64::INFINITY, f64::min);
    let reach = (span / 4.0).max(LEAST_REACH);
    Axis::covering(
        finite.flat_map(|rung| {
            let error = if rung.error.is_finite() {
                rung.error
            } else {
                0.0
            };
            [rung.elo - error.min(reach), rung.elo + error.min(reach)]
        }),
        7,
    )
}

/// The dot and its error bar; a bar that leaves the axis has no cap.
fn draw_bar(svg: &mut Svg, rung: &Rung, axis: &Axis, y: f64) {
    if !rung.elo.is_finite() {
        return;
    }
    let stroke = Stroke::solid(BAR, 2.0);
    if rung.error.is_finite() && rung.error > 0.0 {
        let (low, high) = axis.range();
        let ends = [rung.elo - rung.error, rung.elo + rung.error];
        let [from, to] = ends.map(|end| axis.pixel(end.clamp(low, high)));
        svg.line((from, y), (to, y), stroke);
        for end in ends.into_iter().filter(|&end| axis.contains(end)) {
            let x = axis.pixel(end);
            svg.line((x, y - 5.0), (x, y + 5.0), stroke);
        }
    }
    let fill = if rung.error.is_finite() {
        BAR
    } else {
        "#ffffff"
    };
    svg.disc((axis.pixel(rung.elo), y), 3.0, fill, stroke);
}

/// The rating and its error as text.
fn value(rung: &Rung) -> String {
    let elo = format_number(rung.elo, 1);
    match rung.error {
        error if !error.is_finite() => elo,
        error if error < 0.05 => format!("{elo} (anchor)"),
        error => format!("{elo} ± {}", format_number(error, 1)),
    }
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
