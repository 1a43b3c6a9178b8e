//! UCI options of a build with the feature `tune`: each parameter of the search, and a switch for
//! each heuristic.

use std::fmt::Write;
use std::io;

use game::Params;
use search::tune::{PARAMS, SWITCHES};
use uci::{OptionKind, UciOption};

/// Lists these options. What UCI has no word for comes in a line before a parameter's own: its SPSA
/// set (`-` for none) and `c_end`.
pub fn announce(params: &Params, output: &mut impl io::Write) -> io::Result<()> {
    let option = |name: &str, kind| UciOption {
        name: name.to_owned(),
        kind,
    };
    for param in PARAMS {
        let (name, set) = (param.name, param.spsa_set().unwrap_or('-'));
        let kind = OptionKind::Spin {
            default: param.default(params).into(),
            range: (*param.range.start()).into()..=(*param.range.end()).into(),
        };
        writeln!(
            output,
            "info string tunable {name} set {set} c_end {}",
            param.c_end()
        )?;
        writeln!(output, "{}", option(name, kind))?;
    }
    for switch in SWITCHES {
        let kind = OptionKind::Check {
            default: switch.default,
        };
        writeln!(output, "{}", option(switch.name, kind))?;
    }
    Ok(())
}

/// Sets one of these options; `None` if no option has this name.
pub fn set(params: &Params, name: &str, value: &str) -> Option<Result<(), String>> {
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
