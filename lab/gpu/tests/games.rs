//! Games of devices: all compilations play the same ones, and the rules agree.

mod common;

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use datagen::{Ending, GameStats, Goal, NodeLimits, PlayedGame, Run, Settings, Unit};
use gpu::abi;
use gpu::emulation::{Emulation, Lanes};
use gpu::{Backend, FinishedGame, PackedNetwork, Sizes, bench, generate};

use chess::Chess;
use openings::Book;
use xiangqi::Xiangqi;

use common::{Tried, factor, lanes, slowness, small_network};

/// Quick games with everything that devices can.
fn settings() -> Settings {
    let mut settings = Settings {
        nodes: NodeLimits {
            soft: 60,
            hard: 120,
        },
        play_out: 0.3,
        ..Settings::default()
    };
    settings.openings.verification = NodeLimits::soft(100);
    settings.openings.shuffled = 0.3;
    settings
}

/// Plays games on some emulated devices of some warps each.
fn play<G: Tried>(
    settings: &Settings,
    (lanes, devices, warps): (Lanes, usize, usize),
    range: (u64, Goal),
) -> (Vec<PlayedGame<G>>, GameStats) {
    let sizes = Sizes {
        warps,
        starts: 4,
        cells: 256,
    };
    let device =
        |network: &Arc<PackedNetwork>, settings| Emulation::new(lanes, network, settings, sizes);
    play_on(settings, (devices, device), range)
}

/// Plays games on some devices.
fn play_on<G: Tried, B: Backend + Send>(
    settings: &Settings,
    (devices, device): (usize, impl Fn(&Arc<PackedNetwork>, abi::Settings) -> B),
    (first, goal): (u64, Goal),
) -> (Vec<PlayedGame<G>>, GameStats) {
    let network: Arc<PackedNetwork> = small_network::<G>();
    // These tests name a book by its text.
    let book = settings.openings.book.clone();
    let book = book.map(|(text, _)| Book::of_positions(text).expect("a book"));
    let openings = settings.openings.openings(book);
    let stop = AtomicBool::new(false);
    let run: Run<'_, G> = Run {
        settings,
        openings: &openings,
        tables: None,
        threads: 1,
        first,
        goal,
        stop: &stop,
    };
    let searched = AtomicU64::new(0);
    let device = |_| {
        let settings = abi::Settings::new(settings).expect("the device can");
        Counting(device(&network, settings), &searched)
    };
    let mut games = Vec::new();
    let mut sink = |game: &PlayedGame<G>, _: &GameStats| {
        games.push(game.clone());
        Ok(())
    };
    let stats = generate(&run, (0..devices).map(device).collect(), &mut sink).expect("games");
    if goal.games.is_some() {
        // The device stops where the rules do: it knows all of them but repetitions of opening positions.
        let searched = searched.into_inner();
        assert!(searched >= stats.positions && searched <= stats.positions + stats.positions / 200);
    }
    (games, stats)
}

fn games(count: usize) -> Goal {
    Goal {
        games: Some(count as u64),
        ..Goal::default()
    }
}

fn games_depend_on_number<G: Tried>() {
    let settings = settings();
    let all = play::<G>(&settings, (Lanes::Loops, 1, 1), (0, games(12))).0;
    assert_eq!(all.len(), 12);
    let threads = play(&settings, (Lanes::Loops, 3, 2), (0, games(12))).0;
    assert_eq!(threads, all);
    let rest = play(&settings, (Lanes::Loops, 2, 3), (5, games(7))).0;
    assert_eq!(rest, all[5..]);
    let goal = Goal {
        positions: Some(all[..3].iter().map(|game| game.positions).sum()),
        ..Goal::default()
    };
    let (three, stats) = play(&settings, (Lanes::Loops, 2, 2), (0, goal));
    assert_eq!((three.as_slice(), stats.games), (&all[..3], 3));
}

#[test]
fn games_depend_on_settings_and_number_only() {
    games_depend_on_number::<Chess>();
    games_depend_on_number::<Xiangqi>();
}

fn same_games_on_all_lanes<G: Tried>() {
    let settings = settings();
    for lanes in lanes() {
        let count = games(100 * factor() / slowness(lanes) / 4 + 2);
        let played = play::<G>(&settings, (lanes, 1, 2), (0, count)).0;
        let expected = play(&settings, (Lanes::Loops, 1, 1), (0, count)).0;
        assert_eq!(played, expected);
    }
}

#[test]
fn fibers_play_the_games_of_loops() {
    same_games_on_all_lanes::<Chess>();
    same_games_on_all_lanes::<Xiangqi>();
}

