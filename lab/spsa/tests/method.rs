//! The method on objectives that need no games: it converges, whatever the threads do, and a resumed
//! run is the uninterrupted one bit for bit.

use std::convert::Infallible;
use std::process::Command;

use game::Rng;
use spsa::{
    ChangedSettings, Gains, Objective, Optimizer, Parameter, Plan, Run, Store, Trial, drive, page,
    patch, trajectories,
};

/// The best values of the parameters of [`plan`].
const BEST: [f64; 3] = [120.0, -30.0, 6.0];

fn plan(iterations: u64, window: u64) -> Plan {
    let parameter = |name: &str, start, min, max, c_end| Parameter {
        name: format!("group.{name}"),
        set: None,
        start,
        min,
        max,
        c_end,
    };
    Plan {
        parameters: vec![
            parameter("wide", 60, 0, 200, 10.0),
            parameter("negative", 20, -100, 100, 10.0),
            parameter("small", 3, 1, 9, 0.5),
        ],
        iterations,
        pairs: 1,
        window,
        gains: Gains {
            r_end: 0.02,
            ..Gains::default()
        },
        seed: 7,
    }
}

/// How bad values are: squared distances from the best ones in units of `c_end`.
fn loss(values: &[i32]) -> f64 {
    let parameters = plan(1, 1).parameters;
    let terms = values.iter().zip(&BEST).zip(&parameters);
    terms
        .map(|((value, best), parameter)| ((f64::from(*value) - best) / parameter.c_end).powi(2))
        .sum()
}

/// Distances from the best values in units of `c_end`.
fn distances(values: &[f64]) -> Vec<f64> {
    let parameters = plan(1, 1).parameters;
    let terms = values.iter().zip(&BEST).zip(&parameters);
    terms
        .map(|((value, best), parameter)| (value - best).abs() / parameter.c_end)
        .collect()
}

#[test]
fn a_noisy_quadratic_is_minimized() {
    let mut optimizer = Optimizer::new(plan(4000, 1));
    let mut rng = Rng::new(1);
    for iteration in 0..4000 {
        let sides = optimizer.perturbation(iteration);
        // Uniform noise that is larger than most differences.
        let noise = (rng.below(2001) as f64 - 1000.0) / 1000.0 * 4.0;
        optimizer.update((loss(&sides.minus) - loss(&sides.plus)) / 4.0 + noise);
    }
    let distances = distances(optimizer.values());
    assert!(distances.iter().all(|d| *d < 1.0), "{distances:?}");
}

/// Pairs between players whose strength falls with the loss; the same pair always ends the same.
struct Games;

impl Objective for Games {
    type Error = Infallible;

    fn play(&mut self, trial: &Trial) -> Result<Option<u8>, Infallible> {
        let difference = loss(&trial.values.minus) - loss(&trial.values.plus);
        let win = 1.0 / (1.0 + (-difference / 8.0).exp());
        let mut rng = Rng::new(Rng::new(trial.pair).next_u64());
        let mut half_points = 0;
        for _ in 0..4 {
            half_points += u8::from((rng.below(1_000_000) as f64) < win * 1e6);
        }
        Ok(Some(half_points))
    }
}

/// Plays until so many pairs are done, on so many threads.
fn play(run: &mut Run, threads: usize, pairs: u64) {
    let count = |run: &Run| run.played().count() as u64;
    let done = std::sync::atomic::AtomicU64::new(0);
    let order = std::sync::atomic::Ordering::SeqCst;
    let played = drive(
        run,
        threads,
        |_| Games,
        || done.load(order) >= pairs,
        |run| {
            done.store(count(run), order);
            Ok::<_, Infallible>(())
        },
    );
    assert!(played.is_ok());
}

#[test]
fn games_lead_to_the_best_values_on_any_number_of_threads() {
    let run = |threads| {
        let mut run = Run::new(plan(6000, 8));
        play(&mut run, threads, u64::MAX);
        assert!(run.is_complete());
        run
    };
    let (one, four) = (run(1), run(4));
    let distances = distances(one.optimizer().values());
    assert!(distances.iter().all(|d| *d < 1.5), "{distances:?}");
    assert_eq!(one.optimizer().trajectory(), four.optimizer().trajectory());
    assert_eq!(one.results(), four.results());
}

