//! The positions of the checks, by game. The tests below verify their descriptions.

pub(super) mod chess;
mod makruk;
mod xiangqi;

use games::GameId;
use uci::Score;

/// The positions and moves of one game. Squares are written as our engine does.
pub(super) struct Positions {
    /// Many pieces, captures everywhere.
    pub(super) busy: &'static str,
    /// Black to move in the opening.
    pub(super) black_to_move: &'static str,
    /// Two moves from there.
    pub(super) black_moves: &'static str,
    /// Ordinary positions of all kinds.
    pub(super) varied: &'static [&'static str],
    /// One legal move, and nothing forced after it.
    pub(super) one_move: &'static str,
    /// Three legal moves.
    pub(super) three_moves: &'static str,
    /// Few pieces: a search may reach its greatest depth at once.
    pub(super) bare_kings: &'static str,
    pub(super) checkmate: &'static str,
    /// No legal move, but no check.
    pub(super) stalemate: &'static str,
    /// What that means.
    pub(super) stalemate_score: Score,
    /// Mates in one, with the move that gives it.
    pub(super) mates_in_one: &'static [(&'static str, &'static str)],
    /// Another move in the first of them.
    pub(super) no_mate: &'static str,
    /// Forced mates: the position, and in how many moves; negative for the side that is mated.
    pub(super) mates: &'static [(&'static str, i32)],
    /// A game of six moves from the start.
    pub(super) game: &'static str,
    /// Moves forth, back, and forth again from the start.
    pub(super) shuffle: &'static str,
    /// A short game from the start, and the mate that ends it.
    pub(super) mated: (&'static str, &'static str),
    /// Single moves in the busy position.
    pub(super) root_moves: &'static [&'static str],
    /// Three moves, and two others.
    pub(super) root_sets: [&'static str; 2],
    /// Far ahead, but every move draws by the move limit.
    pub(super) move_limit: &'static str,
    pub(super) insufficient_material: &'static str,
    pub(super) bad_fens: &'static [&'static str],
    /// What follows `position`, with an illegal move.
    pub(super) bad_moves: &'static [&'static str],
}

/// The positions of a game.
pub(super) const fn positions(game: GameId) -> &'static Positions {
    match game {
        GameId::Chess => &chess::POSITIONS,
        GameId::Xiangqi => &xiangqi::POSITIONS,
        GameId::Makruk => &makruk::POSITIONS,
    }
}

#[cfg(test)]
mod tests {
    use ::chess::Chess;
    use ::makruk::Makruk;
    use ::xiangqi::Xiangqi;
    use game::{Outcome, Position, Rules};
    use games::GameId;

    use super::chess::{
        CASTLING_MATES, CASTLING_MATES_960, EN_PASSANT_GHOSTS, EN_PASSANT_ONLY, KNIGHT_PROMOTION,
        PERPETUAL, REPEATED,
    };
    use super::positions;

