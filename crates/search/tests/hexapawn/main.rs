//! A third game, which no code of the search knows, is searched to its known result. It takes what
//! chess does not need: a side without a move loses, and a rule ends the game with a win.

mod rules;
mod solver;

use game::{Evaluator, Game, Observer, Rng, Score};
use search::{Limits, SingleThreadSearch, TranspositionTable};

use rules::{Hexapawn, Move, Position};
use solver::{Solver, Value};

/// Deep enough to see the end of every game.
const DEPTH: u32 = 24;

/// Counts pawns as it observes them vanish: what the search makes and unmakes must agree with the
/// position.
#[derive(Clone, Debug, Default)]
struct Material(Vec<[i32; 2]>);

impl Observer<Hexapawn> for Material {
    fn appeared(&mut self, _: bool, _: <Hexapawn as Game>::Square) {
        unreachable!("nothing promotes");
    }

    fn vanished(&mut self, pawn: bool, _: <Hexapawn as Game>::Square) {
        let counts = self.0.last_mut().expect("pushed before the move");
        counts[usize::from(pawn)] -= 1;
    }

    fn moved(&mut self, _: bool, _: <Hexapawn as Game>::Square, _: <Hexapawn as Game>::Square) {}
}

impl Evaluator<Hexapawn> for Material {
    fn reset(&mut self, position: &Position) {
        self.0 = vec![position.counts()];
    }

    fn push(&mut self) {
        self.0
            .push(*self.0.last().expect("reset before the search"));
    }

    fn pop(&mut self) {
        self.0.pop();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let counts = *self.0.last().expect("reset before the search");
        assert_eq!(counts, position.counts());
        let own = usize::from(position.state().1);
        Score::evaluation(100 * (counts[own] - counts[1 - own]))
    }
}

fn searcher() -> SingleThreadSearch<Hexapawn, Material> {
    let tt = TranspositionTable::new(4).expect("4 MiB");
    SingleThreadSearch::new(&Position::start(), tt, Material::default())
}

fn to_the_end() -> Limits<Move> {
    Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    }
}

/// The score must be a proven win or loss as the solver says, and no faster than its best play.
fn assert_solved(position: &Position, score: Score, value: Value) {
    let state = position.state();
    let found = score.plies_to_mate().expect("a result");
    let (is_win, plies) = match value {
        Value::Win(plies) => (true, plies),
        Value::Loss(plies) => (false, plies),
    };
    assert_eq!(score.is_win(), is_win, "{state:?}");
    assert!(found >= plies, "{state:?}: {found} plies, not {plies}");
}

#[test]
fn the_second_side_wins_and_plays_a_winning_move_each_time() {
    let (mut solver, mut searcher) = (Solver::default(), searcher());
    let start = Position::start();
    assert_eq!(solver.value(&start), Value::Loss(16));
    let outcome = searcher.search(&start, to_the_end());
    assert_solved(&start, outcome.score, Value::Loss(16));
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let mut position = Position::start();
        while let Some(&mv) = rng.choose(&position.legal_moves()) {
            position = position.after(mv);
            let outcome = searcher.search(&position, to_the_end());
            assert_solved(&position, outcome.score, solver.value(&position));
            position = position.after(outcome.best.expect("a winner can move"));
            let lost = solver.value(&position);
            assert!(matches!(lost, Value::Loss(_)), "{:?}", position.state());
            if position.is_lost() {
                break;
            }
        }
    }
}

#[test]
fn won_and_lost_positions_are_told_apart() {
    let (mut solver, mut searcher) = (Solver::default(), searcher());
    let mut rng = Rng::new(6);
    let mut seen = [0; 2];
    for _ in 0..300 {
        let mut position = Position::start();
        for _ in 0..rng.below(12) {
            match rng.choose(&position.legal_moves()) {
                Some(&mv) if !position.is_lost() => position = position.after(mv),
                _ => break,
            }
        }
        if !position.is_lost() {
            let outcome = searcher.search(&position, to_the_end());
            assert_solved(&position, outcome.score, solver.value(&position));
            seen[usize::from(outcome.score.is_win())] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn no_move_loses_in_search_and_qsearch() {
    // A pawn stands before the only other one.
    let blocked = Position::new(([1 << 5, 1 << 9], false));
    assert!(blocked.legal_moves().is_empty());
    let mut searcher = searcher();
    let lost = Score::mated_in(0);
    assert_eq!(searcher.search(&blocked, to_the_end()).score, lost);
    assert_eq!(searcher.qsearch(&blocked), lost);
    // One quiet move before.
    let blocks = Position::new(([1 << 1, 1 << 9], false));
    let outcome = searcher.search(&blocks, to_the_end());
    assert_eq!(outcome.score, Score::mate_in(1));
}
