//! Plays a match in its own process, for tests that kill it.
//!
//! Arguments: the folder, the engine, the number of pairs. Resumes the match if there is one.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

use ::game::adjudication::Adjudication;
use arena::runner::{Changes, Event, Flow, Match, MatchError, Progress, Rules, Settings, Watcher};
use arena::{EngineSpec, Limits, Player};

struct Quiet;

impl Watcher for Quiet {
    fn event(&mut self, _: &Event, _: &Progress<'_>) -> Flow {
        Flow::Continue
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, engine, rounds] = &arguments[..] else {
        return ExitCode::from(2);
    };
    match play(Path::new(folder), engine, rounds.parse().unwrap_or(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

fn play(folder: &Path, engine: &str, rounds: u64) -> Result<bool, MatchError> {
    let playing = if folder.join("journal.jsonl").exists() {
        Match::resume(folder, Changes::default())?
    } else {
        Match::create(settings(engine, rounds), folder)?
    };
    let outcome = playing.run(&mut Quiet)?;
    Ok(outcome.is_complete)
}

fn settings(engine: &str, rounds: u64) -> Settings {
    let player = |name: &str| Player {
        engine: EngineSpec {
            name: name.to_owned(),
            ..EngineSpec::new(engine)
        },
        limits: Limits {
            nodes: Some(100),
            ..Limits::default()
        },
    };
    Settings {
        players: vec![player("A"), player("B")],
        rounds,
        concurrency: 3,
        rules: Rules {
            adjudication: Adjudication {
                max_plies: Some(24),
                ..Adjudication::default()
            },
            ..Rules::default()
        },
        ..Settings::default()
    }
}
