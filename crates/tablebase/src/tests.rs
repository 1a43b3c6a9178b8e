//! Tables of our own writer against our own solver, and damaged ones.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use chess::{Color, PieceType, Position, Square};
use game::Rng;

use crate::generate::Solution;
use crate::material::Material;
use crate::table::{Kind, Table};
use crate::testing::{Solved, real_tables, three_men};
use crate::{Dtz, Tablebases, Wdl};

/// Our own table of a king and a queen against a king, in the repository.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");

fn queen() -> &'static Solved {
    static QUEEN: OnceLock<Solved> = OnceLock::new();
    QUEEN.get_or_init(|| Solved::new(PieceType::Queen, &[]))
}

/// All legal positions of a white piece and both kings.
fn positions(piece: PieceType) -> impl Iterator<Item = Position> {
    (0..1_usize << 19).filter_map(move |number| {
        let square = |shift: usize| Square::from_index(number >> shift);
        let side = Color::from_index(number >> 18);
        three_men(piece, [square(12), square(6), square(0)], side)
    })
}

fn open(path: &str) -> Tablebases {
    Tablebases::open(path, |line| panic!("{line}"))
}

#[test]
fn the_fixture_is_what_the_writer_writes() {
    let solution = Solution::new("KQvK").unwrap();
    let files = [
        ("KQvK.rtbw", solution.wdl_table()),
        ("KQvK.rtbz", solution.dtz_table()),
    ];
    for (name, bytes) in files {
        let path = std::path::Path::new(FIXTURE).join(name);
        if std::env::var_os("UPDATE_TABLES").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        assert!(
            std::fs::read(&path).unwrap() == bytes,
            "run with UPDATE_TABLES=1: {name}"
        );
    }
}

#[test]
fn the_fixture_gives_every_position_its_solution() {
    let tables = open(FIXTURE);
    assert_eq!((tables.max_men(), tables.counts()), (3, (1, 1)));
    let mut count = 0;
    for position in positions(PieceType::Queen) {
        let dtz = queen().dtz(&position).unwrap();
        assert_eq!(
            tables.probe_wdl(&position),
            Some(Dtz(dtz).wdl()),
            "{}",
            position.fen()
        );
        assert_eq!(
            tables.probe_dtz(&position),
            Some(Dtz(dtz)),
            "{}",
            position.fen()
        );
        count += 1;
    }
    assert!(count > 300_000);
}

#[test]
fn colors_and_mirrors_do_not_matter() {
    let tables = open(FIXTURE);
    for fen in [
        "8/8/8/2k5/8/8/8/QK6 w - - 0 1",
        "qk6/8/8/8/2K5/8/8/8 b - - 0 1",
        "8/8/8/5k2/8/8/8/6KQ w - - 0 1",
        "K7/Q7/8/3k4/8/8/8/8 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(tables.probe_wdl(&position), Some(Wdl::Win), "{fen}");
        let dtz = tables.probe_dtz(&position).unwrap();
        assert!(dtz > Dtz(9) && dtz < Dtz(21), "{fen} {dtz}");
    }
    let castling = Position::from_fen("4k3/8/8/8/8/8/8/Q3K2R w K - 0 1").unwrap();
    assert_eq!(tables.probe_wdl(&castling), None);
    let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(tables.probe_dtz(&kings), Some(Dtz(0)));
}

