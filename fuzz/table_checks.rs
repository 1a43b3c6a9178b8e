//! What must hold for any Syzygy table. A fuzz target calls this with the fuzzer's bytes, and an ordinary
//! test with every file of the corpus.

use std::fs;
use std::path::{Path, PathBuf};

use chess::Position;
use tablebase::Tablebases;

/// The first bytes of both kinds of files.
const MAGIC: [(&str, [u8; 4]); 2] = [
    ("KQvK.rtbw", [0x71, 0xE8, 0x23, 0x5D]),
    ("KQvK.rtbz", [0xD7, 0x66, 0x0C, 0xA5]),
];

/// Positions of the table's material, of both sides to move, with captures and mates.
const POSITIONS: [&str; 6] = [
    "8/8/8/8/8/2k5/8/K6Q w - - 0 1",
    "8/8/8/8/8/2k5/1Q6/K7 b - - 0 1",
    "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",
    "8/8/8/3k4/8/8/8/Q6K b - - 0 1",
    "7k/8/6K1/8/8/8/8/1Q6 w - - 99 60",
    "8/8/8/3q4/8/8/2k5/K7 w - - 0 1",
];

/// A table is ignored with a reason, or answers something for every position. What is behind the first
/// bytes is tried, too.
pub fn syzygy(bytes: &[u8]) {
    probe(bytes.to_vec(), bytes.to_vec());
    let [wdl, dtz] = MAGIC.map(|(_, magic)| {
        let mut whole = magic.to_vec();
        whole.extend(bytes.get(4..).unwrap_or_default());
        // A size that the readers accept.
        whole.resize(whole.len().next_multiple_of(64) + 16, 0);
        whole
    });
    probe(wdl, dtz);
}

fn probe(wdl: Vec<u8>, dtz: Vec<u8>) {
    let folder = temporary();
    fs::create_dir_all(&folder).expect("room for it");
    for ((name, _), bytes) in MAGIC.iter().zip([wdl, dtz]) {
        fs::write(folder.join(name), bytes).expect("room for it");
    }
    let path = folder.to_string_lossy().into_owned();
    let tables = Tablebases::open(&path, |line| {
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
    });
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("a valid position");
        let wdl = tables.probe_wdl(&position);
        let dtz = tables.probe_dtz(&position);
        assert!(dtz.is_none() || wdl.is_some(), "{fen}");
        if let Some(ranked) = tables.rank_moves(&position, true) {
            assert_eq!(ranked.moves.len(), position.legal_moves().len(), "{fen}");
        }
    }
    fs::remove_dir_all(&folder).expect("it was written");
}

/// A folder of this process and thread.
fn temporary() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    };
    let (process, thread) = (std::process::id(), std::thread::current().id());
    folder.join(format!("quietus-fuzz-{process}-{thread:?}.tables"))
}
