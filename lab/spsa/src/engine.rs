//! The parameters of an engine, and game pairs over UCI as the objective.

use arena::Identity;
use arena::runner::{MatchError, PairPlayer};
use uci::{OptionKind, UciOption};

use crate::{Objective, Parameter, Trial};

/// The share of a range that is `c_end` where the engine does not say: a twentieth, as is usual.
const RANGE_PER_STEP: f64 = 20.0;

/// The parameters that an engine advertises in its answer to `uci`: spin options. Lines
/// `info string tunable NAME set SET c_end C` say which of them are tunable and how; of an engine
/// without such lines, all are.
pub fn tunables(identity: &Identity) -> Vec<Parameter> {
    let told: Vec<Told<'_>> = identity
        .lines
        .iter()
        .filter_map(|l| Told::parse(l))
        .collect();
    let spins = identity.options.iter().filter_map(parameter);
    let spins = spins.filter_map(|mut parameter| {
        if let Some(told) = told.iter().find(|told| told.name == parameter.name) {
            parameter.set = told.set.map(str::to_owned);
            parameter.c_end = told.c_end;
            return Some(parameter);
        }
        told.is_empty().then_some(parameter)
    });
    spins.collect()
}

fn parameter(option: &UciOption) -> Option<Parameter> {
    let OptionKind::Spin { default, range } = &option.kind else {
        return None;
    };
    let number = |number: &i64| i32::try_from(*number).ok();
    let (min, max) = (number(range.start())?, number(range.end())?);
    Some(Parameter {
        name: option.name.clone(),
        set: None,
        start: number(default)?,
        min,
        max,
        c_end: ((f64::from(max) - f64::from(min)) / RANGE_PER_STEP).max(0.5),
    })
}

/// What an engine says of a parameter beside its option.
struct Told<'a> {
    name: &'a str,
    set: Option<&'a str>,
    c_end: f64,
}

impl<'a> Told<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [
            "info",
            "string",
            "tunable",
            name,
            "set",
            set,
            "c_end",
            c_end,
        ] = words[..]
        else {
            return None;
        };
        Some(Self {
            name,
            set: (set != "-").then_some(set),
            c_end: c_end.parse().ok()?,
        })
    }
}

/// Plays the plus side against the minus side over UCI. A fault loses the game, as in a match.
pub struct EngineGames<'a> {
    player: PairPlayer<'a>,
    parameters: &'a [Parameter],
    on_fault: &'a (dyn Fn(&str) + Sync),
}

impl<'a> EngineGames<'a> {
    /// Games of these parameters; `on_fault` is told of faults.
    pub fn new(
        player: PairPlayer<'a>,
        parameters: &'a [Parameter],
        on_fault: &'a (dyn Fn(&str) + Sync),
    ) -> Self {
        Self {
            player,
            parameters,
            on_fault,
        }
    }
}

impl Objective for EngineGames<'_> {
    type Error = MatchError;

    fn play(&mut self, trial: &Trial) -> Result<Option<u8>, MatchError> {
        let options = [&trial.values.plus, &trial.values.minus].map(|values| {
            let options = self.parameters.iter().zip(values);
            options
                .map(|(parameter, value)| (parameter.name.clone(), value.to_string()))
                .collect()
        });
        let Some(record) = self.player.play(trial.pair, &options)? else {
            return Ok(None);
        };
        for game in record.games.iter().filter(|game| game.fault.is_some()) {
            (self.on_fault)(&format!("pair {}: {}", trial.pair + 1, game.reason));
        }
        let [first, second] = record.outcomes().map(|outcome| outcome.half_points() as u8);
        Ok(Some(first + second))
    }
}

#[cfg(test)]
mod tests {
    use arena::Identity;

    use super::tunables;

    fn identity(lines: &[&str]) -> Identity {
        Identity {
            options: lines.iter().filter_map(|line| line.parse().ok()).collect(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            ..Identity::default()
        }
    }

    #[test]
    fn parameters_come_with_their_sets_and_steps() {
        let found = tunables(&identity(&[
            "option name Hash type spin default 16 min 1 max 1024",
            "info string tunable razoring.base set B c_end 30",
            "option name razoring.base type spin default 240 min 60 max 500",
            "info string tunable null_move.depth set - c_end 0.5",
            "option name null_move.depth type spin default 3 min 1 max 8",
            "option name razoring type check default true",
        ]));
        let [razoring, null_move] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(razoring.set.as_deref(), Some("B"));
        assert_eq!((razoring.start, razoring.min, razoring.max), (240, 60, 500));
        assert_eq!((razoring.c_end, razoring.group()), (30.0, "razoring"));
        assert_eq!((null_move.set.as_deref(), null_move.c_end), (None, 0.5));
    }

    #[test]
    fn other_engines_have_spin_options() {
        let found = tunables(&identity(&[
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Margin type spin default 100 min 0 max 200",
            "option name Style type combo default a var a",
        ]));
        assert_eq!(found.len(), 2);
        assert_eq!((found[1].name.as_str(), found[1].c_end), ("Margin", 10.0));
    }
}
