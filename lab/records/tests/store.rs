//! The store: what is added, what is refused, and processes that are killed while they add.

mod common;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use common::{PLAIN, random_game};
use game::Rng;
use records::{Added, Chunk, Header, Manifest, Store, Writer};
use serde_json::json;

/// A file of games by a network.
fn games(folder: &Path, network: Option<&str>, seed: u64) -> PathBuf {
    let path = folder.join(format!("{seed}.qgames"));
    let mut header = Header {
        network: network.map(str::to_owned),
        seed: Some(seed),
        ..Header::default()
    };
    let nodes = json!({"soft": 600, "hard": 4800});
    header.settings.insert("nodes".to_owned(), nodes);
    let writer = Writer::create(&path, &header).expect("room for it");
    let mut rng = Rng::new(seed);
    for _ in 0..5 {
        writer
            .write(&random_game(&mut rng, PLAIN))
            .expect("room for it");
    }
    writer.finish().expect("room for it");
    path
}

fn added() -> Added {
    Added {
        commit: Some("0123456789ab".to_owned()),
        date: "2026-11-16".to_owned(),
        wait: false,
    }
}

/// A store with four chunks: one without a network, one of the first and two of the second.
fn store(folder: &Path) -> (PathBuf, Vec<Chunk>) {
    let [first, second] = ["a1".repeat(32), "b2".repeat(32)];
    let files = [
        games(folder, None, 1),
        games(folder, Some(&first), 2),
        games(folder, Some(&second), 3),
        games(folder, Some(&second), 4),
    ];
    let path = folder.join("store");
    Store::add(&path, &files, &added(), |_, is_new| assert!(is_new)).expect("room for it");
    let chunks = Store::open(&path).expect("a store").manifest.chunks;
    (path, chunks)
}

#[test]
fn chunks_are_described_and_added_once() {
    let folder = tempfile::tempdir().unwrap();
    let (path, chunks) = store(folder.path());
    assert_eq!(chunks.len(), 4);
    assert!(
        chunks[0].name.starts_with("handcrafted-n600-s1-"),
        "{chunks:?}"
    );
    assert!(
        chunks[2].name.starts_with("b2b2b2b2-n600-s3-"),
        "{chunks:?}"
    );
    let Chunk {
        games,
        results,
        nodes,
        seed,
        ..
    } = chunks[1];
    assert_eq!((games, nodes, seed), (5, Some(600), Some(2)));
    assert_eq!(results.iter().sum::<u64>(), 5);
    let again = [folder.path().join("3.qgames")];
    Store::add(&path, &again, &added(), |_, is_new| assert!(!is_new)).unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.manifest.chunks, chunks);
    assert!(store.verify().is_empty() && store.unlisted().unwrap().is_empty());
}

#[test]
fn shares_are_given_by_generation() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = store(folder.path());
    let manifest = Store::open(&path).unwrap().manifest;
    let generations = manifest.generations();
    let starts: Vec<Option<&str>> = generations
        .iter()
        .map(|hash| hash.map(|h| &h[..2]))
        .collect();
    assert_eq!(starts, [Some("b2"), Some("a1"), None]);
    let shares = |wanted: &[f64]| -> Vec<f64> {
        let picked = manifest.pick(wanted);
        let file = path.join("picked.manifest");
        picked.write(&file).unwrap();
        assert_eq!(Manifest::read(&file).unwrap(), picked);
        picked.chunks.iter().map(|chunk| chunk.share).collect()
    };
    assert_eq!(shares(&[1.0, 0.5]), [0.5, 0.5, 1.0, 1.0]);
    assert_eq!(shares(&[0.75, 0.5, 0.0]), [0.5, 0.75, 0.75]);
    assert_eq!(shares(&[]), [1.0; 4]);
}

