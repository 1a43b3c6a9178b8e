//! Reads EPD files into graded positions and a list of invalid lines.

use std::io::{self, BufRead};
use std::path::Path;

use pgn::{Epd, Notation};
use serde::Serialize;
use support::{Limits, open_text};

use super::grading::Grading;
use super::theme::theme_of;

/// The most lines with positions, valid or not, of a suite: they are all in memory.
const MAX_LINES: usize = 1 << 18;

/// A position to search.
#[derive(Clone, Debug)]
pub struct Task<R: Notation> {
    /// The file's name without folders.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Its `id`, or `file:line`.
    pub id: String,
    /// The theme it counts for.
    pub theme: String,
    /// To be searched.
    pub position: R::Position,
    /// The points of its moves.
    pub grading: Grading<R::Move>,
}

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BadLine {
    /// The file's name without folders.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// The positions of one or more files, in order.
#[derive(Clone, Debug)]
pub struct Tasks<R: Notation> {
    /// The valid lines.
    pub tasks: Vec<Task<R>>,
    /// The invalid lines.
    pub bad_lines: Vec<BadLine>,
}

impl<R: Notation> Default for Tasks<R> {
    fn default() -> Self {
        Self {
            tasks: Vec::new(),
            bad_lines: Vec::new(),
        }
    }
}

impl<R: Notation> Tasks<R> {
    /// Adds a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has too many lines.
    pub fn read_file(&mut self, path: &Path) -> io::Result<()> {
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.read(&name.to_string_lossy(), open_text(path, Limits::STREAM)?)
    }

    /// Adds the lines of a text. Empty lines and lines that start with `#` are skipped.
    ///
    /// # Errors
    /// If the text cannot be read, or has too many lines.
    pub fn read(&mut self, file: &str, text: impl BufRead) -> io::Result<()> {
        for (bytes, number) in text.split(b'\n').zip(1..) {
            let bytes = bytes?;
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if self.tasks.len() + self.bad_lines.len() == MAX_LINES {
                let words = format!("a suite of more than {MAX_LINES} positions");
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
            }
            match read_line(file, number, line) {
                Ok(task) => self.tasks.push(task),
                Err(reason) => self.bad_lines.push(BadLine {
                    file: file.to_owned(),
                    line: number,
                    reason,
                }),
            }
        }
        Ok(())
    }
}

fn read_line<R: Notation>(file: &str, line: usize, text: &str) -> Result<Task<R>, String> {
    let epd = Epd::<R>::parse(text).map_err(|error| error.to_string())?;
    let grading = Grading::read(&epd).map_err(|error| error.to_string())?;
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let id = epd.operand("id").map_or("", str::trim);
    Ok(Task {
        file: file.to_owned(),
        line,
        id: if id.is_empty() {
            format!("{file}:{line}")
        } else {
            id.to_owned()
        },
        theme: theme_of(id, stem).to_owned(),
        position: epd.position,
        grading,
    })
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use xiangqi::Xiangqi;

    use super::{MAX_LINES, Tasks};

    #[test]
    fn valid_lines_become_tasks_and_invalid_ones_are_listed() {
        let text = "\u{feff}# a comment\r\n\
            8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"Push.01\";\r\n\r\n\
            8/8/8/4k3/8/8/4P3/4K3 w - - bm e5;\n\
            8/8 w - -\n\
            8/8/8/4k3/8/8/4P3/4K3 w - - am e4;";
        let mut tasks = Tasks::<Chess>::default();
        tasks.read("pawns.epd", text.as_bytes()).unwrap();
        let ids: Vec<_> = tasks
            .tasks
            .iter()
            .map(|task| (&*task.id, &*task.theme))
            .collect();
        assert_eq!(ids, [("Push.01", "Push"), ("pawns.epd:6", "pawns")]);
        let bad: Vec<_> = tasks.bad_lines.iter().map(|bad| bad.line).collect();
        assert_eq!(bad, [4, 5]);
        assert!(tasks.bad_lines[0].reason.contains("bad move after bm"));
    }

    #[test]
    fn moves_of_xiangqi_are_read_in_every_notation() {
        let mut tasks = Tasks::<Xiangqi>::default();
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -";
        for bm in ["h2e2", "H2-E2", "C2=5", "炮二平五"] {
            for line in [
                format!("{start} 0 1 bm {bm};"),
                format!("{start} c0 \"{bm}=7, g0e2=3\";"),
            ] {
                tasks.read("start.epd", line.as_bytes()).unwrap();
            }
        }
        assert_eq!(tasks.bad_lines, []);
        let cannon = tasks.tasks[0].position.parse_uci("h2e2").unwrap();
        for task in tasks.tasks {
            assert!(task.grading.is_solved_by(cannon));
        }
    }

    #[test]
    fn a_suite_without_end_is_refused() {
        let lines = "x\n".repeat(MAX_LINES + 1);
        let mut tasks = Tasks::<Chess>::default();
        let error = tasks.read("x", lines.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "a suite of more than 262144 positions");
    }
}
