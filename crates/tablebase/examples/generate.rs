//! Generates the WDL and DTZ tables of an ending of up to five men without pawns, and compares the
//! prober with the solver on a sample. Captures are probed in the smaller tables, which must be in
//! one of the directories.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use tablebase::Tablebases;
use tablebase::generate::Solution;

/// One position in so many is probed.
const STEP: usize = 101;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, directory, tables @ ..] = arguments.as_slice() else {
        eprintln!("usage: generate NAME DIRECTORY [TABLES]");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let Some(solution) = Solution::new(name) else {
        eprintln!("{name} is no ending of up to five men without pawns");
        return ExitCode::from(2);
    };
    let seconds = || start.elapsed().as_secs();
    println!(
        "{name}: solved in {} s, longest DTZ {}",
        seconds(),
        solution.longest()
    );
    for (extension, bytes) in [
        ("rtbw", solution.wdl_table()),
        ("rtbz", solution.dtz_table()),
    ] {
        let path = Path::new(directory).join(name).with_extension(extension);
        if let Err(error) = std::fs::write(&path, &bytes) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(3);
        }
        println!(
            "{}: {} bytes after {} s",
            path.display(),
            bytes.len(),
            seconds()
        );
    }
    let path = std::env::join_paths([directory].into_iter().chain(tables)).unwrap_or_default();
    let tables = Tablebases::open(&path.to_string_lossy(), |line| eprintln!("{line}"));
    let check = solution.check(&tables, STEP);
    println!("positions from loss to win: {:?}", check.counts);
    println!("DTZ rounded by a ply: {:?}", check.rounded);
    println!(
        "{} differences after {} s",
        check.differences.len(),
        seconds()
    );
    for difference in check.differences.iter().take(20) {
        println!("{difference:?}");
    }
    ExitCode::from(u8::from(!check.differences.is_empty()))
}
