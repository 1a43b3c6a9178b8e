//! The analysis of a game, move by move and side by side.

use game::{Dense, GameResult, Outcome as _, Position, Rules, Score};
use search::Outcome;

use crate::accuracy::{game_accuracy, move_accuracy, weights};
use crate::judgement::Judgement;
use crate::win_chance::{centipawns, win_percent};

/// What the start position counts as, in centipawns for White: so it does at Lichess.
const START: Score = Score::evaluation(15);

/// A game with what the engine thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    pub moves: Vec<AnalyzedMove<M>>,
    /// The sides, White first.
    pub sides: [SideSummary; 2],
}

/// A move with what the engine thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalyzedMove<M> {
    /// The move that was played.
    pub mv: M,
    /// The index of the side that played it: 0 for White.
    pub side: usize,
    /// The score before it, for White.
    pub before: Score,
    /// The score after it, for White.
    pub after: Score,
    /// The engine's line in its place; it may begin with the same move. All its moves are legal.
    pub line: Vec<M>,
    /// The engine's line after the move. All its moves are legal, too.
    pub refutation: Vec<M>,
    /// The depth of [`Self::line`].
    pub depth: u32,
    /// Whether it was bad.
    pub judgement: Option<Judgement>,
    /// Its accuracy, in percent.
    pub accuracy: f64,
}

impl<M: Copy + PartialEq> AnalyzedMove<M> {
    /// White's chances after the move, in percent (Win%).
    pub fn win_percent(&self) -> f64 {
        win_percent(self.after)
    }

    /// The engine's move, if it is another one.
    pub fn better(&self) -> Option<M> {
        self.line.first().copied().filter(|&best| best != self.mv)
    }
}

/// How a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// Its accuracy in percent, as Lichess computes it; none without moves.
    pub accuracy: Option<f64>,
    /// Average centipawn loss (ACPL); none without moves.
    pub centipawn_loss: Option<f64>,
    /// How many of its moves were judged so: [`Judgement::ALL`] is the order.
    pub judgements: [usize; 3],
}

impl SideSummary {
    /// Accuracy to a tenth of a percent and average loss to a centipawn, as they are shown everywhere: formatters round
    /// halves in different ways.
    pub fn rounded(&self) -> [Option<f64>; 2] {
        let accuracy = self.accuracy.map(|percent| (10.0 * percent).round() / 10.0);
        [accuracy, self.centipawn_loss.map(f64::round)]
    }
}

/// Analyzes a game. The evaluator gets the ply and the position, the last one first, so that a search
/// finds what it learned in its table; it may report progress, and stops the analysis by giving
/// nothing.
pub fn analyze<R: Rules>(
    start: &R::Position,
    moves: &[R::Move],
    mut evaluate: impl FnMut(usize, &R::Position) -> Option<Outcome<R::Move>>,
) -> Option<Analysis<R::Move>> {
    let mut position = start.clone();
    moves.iter().for_each(|&mv| R::play(&mut position, mv));
    let (mut after, mut answer) = match R::outcome(&position) {
        Some(outcome) => (ended(outcome.result()), Vec::new()),
        None => {
            let found = evaluate(moves.len(), &position)?;
            let line = legal_line::<R>(&mut position, &found.pv);
            (for_white::<R>(&position, found.score), line)
        }
    };
    let is_usual_start = R::fen(start) == R::fen(&R::start());
    let mut analyzed = Vec::with_capacity(moves.len());
    for (ply, &mv) in moves.iter().enumerate().rev() {
        position.unmake(mv);
        let found = evaluate(ply, &position)?;
        let before = match ply == 0 && is_usual_start {
            true => START,
            false => for_white::<R>(&position, found.score),
        };
        let line = legal_line::<R>(&mut position, &found.pv);
        analyzed.push(AnalyzedMove {
            mv,
            side: position.side_to_move().index(),
            before,
            after,
            refutation: std::mem::replace(&mut answer, line.clone()),
            line,
            depth: found.depth,
            judgement: None,
            accuracy: 100.0,
        });
        after = before;
    }
    analyzed.reverse();
    analyzed.iter_mut().for_each(AnalyzedMove::judge);
    Some(Analysis {
        sides: summaries(&analyzed),
        moves: analyzed,
    })
}

/// The score of a game that is over, for White.
fn ended(result: GameResult) -> Score {
    match result.winner() {
        Some(0) => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
        None => Score::DRAW,
    }
}

fn for_white<R: Rules>(position: &R::Position, score: Score) -> Score {
    for_side(position.side_to_move().index(), score)
}

/// From a side's view to White's, and back.
fn for_side(side: usize, score: Score) -> Score {
    if side == 0 { score } else { -score }
}

/// The moves of a PV up to the first illegal one: it comes from memory that threads share. The position
/// is in the end as before.
fn legal_line<R: Rules>(position: &mut R::Position, pv: &[R::Move]) -> Vec<R::Move> {
    let mut line = Vec::with_capacity(pv.len());
    for &mv in pv {
        if !(position.is_pseudo_legal(mv) && position.is_legal(mv)) {
            break;
        }
        R::play(position, mv);
        line.push(mv);
    }
    for &mv in line.iter().rev() {
        position.unmake(mv);
    }
    line
}

impl<M: Copy + PartialEq> AnalyzedMove<M> {
    /// Compares the move with what was possible. The engine's own move is never bad: that its score
    /// fell only shows that the search had not seen enough.
    fn judge(&mut self) {
        let [before, after] = [self.before, self.after].map(|score| for_side(self.side, score));
        self.accuracy = move_accuracy(win_percent(before), win_percent(after));
        self.judgement = Judgement::of(before, after).filter(|_| self.better().is_some());
    }

    fn centipawn_loss(&self) -> f64 {
        let [before, after] = [self.before, self.after].map(|score| for_side(self.side, score));
        f64::from((centipawns(before) - centipawns(after)).max(0))
    }
}

fn summaries<M: Copy + PartialEq>(moves: &[AnalyzedMove<M>]) -> [SideSummary; 2] {
    let first = moves.first().map(|mv| win_percent(mv.before));
    let wins: Vec<f64> = first
        .into_iter()
        .chain(moves.iter().map(AnalyzedMove::win_percent))
        .collect();
    let weights = weights(&wins);
    [0, 1].map(|side| {
        let own = || {
            moves
                .iter()
                .zip(&weights)
                .filter(move |(mv, _)| mv.side == side)
        };
        let losses = own().map(|(mv, _)| mv.centipawn_loss()).sum::<f64>();
        let count = own().count();
        SideSummary {
            accuracy: game_accuracy(own().map(|(mv, &weight)| (mv.accuracy, weight))),
            centipawn_loss: (count > 0).then(|| losses / count as f64),
            judgements: Judgement::ALL.map(|judgement| {
                let judged = own().filter(|(mv, _)| mv.judgement == Some(judgement));
                judged.count()
            }),
        }
    })
}
