//! Names of openings, from a small table of each game's own: code, name and moves.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use game::{Facts, Position};

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code; in chess that of the Encyclopaedia of Chess Openings (ECO).
    pub code: &'static str,
    pub name: &'static str,
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

/// The named positions of a game by their keys, so that transpositions are found, too.
type Names = HashMap<u64, Opening>;

/// The names of each game, made when they are first wanted.
fn names<G: Facts>() -> &'static Names {
    static NAMES: Mutex<BTreeMap<&str, &Names>> = Mutex::new(BTreeMap::new());
    let mut games = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    games
        .entry(G::NAME)
        .or_insert_with(|| Box::leak(Box::new(table::<G>().collect())))
}

fn table<G: Facts>() -> impl Iterator<Item = (u64, Opening)> {
    G::OPENINGS.lines().map(|line| {
        let mut fields = line.split('|');
        let mut field = || fields.next().expect("a row has three fields");
        let (code, name, moves) = (field(), field(), field());
        let mut position = G::start();
        for text in moves.split(' ') {
            let mv = G::read_move(&position, text).expect("the table has legal moves");
            G::play(&mut position, mv);
        }
        (position.keys().full, Opening { code, name })
    })
}

impl Opening {
    /// The opening of a game: the last of its positions that has a name.
    ///
    /// ```
    /// use analysis::Opening;
    /// use chess::{Chess, Position};
    ///
    /// let start = Position::start();
    /// let c4 = start.parse_san("c4")?;
    /// let opening = Opening::of::<Chess>(&start, [c4]).expect("it has a name");
    /// assert_eq!((opening.code, opening.name), ("A10", "English Opening"));
    /// # Ok::<(), chess::MoveError>(())
    /// ```
    pub fn of<G: Facts>(
        start: &G::Position,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Option<Self> {
        /// No named position comes later.
        const PLIES: usize = 40;
        let names = names::<G>();
        let mut position = start.clone();
        let named = moves.into_iter().take(PLIES).filter_map(|mv| {
            G::play(&mut position, mv);
            names.get(&position.keys().full).copied()
        });
        named.last()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::{Chess, Move, Position};

    use super::{Opening, table};

    fn moves(text: &str) -> Vec<Move> {
        let mut position = Position::start();
        let play = |san| {
            let mv = position.parse_san(san).unwrap();
            position.play(mv);
            mv
        };
        text.split(' ').map(play).collect()
    }

    #[test]
    fn every_row_is_a_position_of_its_own() {
        let rows: Vec<_> = table::<Chess>().collect();
        let keys: HashSet<u64> = rows.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys.len(), rows.len());
        for (_, opening) in rows {
            let (volume, number) = opening.code.split_at(1);
            assert!("ABCDE".contains(volume) && number.len() == 2, "{opening:?}");
            assert!(number.parse::<u8>().is_ok() && !opening.name.is_empty());
        }
    }

    #[test]
    fn openings_are_found_through_transpositions() {
        let name =
            |text| Opening::of::<Chess>(&Position::start(), moves(text)).map(|found| found.name);
        let slav = "d4 d5 c4 c6 Nf3 Nf6 Nc3";
        assert_eq!(name(slav), Some("Slav Defense: Three Knights Variation"));
        assert_eq!(name("Nf3 Nf6 c4 c6 d4 d5 Nc3"), name(slav));
        // The last name stays.
        assert_eq!(
            name("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 a3"),
            Some("Ruy Lopez: Exchange Variation")
        );
        assert_eq!(Opening::of::<Chess>(&Position::start(), []), None);
    }
}
