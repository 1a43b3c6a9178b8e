//! Why a move was bad, in words: what it gave away, what was better, and what follows from both.

use std::fmt;

use game::{Dense, Facts, Position, Score};

use crate::analyze::AnalyzedMove;
use crate::judgement::Judgement;
use crate::report::score_text;
use crate::win_chance::win_percent;

/// Plies of a line that are followed to see what it wins.
const FOLLOWED: usize = 8;
/// A line wins something if it gains so many centipawns.
const LEAST_GAIN: i32 = 80;

/// What there is to say about a bad move. As text, a few sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub judgement: Judgement,
    /// The mover's chances to win before and after it, in percent.
    pub chances: [f64; 2],
    /// The scores before and after it, for White.
    pub scores: [Score; 2],
    /// The engine's move in its place, with its number.
    pub better: String,
    /// What that one does, if a line tells: "wins a pawn".
    pub gain: Option<String>,
    /// What follows now, if a line tells: "Qh4 wins a knight".
    pub refutation: Option<String>,
}

impl Explanation {
    /// Explains a move that was judged; `position` is the one before it.
    pub fn of<G: Facts>(analyzed: &AnalyzedMove<G::Move>, position: &G::Position) -> Option<Self> {
        let judgement = analyzed.judgement?;
        let better = analyzed.better()?;
        let scores = [analyzed.before, analyzed.after];
        let [before, after] = scores.map(|score| if analyzed.side == 0 { score } else { -score });
        let us = position.side_to_move().index();
        Some(Self {
            judgement,
            chances: [before, after].map(win_percent),
            scores,
            better: G::written_line(&position.without_history(), &[better]),
            gain: mate(before).or_else(|| gain::<G>(position, &analyzed.line, us)),
            refutation: refutation::<G>(analyzed, position, mate(-after)),
        })
    }

    /// The sentences: what was given away, what was better, and what follows.
    pub fn sentences(&self) -> Vec<String> {
        let [before, after] = self.chances;
        let [was, is] = self.scores.map(score_text);
        let better = &self.better;
        let mut sentences = vec![format!(
            "{}: win chance {before:.0} % to {after:.0} % ({was} to {is}).",
            self.judgement.name()
        )];
        match (&self.gain, &self.refutation) {
            (Some(gain), Some(refutation)) => sentences.extend([
                format!("Better was {better}, because it {gain}."),
                format!("Now {refutation}."),
            ]),
            (Some(gain), None) => {
                sentences.push(format!("Better was {better}, because it {gain}."))
            }
            (None, Some(refutation)) => {
                sentences.push(format!("Better was {better}, because now {refutation}."));
            }
            (None, None) => sentences.push(format!("Better was {better}.")),
        }
        sentences
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().join(" ").fmt(f)
    }
}

/// A move in words: what it was worth, and if it was bad, why.
pub fn note<G: Facts>(analyzed: &AnalyzedMove<G::Move>, position: &G::Position) -> String {
    let line = |mv| G::written_line(&position.without_history(), &[mv]);
    let played = line(analyzed.mv);
    if let Some(explanation) = Explanation::of::<G>(analyzed, position) {
        return format!("{played}{} {explanation}", explanation.judgement.symbol());
    }
    let (score, win) = (score_text(analyzed.after), analyzed.win_percent());
    let side = G::SIDE_NAMES[0];
    let engine = match analyzed.better() {
        Some(better) => format!("The engine prefers {}.", line(better)),
        None => "The best move.".to_owned(),
    };
    format!("{played} {score}, win chance of {side} {win:.0} %. {engine}")
}

/// What the answer to a bad move gains: "Qh4 wins a knight". It is counted from before that move, since it
/// may have been an exchange.
fn refutation<G: Facts>(
    analyzed: &AnalyzedMove<G::Move>,
    position: &G::Position,
    mate: Option<String>,
) -> Option<String> {
    let &answer = analyzed.refutation.first()?;
    let line = [&[analyzed.mv], &analyzed.refutation[..]].concat();
    let them = 1 - position.side_to_move().index();
    let gain = mate.or_else(|| gain::<G>(position, &line, them))?;
    let mut position = position.without_history();
    G::play(&mut position, analyzed.mv);
    Some(format!("{} {gain}", G::written(&position, answer)))
}

/// "mates in 3", if a score says so.
fn mate(score: Score) -> Option<String> {
    let plies = score.plies_to_mate().filter(|_| score.is_win())?;
    Some(format!("mates in {}", plies.div_ceil(2).max(1)))
}

