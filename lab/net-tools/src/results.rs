//! How well a network's evaluation orders positions by the results of their games.
//!
//! A yardstick that is not ours: the rank correlation knows no scale, no engine and no self-play. It
//! follows playing strength over engines and networks. For measuring only: nothing is trained on it.

use std::path::Path;

use game::{Codes, Dense, Facts as _, GameResult, Position as _, Rules as _};
use nnue::features::ColorOf;
use nnue::{FeatureSet, Features, Network};
use pgn::{Game, PgnError, Reader};
use serde::{Deserialize, Serialize};
use stats::rank_correlation;
use support::{Limits, hash_file, open_text};

use crate::TestSetError;
use crate::best_scale::{best_scale, expected_score};

/// Positions before this ply are openings, which say little of the result.
const FIRST_PLY: usize = 24;
/// Positions of a game: more would only repeat its result.
const POSITIONS_OF_A_GAME: usize = 2;
/// Bands of piece counts: opening and middlegame, late middlegame, endgame.
const BANDS: [[u32; 2]; 3] = [[23, 32], [15, 22], [2, 14]];
/// Keeps the logarithm of an expected score finite.
const LEAST_SCORE: f64 = 1e-9;

/// Positions of games with their results.
#[derive(Clone)]
pub struct ResultPositions<F: Features = FeatureSet> {
    positions: Vec<Quiet<F>>,
    sha256: String,
    /// Games that cannot be read, one line each.
    pub damage: Vec<String>,
}

/// A position without check in which the game went on with a quiet move.
#[derive(Clone)]
struct Quiet<F: Features> {
    key: u64,
    pieces: F::Pieces,
    count: u32,
    side: ColorOf<F>,
    /// The result for the side to move, from 0 to 1.
    score: f64,
}

/// How a network's evaluation goes with results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultScore {
    /// Spearman's rank correlation of evaluation and result, both for the side to move.
    pub correlation: f64,
    /// The log loss of the expected score at the best scale.
    pub log_loss: f64,
    /// That scale, in centipawns.
    pub scale: f64,
    pub positions: u64,
    /// The same by piece count, many first; bands without positions are left out.
    pub by_pieces: Vec<PieceBand>,
    /// The SHA-256 of the file.
    pub sha256: String,
}

/// The score on positions with so many pieces. The scale is that of all positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceBand {
    /// The fewest and the most pieces.
    pub pieces: [u32; 2],
    pub correlation: f64,
    pub log_loss: f64,
    pub positions: u64,
}

impl<F: Features<Game: Codes>> ResultPositions<F> {
    /// Chooses positions of the games of a PGN file, which may be compressed.
    ///
    /// # Errors
    /// If the file cannot be read, or has no position to measure on. Broken games are skipped.
    pub fn read(path: &Path) -> Result<Self, TestSetError> {
        let failed = |error| TestSetError::Io {
            path: path.to_owned(),
            error,
        };
        let mut read = Self {
            sha256: hash_file(path).map_err(failed)?.sha256,
            positions: Vec::new(),
            damage: Vec::new(),
        };
        let text = open_text(path, Limits::STREAM).map_err(failed)?;
        for game in Reader::<F::Game, _>::new(text) {
            match game {
                Ok(game) => read.positions.extend(choose(&game)),
                Err(PgnError::Broken(game)) => {
                    read.damage.push(format!("{}: {game}", path.display()));
                }
                Err(PgnError::Io(error)) => return Err(failed(error)),
            }
        }
        if read.positions.is_empty() {
            return Err(TestSetError::Empty(path.to_owned()));
        }
        Ok(read)
    }

    /// Scores a network.
    pub fn score(&self, network: &Network<F>) -> ResultScore {
        let values: Vec<f64> = self
            .positions
            .iter()
            .map(|position| f64::from(network.value(&position.pieces, position.side)))
            .collect();
        let all: Vec<usize> = (0..values.len()).collect();
        let scale = best_scale(|scale| self.log_loss(&values, &all, scale));
        let band = |pieces: [u32; 2]| {
            let [fewest, most] = pieces;
            let is_inside = |&index: &usize| (fewest..=most).contains(&self.positions[index].count);
            let inside: Vec<usize> = all.iter().copied().filter(is_inside).collect();
            PieceBand {
                pieces,
                correlation: self.correlation(&values, &inside),
                log_loss: self.log_loss(&values, &inside, scale),
                positions: inside.len() as u64,
            }
        };
        let by_pieces = BANDS.map(band).into_iter();
        ResultScore {
            correlation: self.correlation(&values, &all),
            log_loss: self.log_loss(&values, &all, scale),
            scale,
            positions: all.len() as u64,
            by_pieces: by_pieces.filter(|band| band.positions > 0).collect(),
            sha256: self.sha256.clone(),
        }
    }

    fn correlation(&self, values: &[f64], chosen: &[usize]) -> f64 {
        let scores: Vec<f64> = chosen.iter().map(|&at| self.positions[at].score).collect();
        let values: Vec<f64> = chosen.iter().map(|&at| values[at]).collect();
        rank_correlation(&values, &scores)
    }

