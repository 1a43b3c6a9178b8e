//! Games with evaluations, judgements and better lines, and files of them that can be continued.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use analysis::{analyze, annotate};
use evaluation::{Evaluated, Evaluation};
use game::Facts;
use pgn::Game;
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::labels::{ENGINE, Labels};

/// The tag of all versions of this program.
const ANNOTATOR: &[u8] = b"[Annotator \"Quietus ";

/// Why a file is not continued.
const FOREIGN: &str = "it exists, and is not a file that this command has written";

/// What a thread annotates games with.
pub struct Annotator<G: Facts + Evaluated>(SingleThreadSearch<G, Evaluation<G>>);

impl<G: Facts + Evaluated> Annotator<G> {
    /// An annotator with a transposition table of some MiB; `None` without the memory for it.
    pub fn new(labels: &Labels<G>, table: usize) -> Option<Self> {
        let table = TranspositionTable::new(table)?;
        let evaluator = labels.engine_evaluator();
        Some(Self(SingleThreadSearch::new(&G::start(), table, evaluator)))
    }

    /// A game as annotated text, each of its positions searched within limits.
    pub fn annotate(&mut self, mut game: Game<G>, limits: &Limits<G::Move>) -> Vec<u8> {
        self.0.clear();
        let moves: Vec<G::Move> = game.moves().collect();
        let analysis = analyze::<G>(&game.start, &moves, |_, position| {
            Some(self.0.search(position, limits.clone()))
        });
        let analysis = analysis.expect("nothing stops these searches");
        annotate(&mut game, &analysis, ENGINE);
        let mut text = Vec::new();
        pgn::write(&game, &mut text).expect("writing to memory cannot fail");
        text
    }
}

/// Opens a file of annotated games behind the complete ones, and counts them. A game that was cut off
/// goes.
///
/// # Errors
/// If it cannot be read or written, or has anything that an [`Annotator`] has not written: that stays.
pub fn open_annotated(path: &Path) -> io::Result<(File, usize)> {
    let mut options = OpenOptions::new();
    let mut file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let (games, end) = complete_games(BufReader::new(&file))?;
    file.set_len(end)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, games))
}

/// How many games a text of ours has, and where the last of them ends. Each has two empty lines: after
/// its tags, one of which names us, and after its moves.
fn complete_games(text: impl BufRead) -> io::Result<(usize, u64)> {
    let (mut games, mut offset, mut end) = (0, 0, 0);
    let (mut is_in_tags, mut is_ours) = (true, false);
    for line in text.split(b'\n') {
        let line = line?;
        offset += line.len() as u64 + 1;
        is_ours |= line.starts_with(ANNOTATOR);
        match (is_in_tags, line.first()) {
            (true, Some(b'[')) | (false, Some(_)) => {}
            (true, None) if is_ours => is_in_tags = false,
            (true, _) => return Err(io::Error::other(FOREIGN)),
            (false, None) => {
                games += 1;
                end = offset;
                (is_in_tags, is_ours) = (true, false);
            }
        }
    }
    Ok((games, end))
}

#[cfg(test)]
mod tests {
    use super::complete_games;

    #[test]
    fn a_game_that_was_cut_off_does_not_count() {
        let game = "[Event \"?\"]\n[Annotator \"Quietus 1.0\"]\n\n1. e4 *\n\n";
        let two = game.repeat(2);
        for cut in 0..game.len() {
            let text = two.clone() + &game[..cut];
            let expected = (2, two.len() as u64);
            assert_eq!(complete_games(text.as_bytes()).unwrap(), expected, "{cut}");
        }
        assert_eq!(complete_games(&b""[..]).unwrap(), (0, 0));
    }

    #[test]
    fn what_we_have_not_written_is_refused() {
        let ours = "[Event \"?\"]\n[Annotator \"Quietus 1.0\"]\n\n1. e4 *\n\n";
        let theirs = ours.replace("Quietus 1.0", "Somebody");
        let windows = ours.replace('\n', "\r\n");
        for text in [&theirs, &windows, "1. e4 *\n\n1. d4 *\n\n", "\n", "notes"] {
            assert!(complete_games(text.as_bytes()).is_err(), "{text}");
            let mixed = ours.to_owned() + text;
            assert!(complete_games(mixed.as_bytes()).is_err(), "{mixed}");
        }
    }
}
