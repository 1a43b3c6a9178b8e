//! Self-play before the training, and the SPRT after it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arena::runner::{Hypotheses, Settings as MatchSettings};
use arena::{Limits, OpeningSource, Player};
use chess::Chess;
use datagen::{Goal, Labels, NodeLimits, OpeningSettings, SelfPlay, Settings};
use gate::{Baseline, Gate, Stage};
use net_tools::Yardsticks;
use openings::Openings;
use support::Interrupt;

use super::Args;
use crate::files::{print, write_file};

/// Self-play and the training after it.
pub struct Round {
    /// The name of the games and of the network.
    pub name: &'static str,
    /// Where the network goes.
    pub folder: &'static str,
    /// Who plays.
    pub player: &'static str,
    /// The share of the time. Training takes a few minutes; the SPRT has the rest.
    share: f64,
    /// Added to the seed, so that each round has openings of its own.
    seed: u64,
}

/// A network's own games teach it more than those of the handcrafted evaluation, which it needs to begin.
pub const ROUNDS: [Round; 2] = [
    Round {
        name: "zero",
        folder: "zero",
        player: "the handcrafted evaluation",
        share: 0.3,
        seed: 0,
    },
    Round {
        name: "first",
        folder: "",
        player: "the network of these games",
        share: 0.4,
        seed: 1,
    },
];

/// Plays for the rest of the round's time.
pub fn self_play(
    args: &Args,
    round: &Round,
    out: &Path,
    labels: &Labels<Chess>,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let settings = Settings {
        seed: args.seed.wrapping_add(round.seed),
        nodes: NodeLimits::soft(args.nodes),
        table: 1,
        openings: OpeningSettings {
            verification: NodeLimits::soft(args.nodes),
            ..OpeningSettings::default()
        },
        ..Settings::default()
    };
    // The seconds of self-play so far.
    let clock = args.out.join(format!("{}-seconds", round.name));
    let spent = fs::read_to_string(&clock).ok();
    let spent: f64 = spent
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0.0);
    let left = (60.0 * args.minutes * round.share - spent).max(0.0);
    say!("self-play for {:.1} minutes", left / 60.0);
    if left < 1.0 {
        return Ok(());
    }
    let started = Instant::now();
    let job = SelfPlay {
        out,
        settings: &settings,
        openings: &<Openings>::default(),
        tables: None,
        labels,
        bench: None,
        first_game: 0,
        threads: args.threads.count(),
    };
    let goal = Goal {
        time: Some(Duration::from_secs_f64(left)),
        ..Goal::default()
    };
    print(&job.play(goal, interrupt.flag())?)?;
    let spent = spent + started.elapsed().as_secs_f64();
    write_file(&clock, format!("{spent:.0}\n"))
}

/// The SPRT of the network.
pub fn gate(args: &Args, folder: PathBuf, interrupt: Interrupt, player: Player) -> Gate {
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
