//! Checks before the first game: openings and engines.

use game::Facts;
use games::for_game;

use super::referee::Referee;
use super::{Control, MatchError, Settings};
use crate::{Engine, EngineSpec, Player};

/// Attempts to start an engine that has worked before, until the match fails.
const START_ATTEMPTS: usize = 3;

/// Starts the engine of a player and tells it the game.
pub(super) fn start_engine(settings: &Settings, player: usize) -> Result<Engine, MatchError> {
    let spec = &settings.players[player].engine;
    let failed = |failure| MatchError::Start {
        name: display_name(spec),
        failure: Box::new(failure),
    };
    let mut engine = Engine::start_for(settings.game, spec, &settings.timeouts).map_err(failed)?;
    let rules = for_game!(settings.game, G => G::RULE_SETS)[settings.rule_set()?];
    if let Some((option, value)) = rules.option {
        if engine.identity().option(option).is_some() {
            engine.set_option(option, value).map_err(failed)?;
            let confirmed = engine.confirm_options(settings.timeouts.ready);
            confirmed.map_err(failed)?;
        } else if rules.needs_option {
            return Err(MatchError::OtherRules {
                name: display_name(spec),
                rules: rules.name,
                option,
            });
        }
    }
    let timeout = settings.timeouts.ready;
    engine.set_game(settings.game, timeout).map_err(failed)?;
    Ok(engine)
}

/// Starts an engine that has worked before and is killed when the match is aborted; `None` if it
/// has been aborted already.
pub(super) fn restart_engine(
    settings: &Settings,
    player: usize,
    control: &Control,
) -> Result<Option<Engine>, MatchError> {
    let mut attempt = 1;
    while !control.is_aborted() {
        match start_engine(settings, player) {
            Ok(engine) => {
                control.watch(&engine);
                return Ok(Some(engine));
            }
            Err(_) if attempt < START_ATTEMPTS => attempt += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

fn display_name(spec: &EngineSpec) -> String {
    if spec.name.is_empty() {
        spec.command.display().to_string()
    } else {
        spec.name.clone()
    }
}

/// Checks every opening that the match uses.
pub(super) fn check_openings(
    settings: &Settings,
    referee: &dyn Referee,
    warnings: &mut Vec<String>,
) -> Result<(), MatchError> {
    let available = referee.openings().map_or(u64::MAX, |len| len as u64);
    if settings.rounds > available {
        warnings.push(format!(
            "the opening book has {available} openings for {} rounds: openings repeat",
            settings.rounds
        ));
    }
    if referee.openings().is_some() {
        for index in 0..settings.rounds.min(available) {
            referee.opening_fen(index)?;
        }
    }
    Ok(())
}

/// Starts every engine once, fills in missing names, and makes all names unique.
pub(super) fn check_engines(settings: &mut Settings) -> Result<(), MatchError> {
    for player in 0..settings.players.len() {
        let engine = start_engine(settings, player)?;
        let spec = &settings.players[player].engine;
        let name = if engine.name().is_empty() {
            let command = spec.command.file_stem();
            command.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        } else {
            engine.name().to_owned()
        };
        settings.players[player].engine.name = unique_name(&name, &settings.players[..player]);
        engine.quit(settings.timeouts.quit);
    }
    Ok(())
}

fn unique_name(name: &str, taken: &[Player]) -> String {
    let is_free = |name: &str| taken.iter().all(|player| player.engine.name != name);
    if is_free(name) {
        return name.to_owned();
    }
    let numbered = (2..).map(|number| format!("{name} #{number}"));
    { numbered }
        .find(|name| is_free(name))
        .unwrap_or_else(|| name.to_owned())
}
