//! Results as CSV, as a picture, and as a page.

use std::fmt::Write as _;

use plot::{Align, Cell, Ladder, Page, Rung, format_difference, format_number, ladder};
use stats::{Counts, Performance};

use crate::plan::Plan;
use crate::results::{ArmData, Finding, Results};

/// The answers, a row for each contrast and seed, and one over all seeds.
#[must_use]
pub fn results_csv(results: &Results) -> String {
    let mut text = "contrast,primary,first,second,limits,seed,games,LL,LD,DD_WL,WD,WW,score,elo,elo_low,elo_high,p,p_holm,verdict\n".to_owned();
    for finding in &results.findings {
        let contrast = &finding.contrast;
        let head = format!(
            "{},{},{},{},{}",
            contrast.name,
            finding.is_primary,
            support::csv_field(&contrast.first),
            support::csv_field(&contrast.second),
            contrast.limits(),
        );
        let counts = |pairs: &[u64; 5]| pairs.map(|count| count.to_string()).join(",");
        for (seed, pairs) in &finding.seeds {
            let performance = Performance::of(pairs);
            let [low, high] = performance.interval;
            let _ = writeln!(
                text,
                "{head},{seed},{},{},{:.4},{:.1},{low:.1},{high:.1},,,",
                2 * pairs.total(),
                counts(&pairs.0),
                performance.score,
                performance.elo.value,
            );
        }
        let mut sum = [0; 5];
        for (_, pairs) in &finding.seeds {
            sum.iter_mut()
                .zip(pairs.0)
                .for_each(|(sum, count)| *sum += count);
        }
        let [elo, low, high] = finding.elo();
        let adjusted = match finding.is_primary {
            true => format!("{:.2e}", finding.adjusted),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "{head},all,{},{},{:.4},{elo:.1},{low:.1},{high:.1},{:.2e},{adjusted},{}",
            2 * finding.pairs(),
            counts(&sum),
            finding.score,
            finding.probability,
            finding.verdict(),
        );
    }
    text
}

/// What each arm learned from.
#[must_use]
pub fn arms_csv(arms: &[ArmData]) -> String {
    let mut text = "arm,seed,games,candidates,kept,labels,positive,beyond_100\n".to_owned();
    for arm in arms {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{:.4},{:.4}",
            arm.arm,
            arm.seed,
            arm.games,
            arm.candidates,
            arm.kept,
            arm.labels,
            arm.positive,
            arm.far,
        );
    }
    text
}

/// A probability as people read it.
///
/// ```
/// assert_eq!(study::format_probability(0.0312), "0.031");
/// assert_eq!(study::format_probability(0.00031), "3.1e-4");
/// assert_eq!(study::format_probability(0.0), "< 1e-9");
/// ```
#[must_use]
pub fn format_probability(probability: f64) -> String {
    match probability {
        small if small < 1e-9 => "< 1e-9".to_owned(),
        small if small < 1e-2 => format!("{small:.1e}"),
        large => format!("{large:.3}"),
    }
}

/// Half the width of an interval of Elo; not finite where an end is not.
fn half_width([_, low, high]: [f64; 3]) -> f64 {
    (high - low) / 2.0
}

/// The Elo of all contrasts with their errors.
#[must_use]
pub fn picture(plan: &Plan, results: &Results) -> String {
    let rung = |finding: &Finding| Rung {
        name: finding.contrast.name.clone(),
        elo: finding.elo()[0],
        error: half_width(finding.elo()),
        remark: format!("{} games", 2 * finding.pairs()),
    };
    let finite = results
        .findings
        .iter()
        .filter(|finding| finding.elo()[0].is_finite());
    ladder(&Ladder {
        title: format!("{}: Elo of the first side", plan.name),
        rungs: finite.map(rung).collect(),
    })
}

/// All of it as an HTML page.
#[must_use]
pub fn page(plan: &Plan, text: &str, results: &Results, arms: &[ArmData]) -> String {
    use Align::{End, Start};
    let mut page = Page::new(&format!("Study: {}", plan.name));
    page.lead(&plan.question);
    page.heading("Results");
    page.figure(
        &picture(plan, results),
        "Above 0 the first side is stronger. Contrasts that one side won entirely have no point.",
    );
    let head = [
        ("Contrast", Start),
        ("First", Start),
        ("Second", Start),
        ("Limits", Start),
        ("Games", End),
        ("Score", End),
        ("Elo", End),
        ("p (Holm)", End),
        ("First is", Start),
    ];
    page.table(&head, results.findings.iter().map(row));
    page.paragraph(
        "Errors are 95 % intervals: of the pairs of games, or of the seeds where they differ more. \
         Probabilities of primary contrasts have Holm's correction; others, in brackets, have none.",
    );
    page.heading("Data of the arms");
    let head = [
        ("Arm", Start),
        ("Seed", End),
        ("Games", End),
        ("Candidates", End),
        ("Kept", End),
        ("Labels", End),
        ("Positive", End),
        ("Beyond 100", End),
    ];
    page.table(&head, arms.iter().map(arm_row));
    page.heading("Plan");
    page.paragraph("Fixed before the first game; the study refuses to go on with another.");
    page.code(text);
    page.finish()
}

fn row(finding: &Finding) -> [Cell; 9] {
    let contrast = &finding.contrast;
    let elo = finding.elo();
    let verdict = finding.verdict();
    let verdict = match verdict {
        "not separated" => Cell::from(verdict.to_owned()),
        word => Cell::verdict(word, finding.score > 0.5),
    };
    [
        contrast.name.clone().into(),
        contrast.first.clone().into(),
        contrast.second.clone().into(),
        contrast.limits().to_string().into(),
        (2 * finding.pairs()).to_string().into(),
        format!("{:.1} %", 100.0 * finding.score).into(),
        format_difference(elo[0], half_width(elo)).into(),
        match finding.is_primary {
            true => format_probability(finding.adjusted).into(),
            false => format!("[{}]", format_probability(finding.probability)).into(),
        },
        verdict,
    ]
}

fn arm_row(arm: &ArmData) -> [Cell; 8] {
    let count = |number: u64| Cell::from(format_number(number as f64, 0));
    let percent = |share: f64| Cell::from(format!("{:.1} %", 100.0 * share));
    [
        arm.arm.clone().into(),
        arm.seed.to_string().into(),
        count(arm.games),
        count(arm.candidates),
        count(arm.kept),
        count(arm.labels),
        percent(arm.positive),
        percent(arm.far),
    ]
}
