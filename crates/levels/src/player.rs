//! An opponent of one level in one game.

use std::time::Duration;

use evaluation::Evaluated;
use game::{Codes, Position, Score, Stage};

use crate::chance::{uniform, win_chance};
use crate::look_ahead::{Candidate, LookAhead};
use crate::policy::{self, move_key};
use crate::profile::Profile;
use crate::{Level, Policy};

/// What a hash decides.
const PURPOSE_OVERLOOK: u64 = 1;
const PURPOSE_MATE: u64 = 4;
const PURPOSE_CHOICE: u64 = 5;

/// How much longer the best move is looked at each time it stays the best.
const DEEPER: u64 = 4;
/// The budget of nodes counts for so many men on the board.
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
    /// The completed depth of its search.
    pub depth: u32,
    /// Nodes searched for all moves.
    pub nodes: u64,
}

impl Player {
    /// Chooses among all legal moves; `None` if there is none. As soon as `time_left` is none, the move
    /// is chosen from what was found until then.
    pub fn choose<G: Codes + Evaluated>(
        self,
        position: &G::Position,
        time_left: &dyn Fn() -> Duration,
    ) -> Option<Choice<G::Move>> {
        let moves = G::legal_moves(position);
        self.choose_among(&mut LookAhead::<G>::new(), position, &moves, time_left)
    }

    /// Chooses among some legal moves. Each one seen gets a short look; then the best is looked at
    /// longer, until it stays the best with the whole budget.
    pub fn choose_among<G: Codes + Evaluated>(
        self,
        search: &mut LookAhead<G>,
        position: &G::Position,
        allowed: &[G::Move],
        time_left: &dyn Fn() -> Duration,
    ) -> Option<Choice<G::Move>> {
        let allowed = self.with_repertoire::<G>(position, allowed);
        let profile = self.profile::<G>(position);
        let mut candidates = self.candidates::<G>(position, allowed, profile);
        search.begin(self, profile);
        let mut nodes = 0;
        for candidate in &mut candidates {
            let time = time_left();
            if nodes > 0 && time.is_zero() {
                break;
            }
            candidate.budget = profile.first_look;
            nodes += search.look(candidate, time);
        }
        while candidates.len() > 1 {
            let best = candidates.iter_mut().rev();
            let best = best.max_by_key(|candidate| candidate.score)?;
            let time = time_left();
            if best.budget >= profile.nodes || time.is_zero() {
                break;
            }
            best.budget = (best.budget * DEEPER).min(profile.nodes);
            nodes += search.look(best, time);
        }
        candidates.retain(|candidate| candidate.budget > 0);
        let chosen = self.pick(position.keys().full, &candidates, profile)?;
        Some(Choice {
            mv: chosen.mv,
            score: chosen.score,
            depth: chosen.depth,
            nodes,
        })
    }

    /// What this level can do here: more nodes with few men, more care in an exchange, no errors in
    /// known wins.
    fn profile<G: Codes + Evaluated>(self, position: &G::Position) -> Profile {
        let profile = Profile::of(self.level);
        if profile.knows_endings && G::is_known_win(position) {
            return profile.clean();
        }
        let men = f64::from(G::piece_count(position));
        let nodes = profile.nodes as f64 * (MIDDLEGAME_MEN / men).clamp(1.0, 2.0);
        let care = if G::was_capture(position) { 0.25 } else { 1.0 };
        Profile {
            nodes: nodes as u64,
            noise: profile.noise * care,
            temperature: profile.temperature * care,
            ..profile
        }
    }

    /// The moves that are seen, the most natural first. Mates in one are found or not by a chance of
    /// their own; captures after a capture are always seen.
    fn candidates<G: Codes + Evaluated>(
        self,
        position: &G::Position,
        allowed: &[G::Move],
        profile: Profile,
    ) -> Vec<Candidate<G>> {
        let mut logits = Policy::<G>::new(G::POLICY).logits(position, Stage::All);
        logits.retain(|(mv, _)| allowed.contains(mv));
        logits.sort_by_key(|&(_, logit)| std::cmp::Reverse(logit));
        let candidate = |&(mv, logit)| Candidate::new(position, mv, logit);
        let mut candidates: Vec<Candidate<G>> = logits.iter().map(candidate).collect();
        let mut keep = |is_kept: &dyn Fn(&Candidate<G>) -> bool| {
            if candidates.iter().any(is_kept) {
                candidates.retain(is_kept);
            }
        };
        let finds_mate = uniform(position.keys().full, self.seed, PURPOSE_MATE) < profile.mates;
        keep(&|candidate| finds_mate || !candidate.is_mate());
        let seen = self.seen::<G>(position, &logits, profile);
        keep(&|candidate| {
            let recaptures = G::was_capture(position) && position.is_noisy(candidate.mv);
            seen.contains(&candidate.mv) || recaptures || candidate.is_mate()
        });
        candidates
    }

    /// The moves that are not overlooked: the less natural a move is, the easier that happens. In check
    /// every one is seen.
    pub(crate) fn seen<G: Codes + Evaluated>(
        self,
        position: &G::Position,
        logits: &[(G::Move, i32)],
        profile: Profile,
    ) -> Vec<G::Move> {
        let most_natural = logits.iter().map(|&(_, logit)| logit).max().unwrap_or(0);
        let is_seen = |&&(mv, logit): &&(G::Move, i32)| {
            let strangeness = f64::from(most_natural - logit) / policy::SCALE;
            let noticed = 1.0 - profile.blindness * (strangeness / 4.0).min(1.0);
            let chance = (1.0 - profile.lapses) * noticed;
            let key = move_key::<G>(position, mv);
            position.in_check() || uniform(key, self.seed, PURPOSE_OVERLOOK) < chance
        };
        logits.iter().filter(is_seen).map(|&(mv, _)| mv).collect()
    }

    /// Picks a move: the best one if it mates, else by chance, the better and the more natural with the
    /// higher chance.
    fn pick<G: Codes + Evaluated>(
        self,
        key: u64,
        candidates: &[Candidate<G>],
        profile: Profile,
    ) -> Option<&Candidate<G>> {
        let best = candidates.iter().rev();
        let best = best.max_by_key(|candidate| candidate.score)?;
        if best.score.is_win() || profile.temperature == 0.0 {
            return Some(best);
        }
        let weight = |candidate: &Candidate<G>| {
            let loss = lost_chance(best.score, candidate.score);
            let natural = f64::from(candidate.logit) / policy::SCALE;
            (profile.habit * natural - loss / profile.temperature).exp()
        };
        let weights: Vec<f64> = candidates.iter().map(weight).collect();
        let mut drawn = uniform(key, self.seed, PURPOSE_CHOICE) * weights.iter().sum::<f64>();
        let picked = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        candidates.get(picked.unwrap_or(0))
    }
}

/// The win chance that a move gives away against the best. Where the game is decided the chance hardly
/// changes any more, and centipawns decide.
fn lost_chance(best: Score, score: Score) -> f64 {
    const PER_CENTIPAWN: f64 = 1e-4;
    let centipawns = f64::from((best.raw() - score.raw()).min(2000));
    win_chance(best) - win_chance(score) + PER_CENTIPAWN * centipawns
}
