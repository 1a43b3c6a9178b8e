//! Gradients against finite differences, reproducibility, and overfitting.

use nnue::FeatureSet;
use nnue::features::xiangqi;

use super::Cpu;
use crate::backend::{Backend, Plan, State};
use crate::config::Config;
use crate::cpu::{Activations, Forward};
use crate::fixtures::{Fixture, check_rates, config, configs, plan, plan_of, records};
use crate::model::initial_parameters;
use crate::trained::Trained;

/// Parameters as training might leave them: nothing is zero.
fn parameters<F: Trained>(plan: &Plan<F>) -> Vec<f32> {
    let mut parameters = initial_parameters(&plan.model, 3);
    let mut rng = game::Rng::new(11);
    for parameter in &mut parameters {
        *parameter += (rng.below(2001) as f32 / 1000.0 - 1.0) * 0.05;
    }
    parameters
}

fn cpu<F: Trained>(plan: &Plan<F>, parameters: Vec<f32>, threads: usize) -> Cpu<F> {
    Cpu::new(plan.clone(), State::new(parameters), threads).expect("threads")
}

/// The sum of losses over the training set, in double precision from the output on.
fn loss<F: Trained>(plan: &Plan<F>, parameters: &[f32]) -> f64 {
    let mut merged = Vec::new();
    let forward = Forward::new(&plan.model, parameters, &mut merged);
    let mut activations = Activations::new(&plan.model);
    let wdl = plan.schedule.wdl(0);
    let each = plan.data.training.iter().map(|record| {
        let output = f64::from(forward.run(&forward.inputs(record), &mut activations));
        let target = f64::from(plan.loss.target(record, wdl));
        let error = 1.0 / (1.0 + (-output).exp()) - target;
        error * error
    });
    each.sum()
}

/// The slope of the loss between two near points, and the gradient in the middle between them.
fn slopes<F: Trained>(plan: &Plan<F>, cpu: &Cpu<F>, index: usize, step: f32) -> (f64, f64) {
    let middle = cpu.state.parameters.clone();
    let mut moved = middle.clone();
    moved[index] = middle[index] + step;
    let above = loss(plan, &moved);
    moved[index] = middle[index] - step;
    let below = loss(plan, &moved);
    let slope = (above - below) / (2.0 * f64::from(step));
    (slope, f64::from(cpu.gradient[index]))
}

#[test]
fn gradients_match_finite_differences() {
    check_gradients::<FeatureSet>();
    check_gradients::<xiangqi::FeatureSet>();
}

fn check_gradients<F: Fixture>() {
    for config in F::configs() {
        // Few positions: each has corners, where the slope is none.
        let config = Config {
            batch_size: 12,
            ..config
        };
        let plan = plan_of::<F>(&config, F::records(config.batch_size, 5));
        let mut cpu = cpu(&plan, parameters(&plan), 1);
        cpu.gradients(0);
        for group in plan.model.groups() {
            // The largest gradients of each group, and some indices in between.
            let mut indices: Vec<usize> = group.range.clone().collect();
            indices.sort_by(|&a, &b| cpu.gradient[b].abs().total_cmp(&cpu.gradient[a].abs()));
            let mut wrong = 0;
            let tried: Vec<usize> = indices.into_iter().take(12).collect();
            for &index in &tried {
                let (slope, gradient) = slopes(&plan, &cpu, index, 1e-3);
                let room = 0.02 * gradient.abs() + 5e-4;
                wrong += usize::from((slope - gradient).abs() > room);
            }
            // A few may step over the corner of a clipped neuron.
            let name = plan.model.architecture.to_string();
            let range = &group.range;
            assert!(wrong <= 2, "{name}, {range:?}: {wrong} of {}", tried.len());
            assert!(
                tried.iter().any(|&index| cpu.gradient[index] != 0.0),
                "{name}, {range:?}"
            );
        }
    }
}

#[test]
fn the_result_does_not_depend_on_the_thread_count() {
    compare_threads::<FeatureSet>();
    compare_threads::<xiangqi::FeatureSet>();
}

