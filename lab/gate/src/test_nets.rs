//! Networks for tests.

#[path = "../../net-tools/src/examples/counting.rs"]
mod counting;

use std::path::PathBuf;
use std::sync::Arc;

use chess::Chess;
use counting::{MATERIAL, architecture, counting};
use net_tools::{Card, TestScore};
use nnue::{Activation, Network};

use crate::{Baseline, Candidate, GateMatch, Net, Report, Scale, Status};

/// A network that counts material; a pawn is worth so many hundredths.
pub fn material(pawn: i32) -> Network {
    counting(MATERIAL, pawn)
}

/// A network with random weights.
pub fn random() -> Network {
    let architecture = architecture(Activation::Screlu, 40);
    Network::random(architecture, 1).expect("a supported description")
}

/// A candidate that is in no file.
pub fn net(name: &str, network: Network) -> Net<Chess> {
    Net {
        name: name.to_owned(),
        sha256: "ab".repeat(32),
        file: PathBuf::from("nowhere"),
        network: Arc::new(network),
        card: Card {
            name: Some("first light".to_owned()),
            seed: Some(7),
            test_loss: Some(TestScore {
                loss: 0.004_578,
                error: 0.000_07,
                at_best_scale: None,
                positions: 300_000,
                sha256: "ef".repeat(32),
            }),
            ..Card::default()
        },
    }
}

/// A gate with one candidate that has won.
pub fn won() -> Report<Chess> {
    let played = GateMatch {
        opponent: "handcrafted".to_owned(),
        limits: "20000 nodes/move".to_owned(),
        games: stats::Trinomial {
            wins: 60,
            draws: 30,
            losses: 10,
        },
        elo: stats::Estimate {
            value: 190.849,
            error: 60.5,
        },
        sprt: None,
        verdict: "stronger",
    };
    let candidate = Candidate {
        net: net("first-abababab", material(100)),
        status: Status::Passed,
        scale: Some(Scale {
            mean: 200.0,
            baseline: 150.0,
        }),
        matches: vec![played],
        playoff: None,
    };
    Report {
        engine: "cd".repeat(32),
        baseline: Baseline::Handcrafted,
        candidates: vec![candidate],
        winner: Some(0),
    }
}
