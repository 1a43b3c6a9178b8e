//! The program that plays with all networks.

use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use arena::{Engine, EngineSpec, Limits, Player, Timeouts};

/// The engine, which must be able to play with and without a network.
pub fn program(wanted: Option<PathBuf>) -> anyhow::Result<Player> {
    let command = wanted.unwrap_or_else(neighbor);
    let spec = EngineSpec::new(command);
    let timeouts = Timeouts::default();
    let shown = spec.command.display();
    let engine = Engine::start(&spec, &timeouts)
        .map_err(|failure| anyhow!("{shown} does not start: {failure}"))
        .context("name an engine with --engine, or build it with cargo build --release")?;
    for option in ["UseNNUE", "EvalFile"] {
        ensure!(
            engine.identity().option(option).is_some(),
            "{shown} has no option {option}: it cannot play with a network"
        );
    }
    engine.quit(timeouts.quit);
    Ok(Player {
        engine: spec,
        limits: Limits::default(),
    })
}

/// The engine beside this program, or the one on the search path.
fn neighbor() -> PathBuf {
    let name = format!("quietus{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().map(|program| program.with_file_name(&name));
    beside
        .ok()
        .filter(|path| path.is_file())
        .unwrap_or_else(|| PathBuf::from(name))
}
