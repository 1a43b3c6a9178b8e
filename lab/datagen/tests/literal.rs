//! `dataset` against Algorithm 1 of the paper written down as it is printed: a loop over positions, a loop
//! over moves, and two differences. Both use the same evaluation and the same searches.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use datagen::dataset::{QuietFilter, SearchLimit, Settings, build};
use evaluation::{Evaluated, Evaluation};
use game::{Codes, Dense, Evaluator, GameResult, Position, Rng};
use games::{GameId, for_game};
use records::{Game, Ply, Record};
use search::{Limits, SingleThreadSearch, TranspositionTable};

/// Candidates after which tables are cleared, at the end of a game: the scores depend on it.
const BATCH: usize = 1000;
const DEPTH: u32 = 2;

type Searcher<R> = SingleThreadSearch<R, Evaluation<R>>;

fn evaluator<R: Evaluated>() -> Evaluation<R> {
    Evaluation::without_clock(None).tables_only()
}

/// Games of random moves.
fn games<R: Codes>(count: u64, plies: usize) -> Vec<Game<R>> {
    let game = |number| {
        let mut rng = Rng::new(number);
        let mut game = Game::<R>::default();
        let mut position = game.start.position();
        for _ in 0..plies {
            if R::outcome(&position).is_some() {
                break;
            }
            let mv = *rng.choose(&R::legal_moves(&position)).expect("not over");
            R::play(&mut position, mv);
            game.plies.push(Ply::unscored(mv));
        }
        game
    };
    (0..count).map(game).collect()
}

/// The board as the side to move sees it.
fn seen<R: Codes>(position: &R::Position) -> String {
    let fen = R::fen(position);
    let board = fen.split(' ').next().expect("a board");
    if position.side_to_move().index() == 0 {
        return board.to_owned();
    }
    let swapped = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let rows: Vec<String> = board
        .split('/')
        .rev()
        .map(|row| row.chars().map(swapped).collect())
        .collect();
    rows.join("/")
}

struct Literal<R: Codes + Evaluated> {
    quiescence: Searcher<R>,
    negamax: Searcher<R>,
    settings: Settings,
}

impl<R: Codes + Evaluated> Literal<R> {
    fn new(settings: Settings) -> Self {
        let searcher = || {
            let table = TranspositionTable::new(1).expect("a MiB");
            let mut searcher = SingleThreadSearch::new(&R::start(), table, evaluator());
            searcher.set_correction_history(false);
            searcher
        };
        Self {
            quiescence: searcher(),
            negamax: searcher(),
            settings,
        }
    }

    fn compute_dataset(&mut self, games: &[Game<R>]) -> Vec<Record> {
        let (mut dataset, mut seen_before) = (Vec::new(), HashSet::new());
        let mut candidates = 0;
        for game in games {
            let mut position = game.start.position();
            let moves: Vec<R::Move> = game.plies.iter().map(|ply| ply.mv).collect();
            for ply in 0..=moves.len() {
                let fen = R::fen(&position);
                let fields: Vec<&str> = fen.split(' ').collect();
                let alone = format!("{} 0 {}", fields[..4].join(" "), fields[5]);
                for &mv in &R::legal_moves(&position) {
                    let mut child = R::parse_fen(&alone).expect("a position of the game");
                    child.make(mv, &mut ());
                    if !seen_before.insert(seen::<R>(&child)) {
                        continue;
                    }
                    candidates += 1;
                    if let Some(score) = self.is_quiet_position(&child) {
                        let score = match child.side_to_move().index() {
                            0 => score,
                            _ => -score,
                        };
                        let record = Record::new::<R>(&child, score, GameResult::Unknown);
                        dataset.push(record.in_group(game.group()));
                    }
                }
                if let Some(&mv) = moves.get(ply) {
                    R::play(&mut position, mv);
                }
            }
            if candidates >= BATCH {
                candidates = 0;
                self.quiescence.clear();
                self.negamax.clear();
            }
        }
        dataset
    }

    /// The score of the search, if the position is quiet.
    fn is_quiet_position(&mut self, position: &R::Position) -> Option<i16> {
        if position.in_check() || R::legal_moves(position).is_empty() {
            return None;
        }
        let mut evaluation = evaluator::<R>();
        evaluation.reset(position);
        let e = evaluation.evaluate(position).raw();
        let quiescence = self.quiescence.qsearch(position).raw();
        if (e - quiescence).abs() > self.settings.margins.quiescence {
            return None;
        }
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        let negamax = self.negamax.search(position, limits).score.raw();
        if (e - negamax).abs() > self.settings.margins.search {
            return None;
        }
        i16::try_from(negamax).ok()
    }
}

fn compare<R: Codes + Evaluated>(count: u64, plies: usize) {
    let settings = Settings {
        expand: true,
        search: SearchLimit::Depth(DEPTH),
        ..Settings::default()
    };
    let games = games::<R>(count, plies);
    let mut literal = Literal::<R>::new(settings).compute_dataset(&games);
    let filters = vec![QuietFilter::new(evaluator, &settings).expect("memory")];
    let (stop, mut bytes) = (AtomicBool::new(false), Vec::new());
    let games = games.into_iter();
    let dataset = build(&settings, filters, games, &stop, &mut bytes, |_| ()).expect("a vector");
    let mut records = Record::from_bytes(&bytes);
    assert_eq!(dataset.written(), literal.len() as u64, "{}", R::NAME);
    assert!(literal.len() > 100 * count as usize, "{}", literal.len());
    let key = |record: &Record| Record::as_bytes(&[*record]).to_vec();
    literal.sort_by_key(key);
    records.sort_by_key(key);
    assert!(literal == records, "{}", R::NAME);
}

#[test]
fn a_few_games_of_each_game_give_the_same_positions_and_labels() {
    for &id in GameId::ALL {
        for_game!(id, G => compare::<G>(3, 40));
    }
}

/// Minutes.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_games_of_each_game_give_the_same_positions_and_labels() {
    for &id in GameId::ALL {
        for_game!(id, G => compare::<G>(1000, 60));
    }
}
