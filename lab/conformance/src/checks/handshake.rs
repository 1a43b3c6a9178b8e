//! `uci`, `id`, `option`, `uciok`.

use std::collections::HashSet;
use std::time::Duration;

use crate::check::{Check, Outcome, Stop, ensure, fail, must, should};
use crate::option_line::{self, OptionLine};
use crate::tester::Tester;

const LIMIT: Duration = Duration::from_secs(10);

pub(super) const CHECKS: &[Check] = &[
    must("handshake.uciok", "uci is answered with uciok", 20, uciok).unprepared(),
    must("handshake.id-name", "id name is given", 20, id_name).unprepared(),
    must("handshake.id-author", "id author is given", 20, id_author).unprepared(),
    should(
        "handshake.twice",
        "a second uci gets the same answer",
        20,
        twice,
    )
    .unprepared(),
    must("options.form", "option lines are well-formed", 20, form),
    must(
        "options.defaults",
        "defaults are valid values",
        20,
        defaults,
    ),
    must(
        "options.names",
        "option names are unique and do not contain name or value",
        20,
        names,
    ),
    should(
        "options.keywords",
        "option names contain no other keyword",
        20,
        keywords,
    ),
    must(
        "options.standard",
        "standard options have their standard types",
        20,
        standard,
    ),
];

fn uciok(tester: &mut Tester<'_>) -> Outcome {
    let sent = tester.send("uci")?;
    let (line, _) = tester.wait_for("uciok", LIMIT)?;
    let time = line.at.saturating_duration_since(sent);
    Ok(Some(format!("after {} ms", time.as_millis())))
}

fn id(tester: &mut Tester<'_>, what: &str) -> Outcome {
    tester.send("uci")?;
    let (_, lines) = tester.wait_for("uciok", LIMIT)?;
    let start = format!("id {what} ");
    let given: Vec<_> = lines
        .iter()
        .filter_map(|line| line.text.strip_prefix(&start))
        .collect();
    match given[..] {
        [one] if !one.trim().is_empty() => Ok(Some(one.trim().to_owned())),
        [] => fail(format!("no id {what} before uciok")),
        [_] => fail(format!("id {what} is empty")),
        _ => fail(format!("id {what} is given {} times", given.len())),
    }
}

fn id_name(tester: &mut Tester<'_>) -> Outcome {
    id(tester, "name")
}

fn id_author(tester: &mut Tester<'_>) -> Outcome {
    id(tester, "author")
}

fn twice(tester: &mut Tester<'_>) -> Outcome {
    let mut answers = Vec::new();
    for _ in 0..2 {
        tester.send("uci")?;
        let (_, lines) = tester.wait_for("uciok", LIMIT)?;
        let texts = lines.into_iter().map(|line| line.text);
        let told = |text: &String| text.starts_with("id ") || text.starts_with("option ");
        answers.push(texts.filter(told).collect::<Vec<_>>());
    }
    ensure(answers[0] == answers[1], || {
        "the second answer differs".to_owned()
    })?;
    Ok(None)
}

/// All option lines, parsed strictly.
fn option_lines(tester: &Tester<'_>) -> Result<Vec<OptionLine>, Stop> {
    let lines = &tester.identity().lines;
    let is_option = |line: &&String| line.split_ascii_whitespace().next() == Some("option");
    let read = |line: &String| {
        option_line::parse(line).map_err(|reason| Stop::Fail(format!("{reason}: {line:?}")))
    };
    lines.iter().filter(is_option).map(read).collect()
}

fn form(tester: &mut Tester<'_>) -> Outcome {
    Ok(Some(format!("{} options", option_lines(tester)?.len())))
}

fn defaults(tester: &mut Tester<'_>) -> Outcome {
    for option in option_lines(tester)? {
        let checked = option.check_default();
        checked.map_err(|reason| Stop::Fail(format!("{}: {reason}", option.name)))?;
    }
    Ok(None)
}

fn has_word(name: &str, words: &[&str]) -> bool {
    name.split(' ').any(|word| words.contains(&word))
}

fn names(tester: &mut Tester<'_>) -> Outcome {
    let mut seen = HashSet::new();
    for option in &tester.identity().options {
        let name = &option.name;
        ensure(!has_word(name, &["name", "value"]), || {
            format!("option {name:?}")
        })?;
        let is_new = seen.insert(name.to_ascii_lowercase());
        ensure(is_new, || format!("option {name:?} occurs twice"))?;
    }
    Ok(None)
}

fn keywords(tester: &mut Tester<'_>) -> Outcome {
    let words = ["type", "default", "min", "max", "var"];
    for option in &tester.identity().options {
        ensure(!has_word(&option.name, &words), || {
            format!("option {:?}", option.name)
        })?;
    }
    Ok(None)
}

const STANDARD: [(&str, &str); 14] = [
    ("Hash", "spin"),
    ("Threads", "spin"),
    ("MultiPV", "spin"),
    ("Ponder", "check"),
    ("OwnBook", "check"),
    ("NalimovPath", "string"),
    ("SyzygyPath", "string"),
    ("UCI_Chess960", "check"),
    ("UCI_AnalyseMode", "check"),
    ("UCI_LimitStrength", "check"),
    ("UCI_Elo", "spin"),
    ("UCI_ShowWDL", "check"),
    ("UCI_Opponent", "string"),
    ("UCI_EngineAbout", "string"),
];

fn standard(tester: &mut Tester<'_>) -> Outcome {
    let mut found = Vec::new();
    for (name, kind) in STANDARD {
        let Some(option) = tester.identity().option(name) else {
            continue;
        };
        let found_kind = option.kind.name();
        ensure(found_kind == kind, || {
            format!("{name} is a {found_kind}, not a {kind}")
        })?;
        found.push(name);
    }
    Ok(Some(found.join(", ")))
}
