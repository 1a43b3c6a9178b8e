//! What must hold for any text or file that the engine reads. Fuzz targets call these with the fuzzer's bytes, and an
//! ordinary test with every file of the corpus.
//!
//! Texts for `san` and `moves` are a FEN on the first line and a move on each line after it.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use chess::{Chess, Color, Epd, Position, pgn};
use game::{Codes, Rng};
use nnue::container::{HEADER_LEN, crc32};
use nnue::{Container, FeatureSet, Pieces};
use polyglot::{Book, Variety};
use uci::{BestMove, Command, Info, Ucci, UciOption};
use xiangqi::Xiangqi;

/// A FEN is refused with a reason, or gives a position that survives its own FEN and whose moves
/// can be made and taken back. The same text as EPD keeps its operations.
pub fn fen(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match Position::from_fen(text) {
        Ok(mut position) => {
            let again = Position::from_fen(&position.fen()).expect("its own FEN is good");
            assert_eq!(again, position);
            assert_eq!(again.keys(), position.keys());
            exercise(&mut position);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Epd::parse(text) {
        Ok(epd) => {
            let again = Epd::parse(&epd.to_string()).expect("its own EPD is good");
            assert_eq!(again.operations, epd.operations);
            assert_eq!(again.position.epd_fields(), epd.position.epd_fields());
            let _ = epd.moves("bm");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A move in SAN is refused with a reason that names it, or is legal and survives its own SAN.
pub fn san(bytes: &[u8]) {
    each_move(bytes, |position, text| match position.parse_san(text) {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv), "{text:?} gave {mv}");
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
            position.play(mv);
        }
        Err(error) => assert!(error.to_string().contains(&format!("{text:?}"))),
    });
}

/// A move in UCI's spelling is refused with a reason that names it, or is legal and survives its
/// own text in both spellings of castling. The whole text is also read as lines of the protocol.
pub fn moves(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        goes_round::<Command>(line);
        goes_round::<Info>(line);
        goes_round::<BestMove>(line);
        goes_round::<UciOption>(line);
    }
    each_move(bytes, |position, text| match position.parse_uci(text) {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv), "{text:?} gave {mv}");
            assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
            position.play(mv);
        }
        Err(error) => assert!(error.to_string().contains(&format!("{text:?}"))),
    });
}

/// What was read from a line prints a line that reads the same.
fn goes_round<T: FromStr + Display + PartialEq + Debug>(line: &str) {
    if let Ok(value) = line.parse::<T>() {
        let again = value.to_string().parse::<T>().ok();
        assert_eq!(again, Some(value), "{line:?}");
    }
}

/// Games are refused with a reason, or written so that they read back the same.
pub fn pgn(bytes: &[u8]) {
    for game in pgn::Reader::new(bytes) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let mut written = Vec::new();
        pgn::write(&game, &mut written).expect("memory takes everything");
        let mut games = pgn::Reader::new(&written[..]);
        let again = games
            .next()
            .expect("one game was written")
            .expect("and it reads");
        assert!(games.next().is_none(), "only one game was written");
        assert_eq!(again.start, game.start);
        assert_eq!(again.result, game.result);
        assert!(again.moves().eq(game.moves()));
    }
}

