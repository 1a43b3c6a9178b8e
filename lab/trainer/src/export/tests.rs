//! Integers against real numbers.

use nnue::Network;

use super::{ExportError, Room, compare, dequantize, quantize, quantize_finest, settle};
use crate::backend::{Backend, State};
use crate::config::Config;
use crate::cpu::Cpu;
use crate::examples::{config, configs, plan, records};
use crate::model::initial;

/// How far integers may be from real numbers, on average and at worst. Bytes, which small layers see,
/// are coarse, and a network as narrow as these has few of them to make up for it.
fn limits(config: &Config) -> (f64, f64) {
    if config.hidden.is_empty() {
        (2.0, 30.0)
    } else {
        (10.0, 100.0)
    }
}

#[test]
fn integers_are_near_the_real_numbers_for_every_kind_of_network() {
    for config in configs() {
        let plan = plan(&config, records(400, 5));
        let state = State::new(initial(&plan.model, 1));
        let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
        cpu.train(0..60).unwrap();
        let parameters = cpu.state().unwrap().parameters;
        let network = quantize(&plan.model, &parameters).unwrap();
        let positions = records(1000, 8);
        let comparison = compare(&plan.model, &parameters, &network, &positions, 1000);
        let name = plan.model.architecture.to_string();
        assert_eq!(comparison.positions, 1000);
        assert!(comparison.size > 5.0, "{name}: {comparison:?}");
        let (mean, worst) = limits(&config);
        assert!(comparison.mean < 2.0 * mean, "{name}: {comparison:?}");
        assert!(comparison.worst < 2.0 * worst, "{name}: {comparison:?}");
    }
}

#[test]
fn a_network_survives_real_numbers_and_back() {
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

#[test]
fn what_has_no_room_names_its_layer() {
    let plan = plan(&config(), records(10, 5));
    let mut parameters = initial(&plan.model, 1);
    parameters[plan.model.output.weights.start] = 1e6;
    let error = quantize(&plan.model, &parameters).unwrap_err();
    assert_eq!(error, ExportError::Room("output".to_owned()));
    parameters[0] = f32::NAN;
    let error = quantize(&plan.model, &parameters).unwrap_err();
    assert!(error.to_string().contains("first layer"), "{error}");
    // Each number fits, but not their sum.
    let mut parameters = initial(&plan.model, 1);
    parameters[plan.model.first.weights.clone()].fill(100.0);
    let error = quantize(&plan.model, &parameters).unwrap_err();
    assert!(matches!(error, ExportError::Network(_)), "{error}");
}

#[test]
fn the_finest_output_scale_is_nearer_and_still_fast() {
    for config in configs() {
        let plan = plan(&config, records(400, 5));
        let state = State::new(initial(&plan.model, 1));
        let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
        cpu.train(0..60).unwrap();
        let parameters = cpu.state().unwrap().parameters;
        let usual = quantize(&plan.model, &parameters).unwrap();
        let finest = quantize_finest(&plan.model, &parameters, Room::Narrow).unwrap();
        let others = records(1000, 8);
        let of = |network| compare(&plan.model, &parameters, network, &others, 1000);
        let (before, after) = (of(&usual), of(&finest));
        let name = plan.model.architecture.to_string();
        assert!(after.mean < before.mean, "{name}: {before:?} {after:?}");
        let (mean, worst) = limits(&config);
        assert!(
            after.mean < mean && after.worst < worst,
            "{name}: {after:?}"
        );
        let scale = |network: &Network| network.architecture().scales.qb;
        assert!(scale(&finest) > scale(&usual), "{name}");
        if config.hidden.is_empty() {
            let weights = finest.parameters().output_weights.iter();
            assert!(
                weights.map(|weight| weight.abs()).max() <= Some(128),
                "{name}"
            );
        }
        // What has no room as a sum gets a smaller scale.
        let mut large = parameters;
        large[plan.model.output.weights.clone()].fill(1.9);
        quantize_finest(&plan.model, &large, Room::Narrow).unwrap();
    }
}

#[test]
fn one_large_output_weight_wants_wide_room() {
    let plan = plan(&config(), records(400, 5));
    let mut parameters = initial(&plan.model, 1);
    parameters[plan.model.output.weights.start] = 1.9;
    let distance = |room| {
        let network = quantize_finest(&plan.model, &parameters, room).unwrap();
        compare(&plan.model, &parameters, &network, &records(1000, 8), 1000).mean
    };
    let (narrow, wide) = (distance(Room::Narrow), distance(Room::Wide));
    assert!(wide < 0.9 * narrow, "{wide} is not nearer than {narrow}");
}

#[test]
fn settled_networks_are_nearer_on_other_positions_and_move_by_one_at_most() {
    let mut gained = 0.0;
    for config in configs() {
        let plan = plan(&config, records(4000, 5));
        let state = State::new(initial(&plan.model, 1));
        let mut cpu = Cpu::new(plan.clone(), state, 0).unwrap();
        cpu.train(0..60).unwrap();
        let parameters = cpu.state().unwrap().parameters;
        let nearest = quantize_finest(&plan.model, &parameters, Room::Narrow).unwrap();
        let settled = settle(
            &plan.model,
            &parameters,
            nearest.clone(),
            &plan.data.training,
        );
        let name = plan.model.architecture.to_string();
        if !config.hidden.is_empty() {
            assert!(settled.parameters() == nearest.parameters(), "{name}");
            continue;
        }
        let others = records(1000, 8);
        let of = |network| compare(&plan.model, &parameters, network, &others, 1000);
        let (before, after) = (of(&nearest), of(&settled));
        // Half a unit is lost by cutting off, whatever the weights are.
        let is_nearer = after.mean < before.mean || before.mean < 1.0;
        assert!(is_nearer, "{name}: {before:?} {after:?}");
        gained += before.mean - after.mean;
        let [a, b] = [&nearest, &settled].map(|network| &network.parameters().ft_weights);
        let mut pairs = a.iter().zip(b.iter());
        assert!(pairs.all(|(a, b)| a.abs_diff(*b) <= 1), "{name}");
    }
    assert!(gained > 0.0, "{gained}");
}
