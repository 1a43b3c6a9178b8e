//! Plays games against itself, to have something to measure: random openings of 8 or 9 plies, then
//! a fixed number of nodes a move.
//!
//! `cargo run --release -p records --example selfplay -- FILE [GAMES] [NODES] [SEED]`

use std::error::Error;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use chess::{Chess, Color, Move, Position};
use evaluation::handcrafted::Handcrafted;
use game::{Rng, Score};
use records::{Game, GameResult, Header, Ply, Writer};
use search::{Info, Job, Limits, Pool, Report, TranspositionTable};

/// A side's own search, with its own memory.
type Player = Pool<Chess, Handcrafted>;

/// A score that wins when it lasts, and for how many plies.
const WIN: (i16, u32) = (2000, 4);
/// A score that draws when it lasts, and for how many plies.
const DRAW: (i16, u32) = (5, 12);
/// No game is longer.
const MAX_PLIES: usize = 400;

/// Sends the answer when the search is over.
struct Answer {
    score: Score,
    done: Sender<(Option<Move>, Score)>,
}

impl Report<Chess> for Answer {
    fn info(&mut self, info: &Info<'_, Move>) {
        self.score = info.score;
    }

    fn current_move(&mut self, _: u32, _: Move, _: usize) {}

    fn best_move(&mut self, mv: Option<Move>, _: Option<Move>) {
        // Nobody waits any more if the main thread has failed.
        let _ = self.done.send((mv, self.score));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().ok_or("which file?")?);
    let mut number = |default: u64| args.next().map_or(Ok(default), |text| text.parse());
    let (count, nodes, seed) = (number(100)?, number(1000)?, number(1)?);
    let mut header = Header {
        seed: Some(seed),
        ..Header::default()
    };
    header.settings.insert("nodes".to_owned(), nodes.into());
    let writer = Writer::create(&path, &header)?;
    let mut players = [player()?, player()?];
    let mut rng = Rng::new(seed);
    let mut played = 0;
    while played < count {
        if let Some(game) = play(&mut players, nodes, &mut rng) {
            writer.write(&game)?;
            played += 1;
        }
    }
    let summary = writer.finish()?;
    println!("{summary:?}");
    Ok(())
}

fn player() -> Result<Player, &'static str> {
    let table = TranspositionTable::new(1).ok_or("not enough memory")?;
    Ok(Pool::new(1, table, Handcrafted::new()))
}

/// A game, or nothing if its opening ended it.
fn play(players: &mut [Player; 2], nodes: u64, rng: &mut Rng) -> Option<Game> {
    let mut position = Position::start();
    let mut game = Game::default();
    for _ in 0..8 + rng.below(2) {
        let mv = *rng.choose(&position.legal_moves())?;
        game.plies.push(Ply::unscored(mv));
        position.play(mv);
    }
    players.iter_mut().for_each(Pool::forget);
    let (mut winning, mut drawn) = (0, 0);
    while position.has_legal_move() && game.plies.len() < MAX_PLIES && !is_drawn(&position) {
        let side = position.side_to_move();
        let (mv, score) = search(&mut players[side as usize], &position, nodes)?;
        let score = i16::try_from(score.raw()).ok()?;
        let score = if side == Color::White { score } else { -score };
        game.plies.push(Ply::scored(mv, score));
        position.play(mv);
        winning = if score.abs() >= WIN.0 { winning + 1 } else { 0 };
        drawn = if score.abs() <= DRAW.0 { drawn + 1 } else { 0 };
        if winning == WIN.1 {
            game.result = match score > 0 {
                true => GameResult::WhiteWins,
                false => GameResult::BlackWins,
            };
            return Some(game);
        }
        if drawn == DRAW.1 {
            break;
        }
    }
    game.result = match (position.has_legal_move(), position.in_check()) {
        (false, true) if position.side_to_move() == Color::White => GameResult::BlackWins,
        (false, true) => GameResult::WhiteWins,
        _ => GameResult::Draw,
    };
    Some(game)
}

fn is_drawn(position: &Position) -> bool {
    position.is_draw_by_fifty_moves()
        || position.is_threefold_repetition()
        || position.is_insufficient_material()
}

fn search(player: &mut Player, position: &Position, nodes: u64) -> Option<(Move, Score)> {
    let (done, answer) = mpsc::channel();
    let score = Score::DRAW;
    player.start(Job {
        position: position.clone(),
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        start: Instant::now(),
        ponder: false,
        report: Box::new(Answer { score, done }),
    });
    let (mv, score) = answer.recv().ok()?;
    Some((mv?, score))
}
