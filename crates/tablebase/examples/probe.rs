//! Probes the positions of standard input: a FEN to a line, answered by WDL and DTZ, with `-` for
//! what the tables do not hold. The only argument is the path of the tables.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

use chess::Position;
use tablebase::Tablebases;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: probe PATH < FENS");
        return ExitCode::from(2);
    };
    match answer(&Tablebases::open(&path, |line| eprintln!("{line}"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

fn answer(tables: &Tablebases) -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let position = Position::from_fen(&line?).map_err(io::Error::other)?;
        let text = |value: Option<i32>| value.map_or("-".to_owned(), |value| value.to_string());
        let wdl = tables.probe_wdl(&position).map(|wdl| wdl as i32);
        let dtz = tables.probe_dtz(&position).map(|dtz| dtz.0);
        writeln!(output, "{} {}", text(wdl), text(dtz))?;
    }
    output.flush()
}
