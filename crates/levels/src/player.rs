//! An opponent of one level in one game.

use game::{MAX_PLY, Position, Score, Stage};

use crate::chance::{uniform, win_chance};
use crate::policy;
use crate::profile::Profile;
use crate::searcher::Searcher;
use crate::{Level, LevelRules};

/// What a hash decides.
const PURPOSE_MATE: u64 = 4;
const PURPOSE_CHOICE: u64 = 5;

/// Moves that give away more than so many temperatures are not compared any further.
const COMPARED_TEMPERATURES: f64 = 6.0;
/// The material at which the budget of nodes counts.
const MIDDLEGAME_MEN: f64 = 24.0;

/// A level with the seed of a game. The same position, level and seed give the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The strength.
    pub level: Level,
    /// Fixes all errors and choices.
    pub seed: u64,
}

/// A move chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Its score as this level sees it, for the side to move.
    pub score: Score,
    /// The completed depth of the search.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl Player {
    /// Chooses among all legal moves; `None` if there is none. Once `should_stop` says so, the move is
    /// chosen from what was found until then.
    pub fn choose<G: LevelRules>(
        self,
        position: &G::Position,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Choice<G::Move>> {
        self.choose_among::<G>(position, &G::legal_moves(position), should_stop)
    }

    /// Chooses among some legal moves.
    pub fn choose_among<G: LevelRules>(
        self,
        position: &G::Position,
        allowed: &[G::Move],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Choice<G::Move>> {
        let profile = self.profile::<G>(position);
        let mut moves: Vec<Candidate<G::Move>> = G::policy()
            .logits(position, Stage::All)
            .into_iter()
            .filter(|(mv, _)| allowed.contains(mv))
            .map(|(mv, logit)| Candidate {
                mv,
                logit,
                score: Score::DRAW,
                is_bound: false,
            })
            .collect();
        if moves.is_empty() {
            return None;
        }
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.logit));
        let mut searcher = Searcher::<G>::new(position, profile, self.seed, should_stop);
        let mut depth = 0;
        while moves.len() > 1 || depth == 0 {
            if !iteration(&mut searcher, &mut moves, depth + 1, profile) {
                break;
            }
            depth += 1;
            searcher.limit_nodes(profile.nodes);
            if searcher.nodes >= profile.nodes || depth as usize >= MAX_PLY / 2 {
                break;
            }
        }
        let index = self.pick(position.keys().full, &mut moves, profile)?;
        Some(Choice {
            mv: moves[index].mv,
            score: moves[index].score,
            depth: depth.unsigned_abs(),
            nodes: searcher.nodes,
        })
    }

    /// What this level can do here: more nodes with few men, more care in an exchange, no errors in
    /// known wins.
    fn profile<G: LevelRules>(self, position: &G::Position) -> Profile {
        let profile = Profile::of(self.level);
        if profile.knows_endings && G::is_known_win(position) {
            return profile.clean();
        }
        let men = f64::from(G::men(position));
        let nodes = profile.nodes as f64 * (MIDDLEGAME_MEN / men).clamp(1.0, 2.0);
        let care = if G::was_capture(position) { 0.25 } else { 1.0 };
        Profile {
            nodes: nodes as u64,
            noise: profile.noise * care,
            temperature: profile.temperature * care,
            ..profile
        }
    }

    /// Picks a move: the best one if it mates and the mate is found, else by chance, the better and
    /// the more natural with the higher chance.
    fn pick<M>(self, key: u64, moves: &mut Vec<Candidate<M>>, profile: Profile) -> Option<usize> {
        if uniform(key, self.seed, PURPOSE_MATE) >= profile.mates {
            let others = |candidate: &Candidate<M>| candidate.score != Score::mate_in(1);
            if moves.iter().any(others) {
                moves.retain(others);
            }
        }
        let best = moves.iter().map(|candidate| candidate.score).max()?;
        if best.is_win() || profile.temperature == 0.0 {
            return moves.iter().position(|candidate| candidate.score == best);
        }
        let weights: Vec<f64> = moves
            .iter()
            .map(|candidate| {
                if candidate.is_bound {
                    return 0.0;
                }
                let loss = lost_chance(best, candidate.score);
                let natural = f64::from(candidate.logit) / policy::SCALE;
                (profile.habit * natural - loss / profile.temperature).exp()
            })
            .collect();
        let mut drawn = uniform(key, self.seed, PURPOSE_CHOICE) * weights.iter().sum::<f64>();
        let picked = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        Some(picked.unwrap_or(0))
    }
}

/// The win chance that a move gives away against the best. Where the game is decided the chance hardly
/// changes any more, and centipawns decide.
fn lost_chance(best: Score, score: Score) -> f64 {
    const PER_CENTIPAWN: f64 = 1e-4;
    let centipawns = f64::from((best.raw() - score.raw()).min(2000));
    win_chance(best) - win_chance(score) + PER_CENTIPAWN * centipawns
}

/// A move of the root.
#[derive(Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// Of the policy.
    logit: i32,
    score: Score,
    /// Whether the score is only an upper bound: the move may be a blunder, and is not chosen.
    is_bound: bool,
}

/// One iteration: scores the moves and sorts them, the best first. Scores far below the best are only
/// upper bounds. False if it could not be finished: the moves not reached then keep their old score,
/// but are no better than the first one, as before.
fn iteration<G: LevelRules>(
    searcher: &mut Searcher<'_, G>,
    moves: &mut [Candidate<G::Move>],
    depth: i32,
    profile: Profile,
) -> bool {
    let mut best = -Score::INFINITE;
    let mut reached = 0;
    for (number, candidate) in moves.iter_mut().enumerate() {
        let alpha = compared_from(best, profile);
        let Ok(score) = searcher.root_move(candidate.mv, alpha, depth, number) else {
            break;
        };
        (candidate.score, candidate.is_bound) = (score, score <= alpha);
        best = best.max(score);
        reached += 1;
    }
    let first = moves[0].score;
    for candidate in &mut moves[reached..] {
        candidate.score = candidate.score.min(first);
    }
    let is_finished = reached == moves.len();
    moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    is_finished
}

/// The score below which a move cannot be chosen beside the best.
fn compared_from(best: Score, profile: Profile) -> Score {
    let worst = win_chance(best) - COMPARED_TEMPERATURES * profile.temperature;
    // The win chance falls by at most 1/11 of a percent point a centipawn.
    let margin = (COMPARED_TEMPERATURES * profile.temperature * 1100.0) as i32 + 1;
    if best.is_decisive() || worst <= 0.02 {
        return -Score::INFINITE;
    }
    best - margin
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Level, Player, Profile, Score};

    #[test]
    fn a_move_of_unknown_score_is_not_chosen() {
        let candidate = |raw, is_bound| Candidate {
            mv: raw,
            logit: 0,
            score: Score::from_raw(raw),
            is_bound,
        };
        let level = Level::new(1200);
        let profile = Profile::of(level);
        assert!(profile.temperature > 0.0);
        for seed in 0..1000 {
            let mut moves = vec![candidate(500, false), candidate(499, false)];
            moves.extend((0..30).map(|_| candidate(490, true)));
            let player = Player { level, seed };
            assert!(player.pick(7, &mut moves, profile) < Some(2));
        }
    }
}