#[test]
fn files_that_cannot_be_used_are_reported_once() {
    let directory = std::env::temp_dir().join(format!("tablebase-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("KQvK.rtbw"), b"no table").unwrap();
    std::fs::write(directory.join("KRvK.rtbw"), b"").unwrap();
    std::fs::write(directory.join("notes.txt"), b"no name of a table").unwrap();
    let said = Arc::new(AtomicUsize::new(0));
    let counter = said.clone();
    let missing = directory.join("missing");
    let path = std::env::join_paths([&directory, &missing]).unwrap();
    let tables = Tablebases::open(path.to_str().unwrap(), move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(said.load(Ordering::Relaxed), 1, "the missing directory");
    for _ in 0..2 {
        for fen in [
            "8/8/8/2k5/8/8/8/QK6 w - - 0 1",
            "8/8/8/8/3k4/8/8/RK6 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(tables.probe_wdl(&position), None);
            assert_eq!(tables.rank_moves(&position, true), None);
        }
    }
    assert_eq!(said.load(Ordering::Relaxed), 3, "each damaged file once");
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Reads a damaged file and probes it: errors are fine, panics are not.
fn probe_damaged(bytes: &[u8], kind: Kind, material: Material, position: &Position) {
    if let Ok(table) = Table::read(bytes, kind, material) {
        match kind {
            Kind::Wdl => _ = table.wdl(bytes, position),
            Kind::Dtz => _ = table.dtz(bytes, position, Wdl::Win),
        }
    }
}

/// Flips bits, overwrites and truncates; most damage goes to the headers, where it matters.
fn damage(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(4) {
        let reach = if rng.below(3) == 0 {
            bytes.len()
        } else {
            bytes.len().min(200)
        };
        let place = rng.below(reach);
        bytes[place] = match rng.below(3) {
            0 => bytes[place] ^ 1 << rng.below(8),
            1 => 0xFF,
            _ => rng.below(256) as u8,
        };
    }
    if rng.below(4) == 0 {
        bytes.truncate(rng.below(bytes.len()) / 64 * 64 + 16);
    }
    bytes
}

fn fuzz(bytes: &[u8], kind: Kind, name: &str, fens: &[&str], rounds: usize) {
    let material = Material::from_name(name).unwrap();
    let positions: Vec<_> = fens
        .iter()
        .map(|fen| Position::from_fen(fen).unwrap())
        .collect();
    let mut rng = Rng::new(5);
    for _ in 0..rounds {
        let damaged = damage(bytes, &mut rng);
        for position in &positions {
            probe_damaged(&damaged, kind, material, position);
        }
    }
}

#[test]
fn damaged_tables_never_panic() {
    let fens = [
        "8/8/8/2k5/8/8/8/QK6 w - - 0 1",
        "8/5k2/8/4q3/8/8/8/1K6 w - - 0 1",
    ];
    for (file, kind) in [("KQvK.rtbw", Kind::Wdl), ("KQvK.rtbz", Kind::Dtz)] {
        let bytes = std::fs::read(std::path::Path::new(FIXTURE).join(file)).unwrap();
        fuzz(&bytes, kind, "KQvK", &fens, 20_000);
    }
}

#[test]
fn damaged_real_tables_never_panic() {
    let Some(path) = real_tables() else { return };
    let cases = [
        ("KPvKP", "8/2p5/8/4k3/8/8/5P2/K7 w - - 0 1"),
        ("KQvKQ", "8/2q5/8/4k3/8/8/5Q2/K7 b - - 0 1"),
        ("KRRvK", "8/8/8/3k4/8/8/4RR2/K7 w - - 0 1"),
        ("KBPvK", "8/8/8/4k3/8/8/4BP2/K7 b - - 0 1"),
    ];
    for (name, fen) in cases {
        for kind in [Kind::Wdl, Kind::Dtz] {
            let file = format!("{name}.{}", kind.extension());
            let bytes = std::fs::read(std::path::Path::new(&path).join(file)).unwrap();
            fuzz(&bytes, kind, name, &[fen], 3_000);
        }
    }
}

#[test]
fn every_position_of_the_real_three_man_tables_has_its_solution() {
    let Some(path) = real_tables() else { return };
    let tables = open(&path);
    let promoted = [
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
    ]
    .map(|piece| Solved::new(piece, &[]));
    let pawn = Solved::new(PieceType::Pawn, &promoted);
    let (mut count, mut rounded) = (0, 0);
    for solved in promoted.iter().chain([&pawn]) {
        for position in positions(solved.piece()) {
            let dtz = solved.dtz(&position).unwrap();
            assert_eq!(
                tables.probe_wdl(&position),
                Some(Dtz(dtz).wdl()),
                "{}",
                position.fen()
            );
            let Dtz(probed) = tables.probe_dtz(&position).unwrap();
            // Tables in moves are rounded.
            assert!(
                probed.abs_diff(dtz) <= 1,
                "{}: {probed}, {dtz}",
                position.fen()
            );
            count += 1;
            rounded += usize::from(probed != dtz);
        }
    }
    eprintln!("{count} positions, {rounded} with DTZ rounded by a ply");
}

/// A new folder with nothing in it.
fn new_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("tablebase-{name}-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Another program may cut a table while it is in use.
#[test]
fn a_table_that_is_cut_while_it_is_used_still_answers() {
    let folder = new_folder("cut");
    let path = folder.join("KQvK.rtbw");
    let name = std::path::Path::new(FIXTURE).join("KQvK.rtbw");
    std::fs::copy(name, &path).unwrap();
    let tables = open(&folder.to_string_lossy());
    let mut positions = positions(PieceType::Queen).step_by(1009);
    assert!(tables.probe_wdl(&positions.next().unwrap()).is_some());
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(0).unwrap();
    for position in positions {
        let dtz = queen().dtz(&position).unwrap();
        assert_eq!(tables.probe_wdl(&position), Some(Dtz(dtz).wdl()));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_pipe_with_the_name_of_a_table_is_no_table() {
    use std::sync::mpsc;
    use std::time::Duration;

    let folder = new_folder("pipe");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("KQvK.rtbw"))
        .status();
    assert!(made.unwrap().success());
    let path = folder.to_string_lossy().into_owned();
    let (sender, receiver) = mpsc::channel();
    let notices = sender.clone();
    std::thread::spawn(move || {
        let tables = Tablebases::open(&path, move |line| notices.send(line.to_owned()).unwrap());
        let position = positions(PieceType::Queen).next().unwrap();
        sender
            .send(format!("{:?}", tables.probe_wdl(&position)))
            .unwrap();
    });
    let next = || receiver.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(next().contains("KQvK.rtbw is ignored: it is no file"));
    assert_eq!(next(), "None");
    std::fs::remove_dir_all(&folder).unwrap();
}