/// A FEN of xiangqi is refused with a reason, or gives a position that survives its own FEN and whose
/// moves can be made and taken back.
pub fn xiangqi_fen(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match xiangqi::Position::from_fen(text) {
        Ok(mut position) => {
            let again = xiangqi::Position::from_fen(&position.fen()).expect("its own FEN is good");
            assert_eq!(again, position);
            let moves = position.legal_moves();
            assert_eq!(moves.len(), position.count_legal_moves());
            for &mv in &moves {
                let gives_check = position.gives_check(mv);
                position.make(mv, &mut ());
                assert_eq!(position.in_check(), gives_check);
                assert_eq!(*position.keys(), position.keys_from_scratch());
                position.unmake(mv);
            }
            assert_eq!(again, position);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A move of xiangqi in any notation is refused with a reason that names it, or is legal and survives
/// its own coordinates. The texts are a FEN and a move on each line after it.
pub fn xiangqi_moves(bytes: &[u8]) {
    const MOST: usize = 64;
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let fen = lines.next().unwrap_or_default();
    let Ok(mut position) = xiangqi::Position::from_fen(fen) else {
        return;
    };
    for text in lines.take(MOST) {
        match position.parse_move(text) {
            Ok(mv) => {
                assert!(position.legal_moves().contains(&mv), "{text:?} gave {mv}");
                assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
                let _ = (
                    position.wxf(mv),
                    position.chinese(mv, xiangqi::Script::Radical),
                );
                position.play(mv);
            }
            Err(error) => assert!(error.to_string().contains(&format!("{text:?}"))),
        }
    }
}

/// Games of xiangqi in any format are refused with a reason, or survive being written as PGN.
pub fn xiangqi_import(bytes: &[u8]) {
    for game in xiangqi::import::read(bytes) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let mut written = Vec::new();
        pgn::write(&game, &mut written).expect("memory takes everything");
        let again = xiangqi::import::read(&written).next();
        let again = again.expect("one game was written").expect("and it reads");
        assert_eq!((&again.start, again.result), (&game.start, game.result));
        assert!(again.moves().eq(game.moves()));
    }
}

/// Any line is read as UCCI and written as UCCI.
pub fn ucci(bytes: &[u8]) {
    let mut ucci = Ucci::default();
    for line in String::from_utf8_lossy(bytes).lines() {
        let _ = ucci.command(line);
        let _ = Ucci::line(line);
    }
}

/// A network file is refused in one line, or its network can be evaluated; one of our own is written
/// back byte for byte. What is behind lengths and checksum is tried, too: the bytes are also taken as
/// the start of a file that is whole.
pub fn net(bytes: &[u8]) {
    read_net(bytes);
    read_net(&made_whole(bytes));
}

/// A book is refused with a reason, or all that is found in it for the start position is legal and
/// is the same after writing it.
pub fn book(bytes: &[u8]) {
    read_book::<Chess>(bytes);
    read_book::<Xiangqi>(bytes);
}

fn read_book<R: Codes>(bytes: &[u8]) {
    match Book::<R>::parse(bytes.to_vec()) {
        Ok(book) => {
            assert_eq!(book.bytes(), bytes);
            let start = R::start();
            for found in book.moves(&start) {
                assert!(R::legal_moves(&start).contains(&found.mv));
            }
            for line in book.lines(&start, 4) {
                assert!(line.len() <= 4);
            }
            for variety in [Variety::Weighted, Variety::Best, Variety::Uniform] {
                let _ = book.choose(&start, variety, &mut Rng::new(1));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn read_net(bytes: &[u8]) {
    match Container::<FeatureSet>::read(bytes) {
        Ok(container) => {
            let pieces = Pieces::from(&Position::start());
            let values = Color::ALL.map(|side| container.network.value(&pieces, side));
            assert_eq!(
                values[0], values[1],
                "the start looks the same to both sides"
            );
            let written = container
                .write()
                .expect("a card that was read is not too long");
            assert_eq!(written, bytes);
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
        }
    }
}

/// The bytes with zeros up to the length that the header asks for, if it is not too much, and with
/// the right checksum.
fn made_whole(bytes: &[u8]) -> Vec<u8> {
    // Twice the smallest network; larger ones only make it slow.
    const MOST: u64 = 1 << 17;
    let Some(header) = bytes.first_chunk::<HEADER_LEN>() else {
        return bytes.to_vec();
    };
    let number = |at: usize, len: usize| {
        let digits = header[at..at + len].iter().rev();
        digits.fold(0_u64, |number, digit| number << 8 | u64::from(*digit))
    };
    let (card, parameters) = (number(12, 4), number(16, 8));
    let asked = parameters
        .saturating_add(card)
        .saturating_add(HEADER_LEN as u64);
    let mut whole = bytes.to_vec();
    whole.resize(asked.min(MOST) as usize, 0);
    let checksum = crc32(&whole);
    whole.extend(checksum.to_le_bytes());
    whole
}

/// Calls `check` with a position and each line after the first.
fn each_move(bytes: &[u8], check: impl Fn(&mut Position, &str)) {
    const MOST: usize = 64;
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.split('\n');
    let Ok(mut position) = Position::from_fen(lines.next().unwrap_or_default()) else {
        return;
    };
    for line in lines.take(MOST) {
        check(&mut position, line);
    }
}

/// Makes and takes back every legal move.
fn exercise(position: &mut Position) {
    let before = position.fen();
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves());
    for &mv in &moves {
        assert!(position.is_pseudo_legal(mv) && position.is_legal(mv));
        let gives_check = position.gives_check(mv);
        position.make(mv, &mut ());
        assert_eq!(position.in_check(), gives_check);
        assert_eq!(*position.keys(), position.keys_from_scratch());
        position.unmake(mv);
    }
    assert_eq!(position.fen(), before);
}