/// Once more, in a process where a thread asks for a larger stack than there is.
#[test]
fn games_need_no_other_thread() {
    let test = "games_lead_to_the_best_values_on_any_number_of_threads";
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env("RUST_MIN_STACK", (usize::MAX >> 2).to_string())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success(), "{said}");
    assert!(
        said.contains("only 0 of 4 threads could be started"),
        "{said}"
    );
}

#[test]
fn a_resumed_run_is_the_uninterrupted_one_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        pairs: 3,
        ..plan(200, 4)
    };
    let games = serde_json::json!({"nodes": 2000});
    let mut whole = Run::new(plan.clone());
    play(&mut whole, 1, u64::MAX);
    // Stopped in the middle of iterations, twice, with pairs in flight.
    for stop in [100, 301, u64::MAX] {
        let (mut store, mut run) = Store::open(folder.path(), plan.clone(), games.clone()).unwrap();
        play(&mut run, 3, stop);
        store.save(&run).unwrap();
    }
    let (_, run) = Store::open(folder.path(), plan.clone(), games.clone()).unwrap();
    let bits = |run: &Run| -> Vec<u64> {
        let values = run.optimizer().trajectory().iter().flatten();
        values.map(|value| value.to_bits()).collect()
    };
    assert_eq!(bits(&run), bits(&whole));

    let mut other = plan.clone();
    other.gains.r_end = 0.5;
    other.parameters[1].max = 99;
    let error = Store::open(folder.path(), other, serde_json::json!({"nodes": 1})).map(drop);
    let error = error.unwrap_err();
    assert!(error.is::<ChangedSettings>());
    let text = error.to_string();
    for name in ["parameters.group.negative.max", "gains.r_end", "nodes"] {
        assert!(text.contains(&format!("{name} was ")), "{text}");
    }
    std::fs::write(folder.path().join("state.json"), "{}").unwrap();
    assert!(Store::open(folder.path(), plan, games).is_err());
}

#[test]
fn results_that_cannot_be_are_refused() {
    for results in ["5", "x", "2.2", "...2"] {
        assert!(Run::resume(plan(10, 1), results).is_none(), "{results}");
    }
    let run = Run::resume(plan(10, 3), "2.2").unwrap();
    assert_eq!(run.optimizer().iteration(), 1);
    assert_eq!(run.results(), "2.2");
    let mut run = run;
    assert_eq!(run.next_trial().unwrap().pair, 1);
    assert_eq!(run.next_trial().unwrap().pair, 3);
    assert_eq!(run.next_trial(), None);
}

#[test]
fn values_stay_in_range() {
    let mut optimizer = Optimizer::new(plan(500, 1));
    for iteration in 0..500 {
        let sides = optimizer.perturbation(iteration);
        for values in [&sides.plus, &sides.minus] {
            let ranges = optimizer.plan().parameters.iter().zip(values);
            for (parameter, value) in ranges {
                assert!((parameter.min..=parameter.max).contains(value));
            }
        }
        // Always toward larger values of the first parameter.
        optimizer.update(if sides.plus[0] > sides.minus[0] {
            9.0
        } else {
            -9.0
        });
    }
    assert_eq!(optimizer.values()[0], 200.0);
}

#[test]
fn a_run_is_shown() {
    let mut run = Run::new(plan(50, 1));
    play(&mut run, 1, u64::MAX);
    assert!(page(&run).contains("group.negative"));
    assert!(trajectories(&run).starts_with("<svg "));
    let lines = spsa::openbench(&run);
    assert!(lines.starts_with("group.wide, int, "), "{lines}");
    assert!(lines.contains(", 0, 200, 10, 0.02\n"), "{lines}");
    assert!(spsa::table(&run).contains("group.small"));
    let error = patch(&run, "group {\n    wide: 1, 2;\n}\n", "params.rs", 0);
    assert!(error.unwrap_err().to_string().contains("group.negative"));
}
