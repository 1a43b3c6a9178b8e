//! Checks before the first game: openings and engines.

use std::time::Instant;

use game::Rules;
use support::Variant;
use xiangqi::{Dialect, Xiangqi};

use super::referee::Referee;
use super::{Control, MatchError, Settings};
use crate::{Coordinates, Engine, EngineFailure, EngineSpec, Player};

/// Attempts to start an engine that has worked before, until the match fails.
const START_ATTEMPTS: usize = 3;

/// Starts the engine of a player and tells it the game.
pub(super) fn start_engine(settings: &Settings, player: usize) -> Result<Engine, MatchError> {
    let spec = &settings.players[player].engine;
    let failed = |failure| MatchError::Start {
        name: display_name(spec),
        failure: Box::new(failure),
    };
    let mut engine = Engine::start(spec, &settings.timeouts).map_err(failed)?;
    if settings.chess960 {
        if engine.identity().option("UCI_Chess960").is_none() {
            return Err(MatchError::NoChess960(display_name(spec)));
        }
        engine.set_option("UCI_Chess960", "true").map_err(failed)?;
        engine.is_ready(settings.timeouts.ready).map_err(failed)?;
    }
    if settings.game == Variant::Xiangqi {
        let answer = set_xiangqi(&mut engine, settings).map_err(failed)?;
        let coordinates = coordinates_of(&answer).ok_or_else(|| MatchError::OtherGame {
            name: display_name(spec),
            game: settings.game,
            reason: format!("it answered {answer:?} in the start position"),
        })?;
        engine.set_coordinates(coordinates);
    }
    Ok(engine)
}

/// Chooses xiangqi and lets the engine play a first move: the answer. An engine that plays nothing
/// else has no `UCI_Variant`.
fn set_xiangqi(engine: &mut Engine, settings: &Settings) -> Result<String, EngineFailure> {
    let rule = if settings.wxf { "WXF" } else { "computer" };
    for (option, value) in [("UCI_Variant", Xiangqi::NAME), ("XiangqiRepetition", rule)] {
        if engine.identity().option(option).is_some() {
            engine.set_option(option, value)?;
        }
    }
    engine.send("ucinewgame")?;
    engine.is_ready(settings.timeouts.ready)?;
    engine.send_batch(&["position startpos", "go depth 1"])?;
    let deadline = Instant::now() + settings.timeouts.ready;
    let answer = engine.wait_for("bestmove", deadline, |_| ())?;
    Ok(answer.map_or_else(String::new, |line| line.text))
}

/// How the writer of a first move counts ranks: no text is a legal first move in both ways.
fn coordinates_of(answer: &str) -> Option<Coordinates> {
    let text = answer.split_ascii_whitespace().nth(1)?;
    let start = Xiangqi::start();
    let is_legal = |dialect: Dialect| {
        let mv = dialect.read(text);
        mv.is_some_and(|mv| start.is_pseudo_legal(mv) && start.is_legal(mv))
    };
    if is_legal(Dialect::FromZero) {
        Some(Coordinates::Usual)
    } else {
        is_legal(Dialect::FromOne).then_some(Coordinates::RanksFromOne)
    }
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
pub(super) fn check_engines(
    settings: &mut Settings,
    warnings: &mut Vec<String>,
) -> Result<(), MatchError> {
    for player in 0..settings.players.len() {
        let engine = start_engine(settings, player)?;
        let spec = &settings.players[player].engine;
        for (option, _) in &spec.options {
            if engine.identity().option(option).is_none() {
                let name = display_name(spec);
                warnings.push(format!("{name} has no UCI option {option:?}"));
            }
        }
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

#[cfg(test)]
mod tests {
    use game::Rules;
    use xiangqi::{Dialect, Xiangqi};

    use super::{Coordinates, coordinates_of};

    #[test]
    fn every_first_move_tells_the_coordinates() {
        for &mv in &Xiangqi::legal_moves(&Xiangqi::start()) {
            for (dialect, coordinates) in [
                (Dialect::FromZero, Coordinates::Usual),
                (Dialect::FromOne, Coordinates::RanksFromOne),
            ] {
                let answer = format!("bestmove {} ponder a0a1", dialect.write(mv));
                assert_eq!(coordinates_of(&answer), Some(coordinates), "{answer}");
            }
        }
        for answer in ["", "bestmove", "bestmove e2e4", "bestmove (none)"] {
            assert_eq!(coordinates_of(answer), None);
        }
    }
}
