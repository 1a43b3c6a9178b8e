//! Books in files.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use chess::pgn::{PgnError, Reader};
use chess::{Epd, Move, Position};
use game::Rng;

use super::{BookError, Opening, OpeningSource, Order};

/// The openings of a file, still as text where they are text: a position takes far more memory.
pub(super) struct FileBook {
    entries: Entries,
    /// Which entry comes when; empty for the order of the file.
    order: Vec<u32>,
    start: usize,
    fingerprint: u64,
}

enum Entries {
    /// The whole file, and for each opening its line number and where the line starts and ends.
    Epd(String, Vec<(u32, usize, usize)>),
    Pgn(Vec<Result<PgnOpening, String>>),
}

struct PgnOpening {
    fen: Option<String>,
    moves: Vec<Move>,
}

impl FileBook {
    /// # Errors
    /// If the file cannot be read or is empty.
    pub(super) fn open(source: &OpeningSource) -> Result<Self, BookError> {
        let OpeningSource::File {
            path,
            order,
            start,
            plies,
            seed,
        } = source
        else {
            unreachable!("only files are opened as files");
        };
        let failed = |error| BookError::Io {
            path: path.clone(),
            error,
        };
        let text = read_text(path).map_err(failed)?;
        let fingerprint = fingerprint(text.as_bytes());
        let entries = if is_pgn(path) {
            Entries::Pgn(read_pgn(&text, plies.unwrap_or(usize::MAX)).map_err(failed)?)
        } else {
            let lines = find_lines(&text);
            Entries::Epd(text, lines)
        };
        let mut book = Self {
            entries,
            order: Vec::new(),
            start: *start,
            fingerprint,
        };
        if book.len() == 0 {
            return Err(BookError::Empty(path.clone()));
        }
        if *order == Order::Random {
            book.order = shuffled(book.len(), *seed);
        }
        Ok(book)
    }

    pub(super) fn len(&self) -> usize {
        match &self.entries {
            Entries::Epd(_, lines) => lines.len(),
            Entries::Pgn(games) => games.len(),
        }
    }

    pub(super) const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Where the opening stands, and the opening or what is wrong with it.
    pub(super) fn opening(&self, index: u64) -> (String, Result<Opening, String>) {
        let turn = (self.start as u64 + index) % self.len() as u64;
        let turn = usize::try_from(turn).unwrap_or(0);
        let entry = self.order.get(turn).map_or(turn, |&entry| entry as usize);
        match &self.entries {
            Entries::Epd(text, lines) => {
                let (number, start, end) = lines[entry];
                let opening = Epd::parse(&text[start..end]).map(|epd| Opening {
                    start: epd.position,
                    moves: Vec::new(),
                });
                (
                    format!("book line {number}"),
                    opening.map_err(|error| error.to_string()),
                )
            }
            Entries::Pgn(games) => {
                let opening = match &games[entry] {
                    Ok(game) => Ok(game.opening()),
                    Err(problem) => Err(problem.clone()),
                };
                (format!("book game {}", entry + 1), opening)
            }
        }
    }
}

impl PgnOpening {
    fn opening(&self) -> Opening {
        let start = self.fen.as_ref().map_or_else(Position::start, |fen| {
            Position::from_fen(fen).expect("our own FEN is valid")
        });
        Opening {
            start,
            moves: self.moves.clone(),
        }
    }
}

/// The name without the ending of a compressed file says what is inside.
fn is_pgn(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let name = name.trim_end_matches(".xz").trim_end_matches(".zst");
    name.ends_with(".pgn")
}

fn read_text(path: &Path) -> io::Result<String> {
    let file = BufReader::new(File::open(path)?);
    let mut bytes = Vec::new();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("xz") => xz2::bufread::XzDecoder::new_multi_decoder(file).read_to_end(&mut bytes)?,
        Some("zst") => zstd::Decoder::with_buffer(file)?.read_to_end(&mut bytes)?,
        _ => { file }.read_to_end(&mut bytes)?,
    };
    // Old PGN files are often Latin-1; only names in them suffer.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

fn find_lines(text: &str) -> Vec<(u32, usize, usize)> {
    let base = text.as_ptr() as usize;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let start = line.as_ptr() as usize - base;
            lines.push((number, start, start + line.len()));
        }
    }
    lines
}

fn read_pgn(text: &str, plies: usize) -> io::Result<Vec<Result<PgnOpening, String>>> {
    let mut games = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        games.push(match game {
            Ok(game) => {
                let fen = game.start.fen();
                Ok(PgnOpening {
                    fen: (fen != Position::START_FEN).then_some(fen),
                    moves: game.moves().take(plies).collect(),
                })
            }
            Err(PgnError::Broken(broken)) => Err(broken.to_string()),
            Err(PgnError::Io(error)) => return Err(error),
        });
    }
    Ok(games)
}

fn shuffled(len: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(len).collect();
    let mut rng = Rng::new(seed);
    for last in (1..len).rev() {
        order.swap(last, rng.below(last + 1));
    }
    order
}

/// FNV-1a: enough to notice that a file has changed.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