    /// The mean log loss of the chosen positions.
    fn log_loss(&self, values: &[f64], chosen: &[usize], scale: f64) -> f64 {
        let loss = |&at: &usize| {
            let expected = expected_score(values[at], scale).clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
            let score = self.positions[at].score;
            -(score * expected.ln() + (1.0 - score) * (1.0 - expected).ln())
        };
        chosen.iter().map(loss).sum::<f64>() / chosen.len().max(1) as f64
    }
}

impl std::fmt::Display for ResultScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.4}", self.correlation)?;
        let bands = self.by_pieces.iter();
        let bands: Vec<String> = bands.map(|it| format!("{:.4}", it.correlation)).collect();
        write!(f, " ({})", bands.join(", "))
    }
}

/// The quiet positions of a game with the smallest keys: a choice as good as at random, which depends
/// neither on the order of the games nor on the other positions of the file.
fn choose<F: Features<Game: Codes>>(game: &Game<F::Game>) -> Vec<Quiet<F>> {
    let score = match game.result {
        GameResult::WhiteWins => 1.0,
        GameResult::Draw => 0.5,
        GameResult::BlackWins => 0.0,
        GameResult::Unknown => return Vec::new(),
    };
    let mut position = game.start.clone();
    let mut quiet = Vec::new();
    for (ply, mv) in game.moves().enumerate() {
        if ply >= FIRST_PLY && !position.in_check() && !position.is_noisy(mv) {
            let side = position.side_to_move();
            quiet.push(Quiet {
                key: position.keys().full,
                pieces: F::Pieces::from(&position),
                count: F::Game::piece_count(&position),
                side,
                score: match side.index() {
                    0 => score,
                    _ => 1.0 - score,
                },
            });
        }
        F::Game::play(&mut position, mv);
    }
    quiet.sort_unstable_by_key(|position| position.key);
    quiet.dedup_by_key(|position| position.key);
    quiet.truncate(POSITIONS_OF_A_GAME);
    quiet
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use game::{GameResult, Rng};
    use pgn::{AnnotatedMove, Game};

    use super::{FeatureSet, ResultPositions, choose};
    use crate::examples::material_network;

    /// Quiet random moves from a position.
    fn random_game(fen: &str, result: GameResult, seed: u64) -> Game<Chess> {
        let mut game = Game::<Chess>::new(Position::from_fen(fen).unwrap());
        game.result = result;
        let mut position: Position = game.start.clone();
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let moves = position.legal_moves();
            let quiet = moves.iter().copied().filter(|&mv| !position.is_noisy(mv));
            let quiet: Vec<_> = quiet.collect();
            let Some(&mv) = rng.choose(&quiet) else {
                break;
            };
            game.line.moves.push(AnnotatedMove::from(mv));
            position.play(mv);
        }
        game
    }

    fn positions(games: &[Game<Chess>]) -> ResultPositions {
        ResultPositions {
            positions: games.iter().flat_map(choose).collect(),
            sha256: String::new(),
            damage: Vec::new(),
        }
    }

    #[test]
    fn later_positions_before_quiet_moves_are_chosen() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Na3 Na6 Nb1 Nb8 ".repeat(3);
        let text = format!("{shuffle}e4 d5 exd5 Qxd5 1-0\n");
        let mut reader = pgn::Reader::<Chess, _>::new(text.as_bytes());
        let game: Game<Chess> = reader.next().unwrap().unwrap();
        let chosen = choose::<FeatureSet>(&game);
        assert_eq!(chosen.len(), 2);
        // No position of the knights' moves, and none before a capture.
        let after = |moves: usize| {
            let mut position = game.start.clone();
            game.moves().take(moves).for_each(|mv| position.play(mv));
            position.keys().full
        };
        let mut keys = [after(24), after(25)];
        keys.sort_unstable();
        assert_eq!([chosen[0].key, chosen[1].key], keys);
        let unknown = Game {
            result: GameResult::Unknown,
            ..game
        };
        assert!(choose::<FeatureSet>(&unknown).is_empty());
    }

    #[test]
    fn material_that_wins_correlates_with_results() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        let without = |queen: char, result, seeds: std::ops::Range<u64>| {
            seeds.map(move |seed| random_game(&START.replace(queen, "1"), result, seed))
        };
        let games = |up: GameResult, down: GameResult| {
            let games = without('q', up, 0..10).chain(without('Q', down, 10..20));
            let even = (20..30).map(|seed| random_game(START, GameResult::Draw, seed));
            positions(&games.chain(even).collect::<Vec<_>>())
        };
        let network = material_network();
        let score = games(GameResult::WhiteWins, GameResult::BlackWins).score(&network);
        assert!(score.correlation > 0.99, "{score}");
        assert_eq!(score.by_pieces.len(), 1);
        assert_eq!(score.by_pieces[0].pieces, [23, 32]);
        assert_eq!(score.by_pieces[0].positions, score.positions);
        // Draws, a third of the positions, cost what a coin costs; the others cost nothing.
        let expected = 2_f64.ln() / 3.0;
        assert!((score.log_loss - expected).abs() < 1e-3, "{score:?}");
        let reversed = games(GameResult::BlackWins, GameResult::WhiteWins).score(&network);
        assert!(reversed.correlation < -0.99, "{reversed}");
    }
}