#[test]
fn a_manifest_that_was_touched_is_refused_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = store(folder.path());
    let file = path.join("store.manifest");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    let refused = |lines: &[&str], words: &str| {
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let error = Store::open(&path).unwrap_err().to_string();
        assert!(error.contains("store.manifest"), "{error}");
        assert!(error.contains(words), "{words}: {error}");
    };
    refused(
        &[lines[0], lines[2], lines[1], lines[3], lines[4]],
        "line 2",
    );
    refused(&[lines[0], lines[1], lines[3], lines[4]], "line 3");
    refused(&lines[1..], "line 1");
    refused(&lines[..4], "line 5: the end is missing");
    refused(&[], "line 1");
    refused(&[&lines[..], &lines[3..4]].concat(), "line 6");
    for byte in 0..text.len() {
        let mut damaged = text.clone().into_bytes();
        damaged[byte] ^= 1;
        fs::write(&file, damaged).unwrap();
        assert!(Store::open(&path).is_err(), "byte {byte}");
    }
    assert!(Store::open(&folder.path().join("nowhere")).is_err());
}

#[test]
fn chunks_missing_changed_or_exchanged_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (path, chunks) = store(folder.path());
    let file = |number: usize| path.join(&chunks[number].name);
    let wrong = || -> Vec<String> {
        let store = Store::open(&path).unwrap();
        store.verify().iter().map(ToString::to_string).collect()
    };
    let bytes = fs::read(file(0)).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(file(0), damaged).unwrap();
    fs::remove_file(file(1)).unwrap();
    let third = fs::read(file(2)).unwrap();
    fs::rename(file(3), file(2)).unwrap();
    fs::write(file(3), third).unwrap();
    let wrong = wrong();
    for (number, words) in ["changed", "missing", "changed", "changed"]
        .into_iter()
        .enumerate()
    {
        assert!(wrong[number].contains(&chunks[number].name), "{wrong:?}");
        assert!(wrong[number].contains(words), "{wrong:?}");
    }
}

#[test]
fn files_that_are_not_sound_are_not_added() {
    let folder = tempfile::tempdir().unwrap();
    let (path, chunks) = store(folder.path());
    let torn = games(folder.path(), None, 9);
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    let text = folder.path().join("text.qgames");
    fs::write(&text, "no games").unwrap();
    for bad in [torn, text] {
        let name = bad.file_name().unwrap().to_string_lossy().into_owned();
        let error = Store::add(&path, &[bad], &added(), |_, _| ()).unwrap_err();
        assert!(error.to_string().contains(&name), "{error}");
    }
    assert_eq!(Store::open(&path).unwrap().manifest.chunks, chunks);
}

/// Games `numbers` of a run with a seed.
fn run(folder: &Path, seed: u64, numbers: Range<u64>) -> PathBuf {
    let path = folder.join(format!(
        "run-{seed}-{}-{}.qgames",
        numbers.start, numbers.end
    ));
    let mut header = Header {
        seed: Some(seed),
        ..Header::default()
    };
    if numbers.start > 0 {
        let first = json!(numbers.start);
        header.other.insert("first_game".to_owned(), first);
    }
    let writer = Writer::create(&path, &header).expect("room for it");
    for number in numbers {
        let game = random_game(&mut Rng::new(number), PLAIN);
        writer.write(&game).expect("room for it");
    }
    writer.finish().expect("room for it");
    path
}

#[test]
fn games_that_are_in_the_store_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let add = |seed, numbers| {
        let file = run(folder.path(), seed, numbers);
        Store::add(&path, &[file], &added(), |_, _| ()).map_err(|error| error.to_string())
    };
    add(7, 0..10).unwrap();
    add(7, 10..15).unwrap();
    add(8, 0..10).unwrap();
    for (numbers, words) in [
        (0..12, "games 0 to 9 of seed 7"),
        (12..20, "games 12 to 14 of seed 7"),
        (3..4, "games 3 to 3 of seed 7"),
    ] {
        let error = add(7, numbers.clone()).unwrap_err();
        let name = format!("run-7-{}-{}.qgames", numbers.start, numbers.end);
        assert!(error.contains(words) && error.contains(&name), "{error}");
    }
    // The same file again is no repetition.
    let again = folder.path().join("run-7-10-15.qgames");
    Store::add(&path, &[again], &added(), |_, is_new| assert!(!is_new)).unwrap();
    add(7, 15..20).unwrap();
    assert_eq!(Store::open(&path).unwrap().manifest.chunks.len(), 4);
}