/// Plays with a sink that may say no.
fn play_into(
    settings: &Settings,
    goal: Goal,
    stop: &AtomicBool,
    sink: &mut dyn FnMut(&PlayedGame) -> Result<(), datagen::Error>,
) -> Result<GameStats, datagen::Error> {
    let network = small_network::<Chess>();
    let openings = settings.openings.openings(None);
    let run: Run<'_, Chess> = Run {
        settings,
        openings: &openings,
        tables: None,
        threads: 2,
        first: 0,
        goal,
        stop,
    };
    let sizes = Sizes {
        warps: 2,
        starts: 4,
        cells: 256,
    };
    let settings = abi::Settings::new(settings).expect("the device can");
    let device = |_| Emulation::new(Lanes::Loops, &network, settings, sizes);
    generate(&run, (0..2).map(device).collect(), &mut |game, _| {
        sink(game)
    })
}

#[test]
fn a_run_ends_when_it_is_told_to() {
    let settings = settings();
    let all = play::<Chess>(&settings, (Lanes::Loops, 1, 1), (0, games(12))).0;
    let stop = AtomicBool::new(false);
    let mut played = Vec::new();
    let sink = &mut |game: &PlayedGame| {
        played.push(game.clone());
        stop.store(true, Ordering::Relaxed);
        Ok(())
    };
    let stats = play_into(&settings, games(1_000_000), &stop, sink).unwrap();
    let count = played.len();
    // What was begun is finished, and nothing is missing between.
    assert!(stats.games == count as u64 && count < 100, "{count}");
    assert_eq!(played[..count.min(12)], all[..count.min(12)]);
    let sink = &mut |_: &PlayedGame| Err(std::io::Error::other("disk full").into());
    let error = play_into(&settings, games(1_000_000), &AtomicBool::new(false), sink).unwrap_err();
    assert_eq!(error.to_string(), "disk full");
    let short = Goal {
        time: Some(Duration::from_millis(1)),
        ..Goal::default()
    };
    let sink = &mut |_: &PlayedGame| Ok(());
    play_into(&settings, short, &AtomicBool::new(false), sink).unwrap();
}

/// Runs something that is to panic, and gives what it said; fails if it hangs.
fn panic_of(run: impl FnOnce() + Send + 'static) -> String {
    let (sender, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        let outcome = panic::catch_unwind(AssertUnwindSafe(run));
        let _ = sender.send(());
        outcome
    });
    let patience = Duration::from_secs(300);
    ended.recv_timeout(patience).expect("the run ends");
    let outcome = thread.join().expect("it is caught");
    let payload = outcome.expect_err("it panics");
    let text = payload.downcast_ref::<&str>();
    (*text.expect("a text")).to_owned()
}

#[test]
fn a_panic_ends_the_run() {
    let said = panic_of(|| {
        let sink = &mut |_: &PlayedGame| panic!("the sink fell over");
        let goal = games(1_000_000);
        let _ = play_into(&settings(), goal, &AtomicBool::new(false), sink);
    });
    assert_eq!(said, "the sink fell over");
    let said = panic_of(|| {
        // The other device would go on.
        let count = AtomicU64::new(0);
        let device = |network: &Arc<PackedNetwork>, settings| {
            let sizes = Sizes {
                warps: 1,
                starts: 4,
                cells: 256,
            };
            let device = Emulation::new(Lanes::Loops, network, settings, sizes);
            let is_bad = count.fetch_add(1, Ordering::Relaxed) == 0;
            Falling { device, is_bad }
        };
        let range = (0, games(1_000_000));
        play_on::<Chess, _>(&settings(), (2, device), range);
    });
    assert_eq!(said, "the device fell over");
}

/// A device that may panic.
struct Falling {
    device: Emulation,
    is_bad: bool,
}

impl Backend for Falling {
    const UNIT: Unit = Unit::Core;

    fn room(&self) -> usize {
        self.device.room()
    }

    fn launch(&mut self, starts: &[abi::Start]) -> Result<(), gpu::Error> {
        self.device.launch(starts)
    }

    fn collect(&mut self) -> Result<Vec<FinishedGame>, gpu::Error> {
        assert!(!self.is_bad, "the device fell over");
        self.device.collect()
    }
}

#[test]
fn openings_that_never_fit_are_an_error() {
    let mut settings = settings();
    settings.nodes = NodeLimits { soft: 1, hard: 1 };
    settings.openings.verification = NodeLimits { soft: 1, hard: 1 };
    settings.openings.cut = -1;
    let sink = &mut |_: &PlayedGame| Ok(());
    let error = play_into(&settings, games(9), &AtomicBool::new(false), sink).unwrap_err();
    assert!(error.to_string().contains("limit is too small"), "{error}");
}