fn compare_threads<F: Fixture>() {
    for config in F::configs() {
        let plan = plan_of::<F>(&config, F::records(100, 5));
        let end = |threads| {
            let mut cpu = cpu(&plan, parameters(&plan), threads);
            let losses = cpu.train(0..4).unwrap();
            (losses, cpu.state().unwrap())
        };
        assert!(end(1) == end(3), "{}", plan.model.architecture);
    }
}

#[test]
fn resumed_training_equals_uninterrupted_training() {
    let plan = plan(&config(), records(100, 5));
    let mut whole = cpu(&plan, parameters(&plan), 1);
    let mut pieces = cpu(&plan, parameters(&plan), 1);
    let losses = whole.train(0..4).unwrap();
    let mut parts = pieces.train(0..1).unwrap();
    let state = pieces.state().unwrap();
    let mut resumed = Cpu::new(plan.clone(), state, 2).unwrap();
    parts.extend(resumed.train(1..4).unwrap());
    assert_eq!(losses, parts);
    assert!(whole.state().unwrap() == resumed.state().unwrap());
}

#[test]
fn a_network_overfits_4096_positions() {
    let config = Config {
        width: 64,
        batch_size: 512,
        epochs: 150.0,
        learning_rate: 1e-2,
        final_learning_rate: 1e-5,
        swa: 0.05,
        ..config()
    };
    let plan = plan(&config, records(4096, 7));
    let mut cpu = cpu(&plan, initial_parameters(&plan.model, 1), 0);
    let losses = cpu.train(0..plan.schedule.steps).unwrap();
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(first > 0.03, "{first}");
    assert!(last < 0.001, "{last} after {first}");
    let averaged = cpu.state().unwrap().averaged;
    assert_eq!(averaged, plan.schedule.steps / 20);
}

#[test]
fn parts_have_rates_of_their_own() {
    check_rates(|plan, state| Box::new(Cpu::new(plan, state, 1).expect("threads")));
}

#[test]
fn the_factorizer_learns() {
    let bucketed = &configs()[4];
    let plan = plan(bucketed, records(200, 5));
    let mut cpu = cpu(&plan, initial_parameters(&plan.model, 1), 0);
    cpu.train(0..20).unwrap();
    let state = cpu.state().unwrap();
    let factorizer = &state.parameters[plan.model.factorizer.clone().unwrap()];
    let first = initial_parameters(&plan.model, 1);
    let before = &first[plan.model.factorizer.clone().unwrap()];
    assert!(
        factorizer
            .iter()
            .zip(before)
            .any(|(a, b)| (a - b).abs() > 1e-3)
    );
}

/// How far the losses of the first and of the hundredth step drift when all initial weights are
/// perturbed by up to this fraction. It bounds what can be asked of another backend.
#[test]
#[ignore = "two minutes, prints numbers for docs/log/data/training-drift.csv: cargo test --release -p trainer --lib drift -- --ignored --nocapture"]
fn drift_of_losses_after_small_perturbations() {
    for config in configs() {
        let config = Config {
            batch_size: 4096,
            epochs: 40.0,
            ..config
        };
        let plan = plan(&config, records(20_000, 1));
        let losses = |part: f32, seed: u64| {
            let mut rng = game::Rng::new(seed);
            let mut parameters = initial_parameters(&plan.model, 1);
            for parameter in &mut parameters {
                *parameter *= 1.0 + part * (rng.below(2001) as f32 / 1000.0 - 1.0);
            }
            let losses = cpu(&plan, parameters, 0).train(0..100).expect("steps");
            [losses[0], losses[99]]
        };
        let plain = losses(0.0, 0);
        for part in [1e-5, 4.9e-4] {
            for seed in 1..4 {
                let changed = losses(part, seed);
                let [first, last] =
                    [0, 1].map(|step| (changed[step] - plain[step]).abs() / plain[step]);
                let name = &plan.model.architecture;
                eprintln!(
                    "{name}, changed by {part:.1e}: {first:.1e} at first, {last:.1e} at last"
                );
                assert!(first < 1e-3 && last < 1e-2, "{name}");
            }
        }
    }
}
