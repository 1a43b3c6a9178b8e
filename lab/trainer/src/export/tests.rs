//! Quantized networks against floating-point ones.

use nnue::features::xiangqi;
use nnue::{FeatureSet, Network};

use super::{
    ExportError, WeightRange, calibrate, dequantize, quantization_error, quantize,
    quantize_with_scale_search,
};
use crate::backend::{Backend, State};
use crate::config::Config;
use crate::cpu::Cpu;
use crate::fixtures::{Fixture, config, configs, plan, plan_of, records};
use crate::model::initial_parameters;
use crate::schedule::Schedule;

/// The largest mean and worst quantization error. The byte inputs of hidden layers are coarse, and
/// networks as narrow as these have few of them to average it out.
fn limits(config: &Config) -> (f64, f64) {
    if config.hidden.is_empty() {
        (2.0, 30.0)
    } else {
        (10.0, 100.0)
    }
}

#[test]
fn quantization_errors_of_every_architecture_are_small() {
    check_quantization::<FeatureSet>();
    check_quantization::<xiangqi::FeatureSet>();
}

fn check_quantization<F: Fixture>() {
    for config in F::configs() {
        let plan = plan_of::<F>(&config, F::records(400, 5));
        let state = State::new(initial_parameters(&plan.model, 1));
        let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
        cpu.train(0..60).unwrap();
        let parameters = cpu.state().unwrap().parameters;
        let network = quantize(&plan.model, &parameters).unwrap();
        let positions = F::records(1000, 8);
        let error = quantization_error(&plan.model, &parameters, &network, &positions, 1000);
        let name = plan.model.architecture.to_string();
        assert_eq!(error.positions, 1000);
        assert!(error.mean_value > 5.0, "{name}: {error:?}");
        let (mean, worst) = limits(&config);
        assert!(error.mean < 2.0 * mean, "{name}: {error:?}");
        assert!(error.worst < 2.0 * worst, "{name}: {error:?}");
    }
}

#[test]
fn networks_round_trip_through_dequantization() {
    for config in configs() {
        let plan = plan(&config, records(10, 5));
        let network = Network::random(plan.model.architecture.clone(), 4).unwrap();
        let parameters = dequantize(&plan.model, &network).unwrap();
        let again = quantize(&plan.model, &parameters).unwrap();
        assert!(
            network.parameters() == again.parameters(),
            "{}",
            plan.model.architecture
        );
    }
    let other = plan(
        &Config {
            width: 96,
            ..config()
        },
        records(10, 5),
    );
    let network = Network::random(other.model.architecture, 4).unwrap();
    assert_eq!(
        dequantize(&plan(&config(), records(10, 5)).model, &network),
        None
    );
}

/// Export merges the factorizer into the king buckets. Going on from such a network takes it out again,
/// and neither part is clipped to its limit.
#[test]
fn a_network_with_a_factorizer_is_continued_in_two_parts() {
    // A whole number of quantization steps, so that rounding passes no limit.
    const MAX_WEIGHT: f32 = 26.0 / 255.0;
    let config = Config {
        max_weight: f64::from(MAX_WEIGHT),
        learning_rate: 1e-2,
        epochs: 40.0,
        swa: 0.0,
        ..configs()[4].clone()
    };
    let mut plan = plan(&config, records(400, 5));
    let state = State::new(initial_parameters(&plan.model, 1));
    let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
    cpu.train(0..plan.schedule.steps).unwrap();
    let network = quantize(&plan.model, &cpu.state().unwrap().parameters).unwrap();
    let continued = dequantize(&plan.model, &network).unwrap();
    let factorizer = plan.model.factorizer.clone().expect("king buckets");
    let largest = |range| {
        let weights: &[f32] = &continued[range];
        weights
            .iter()
            .map(|weight| weight.abs())
            .fold(0.0, f32::max)
    };
    let (own, shared) = (largest(plan.model.ft.weights.clone()), largest(factorizer));
    let merged = network
        .parameters()
        .ft_weights
        .iter()
        .map(|weight| weight.unsigned_abs());
    let merged = f32::from(merged.max().unwrap_or(0)) / 255.0;
    let limit = MAX_WEIGHT / 2.0 + 1e-6;
    assert!(merged > limit && shared > 0.02, "{merged} {own} {shared}");
    assert!(own <= limit && shared <= limit, "{merged} {own} {shared}");
    // A step of no length changes nothing.
    plan.schedule = Schedule::new(
        &Config {
            learning_rate: 1e-12,
            final_learning_rate: 0.0,
            ..config
        },
        400,
    );
    let mut cpu = Cpu::new(plan.clone(), State::new(continued), 0).unwrap();
    cpu.train(0..1).unwrap();
    let again = quantize(&plan.model, &cpu.state().unwrap().parameters).unwrap();
    assert!(again.parameters() == network.parameters());
}

