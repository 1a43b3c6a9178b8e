//! `setoption` with valid and invalid values.

use uci::OptionKind;

use crate::check::{Check, Outcome, Stop, ensure, must, should, skip};
use crate::tester::Tester;

pub(super) const CHECKS: &[Check] = &[
    must(
        "setoption.defaults",
        "every option accepts its own default",
        60,
        set_defaults,
    ),
    must(
        "setoption.hash",
        "Hash may change between searches",
        60,
        hash,
    ),
    must(
        "setoption.threads",
        "Threads may change between searches",
        60,
        threads,
    ),
    must(
        "setoption.bad-values",
        "invalid values do no harm",
        60,
        bad_values,
    ),
    must(
        "setoption.unknown",
        "unknown options do no harm",
        20,
        unknown,
    ),
    must(
        "setoption.spaces",
        "string values may have spaces",
        20,
        spaces,
    ),
    should(
        "setoption.case",
        "option names are case-insensitive",
        20,
        case,
    ),
];

/// The engine still works.
fn still_searches(tester: &mut Tester<'_>) -> Result<(), Stop> {
    tester.ready()?;
    tester.search(&tester.start(), "go depth 3").map(drop)
}

fn set_defaults(tester: &mut Tester<'_>) -> Outcome {
    let mut count = 0;
    for option in &tester.identity().options {
        match option.kind.default_text() {
            None => tester
                .send(&format!("setoption name {}", option.name))
                .map(drop)?,
            Some(default) => tester.set(&option.name, default)?,
        }
        tester.ready()?;
        count += 1;
    }
    tester.configure()?;
    still_searches(tester)?;
    Ok(Some(format!("{count} options")))
}

/// The values within the range of a spin.
fn in_range(tester: &Tester<'_>, name: &str, values: &[i64]) -> Result<Vec<i64>, Stop> {
    let option = tester.need_option(name)?;
    let range = match &option.kind {
        OptionKind::Spin { range, .. } => range.clone(),
        _ => 0..=i64::MAX,
    };
    let fitting = values.iter().copied().filter(|value| range.contains(value));
    Ok(fitting.collect())
}

fn vary(tester: &mut Tester<'_>, name: &str, values: &[i64]) -> Outcome {
    let at = tester.positions;
    let values = in_range(tester, name, values)?;
    if values.len() < 2 {
        return skip(format!("{name} cannot be changed"));
    }
    for &value in &values {
        tester.set(name, value)?;
        tester.ready()?;
        for fen in &at.varied[..2] {
            tester.search(&tester.fen(fen)?, "go nodes 5000 movetime 2000")?;
        }
    }
    Ok(Some(format!("{name} {values:?}")))
}

fn hash(tester: &mut Tester<'_>) -> Outcome {
    vary(tester, "Hash", &[16, 1, 2, 64, 4, 16])
}

fn threads(tester: &mut Tester<'_>) -> Outcome {
    vary(tester, "Threads", &[1, 2, 4, 1])
}

fn bad_values(tester: &mut Tester<'_>) -> Outcome {
    let mut commands = Vec::new();
    for option in &tester.identity().options {
        let values: &[&str] = match option.kind {
            OptionKind::Spin { .. } => &[
                "x",
                "",
                "-99999999999999999999",
                "99999999999999999999",
                "1.5",
                "1 2",
            ],
            OptionKind::Check { .. } => &["maybe", "", "2"],
            OptionKind::Combo { .. } => &["no such value", ""],
            OptionKind::Button | OptionKind::Text { .. } => continue,
        };
        commands.extend(
            values
                .iter()
                .map(|value| format!("setoption name {} value {value}", option.name)),
        );
    }
    if commands.is_empty() {
        return skip("no option has a range");
    }
    for command in &commands {
        tester.send(command)?;
        tester.ready().map_err(|stop| match stop {
            Stop::Fail(reason) => Stop::Fail(format!("after {command:?}: {reason}")),
            skip @ Stop::Skip(_) => skip,
        })?;
    }
    still_searches(tester)?;
    Ok(Some(format!("{} invalid values", commands.len())))
}

fn unknown(tester: &mut Tester<'_>) -> Outcome {
    for command in [
        "setoption name No Such Option value 1",
        "setoption name NoSuchButton",
        "setoption name",
        "setoption value 3",
        "setoption",
        "setoption name name value value",
        "setoption name Hash",
        "setoption name Hash value",
    ] {
        tester.send(command)?;
        tester.ready()?;
    }
    still_searches(tester)?;
    Ok(None)
}

fn spaces(tester: &mut Tester<'_>) -> Outcome {
    let paths = ["SyzygyPath", "NalimovPath", "GaviotaTbPath", "UCI_Opponent"];
    let known = paths
        .iter()
        .filter_map(|name| tester.identity().option(name));
    let Some(option) = known
        .into_iter()
        .find(|option| matches!(option.kind, OptionKind::Text { .. }))
    else {
        return skip("no harmless option of type string");
    };
    for value in [
        "no such folder with spaces",
        "a b;c d",
        "  spaced   out  ",
        "<empty>",
    ] {
        tester.set(&option.name, value)?;
        tester.ready()?;
    }
    still_searches(tester)?;
    Ok(Some(option.name.clone()))
}

fn case(tester: &mut Tester<'_>) -> Outcome {
    tester.need_option("MultiPV")?;
    for name in ["MULTIPV", "multipv"] {
        tester.send(&format!("setoption name {name} value 2"))?;
        let search = tester.search(&tester.fen(tester.positions.busy)?, "go depth 4")?;
        let infos = search.infos()?;
        ensure(infos.iter().any(|info| info.number() == 2), || {
            format!("{name} was not accepted for MultiPV")
        })?;
        tester.set("MultiPV", 1)?;
    }
    Ok(None)
}
