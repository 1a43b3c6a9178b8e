//! Integers against real numbers.

use nnue::Network;

use super::{ExportError, compare, dequantize, quantize};
use crate::backend::{Backend, State};
use crate::config::{ActivationWord, Config};
use crate::cpu::Cpu;
use crate::examples::{config, configs, plan, records};
use crate::model::initial;

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
        // Small layers see bytes, and sums beyond one carry the rounding of weights further.
        let is_coarse = !config.hidden.is_empty() || config.activation == ActivationWord::Relu;
        let (mean, worst) = if is_coarse { (4.0, 30.0) } else { (2.0, 10.0) };
        assert!(comparison.mean < mean, "{name}: {comparison:?}");
        assert!(comparison.worst < worst, "{name}: {comparison:?}");
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
