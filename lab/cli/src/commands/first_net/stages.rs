//! Self-play before the training, and the SPRT after it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arena::runner::{Hypotheses, Settings as MatchSettings};
use arena::{Limits, OpeningSource, Player};
use datagen::{Goal, NodeLimits, OpeningSettings, Settings};
use gate::{Baseline, Gate, Stage};
use openings::Openings;
use support::Interrupt;

use super::{Args, games_file};
use crate::files::write_file;
use crate::labels::Labels;
use crate::self_play::SelfPlay;

/// The share of the time for self-play. Training takes a few minutes at most; the SPRT has the rest.
const SELF_PLAY: f64 = 0.7;

/// The file with the seconds of self-play so far.
const CLOCK: &str = "self-play-seconds";

/// Plays for the rest of its time.
pub fn self_play(args: &Args, interrupt: &Interrupt) -> anyhow::Result<()> {
    let settings = Settings {
        seed: args.seed,
        nodes: NodeLimits::soft(args.nodes),
        table: 1,
        openings: OpeningSettings {
            verification: NodeLimits::soft(args.nodes),
            ..OpeningSettings::default()
        },
        ..Settings::default()
    };
    let clock = args.out.join(CLOCK);
    let spent = fs::read_to_string(&clock).ok();
    let spent: f64 = spent
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0.0);
    let left = (60.0 * args.minutes * SELF_PLAY - spent).max(0.0);
    println!("== 1 of 3: self-play for {:.1} minutes", left / 60.0);
    if left < 1.0 {
        return Ok(());
    }
    let started = Instant::now();
    let out = games_file(args);
    let job = SelfPlay {
        out: &out,
        settings: &settings,
        openings: &<Openings>::default(),
        tables: None,
        labels: &Labels::default(),
        bench: None,
        threads: args.threads.count(),
    };
    let goal = Goal {
        time: Some(Duration::from_secs_f64(left)),
        ..Goal::default()
    };
    job.play(goal, interrupt.flag())?;
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
        test: Hypotheses {
            normalized: true,
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        },
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
            },
            ..MatchSettings::default()
        },
        first,
        playoff: 0,
        clock: None,
        scale_limit: 3.0,
        folder,
        ledger: args.ledger.clone(),
        lines: (false, 50),
        interrupt,
        log: |line| println!("{line}"),
    }
}