/// What a side gains in a line: "wins a knight". A line is followed as far as exchanges are over.
fn gain<G: Facts>(position: &G::Position, line: &[G::Move], side: usize) -> Option<String> {
    let sign = if side == 0 { 1 } else { -1 };
    let mut position = position.without_history();
    let before = sign * G::material(&position);
    let mut taken = [Vec::new(), Vec::new()];
    let mut settled = None;
    for (ply, &mv) in line.iter().enumerate().take(FOLLOWED) {
        let victim = position.victim(mv);
        let mover = position.side_to_move().index();
        taken[usize::from(mover != side)].extend(victim.map(G::piece_name));
        G::play(&mut position, mv);
        let goes_on = match line.get(ply + 1) {
            Some(&next) => position.victim(next).is_some(),
            // The answer to a capture is not known.
            None => victim.is_some(),
        };
        if !goes_on {
            settled = Some((sign * G::material(&position) - before, taken.clone()));
        }
    }
    let (gained, taken) = settled?;
    (gained >= LEAST_GAIN).then(|| format!("wins {}", in_words(taken)))
}

/// What was won for what, without pieces that were exchanged for their like.
fn in_words([mut won, mut lost]: [Vec<&'static str>; 2]) -> String {
    lost.retain(|name| match won.iter().position(|own| own == name) {
        Some(index) => {
            won.remove(index);
            false
        }
        None => true,
    });
    match (&won[..], &lost[..]) {
        ([one], []) => with_article(one),
        ([one, other], []) => format!("{} and {}", with_article(one), with_article(other)),
        ([one], [other]) => format!("{} for {}", with_article(one), with_article(other)),
        _ => "material".to_owned(),
    }
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Move, Position};
    use game::Score;

    use super::{Explanation, gain, in_words};
    use crate::Judgement;
    use crate::analyze::AnalyzedMove;

    fn line(position: &Position, moves: &str) -> Vec<Move> {
        let mut position = position.clone();
        let read = |text| {
            let mv = position.parse_san(text).expect("legal");
            position.play(mv);
            mv
        };
        moves.split_whitespace().map(read).collect()
    }

    fn won(fen: &str, moves: &str, side: usize) -> Option<String> {
        let position = Position::from_fen(fen).expect("valid");
        gain::<Chess>(&position, &line(&position, moves), side)
    }

    #[test]
    fn a_line_wins_what_is_left_when_exchanges_are_over() {
        let fen = "4k3/3p4/2n5/8/4N3/8/3P1Q2/4K2r w - - 0 1";
        assert_eq!(won(fen, "Ke2 Rh4 Qxh4", 0), None, "the answer is not known");
        assert_eq!(
            won(fen, "Ke2 Rh4 Qxh4 Kf8", 0).as_deref(),
            Some("wins a rook")
        );
        assert_eq!(won(fen, "Ke2 Rh4 Qxh4 Kf8", 1), None);
        // A recapture takes the rook's worth back.
        let fen = "3rk3/8/8/8/3R4/8/8/3RK3 w - - 0 1";
        assert_eq!(won(fen, "Rxd8+ Kf7 Kf2", 0).as_deref(), Some("wins a rook"));
        assert_eq!(
            won("3qk3/8/8/8/8/8/8/3RK2Q w - - 0 1", "Rxd8+ Kxd8 Kf2", 0).as_deref(),
            Some("wins a queen for a rook")
        );
        assert_eq!(
            won("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8+ Kxd8 Kf2", 0),
            None
        );
    }

    #[test]
    fn exchanges_of_like_pieces_are_not_mentioned() {
        assert_eq!(in_words([vec!["rook", "pawn"], vec!["rook"]]), "a pawn");
        assert_eq!(in_words([vec!["advisor"], vec![]]), "an advisor");
        assert_eq!(in_words([vec!["rook", "pawn"], vec!["bishop"]]), "material");
    }

    #[test]
    fn a_blunder_is_explained_by_both_lines() {
        let position = Position::from_fen("4k3/8/8/3n4/8/4N3/8/3QK3 w - - 0 1").expect("valid");
        let [played, best] = ["Qd2", "Nxd5"].map(|text| position.parse_san(text).expect("legal"));
        let refutation = line(&position.after(played), "Nxe3 Qxe3+ Kf7");
        let analyzed = AnalyzedMove {
            mv: played,
            side: 0,
            before: Score::evaluation(900),
            after: Score::evaluation(18),
            line: line(&position, "Nxd5 Kf7"),
            refutation,
            depth: 9,
            judgement: Some(Judgement::Blunder),
            accuracy: 20.0,
        };
        assert_eq!(analyzed.better(), Some(best));
        let explained = Explanation::of::<Chess>(&analyzed, &position).expect("it was judged");
        assert_eq!(
            explained.to_string(),
            "Blunder: win chance 96 % to 52 % (+9.00 to +0.18). Better was 1. Nxd5, because it wins a \
             knight."
        );
        let mated = AnalyzedMove {
            after: Score::mated_in(4),
            ..analyzed.clone()
        };
        let explained = Explanation::of::<Chess>(&mated, &position).expect("it was judged");
        let end = "it wins a knight. Now Nxe3 mates in 2.";
        assert!(explained.to_string().ends_with(end), "{explained}");
        let good = AnalyzedMove {
            judgement: None,
            ..analyzed
        };
        assert_eq!(Explanation::of::<Chess>(&good, &position), None);
    }
}
