//! The report of a run: loss curves, an HTML page and JSON.

use net_tools::Scores;
use plot::{LineChart, Page, Series, format_number, line_chart};
use serde_json::json;

use crate::config::Config;
use crate::history::{History, Point};
use crate::train::Finished;
use crate::validation::{MeanLoss, Validation};

/// The inputs of a report.
pub struct Report<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The network's architecture.
    pub architecture: String,
    /// Training and validation positions.
    pub positions: [usize; 2],
    /// The loss curves.
    pub history: &'a History,
    /// The final validation.
    pub validation: &'a Validation,
    /// The result.
    pub finished: &'a Finished,
}

/// The report as JSON.
pub fn json(report: &Report<'_>) -> String {
    let value = json!({
        "architecture": report.architecture,
        "positions": {"training": report.positions[0], "validation": report.positions[1]},
        "config": report.config,
        "result": report.finished,
        "validation": report.validation,
        "history": report.history,
    });
    format!("{value:#}\n")
}

/// The loss curves on a logarithmic axis, with the errors of the means.
pub fn loss_curves(report: &Report<'_>) -> String {
    let batch = report.config.batch_size as f64;
    let millions = |point: &Point| point.step as f64 * batch / 1e6;
    let points = &report.history.points;
    let curve = |name: &str, value: fn(&Point) -> Option<MeanLoss>| {
        let known = points.iter().filter_map(|p| Some((millions(p), value(p)?)));
        let (points, errors): (Vec<_>, Vec<_>) = known
            .map(|(x, mean)| ((x, mean.loss), mean.error.unwrap_or(f64::NAN)))
            .unzip();
        Series::new(name, points).with_errors(&errors)
    };
    line_chart(&LineChart {
        title: format!("{}: loss", report.config.name),
        x_label: "million positions".to_owned(),
        y_label: "mean loss (logarithmic)".to_owned(),
        series: vec![
            curve("training", |p| {
                Some(MeanLoss {
                    loss: p.loss,
                    error: p.loss_error,
                })
            }),
            curve("validation", |p| {
                Some(MeanLoss {
                    loss: p.validation?,
                    error: p.validation_error,
                })
            }),
        ],
        levels: Vec::new(),
        log_y: true,
    })
}

/// The final validation loss by piece count.
pub fn by_pieces(report: &Report<'_>) -> String {
    let means = report.validation.by_pieces();
    let (points, errors): (Vec<_>, Vec<_>) = means
        .map(|(pieces, mean)| ((pieces as f64, mean.loss), mean.error.unwrap_or(f64::NAN)))
        .unzip();
    line_chart(&LineChart {
        title: format!("{}: validation loss by pieces", report.config.name),
        x_label: "pieces on the board".to_owned(),
        y_label: "mean loss (logarithmic)".to_owned(),
        series: vec![Series::new("validation", points).with_errors(&errors)],
        levels: Vec::new(),
        log_y: true,
    })
}

/// The report as an HTML page.
pub fn page(report: &Report<'_>) -> String {
    let finished = report.finished;
    let none = || "none".to_owned();
    let loss = |loss: Option<f64>| loss.map_or(none(), |loss| format!("{loss:.6}"));
    let [(_, test_loss), (_, correlation)] = Scores::of_card(&finished.card).facts();
    let mut page = Page::new(&format!("Training of {}", report.config.name));
    page.lead(&report.architecture);
    page.tiles(&[
        ("Validation loss", loss(finished.validation_loss)),
        ("Last training loss", loss(report.history.loss())),
        ("Test loss", test_loss.unwrap_or(none())),
        ("Correlation with results", correlation.unwrap_or(none())),
        ("Quantization error", {
            let error = finished.quantization_error.mean;
            format!("{error:.2} cp")
        }),
    ]);
    page.figure(
        &loss_curves(report),
        "Each point is the mean since the point before, or over all validation positions; the bands \
         are 95 % confidence intervals of these means.",
    );
    page.figure(
        &by_pieces(report),
        "The network's validation loss by the number of pieces, with 95 % confidence intervals.",
    );
    page.heading("Figures");
    page.facts(facts(report));
    page.folded("Configuration", |page| {
        page.code(&report.config.to_toml());
    });
    page.finish()
}

fn facts(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let finished = report.finished;
    let error = &finished.quantization_error;
    let count = |number: usize| format_number(number as f64, 0);
    let density = finished.density.map(|density| density.to_string());
    let mut facts = vec![
        ("Network", report.architecture.clone()),
        ("Training positions", count(report.positions[0])),
        ("Validation positions", count(report.positions[1])),
        ("Positions per second", format_number(finished.speed, 0)),
        ("Seconds", format_number(report.history.seconds, 0)),
        (
            "Quantization error",
            format!(
                "mean {:.2} cp, max {:.2} cp ({} positions)",
                error.mean,
                error.worst,
                count(error.positions)
            ),
        ),
    ];
    facts.extend(density.map(|density| ("Inputs of hidden layers that are active", density)));
    facts
}

#[cfg(test)]
mod tests {
    use super::{Report, page};
    use crate::config::Config;
    use crate::export::QuantizationError;
    use crate::history::History;
    use crate::train::Finished;
    use crate::validation::Validation;

    #[test]
    fn the_page_is_well_formed_with_a_logarithmic_axis_and_error_bands() {
        let mut validation = Validation::default();
        for (pieces, loss) in [(2, 0.01), (2, 0.02), (30, 0.2), (30, 0.3)] {
            validation.add(pieces, loss);
        }
        let mut history = History::default();
        for step in 1..=3 {
            let loss = 0.5 / step as f64;
            history.add(&[loss, loss * 1.1]);
            history.mark(step, 1e-3, validation.mean());
        }
        let config = Config {
            name: "<script>".to_owned(),
            ..Config::default()
        };
        let page = page(&Report {
            config: &config,
            architecture: "(768 -> 32)x2 -> 1".to_owned(),
            positions: [10_000, 4],
            history: &history,
            validation: &validation,
            finished: &Finished {
                network: "tiny.qnn".into(),
                report: "tiny.html".into(),
                validation_loss: validation.loss(),
                quantization_error: QuantizationError::default(),
                density: None,
                speed: 1e6,
                card: net_tools::Card::default(),
            },
        });
        assert_eq!(plot::well_formed::check(&page), Ok(()));
        assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"));
        assert_eq!(page.matches("<polygon").count(), 3, "a band for each curve");
        // Logarithmic: from 0.1 to 0.2 it is as far as from 0.2 to 0.4.
        let height = |label: &str| -> f64 {
            let (before, _) = page.split_once(&format!(">{label}</text>")).unwrap();
            let (_, y) = before.rsplit_once(" y=\"").unwrap();
            y.split_once('"').unwrap().0.parse().unwrap()
        };
        let (low, high) = (height("0.1") - height("0.2"), height("0.2") - height("0.4"));
        assert!((low - high).abs() < 0.1, "{low} {high}");
    }
}
