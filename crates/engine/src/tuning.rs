//! UCI options of a build with the feature `tune`: each parameter of the search, and a switch for
//! each heuristic.

use std::fmt::Write;

use game::ParamSet;
use search::tune::{PARAMS, SWITCHES};

/// The `option` lines of these options.
pub fn announcement(params: ParamSet) -> String {
    let mut text = String::new();
    for param in PARAMS {
        let (name, default) = (param.name, param.default(params));
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

/// Sets one of these options; `None` if no option has this name.
pub fn set(params: ParamSet, name: &str, value: &str) -> Option<Result<(), String>> {
    if let Some(param) = PARAMS.iter().find(|param| param.name == name) {
        let is_set = value.parse().is_ok_and(|value| param.set(params, value));
        return Some(is_set.then_some(()).ok_or_else(|| {
            let (min, max) = (param.range.start(), param.range.end());
            format!("{name} must be from {min} to {max}: {value:?}")
        }));
    }
    let switch = SWITCHES.iter().find(|switch| switch.name == name)?;
    let on = value
        .parse()
        .map_err(|_| format!("{name} must be true or false: {value:?}"));
    Some(on.map(|on| switch.set(on)))
}

/// How often each heuristic applied, one line each.
pub fn counts() -> String {
    let mut text = String::new();
    for switch in SWITCHES {
        let _ = writeln!(text, "{:>12}  {}", switch.fired(), switch.name);
    }
    text
}