/// Hundreds of warps at a time, and the games of one.
#[cfg(feature = "cuda")]
fn games_of_a_gpu<G: Tried>() {
    if let Err(error) = gpu::cuda::count() {
        eprintln!("not tested: {error}");
        return;
    }
    let settings = settings();
    let range = (0, games(1_000));
    let device = |network: &Arc<PackedNetwork>, settings| {
        gpu::cuda::Gpu::new(0, network, settings).expect("a GPU")
    };
    let played = play_on::<G, _>(&settings, (1, device), range).0;
    assert_eq!(played, play(&settings, (Lanes::Loops, 4, 1), range).0);
}

#[cfg(feature = "cuda")]
#[test]
fn a_gpu_plays_the_games_of_loops() {
    games_of_a_gpu::<Chess>();
}

#[cfg(feature = "cuda")]
#[test]
fn a_gpu_plays_the_games_of_loops_in_xiangqi() {
    games_of_a_gpu::<Xiangqi>();
}

/// A device that counts the plies of its games.
struct Counting<'a, B>(B, &'a AtomicU64);

impl<B: Backend> Backend for Counting<'_, B> {
    const UNIT: Unit = B::UNIT;

    fn room(&self) -> usize {
        self.0.room()
    }

    fn launch(&mut self, starts: &[abi::Start]) -> Result<(), gpu::Error> {
        self.0.launch(starts)
    }

    fn collect(&mut self) -> Result<Vec<FinishedGame>, gpu::Error> {
        let games = self.0.collect()?;
        let plies: usize = games.iter().map(|game| game.plies.len()).sum();
        self.1.fetch_add(plies as u64, Ordering::Relaxed);
        Ok(games)
    }
}

/// Plays short games, which end in these ways among others; each is replayed by the rules on its way.
fn expect_endings<G: Tried>(settings: &Settings, endings: &[Ending]) {
    let count = games(80 * factor());
    let (played, stats) = play::<G>(settings, (Lanes::Loops, 2, 4), (0, count));
    assert_eq!(played.len() as u64, stats.games);
    for &ending in endings {
        let summary = stats.endings_summary();
        assert!(stats.endings[ending as usize] > 0, "{ending:?}: {summary}");
    }
}

#[test]
fn games_end_as_the_rules_say() {
    let mut settings = settings();
    settings.nodes = NodeLimits { soft: 8, hard: 16 };
    let by_rules = [Ending::Checkmate, Ending::Repetition, Ending::MoveLimit];
    expect_endings::<Chess>(&settings, &[&by_rules[..], &[Ending::WinScore]].concat());
    settings.adjudication.win = None;
    expect_endings::<Chess>(&settings, &[Ending::MateScore]);
    settings.openings.verification = NodeLimits::soft(0);
    settings.openings.plies = (1, 4);
    let ending = "8/8/8/4k3/8/8/1p6/R3K3 w - - 0 1\n".to_owned();
    settings.openings.book = Some((ending, 0));
    expect_endings::<Chess>(&settings, &[Ending::BareKing, Ending::InsufficientMaterial]);
}

#[test]
fn games_of_xiangqi_end_as_the_rules_say() {
    let mut settings = settings();
    settings.nodes = NodeLimits { soft: 8, hard: 16 };
    let endings = [Ending::Checkmate, Ending::MoveLimit, Ending::MateScore];
    expect_endings::<Xiangqi>(&settings, &endings);
    settings.adjudication.win = None;
    settings.openings.verification = NodeLimits::soft(0);
    settings.openings.plies = (1, 4);
    let ending = "3k5/9/9/9/9/4p4/9/4C4/9/4K4 w - - 0 1\n".to_owned();
    settings.openings.book = Some((ending, 0));
    expect_endings::<Xiangqi>(
        &settings,
        &[Ending::InsufficientMaterial, Ending::Repetition],
    );
}

#[test]
fn settings_that_the_device_lacks_are_refused() {
    assert!(abi::Settings::new(&settings()).is_ok());
    let with = |change: fn(&mut Settings)| {
        let mut settings = settings();
        change(&mut settings);
        abi::Settings::new(&settings)
    };
    assert!(with(|settings| settings.siblings = 0.5).is_err());
    assert!(with(|settings| settings.table_men = 5).is_err());
    assert!(with(|settings| settings.nodes.hard = 1 << 40).is_err());
    assert!(with(|settings| settings.adjudication.max_plies = Some(1025)).is_err());
}

/// The bench identifies the search, so it must be the same for all compilations.
fn same_bench_on_all_lanes<G: Tried>() {
    let network = small_network::<G>();
    let nodes: Vec<u64> = lanes()
        .into_iter()
        .map(|lanes| bench::<G>(lanes, &network).expect("nodes"))
        .collect();
    assert!(nodes.iter().all(|&n| n == nodes[0] && n > 0), "{nodes:?}");
}

#[test]
fn bench_is_the_same_for_all_lanes() {
    same_bench_on_all_lanes::<Chess>();
    same_bench_on_all_lanes::<Xiangqi>();
}
