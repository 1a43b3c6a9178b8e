//! Writers that are killed at random moments.

#![cfg(unix)]

mod common;

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{ANYTHING, random_game};
use game::Rng;
use records::{Game, Header, Reader, Writer};

/// Makes the test program the writer; the value is the file to write.
const PATH: &str = "QUIETUS_TEST_KILLED_WRITER";
const BLOCK_PLIES: u32 = 500;
/// What the writer prints before its first game.
const WRITING: &str = "writing";

/// The endless sequence of games that writers write.
fn all_games() -> impl Iterator<Item = Game> {
    let mut rng = Rng::new(11);
    std::iter::from_fn(move || Some(random_game(&mut rng, ANYTHING)))
}

/// Not a test: the process that is killed. It continues where the last one was stopped.
#[test]
fn writer_process() {
    let Some(path) = std::env::var_os(PATH) else {
        return;
    };
    let writer = <Writer>::append(Path::new(&path), &Header::default()).unwrap();
    let writer = writer.with_block_plies(BLOCK_PLIES);
    let done = writer.written().games as usize;
    let games = all_games().skip(done).enumerate();
    for (number, game) in games {
        if number == 0 {
            // Bypasses the test harness's output capture: the killer waits for it.
            writeln!(io::stdout(), "{WRITING}").unwrap();
        }
        writer.write(&game).unwrap();
    }
}

/// Starts a writer and kills it after a while: mostly while it writes, sometimes while it starts.
fn kill_a_writer(path: &Path, rng: &mut Rng) {
    let program = std::env::current_exe().expect("a name");
    let mut child = Command::new(program)
        .args(["--exact", "writer_process", "--quiet"])
        .env(PATH, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program, once more");
    let output = child.stdout.take().expect("it was asked for");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    if rng.below(4) > 0 {
        assert!(lines.any(|line| line.ends_with(WRITING)), "it never began");
    }
    std::thread::sleep(Duration::from_micros(rng.below(20_000) as u64));
    child.kill().expect("a child");
    child.wait().expect("a child");
}

fn kill_writers(runs: usize, seed: u64) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("games.qgames");
    let mut rng = Rng::new(seed);
    let mut before = 0;
    for run in 0..runs {
        kill_a_writer(&path, &mut rng);
        // Killed before the file was created: there is no partial file.
        if !path.exists() {
            continue;
        }
        let reader = <Reader>::open(&path).expect("a file of games");
        let damage = reader.check();
        assert!(damage.len() <= 1, "run {run}: {damage:?}");
        let games: Vec<Game> = reader
            .games()
            .collect::<Result<_, _>>()
            .expect("sound blocks");
        // No game on disk is lost, and the file holds only games that were written.
        assert!(
            games.len() >= before,
            "run {run}: {before} games, then {}",
            games.len()
        );
        assert!(
            all_games().take(games.len()).eq(games.iter().cloned()),
            "run {run}"
        );
        for head in reader.block_headers() {
            assert!(
                head.plies >= BLOCK_PLIES,
                "run {run}: a block that was not full"
            );
        }
        before = games.len();
    }
    assert!(before > 0, "nobody wrote anything");
    println!("{before} games after {runs} writers");
}

#[test]
fn a_handful_of_killed_writers_lose_only_the_block_in_flight() {
    kill_writers(6, 1);
}

#[test]
#[ignore = "minutes: cargo test --release -p records --test killed -- --ignored"]
fn two_hundred_killed_writers_lose_only_the_block_in_flight() {
    // Writers skip all earlier games, so the number per file is limited.
    (2..12).for_each(|seed| kill_writers(20, seed));
}