#[test]
fn parallel_adders_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let who = Added {
        wait: true,
        ..added()
    };
    let files: Vec<PathBuf> = (1..=6)
        .map(|seed| games(folder.path(), None, seed))
        .collect();
    thread::scope(|scope| {
        let add = |file: &PathBuf| Store::add(&path, std::slice::from_ref(file), &who, |_, _| ());
        let adders: Vec<_> = files
            .iter()
            .map(|file| scope.spawn(move || add(file)))
            .collect();
        for adder in adders {
            adder.join().unwrap().unwrap();
        }
    });
    assert_eq!(Store::open(&path).unwrap().manifest.chunks.len(), 6);
    // Without waiting, an adder says who is in its way.
    let lock = fs::File::create(path.join("lock")).unwrap();
    lock.lock().unwrap();
    let error = Store::add(&path, &files, &added(), |_, _| ()).unwrap_err();
    assert!(error.to_string().contains("another process"), "{error}");
}

#[cfg(unix)]
mod killed {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::{Added, Path, PathBuf, Rng, Store, added, fs, games};

    /// Makes the test program one that adds; the value is the folder.
    const FOLDER: &str = "QUIETUS_TEST_KILLED_STORE";
    const FILES: u64 = 40;

    fn files(folder: &Path) -> Vec<PathBuf> {
        let file = |seed| folder.join(format!("{seed}.qgames"));
        (1..=FILES).map(file).collect()
    }

    /// Not a test: the process that is killed.
    #[test]
    fn adding_process() {
        let Some(folder) = std::env::var_os(FOLDER) else {
            return;
        };
        let folder = Path::new(&folder);
        let who = Added {
            commit: None,
            ..added()
        };
        Store::add(&folder.join("store"), &files(folder), &who, |_, _| ()).unwrap();
    }

    #[test]
    fn a_store_survives_processes_that_are_killed_while_they_add() {
        let folder = tempfile::tempdir().unwrap();
        for seed in 1..=FILES {
            games(folder.path(), None, seed);
        }
        let store = folder.path().join("store");
        let mut rng = Rng::new(5);
        let (mut before, mut runs) = (0, 0);
        while before < FILES as usize && runs < 200 {
            runs += 1;
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "killed::adding_process", "--quiet"])
                .env(FOLDER, folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_micros(5_000 + rng.below(20_000) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            if !store.is_dir() {
                continue;
            }
            let open = Store::open(&store).unwrap();
            assert!(open.verify().is_empty(), "run {runs}: {:?}", open.verify());
            let now = open.manifest.chunks.len();
            assert!(now >= before, "run {runs}: {before} chunks, then {now}");
            assert!(open.unlisted().unwrap().len() <= 1, "run {runs}");
            before = now;
        }
        Store::add(&store, &files(folder.path()), &added(), |_, _| ()).unwrap();
        let open = Store::open(&store).unwrap();
        assert_eq!(open.manifest.chunks.len(), FILES as usize);
        assert!(open.verify().is_empty() && open.unlisted().unwrap().is_empty());
        let drafts = fs::read_dir(&store).unwrap().filter_map(Result::ok);
        let is_draft = |name: std::ffi::OsString| name.to_string_lossy().ends_with(".new");
        assert_eq!(drafts.filter(|file| is_draft(file.file_name())).count(), 0);
        println!("{runs} processes were killed");
    }
}
