//! The curves of a match.

use plot::{Level, LineChart, Series, line_chart};
use stats::{Pentanomial, Performance, Sprt};

/// The log-likelihood ratio after each number of pairs, with the bounds of the test.
pub fn llr_chart(sprt: &Sprt, points: Vec<(f64, f64)>) -> String {
    line_chart(&LineChart {
        title: "Log-likelihood ratio".to_owned(),
        x_label: "pairs".to_owned(),
        y_label: "LLR".to_owned(),
        series: vec![Series::new("LLR", points)],
        levels: vec![
            Level::new("H1", sprt.upper()),
            Level::new("H0", sprt.lower()),
        ],
        log_y: false,
    })
}

/// Elo after each number of pairs, with its error. The first pairs, whose errors are many times the
/// last one, are left out, because nothing else could be seen beside them.
pub fn elo_chart(curve: &[(u64, Pentanomial)]) -> Option<String> {
    const WIDEST: f64 = 5.0;
    /// Fewer points are no curve.
    const MIN_POINTS: usize = 5;
    let estimates = curve.iter().map(|(pairs, counts)| {
        let performance = Performance::of(counts);
        (2.0 * *pairs as f64, performance)
    });
    let mut estimates: Vec<(f64, Performance)> = estimates.collect();
    let last = estimates.last()?.1.elo.error;
    estimates.retain(|(_, performance)| performance.elo.error <= WIDEST * last);
    let is_known = |(_, performance): &(f64, Performance)| performance.elo.error.is_finite();
    if estimates.iter().filter(|point| is_known(point)).count() < MIN_POINTS {
        return None;
    }
    let points = estimates.iter().map(|(games, p)| (*games, p.elo.value));
    let band = estimates
        .iter()
        .map(|(_, p)| (p.interval[0], p.interval[1]));
    Some(line_chart(&LineChart {
        title: "Elo".to_owned(),
        x_label: "games".to_owned(),
        y_label: "Elo difference".to_owned(),
        series: vec![Series::new("Elo", points.collect()).with_band(band.collect())],
        levels: vec![Level::new("equal", 0.0)],
        log_y: false,
    }))
}