    fn position<R: Rules>(fen: &str) -> R::Position {
        R::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    fn after<R: Rules>(position: &R::Position, mv: R::Move) -> R::Position {
        let mut after = position.clone();
        R::play(&mut after, mv);
        after
    }

    fn is_mate<R: Rules>(position: &R::Position) -> bool {
        (R::STALEMATE_LOSES || position.in_check()) && !position.has_legal_move()
    }

    /// In how many moves the side to move mates, up to a limit.
    fn mate_in<R: Rules>(position: &R::Position, limit: i32) -> Option<i32> {
        (1..=limit).find(|&moves| {
            let legal = R::legal_moves(position);
            let mut children = legal.iter().map(|&mv| after::<R>(position, mv));
            children.any(|child| is_mated_in::<R>(&child, moves - 1))
        })
    }

    fn is_mated_in<R: Rules>(position: &R::Position, moves: i32) -> bool {
        if moves == 0 || !position.has_legal_move() {
            return is_mate::<R>(position);
        }
        let legal = R::legal_moves(position);
        let mut children = legal.iter().map(|&mv| after::<R>(position, mv));
        children.all(|child| mate_in::<R>(&child, moves).is_some())
    }

    fn mating_moves<R: Rules>(position: &R::Position) -> Vec<String> {
        let legal = R::legal_moves(position);
        let mates = |mv: &&R::Move| is_mate::<R>(&after::<R>(position, **mv));
        let mating = legal.iter().filter(mates);
        mating.map(|&mv| R::move_text(position, mv)).collect()
    }

    /// The position after moves, which must be legal.
    fn played<R: Rules>(mut position: R::Position, moves: &str) -> R::Position {
        for text in moves.split(' ') {
            let mv = R::parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
            R::play(&mut position, mv);
        }
        position
    }

    fn descriptions_are_right<R: Rules>(game: GameId) {
        let all = positions(game);
        for &(fen, moves) in all.mates {
            let position = position::<R>(fen);
            if moves > 0 {
                assert_eq!(mate_in::<R>(&position, moves), Some(moves), "{fen}");
            } else {
                assert!(is_mated_in::<R>(&position, -moves), "{fen}");
                assert!(!is_mated_in::<R>(&position, -moves - 1), "{fen}");
            }
        }
        for &(fen, mv) in all.mates_in_one {
            assert_eq!(mating_moves::<R>(&position::<R>(fen)), [mv], "{fen}");
        }
        played::<R>(position::<R>(all.mates_in_one[0].0), all.no_mate);
        let [checkmate, stalemate] = [all.checkmate, all.stalemate].map(position::<R>);
        assert!(!checkmate.has_legal_move() && checkmate.in_check());
        assert!(!stalemate.has_legal_move() && !stalemate.in_check());
        let count = |fen| position::<R>(fen).count_legal_moves();
        assert_eq!([count(all.one_move), count(all.three_moves)], [1, 3]);
        assert!(all.varied.iter().all(|fen| count(fen) > 0));
        played::<R>(position::<R>(all.black_to_move), all.black_moves);
        played::<R>(R::start(), all.game);
        played::<R>(R::start(), all.shuffle);
        let (moves, mate) = all.mated;
        assert_eq!(mating_moves::<R>(&played::<R>(R::start(), moves)), [mate]);
        let sets = all.root_sets.iter().flat_map(|set| set.split(' '));
        for mv in all.root_moves.iter().copied().chain(sets) {
            played::<R>(position::<R>(all.busy), mv);
        }
        let last = position::<R>(all.move_limit);
        for &mv in &R::legal_moves(&last) {
            let outcome = R::outcome(&after::<R>(&last, mv)).expect("the game is over");
            assert_eq!(outcome.result(), game::GameResult::Draw);
        }
        assert!(R::outcome(&position::<R>(all.insufficient_material)).is_some());
    }

    #[test]
    fn descriptions_are_right_in_chess() {
        descriptions_are_right::<Chess>(GameId::Chess);
    }

    #[test]
    fn descriptions_are_right_in_xiangqi() {
        descriptions_are_right::<Xiangqi>(GameId::Xiangqi);
    }

    #[test]
    fn descriptions_are_right_in_makruk() {
        descriptions_are_right::<Makruk>(GameId::Makruk);
    }

    #[test]
    fn special_moves_of_chess_are_what_they_should_be() {
        for (fen, mv) in CASTLING_MATES.into_iter().chain([KNIGHT_PROMOTION]) {
            assert_eq!(mating_moves::<Chess>(&position::<Chess>(fen)), [mv]);
        }
        for (board, shredder, xfen, mv) in CASTLING_MATES_960 {
            for castling in [shredder, xfen] {
                let mut position = position::<Chess>(&format!("{board} w {castling} - 0 1"));
                position.set_chess960(true);
                assert_eq!(mating_moves::<Chess>(&position), [mv], "{board} {castling}");
            }
        }
        let only = position::<Chess>(EN_PASSANT_ONLY.0);
        let legal = only.legal_moves();
        let legal: Vec<_> = legal.iter().map(|&mv| only.uci(mv)).collect();
        assert_eq!(legal, [EN_PASSANT_ONLY.1]);
        for fen in EN_PASSANT_GHOSTS {
            assert_eq!(position::<Chess>(fen).en_passant(), None, "{fen}");
        }
    }

    #[test]
    fn repetitions_of_chess_are_repetitions() {
        let mut repeated = played::<Chess>(position::<Chess>(PERPETUAL), REPEATED);
        assert_eq!(repeated.count_legal_moves(), 1);
        assert!(!repeated.is_threefold_repetition());
        let mv = repeated.legal_moves()[0];
        repeated.play(mv);
        assert!(repeated.is_threefold_repetition());
    }
}
