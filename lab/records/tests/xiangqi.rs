//! Games and positions of xiangqi: the same files and records.

mod common;

use common::{ANYTHING, PLAIN, random_game_from};
use game::Rng;
use records::{
    Error, Filters, Game, GameResult, Header, Reader, Record, Start, Writer, expand, from_pgn,
    read_records, read_records_of, to_pgn,
};
use xiangqi::{Position, Xiangqi};

/// An endgame with Black to move.
const START: &str = "3ak4/4a4/4b4/9/6P2/2B6/9/4B4/5r3/R3K4 b - - 3 40";

fn random_games(features: common::Features) -> Vec<Game<Xiangqi>> {
    let mut rng = Rng::new(5);
    let start = |number: usize| match number % 3 {
        0 => Start::from_fen(START).expect("a valid FEN"),
        _ => Start::STANDARD,
    };
    (0..60)
        .map(|number| random_game_from(start(number), &mut rng, features))
        .collect()
}

#[test]
fn games_round_trip_and_chess_refuses_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.qgames");
    let games = random_games(ANYTHING);
    let writer = Writer::<Xiangqi>::create(&path, &Header::of::<Xiangqi>()).unwrap();
    let writer = writer.with_block_plies(700);
    games.iter().for_each(|game| writer.write(game).unwrap());
    writer.finish().unwrap();
    let reader = Reader::<Xiangqi>::open(&path).unwrap();
    assert_eq!(reader.check(), []);
    let read: Vec<_> = reader.games().map(Result::unwrap).collect();
    assert_eq!(read, games);
    let error = <Reader>::open(&path).map(drop).unwrap_err();
    assert!(matches!(error, Error::OtherGame { .. }));
    let text = error.to_string();
    assert!(
        text.ends_with("has games of xiangqi, not of chess"),
        "{text}"
    );
    let error = <Writer>::append(&path, &Header::default())
        .map(drop)
        .unwrap_err();
    assert!(matches!(error, Error::OtherGame { .. }));
}

#[test]
fn games_survive_pgn() {
    for game in random_games(PLAIN) {
        let mut text = Vec::new();
        pgn::write(&to_pgn(&game).unwrap(), &mut text).unwrap();
        let mut reader = pgn::Reader::<Xiangqi, _>::new(&text[..]);
        assert_eq!(from_pgn(&reader.next().unwrap().unwrap()), game);
    }
}

/// The board with the side to move as Red, as a record has it.
fn board(position: &Position) -> String {
    let fen = position.fen();
    let board = fen.split(' ').next().expect("a board");
    if position.side_to_move().index() == 0 {
        return board.to_owned();
    }
    let swap = |c: char| match c.is_ascii_uppercase() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    };
    let ranks: Vec<&str> = board.rsplit('/').collect();
    ranks.join("/").chars().map(swap).collect()
}

#[test]
fn positions_round_trip_through_records() {
    for game in random_games(PLAIN) {
        let mut position = game.start.position();
        for (number, ply) in game.plies.iter().enumerate() {
            let score = ply.score.unwrap_or(0).max(-i16::MAX);
            let group = number as u16;
            let record = Record::new::<Xiangqi>(&position, score, game.result).in_group(group);
            let black = position.side_to_move().index() == 1;
            let read = record.unpack::<Xiangqi>().unwrap().position;
            assert_eq!(board(&read), board(&position));
            assert_eq!(record.score(), if black { -score } else { score });
            assert_eq!((record.group(), record.is_of::<Xiangqi>()), (group, true));
            assert_eq!(record.has_result(), game.result != GameResult::Unknown);
            let points = match (game.result, black) {
                (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => 2,
                (GameResult::WhiteWins, true) | (GameResult::BlackWins, false) => 0,
                _ => 1,
            };
            assert_eq!(record.double_points(), points);
            position.play(ply.mv);
        }
    }
}

#[test]
fn games_expand_and_files_of_positions_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.qgames");
    let writer = Writer::<Xiangqi>::create(&path, &Header::of::<Xiangqi>()).unwrap();
    for game in random_games(PLAIN) {
        writer.write(&game).unwrap();
    }
    writer.finish().unwrap();
    let paths = [path];
    let records = expand::<Xiangqi>(&paths, &Filters::KEEP_ALL, 1)
        .unwrap()
        .records;
    assert!(records.len() > 1000 && records.iter().all(Record::is_of::<Xiangqi>));
    assert!(expand::<chess::Chess>(&paths, &Filters::KEEP_ALL, 1).is_err());
    let file = folder.path().join("a.bin");
    std::fs::write(&file, Record::as_bytes(&records)).unwrap();
    let error = read_records(&file).unwrap_err().to_string();
    assert!(error.contains("of another game, not of chess"), "{error}");
    assert!(read_records_of::<Xiangqi>(&file).unwrap() == records);
    let mut mixed = records;
    mixed[5] = Record::new::<chess::Chess>(&chess::Position::start(), 0, GameResult::Draw);
    std::fs::write(&file, Record::as_bytes(&mixed)).unwrap();
    let error = read_records_of::<Xiangqi>(&file).unwrap_err().to_string();
    assert!(error.contains("record 5"), "{error}");
}
