//! Books made of games, written, read, and played from.

use chess::{Move, Position};
use game::{GameResult, Rng};
use polyglot::{Book, BookError, Builder, Variety};

fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        position.play(position.parse_uci(text).expect("legal"));
    }
    position
}

fn moves(text: &str) -> Vec<(Move, Option<f64>)> {
    let mut position = Position::start();
    let read = |text: &str| {
        let mv = position.parse_uci(text).expect("legal");
        position.play(mv);
        (mv, None)
    };
    text.split_whitespace().map(read).collect()
}

/// Three wins of e4, one draw and one loss of d4.
fn book() -> Book {
    let mut builder = <Builder>::new(9);
    let mut add = |text, result| builder.add(&Position::start(), moves(text), result);
    add("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", GameResult::WhiteWins);
    add("e2e4 e7e5 g1f3", GameResult::WhiteWins);
    add("e2e4 c7c5", GameResult::WhiteWins);
    add("d2d4 d7d5", GameResult::Draw);
    add("d2d4 d7d5 c2c4", GameResult::BlackWins);
    add("a2a3", GameResult::Unknown);
    builder.by_results()
}

fn names(book: &Book, position: &Position) -> Vec<(String, u16)> {
    let moves = book.moves(position);
    let name = |book_move: &polyglot::BookMove| (book_move.mv.to_string(), book_move.weight);
    moves.iter().map(name).collect()
}

#[test]
fn moves_are_weighted_by_the_points_of_the_mover() {
    let book = book();
    let first = names(&book, &Position::start());
    assert_eq!(first, [("e2e4".to_owned(), 6), ("d2d4".to_owned(), 1)]);
    assert_eq!(names(&book, &after("d2d4")), [("d7d5".to_owned(), 3)]);
    // Black lost after 1. e4 every time.
    assert_eq!(names(&book, &after("e2e4")), []);
    let castling = after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5");
    let castles = book.moves(&castling)[0].mv;
    assert_eq!(castling.san(castles), "O-O");
    assert_eq!(
        book.entries().filter(|entry| entry.mv == 0o0407).count(),
        1,
        "e1h1"
    );
}

#[test]
fn what_is_written_is_read() {
    let book = book();
    assert_eq!(Book::parse(book.bytes().to_vec()).expect("a book"), book);
    assert_eq!(book.entries().count(), book.len());
}

#[test]
fn lines_end_where_the_book_does() {
    let text = |line: &Vec<Move>| {
        let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
        moves.join(" ")
    };
    let lines: Vec<String> = book()
        .lines(&Position::start(), 9)
        .iter()
        .map(text)
        .collect();
    assert_eq!(lines, ["e2e4", "d2d4 d7d5"]);
}

#[test]
fn choices_follow_the_weights() {
    let book = book();
    let start = Position::start();
    let share = |variety| {
        let mut rng = Rng::new(3);
        let is_e4 = |_: &u32| {
            let mv = book.choose(&start, variety, &mut rng).expect("in book");
            mv.to_string() == "e2e4"
        };
        f64::from((0..7000).filter(is_e4).count() as u32) / 7000.0
    };
    assert!((share(Variety::Weighted) - 6.0 / 7.0).abs() < 0.02);
    assert!((share(Variety::Uniform) - 0.5).abs() < 0.02);
    assert!(share(Variety::Best) > 0.999);
    let none = book.choose(&after("h2h4"), Variety::Best, &mut Rng::new(1));
    assert_eq!(none, None);
}

#[test]
fn no_move_repeats_a_position() {
    let mut builder = <Builder>::new(9);
    let back = moves("g1f3 g8f6 f3g1 f6g8");
    builder.add(&Position::start(), back, GameResult::Draw);
    let book = builder.by_results();
    let choose = |moves| book.choose(&after(moves), Variety::Best, &mut Rng::new(1));
    assert!(choose("g1f3 g8f6").is_some());
    assert_eq!(choose("g1f3 g8f6 f3g1"), None, "f6g8 is the start again");
}

#[test]
fn damaged_files_are_refused() {
    let bytes = book().bytes().to_vec();
    let parse = |bytes: &[u8]| <Book>::parse(bytes.to_vec());
    assert!(matches!(parse(&bytes[..17]), Err(BookError::Length(17))));
    assert!(matches!(parse(&[]), Err(BookError::Length(0))));
    let mut swapped = bytes.clone();
    swapped[..16].copy_from_slice(&[0xff; 16]);
    assert!(matches!(parse(&swapped), Err(BookError::Unsorted(2))));
    // A move that is not legal is passed over.
    let mut illegal = bytes;
    for entry in illegal.chunks_mut(16) {
        entry[8..10].fill(0xff);
    }
    let illegal = parse(&illegal).expect("in order");
    assert_eq!(illegal.moves(&Position::start()), []);
}
