//! How many plies a second can the host of GPUs take? Records games of the emulation, then plays them
//! back from a device that needs no time, with everything that `datagen` does to them.
//!
//! ```sh
//! cargo run --release -p gpu --example host_speed -- 2000 1 2
//! ```
//!
//! The first argument is the number of games, each other one a number of threads. CPU time is more
//! telling than time where the cores are shared.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use chess::Chess;
use datagen::{Goal, Labels, NodeLimits, Run, Searcher, SelfPlay, Settings, Sink, Unit};
use gpu::emulation::{Emulation, Lanes};
use gpu::{Backend, FinishedGame, PackedNetwork, Sizes, abi, generate};

/// What the device did, by number of the game; the last comes first.
type Recorded = HashMap<u64, Vec<FinishedGame>>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [games, threads @ ..] = args.as_slice() else {
        return Err("usage: host_speed GAMES THREADS...".into());
    };
    let games = games.parse()?;
    let settings = settings();
    let labels = Labels::<Chess>::embedded();
    let recorded = record(&settings, &labels, games)?;
    println!("threads    plies/s  plies/CPU second");
    for threads in threads {
        let threads = threads.parse()?;
        let device = Playback {
            recorded: recorded.clone(),
            queue: Vec::new(),
        };
        let (begin, cpu) = (Instant::now(), cpu_seconds());
        let plies = play(&settings, &labels, (games, threads), |run, sink| {
            generate(run, vec![device], sink)
        })?;
        let (seconds, cpu) = (begin.elapsed().as_secs_f64(), cpu_seconds() - cpu);
        let (speed, cpu_speed) = (plies / seconds, plies / cpu.max(0.01));
        println!("{threads:>7} {speed:>10.0} {cpu_speed:>17.0}");
    }
    Ok(())
}

/// Few nodes, so that recording takes little time: the host's work does not depend on them.
fn settings() -> Settings {
    let nodes = NodeLimits { soft: 8, hard: 16 };
    let mut settings = Settings {
        searcher: Searcher::Gpu,
        nodes,
        table: 0,
        ..Settings::default()
    };
    settings.openings.verification = nodes;
    settings
}

/// Plays games into a file and gives their plies.
fn play(
    settings: &Settings,
    labels: &Labels<Chess>,
    (games, threads): (u64, usize),
    generate: impl FnOnce(&Run<'_>, &mut Sink<'_, Chess>) -> Result<datagen::GameStats, datagen::Error>,
) -> Result<f64, Box<dyn Error>> {
    let out = env::temp_dir().join(format!("host-speed-{}.qgames", std::process::id()));
    let job = SelfPlay {
        out: &out,
        settings,
        openings: &settings.openings.openings(None),
        tables: None,
        labels,
        bench: Some(1),
        first_game: 0,
        threads,
    };
    let goal = Goal {
        games: Some(games),
        ..Goal::default()
    };
    let mut plies = 0;
    job.play_with(goal, &AtomicBool::new(false), |run, sink| {
        let stats = generate(run, sink)?;
        plies = stats.plies;
        Ok(stats)
    })?;
    fs::remove_file(&out)?;
    Ok(plies as f64)
}

/// Games of the emulation, as the device gave them.
fn record(
    settings: &Settings,
    labels: &Labels<Chess>,
    games: u64,
) -> Result<Recorded, Box<dyn Error>> {
    let network = labels.network().ok_or("no network is built in")?;
    let network = Arc::new(PackedNetwork::new::<Chess>(network)?);
    let sizes = Sizes {
        warps: 2,
        starts: 4,
        cells: 1 << 12,
    };
    let device_settings = abi::Settings::new(settings)?;
    let recorded = Mutex::new(Recorded::new());
    let device = |_| Recording {
        device: Emulation::new(Lanes::Loops, &network, device_settings, sizes),
        recorded: &recorded,
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    play(settings, labels, (games, threads), |run, sink| {
        generate(run, (0..threads).map(device).collect(), sink)
    })?;
    let mut recorded = recorded
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    recorded.values_mut().for_each(|games| games.reverse());
    Ok(recorded)
}

struct Recording<'a> {
    device: Emulation,
    recorded: &'a Mutex<Recorded>,
}

impl Backend for Recording<'_> {
    const UNIT: Unit = Unit::Core;

    fn room(&self) -> usize {
        self.device.room()
    }

    fn launch(&mut self, starts: &[abi::Start]) -> Result<(), gpu::Error> {
        self.device.launch(starts)
    }

    fn collect(&mut self) -> Result<Vec<FinishedGame>, gpu::Error> {
        let games = self.device.collect()?;
        let recorded = self.recorded.lock();
        let mut recorded = recorded.unwrap_or_else(PoisonError::into_inner);
        for game in &games {
            recorded.entry(game.number).or_default().push(game.clone());
        }
        Ok(games)
    }
}

/// Gives each game as soon as it is asked for.
struct Playback {
    recorded: Recorded,
    queue: Vec<u64>,
}

impl Backend for Playback {
    const UNIT: Unit = Unit::Gpu;

    fn room(&self) -> usize {
        8192 - self.queue.len()
    }

    fn launch(&mut self, starts: &[abi::Start]) -> Result<(), gpu::Error> {
        self.queue.extend(starts.iter().map(|start| start.number));
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<FinishedGame>, gpu::Error> {
        let recorded = &mut self.recorded;
        let numbers = self.queue.drain(..);
        Ok(numbers
            .filter_map(|number| recorded.get_mut(&number)?.pop())
            .collect())
    }
}

/// What this process has computed so far.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}
