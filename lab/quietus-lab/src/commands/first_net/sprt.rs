//! The SPRT of the network.

use std::path::PathBuf;

use arena::runner::{Hypotheses, Settings as MatchSettings};
use arena::{Limits, OpeningSource, Player};
use gate::{Baseline, Gate, Stage};
use net_tools::{Inspected, Yardsticks};
use support::Interrupt;

use super::Args;

/// A match against the handcrafted evaluation.
pub fn gate<G: Inspected>(
    args: &Args,
    folder: PathBuf,
    interrupt: Interrupt,
    player: Player,
) -> Gate<G> {
    let first = Stage {
        limits: Limits {
            nodes: Some(args.gate_nodes),
            ..Limits::default()
        },
        test: Some(Hypotheses {
            normalized: true,
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        }),
        rounds: args.rounds,
    };
    Gate {
        player,
        baseline: Baseline::Handcrafted,
        conditions: MatchSettings {
            concurrency: args.threads.count(),
            openings: OpeningSource::Random {
                plies: 8,
                seed: args.seed,
                start: 0,
            },
            game: args.game,
            ..MatchSettings::default()
        },
        first,
        playoff: 0,
        clock: None,
        yardsticks: Yardsticks::default(),
        scale_limit: 3.0,
        folder,
        ledger: args.ledger.clone(),
        plain: false,
        interval: 50,
        interrupt,
        log: |line| say!("{line}"),
    }
}
