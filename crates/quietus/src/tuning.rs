//! UCI options of a build with the feature `tune`: each parameter of the search, and a switch for
//! each heuristic.

use std::fmt::Write;

use game::ParamSet;
use search::tune::{PARAMS, SWITCHES};

/// The `option` lines of these options. What UCI has no word for comes in a line before a parameter's
/// own: its SPSA set (`-` for none) and `c_end`.
pub fn announcement(params: ParamSet) -> String {
    let mut text = String::new();
    for param in PARAMS {
        let (name, default) = (param.name, param.default(params));
        let (min, max) = (param.range.start(), param.range.end());
        let (set, c_end) = (param.spsa_set().unwrap_or('-'), param.c_end());
        let _ = writeln!(
            text,
            "info string tunable {name} set {set} c_end {c_end}\n\
             option name {name} type spin default {default} min {min} max {max}"
        );
    }
    for switch in SWITCHES {
        let (name, default) = (switch.name, switch.default);
        let _ = writeln!(text, "option name {name} type check default {default}");
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
