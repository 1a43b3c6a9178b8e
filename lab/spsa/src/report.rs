//! A run as a table, as OpenBench input, as curves and as an HTML page.

use std::fmt::Write;

use plot::{Level, LineChart, Page, Series, line_chart};
use stats::Pentanomial;

use crate::{Parameter, Run};

/// The parameters and their values now, rounded.
fn values(run: &Run) -> impl Iterator<Item = (&Parameter, f64)> {
    let values = run.optimizer().values().iter().copied();
    run.plan().parameters.iter().zip(values)
}

/// Start, value and change of each parameter.
pub fn table(run: &Run) -> String {
    let names = run.plan().parameters.iter().map(|p| p.name.len());
    let width = names.max().unwrap_or(0).max("Parameter".len());
    let mut text = format!(
        "{:<width$}  {:>8}  {:>10}  {:>8}  {:>7}\n",
        "Parameter", "Start", "Value", "Change", "/ c_end"
    );
    for (parameter, value) in values(run) {
        let change = value - f64::from(parameter.start);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<width$}  {:>8}  {value:>10.2}  {change:>+8.2}  {:>+7.2}",
            parameter.name,
            parameter.start,
            change / parameter.c_end
        );
    }
    text
}

/// The parameters with their values now as OpenBench takes them for an SPSA test: name, type, value,
/// min, max, `c_end`, `r_end`.
pub fn openbench(run: &Run) -> String {
    let r_end = run.plan().gains.r_end;
    let line = |(parameter, value): (&Parameter, f64)| {
        let Parameter {
            name,
            min,
            max,
            c_end,
            ..
        } = parameter;
        format!(
            "{name}, int, {}, {min}, {max}, {c_end}, {r_end}\n",
            value.round()
        )
    };
    values(run).map(line).collect()
}

/// The pairs after an iteration.
fn pairs(run: &Run, iteration: usize) -> f64 {
    (iteration as u64 * run.plan().pairs) as f64
}

/// One curve: `value` of the parameter at each iteration.
fn curve(run: &Run, index: usize, value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let trajectory = run.optimizer().trajectory().iter().enumerate();
    let point =
        |(iteration, values): (usize, &Vec<f64>)| (pairs(run, iteration), value(values[index]));
    trajectory.map(point).collect()
}

/// All trajectories as changes in units of `c_end`, as SVG.
pub fn trajectories(run: &Run) -> String {
    let parameters = run.plan().parameters.iter().enumerate();
    let series = parameters.map(|(index, parameter)| {
        let start = f64::from(parameter.start);
        let points = curve(run, index, |value| (value - start) / parameter.c_end);
        Series::new(&parameter.name, points)
    });
    line_chart(&LineChart {
        title: "SPSA trajectories".to_owned(),
        x_label: "pairs".to_owned(),
        y_label: "change / c_end".to_owned(),
        series: series.collect(),
        levels: vec![Level::new("start", 0.0)],
        log_y: false,
    })
}

/// The run as an HTML page: values, results, and the trajectory of each parameter.
pub fn page(run: &Run) -> String {
    let plan = run.plan();
    let mut bins = [0; 5];
    run.played()
        .for_each(|points| bins[usize::from(points)] += 1);
    let played: u64 = bins.iter().sum();
    let mut page = Page::new(&format!("SPSA of {} parameters", plan.parameters.len()));
    page.lead(&format!(
        "{played} of {} pairs, {} of {} iterations; pairs by half points of the plus side: {}",
        plan.total_pairs(),
        run.optimizer().iteration(),
        plan.iterations,
        Pentanomial(bins),
    ));
    page.code(&table(run));
    page.figure(&trajectories(run), "All parameters, in units of c_end");
    for (index, parameter) in plan.parameters.iter().enumerate() {
        let chart = line_chart(&LineChart {
            title: parameter.name.clone(),
            x_label: "pairs".to_owned(),
            y_label: "value".to_owned(),
            series: vec![Series::new(
                &parameter.name,
                curve(run, index, |value| value),
            )],
            levels: vec![Level::new("start", f64::from(parameter.start))],
            log_y: false,
        });
        page.figure(&chart, &parameter.name);
    }
    page.finish()
}
