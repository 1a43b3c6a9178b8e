//! Helpers of the match tests.

#![allow(dead_code, reason = "not every test needs everything")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use ::game::adjudication::Adjudication;
use arena::runner::{Event, Flow, Match, Outcome, PairRecord, Progress, Rules, Settings, Watcher};
use arena::{EngineSpec, Limits, OpeningSource, Player, Timeouts};
use chess::pgn::{Game, Reader};

/// The engine that misbehaves on request.
pub const ENGINE: &str = env!("CARGO_BIN_EXE_arena-test-engine");

/// A folder that does not exist yet. It is kept after the test, for inspection.
pub fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{name}"));
    fs::remove_dir_all(&folder).ok();
    folder
}

/// A player: the test engine in one of its modes.
pub fn player(name: &str, mode: &str) -> Player {
    let mut player = Player {
        engine: EngineSpec {
            name: name.to_owned(),
            args: mode.split(' ').map(str::to_owned).collect(),
            ..EngineSpec::new(ENGINE)
        },
        limits: Limits::default(),
    };
    player.limits.nodes = Some(1000);
    player
}

/// A quick match of the good engine against one in this mode.
pub fn settings(mode: &str) -> Settings {
    Settings {
        players: vec![player("good", "good"), player("bad", mode)],
        rounds: 2,
        concurrency: 2,
        openings: OpeningSource::Random {
            plies: 8,
            seed: 11,
            start: 0,
        },
        rules: Rules {
            watchdog: Duration::from_secs(2),
            stop_grace: Duration::from_millis(300),
            adjudication: Adjudication {
                max_plies: Some(60),
                ..Adjudication::default()
            },
            ..Rules::default()
        },
        timeouts: Timeouts {
            start: Duration::from_secs(20),
            ready: Duration::from_secs(3),
            quit: Duration::from_millis(300),
        },
        ..Settings::default()
    }
}

/// Runs a test of this program once more, in a process where a thread that names no stack size asks
/// for more than there is; gives whether this is that process.
pub fn is_without_threads(test: &str) -> bool {
    const VARIABLE: &str = "RUST_MIN_STACK";
    let is_there = env::var_os(VARIABLE).is_some();
    if !is_there {
        let again = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", test, "--nocapture"])
            .env(VARIABLE, (usize::MAX >> 2).to_string())
            .output()
            .expect("it starts once more");
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success(), "{said}");
        assert!(said.contains("threads could be started"), "{said}");
    }
    is_there
}

/// Records all events.
#[derive(Default)]
pub struct Recorder {
    pub events: Vec<Event>,
    pub pairs: Vec<PairRecord>,
    pub replayed: Vec<u64>,
}

impl Watcher for Recorder {
    fn event(&mut self, event: &Event, _: &Progress<'_>) -> Flow {
        self.events.push(event.clone());
        if let Event::PairFinished { record, .. } = event {
            self.pairs.push((**record).clone());
        }
        Flow::Continue
    }

    fn replay(&mut self, record: &PairRecord, _: &Progress<'_>) {
        self.replayed.push(record.pair);
    }
}

impl Recorder {
    /// The kinds of the faults.
    pub fn faults(&self) -> Vec<&str> {
        let faults = self.events.iter().filter_map(|event| match event {
            Event::Fault { kind, .. } => Some(kind.as_str()),
            _ => None,
        });
        faults.collect()
    }

    /// The fault reports.
    pub fn reports(&self) -> Vec<String> {
        let paths = self.events.iter().filter_map(|event| match event {
            Event::Fault { report, .. } => report.as_ref(),
            _ => None,
        });
        paths
            .map(|path| fs::read_to_string(path).expect("reports are readable"))
            .collect()
    }
}

/// Plays a whole match.
pub fn play(settings: Settings, folder: &Path) -> (Outcome, Recorder) {
    let mut recorder = Recorder::default();
    let playing = Match::create(settings, folder).expect("the match can begin");
    let outcome = playing.run(&mut recorder).expect("the match can be played");
    (outcome, recorder)
}

/// The games in a match's folder.
pub fn games(folder: &Path) -> Vec<Game> {
    let text = fs::read(folder.join("games.pgn")).expect("there are games");
    Reader::new(&text[..])
        .map(|game| game.expect("games are readable"))
        .collect()
}
