//! Options of a build with the feature `tune`: each number of the search, and a switch for each of
//! its heuristics.

use std::fmt::Write;

use search::tune::{PARAMS, SWITCHES};

/// The lines that announce these options.
pub fn announcement() -> String {
    let mut text = String::new();
    for param in PARAMS {
        let (name, default) = (param.name, param.default);
        let (min, max) = (param.range.start(), param.range.end());
        let _ = writeln!(
            text,
            "option name {name} type spin default {default} min {min} max {max}"
        );
    }
    for switch in SWITCHES {
        let name = switch.name;
        let _ = writeln!(text, "option name {name} type check default true");
    }
    text
}

/// Sets one of these options; nothing if none has this name.
pub fn set(name: &str, value: &str) -> Option<Result<(), String>> {
    if let Some(param) = PARAMS.iter().find(|param| param.name == name) {
        let is_set = value.parse().is_ok_and(|value| param.set(value));
        return Some(is_set.then_some(()).ok_or_else(|| {
            let (min, max) = (param.range.start(), param.range.end());
            format!("{name} takes a number from {min} to {max}, not {value:?}")
        }));
    }
    let switch = SWITCHES.iter().find(|switch| switch.name == name)?;
    let on = value
        .parse()
        .map_err(|_| format!("{name} takes true or false, not {value:?}"));
    Some(on.map(|on| switch.set(on)))
}

/// How often each heuristic acted, a line each.
pub fn counts() -> String {
    let mut text = String::new();
    for switch in SWITCHES {
        let _ = writeln!(text, "{:>12}  {}", switch.fired(), switch.name);
    }
    text
}
