//! Opening books of all formats and orders.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use chess::Chess;

use super::{BookError, OpeningSource, Order};

type Book = super::Book<Chess>;

const EPD: &str = "\
# a comment
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3;
8/8/4k3/8/8/4K3/8/8 w - - 0 1
8/8 w - -
";

const PGN: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"B\"]\n\n1. d4 d5 *\n";

fn write(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("arena-book-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn source(path: &Path, order: Order) -> OpeningSource {
    OpeningSource::File {
        path: path.to_owned(),
        order,
        start: 0,
        plies: Some(3),
        seed: 5,
    }
}

fn fen(book: &Book, index: u64) -> String {
    book.opening(index).unwrap().position().fen()
}

#[test]
fn epd_lines_are_openings_and_bad_ones_are_named() {
    let path = write("plain.epd", EPD.as_bytes());
    let book = Book::open(&source(&path, Order::Sequential), 0).unwrap();
    assert_eq!(book.len(), Some(4));
    assert!(fen(&book, 1).starts_with("rnbqkbnr/pppp1ppp/8/4p3"));
    assert_eq!(fen(&book, 0), fen(&book, 4));
    let over = book.opening(2).unwrap_err().to_string();
    assert!(over.starts_with("book line 5: the game is over"), "{over}");
    assert!(
        book.opening(3)
            .unwrap_err()
            .to_string()
            .starts_with("book line 6: ")
    );
}

#[test]
fn compressed_books_are_the_same_books() {
    let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 6);
    xz.write_all(EPD.as_bytes()).unwrap();
    let xz = write("book.epd.xz", &xz.finish().unwrap());
    let zst = write(
        "book.epd.zst",
        &zstd::encode_all(EPD.as_bytes(), 3).unwrap(),
    );
    let plain = write("book.epd", EPD.as_bytes());
    let books =
        [xz, zst, plain].map(|path| Book::open(&source(&path, Order::Sequential), 0).unwrap());
    for book in &books {
        assert_eq!(book.fingerprint(), books[2].fingerprint());
        assert_eq!(fen(book, 1), fen(&books[2], 1));
    }
}

#[test]
fn pgn_games_give_their_first_moves() {
    let path = write("book.pgn", PGN.as_bytes());
    let book = Book::open(&source(&path, Order::Sequential), 0).unwrap();
    assert_eq!(book.opening(0).unwrap().moves.len(), 3);
    assert_eq!(book.opening(1).unwrap().moves.len(), 2);
}

#[test]
fn a_random_order_takes_everything_once_and_is_repeatable() {
    let lines: String = (1..=50)
        .map(|number| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}\n"))
        .collect();
    let path = write("numbers.epd", lines.as_bytes());
    let numbers = || -> Vec<u32> {
        let book = Book::open(&source(&path, Order::Random), 0).unwrap();
        let number = |index| book.opening(index).unwrap().start.fullmove_number();
        (0..50).map(number).collect()
    };
    assert_eq!(numbers(), numbers());
    assert_ne!(numbers(), (1..=50).collect::<Vec<_>>());
    assert_eq!(numbers().into_iter().collect::<HashSet<_>>().len(), 50);
}

#[test]
fn missing_and_empty_books_say_so() {
    let missing = source(Path::new("/no/such.epd"), Order::Sequential);
    assert!(matches!(Book::open(&missing, 0), Err(BookError::Io { .. })));
    let empty = source(&write("empty.epd", b"\n"), Order::Sequential);
    assert!(matches!(
        Book::open(&empty, 0),
        Err(BookError::Unusable {
            error: openings::BookError::Empty,
            ..
        })
    ));
}

#[test]
fn chess960_books_need_a_chess960_match() {
    let line = b"brkbqnrn/pppp1ppp/4p3/8/3P4/1N6/PPP1PPPP/1BBNRQKR b KQkq - 1 2\n";
    let path = write("dfrc.epd", line);
    let open =
        |chess960| Book::open(&source(&path, Order::Sequential), usize::from(chess960)).unwrap();
    assert!(open(false).opening(0).is_err());
    assert!(open(true).opening(0).unwrap().start.is_chess960());
}

#[test]
fn random_openings_start_where_they_are_told_to() {
    let book = |start| {
        let source = OpeningSource::Random {
            plies: 8,
            seed: 3,
            start,
        };
        Book::open(&source, 0).unwrap()
    };
    assert_eq!(fen(&book(12), 0), fen(&book(0), 12));
    assert_ne!(fen(&book(12), 0), fen(&book(0), 0));
    // The journal of a match from before the option can still be resumed.
    let before: OpeningSource = serde_json::from_str(r#"{"random":{"plies":8,"seed":3}}"#).unwrap();
    assert!(matches!(before, OpeningSource::Random { start: 0, .. }));
}
