//! The games before the training, and those after it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena::runner::{Hypotheses, Settings as MatchSettings};
use arena::{Limits, OpeningSource, Player};
use datagen::{Goal, NodeLimits, OpeningSettings, Settings};
use openings::Openings;
use support::Interrupt;

use super::{Args, games_file};
use crate::gate::{Gate, Reigning, Stage};
use crate::labels::Labels;
use crate::self_play::SelfPlay;

/// The part of the time that is for self-play. Training takes a few minutes at most; the rest is for games.
const SELF_PLAY: f64 = 0.7;

/// How long the games of the first network took, so far, in seconds.
const CLOCK: &str = "self-play-seconds";

/// Plays for what is left of its time.
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
        openings: &Openings::default(),
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
    fs::write(&clock, format!("{spent:.0}\n"))
        .with_context(|| format!("cannot write {}", clock.display()))
}

/// The games that decide.
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
        reigning: Reigning::Handcrafted,
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
    }
}