#[test]
fn parameters_out_of_range_name_their_layer() {
    let plan = plan(&config(), records(10, 5));
    let mut parameters = initial_parameters(&plan.model, 1);
    parameters[plan.model.output.weights.start] = 1e6;
    let error = quantize(&plan.model, &parameters).unwrap_err();
    assert_eq!(error, ExportError::OutOfRange("output layer".to_owned()));
    parameters[0] = f32::NAN;
    let error = quantize(&plan.model, &parameters).unwrap_err();
    assert!(error.to_string().contains("feature transformer"), "{error}");
    // Each number fits, but not their sum.
    let mut parameters = initial_parameters(&plan.model, 1);
    parameters[plan.model.ft.weights.clone()].fill(100.0);
    let error = quantize(&plan.model, &parameters).unwrap_err();
    assert!(matches!(error, ExportError::Network(_)), "{error}");
}

#[test]
fn the_scale_search_reduces_the_error_within_the_narrow_range() {
    for config in configs() {
        let plan = plan(&config, records(400, 5));
        let state = State::new(initial_parameters(&plan.model, 1));
        let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
        cpu.train(0..60).unwrap();
        let parameters = cpu.state().unwrap().parameters;
        let usual = quantize(&plan.model, &parameters).unwrap();
        let searched =
            quantize_with_scale_search(&plan.model, &parameters, WeightRange::Narrow).unwrap();
        let others = records(1000, 8);
        let of = |network| quantization_error(&plan.model, &parameters, network, &others, 1000);
        let (before, after) = (of(&usual), of(&searched));
        let name = plan.model.architecture.to_string();
        assert!(after.mean < before.mean, "{name}: {before:?} {after:?}");
        let (mean, worst) = limits(&config);
        assert!(
            after.mean < mean && after.worst < worst,
            "{name}: {after:?}"
        );
        let scale = |network: &Network| network.architecture().scales.qb;
        assert!(scale(&searched) > scale(&usual), "{name}");
        if config.hidden.is_empty() {
            let weights = searched.parameters().output_weights.iter();
            assert!(
                weights.map(|weight| weight.abs()).max() <= Some(128),
                "{name}"
            );
        }
        // Where the sum could overflow, QB gets smaller.
        let mut large = parameters;
        large[plan.model.output.weights.clone()].fill(1.9);
        quantize_with_scale_search(&plan.model, &large, WeightRange::Narrow).unwrap();
    }
}

#[test]
fn one_large_output_weight_needs_the_wide_range() {
    let plan = plan(&config(), records(400, 5));
    let mut parameters = initial_parameters(&plan.model, 1);
    parameters[plan.model.output.weights.start] = 1.9;
    let error = |range| {
        let network = quantize_with_scale_search(&plan.model, &parameters, range).unwrap();
        quantization_error(&plan.model, &parameters, &network, &records(1000, 8), 1000).mean
    };
    let (narrow, wide) = (error(WeightRange::Narrow), error(WeightRange::Wide));
    assert!(wide < 0.9 * narrow, "{wide} is not smaller than {narrow}");
}

#[test]
fn calibrated_rounding_reduces_the_error_on_other_positions() {
    let mut gained = 0.0;
    for config in configs() {
        let plan = plan(&config, records(4000, 5));
        let state = State::new(initial_parameters(&plan.model, 1));
        let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
        cpu.train(0..60).unwrap();
        let parameters = cpu.state().unwrap().parameters;
        let nearest =
            quantize_with_scale_search(&plan.model, &parameters, WeightRange::Narrow).unwrap();
        let calibrated = calibrate(
            &plan.model,
            &parameters,
            nearest.clone(),
            &plan.data.training,
        );
        let name = plan.model.architecture.to_string();
        if !config.hidden.is_empty() {
            assert!(calibrated.parameters() == nearest.parameters(), "{name}");
            continue;
        }
        let others = records(1000, 8);
        let of = |network| quantization_error(&plan.model, &parameters, network, &others, 1000);
        let (before, after) = (of(&nearest), of(&calibrated));
        // Truncation of the output loses half a unit in any case.
        let is_smaller = after.mean < before.mean || before.mean < 1.0;
        assert!(is_smaller, "{name}: {before:?} {after:?}");
        gained += before.mean - after.mean;
        let [a, b] = [&nearest, &calibrated].map(|network| &network.parameters().ft_weights);
        let mut pairs = a.iter().zip(b.iter());
        assert!(pairs.all(|(a, b)| a.abs_diff(*b) <= 1), "{name}");
    }
    assert!(gained > 0.0, "{gained}");
}
