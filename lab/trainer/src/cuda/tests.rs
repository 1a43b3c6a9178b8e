//! The GPU against the CPU. Without a GPU, these say so and pass.

use std::sync::Arc;

use super::{Cuda, present};
use crate::backend::{Backend, Plan, State};
use crate::config::Config;
use crate::cpu::Cpu;
use crate::data::DataSet;
use crate::fixtures::{check_rates, configs, plan, records};
use crate::model::initial_parameters;

/// Steps after which the backends are compared.
const STEPS: u64 = 100;

fn is_skipped() -> bool {
    present()
        .inspect_err(|reason| eprintln!("skipped: {reason}"))
        .is_err()
}

fn backends(plan: &Plan, state: &State) -> [Box<dyn Backend>; 2] {
    [
        Box::new(Cuda::new(plan.clone(), state).expect("a GPU")),
        Box::new(Cpu::new(plan.clone(), state.clone(), 0).expect("threads")),
    ]
}

fn apart(a: f64, b: f64) -> f64 {
    (a - b).abs() / b.abs()
}

#[test]
fn every_architecture_trains_as_on_the_cpu() {
    if is_skipped() {
        return;
    }
    let mut wrong = Vec::new();
    for config in configs() {
        let config = Config {
            batch_size: 4096,
            epochs: 40.0,
            swa: 0.5,
            ..config
        };
        let mut plan = plan(&config, records(20_000, 1));
        plan.data = Arc::new(DataSet {
            validation: records(5_000, 2),
            ..DataSet::clone(&plan.data)
        });
        let state = State::new(initial_parameters(&plan.model, 1));
        let [mut gpu, mut cpu] = backends(&plan, &state);
        let name = plan.model.architecture.to_string();
        let (gpu_losses, losses) = (gpu.train(0..STEPS).unwrap(), cpu.train(0..STEPS).unwrap());
        let last = losses.len() - 1;
        let first = apart(gpu_losses[0], losses[0]);
        let end = apart(gpu_losses[last], losses[last]);
        let parameters = cpu.state().unwrap().parameters;
        let validation = [&mut gpu, &mut cpu].map(|backend| {
            let validation = backend.validate(&parameters).unwrap();
            validation.loss().expect("positions to validate with")
        });
        let of_same = apart(validation[0], validation[1]);
        eprintln!("{name}: {first:.1e} at first, {end:.1e} at last, {of_same:.1e} in validation");
        let has_learned = losses[last] < 0.9 * losses[0];
        // Hidden layers amplify the rounding of fp16.
        let (first_limit, end_limit) = match config.hidden.is_empty() {
            true => (1e-5, 1e-4),
            false => (5e-5, 2e-3),
        };
        if !has_learned || first > first_limit || end > end_limit || of_same > 1e-4 {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn parts_have_rates_of_their_own() {
    if is_skipped() {
        return;
    }
    check_rates(|plan, state| Box::new(Cuda::new(plan, &state).expect("a GPU")));
}

#[test]
fn a_run_can_be_resumed_and_interrupted_by_validation() {
    if is_skipped() {
        return;
    }
    // Without king buckets, and with them: these need room for the fullest bucket of any step.
    for config in [&configs()[2], &configs()[4]] {
        let plan = plan(config, records(1_000, 1));
        let state = State::new(initial_parameters(&plan.model, 1));
        let mut whole = Cuda::new(plan.clone(), &state).expect("a GPU");
        let losses = whole.train(0..20).unwrap();
        let mut part = Cuda::new(plan.clone(), &state).expect("a GPU");
        for step in 0..9 {
            part.train(step..step + 1).unwrap();
            part.validate(&state.parameters).unwrap();
        }
        let mut rest = Cuda::new(plan, &part.state().unwrap()).expect("a GPU");
        let again = rest.train(9..20).unwrap();
        // Sums in another order differ a little.
        for (a, b) in again.iter().zip(&losses[9..]) {
            assert!(apart(*a, *b) < 1e-4, "{a} {b}");
        }
        assert_eq!(rest.state().unwrap().step, 20);
        assert_eq!(
            rest.state().unwrap().averaged,
            whole.state().unwrap().averaged
        );
    }
}

#[test]
fn a_network_overfits_few_positions() {
    if is_skipped() {
        return;
    }
    let config = Config {
        width: 256,
        batch_size: 1024,
        epochs: 2000.0,
        learning_rate: 2e-3,
        weight_decay: 0.0,
        swa: 0.0,
        ..configs()[2].clone()
    };
    let mut plan = plan(&config, records(4096, 1));
    plan.data = Arc::new(DataSet {
        validation: plan.data.training.clone(),
        ..DataSet::clone(&plan.data)
    });
    let state = State::new(initial_parameters(&plan.model, 1));
    let mut gpu = Cuda::new(plan.clone(), &state).expect("a GPU");
    gpu.train(0..plan.schedule.steps).unwrap();
    let parameters = gpu.state().unwrap().parameters;
    let loss = gpu.validate(&parameters).unwrap().loss().unwrap();
    assert!(loss < 1e-4, "{loss}");
}
