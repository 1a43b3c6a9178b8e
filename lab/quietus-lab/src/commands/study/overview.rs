//! A plan and its findings as text.

use std::fmt::Write as _;

use ::study::{Arm, Estimate, Plan, Results, format_probability};
use plot::format_difference;
use support::human_time;

/// The plan, with an estimate of the time on so many threads.
pub fn text(plan: &Plan, threads: usize) -> String {
    let mut text = format!("{}: {}\n", plan.name, plan.question);
    let seeds: Vec<String> = plan.seeds.iter().map(u64::to_string).collect();
    let labels = match plan.labels {
        Some(labels) => format!("at most {labels} labels, the same number for all arms"),
        None => "each arm has the labels that it gets".to_owned(),
    };
    let _ = writeln!(
        text,
        "{}; seeds {}; {labels}\n",
        plan.game,
        seeds.join(", ")
    );
    for (name, arm) in &plan.arms {
        let _ = writeln!(text, "arm {name}\n  {}", steps(plan, arm).join("\n  "));
    }
    text.push('\n');
    for contrast in &plan.contrasts {
        let kind = match plan.is_primary(contrast) {
            true => "primary",
            false => "secondary",
        };
        let _ = writeln!(
            text,
            "{kind} contrast {}: {} against {}, {} games of each seed at {}",
            contrast.name,
            contrast.first,
            contrast.second,
            contrast.games,
            contrast.limits(),
        );
    }
    let estimate = Estimate::of(plan);
    let share = |seconds: f64| human_time(std::time::Duration::from_secs_f64(seconds));
    let _ = writeln!(
        text,
        "\nEstimate: {} with {threads} threads on idle cores; of one core {} games, {} labels, {} training, {} matches",
        human_time(estimate.total(threads)),
        share(estimate.games),
        share(estimate.datasets),
        share(estimate.training),
        share(estimate.matches),
    );
    text
}

fn steps(plan: &Plan, arm: &Arm) -> Vec<String> {
    let games = match arm.files.is_empty() {
        true => format!("games   {}", plan.games_of(arm).join(" ")),
        false => {
            let files = arm.files.iter().map(|path| path.display().to_string());
            format!("games   {}", files.collect::<Vec<_>>().join(" "))
        }
    };
    let labels = match arm.played {
        true => "labels  those of self-play".to_owned(),
        false => format!("labels  dataset {}", plan.dataset_of(arm).join(" ")),
    };
    let config = super::training::config(plan, arm, 1);
    let network = format!(
        "network {} neurons, {} epochs of batches of {}, learning rate {}",
        config.width, config.epochs, config.batch_size, config.learning_rate
    );
    vec![games, labels, network]
}

/// The findings, a line for each.
pub fn findings(results: &Results) -> String {
    let mut text = String::new();
    for finding in &results.findings {
        let [elo, low, high] = finding.elo();
        let probability = match finding.is_primary {
            true => format!("p {} after Holm", format_probability(finding.adjusted)),
            false => format!("p {} uncorrected", format_probability(finding.probability)),
        };
        let _ = writeln!(
            text,
            "{}: {:.1} % of {} games, Elo {}, {probability}: {} is {}",
            finding.contrast.name,
            100.0 * finding.score,
            2 * finding.pairs(),
            format_difference(elo, (high - low) / 2.0),
            finding.contrast.first,
            finding.verdict(),
        );
    }
    text
}
