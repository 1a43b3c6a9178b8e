//! The engine that plays with every network.

use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use arena::{Engine, EngineSpec, Limits, Player, Timeouts};
use games::GameId;

/// The player whose network the gate replaces; the engine must be able to load one.
///
/// # Errors
/// If the engine does not start, or has no options for networks.
pub fn player_for(game: GameId, spec: EngineSpec) -> anyhow::Result<Player> {
    let timeouts = Timeouts::default();
    let shown = spec.command.display();
    let engine = Engine::start_for(game, &spec, &timeouts)
        .map_err(|failure| anyhow!("{shown} does not start: {failure}"))
        .context("name an engine with -e cmd=PATH, or build it with cargo build --release")?;
    for option in ["UseNNUE", "EvalFile"] {
        ensure!(
            engine.identity().option(option).is_some(),
            "{shown} has no option {option}: it cannot load a network"
        );
    }
    engine.quit(timeouts.quit);
    Ok(Player {
        engine: spec,
        limits: Limits::default(),
    })
}

/// The engine beside this program, or the one on the search path.
pub fn default_engine() -> EngineSpec {
    let name = format!("quietus{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().map(|program| program.with_file_name(&name));
    let beside = beside.ok().filter(|path| path.is_file());
    EngineSpec::new(beside.unwrap_or_else(|| PathBuf::from(name)))
}

/// The player under another name, with its own limits and further options.
pub fn with_options(
    player: &Player,
    name: &str,
    limits: &Limits,
    options: &[(&str, String)],
) -> Player {
    let mut player = player.clone();
    name.clone_into(&mut player.engine.name);
    player.limits = limits.clone();
    let options = options.iter();
    let options = options.map(|(name, value)| ((*name).to_owned(), value.clone()));
    player.engine.options.extend(options);
    player
}
