//! What must hold for any text or file that the engine reads. Fuzz targets call these with the fuzzer's bytes, and an
//! ordinary test with every file of the corpus.
//!
//! Texts for `san` and `moves` are a FEN on the first line and a move on each line after it.

use std::cell::RefCell;
use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use chess::{Chess, Color, Epd, Position, pgn};
use engine::{Output, Session, Step};
use game::{Codes, Rng};
use nnue::container::{HEADER_LEN, crc32};
use nnue::{Container, FeatureSet, Pieces};
use polyglot::{Book, Variety};
use uci::{BestMove, Command, Info, Ucci, UciOption};
use web::http::{
    Client, Connection, Handler, Head, Memory, Method, Places, Refusal, Reply, Request, Response,
    Standing, Transport, serve,
};
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

/// The head of a request is refused with a status, or is read alike however much of it comes at
/// once.
pub fn request(bytes: &[u8]) {
    match Head::parse(bytes) {
        Ok(Some((head, length))) => {
            assert!(length <= bytes.len() && bytes[..length].ends_with(b"\r\n\r\n"));
            assert!(head.path.starts_with('/') && !head.path.contains('?'));
            assert!(head.method == Method::Post || head.content_length <= 2 << 20);
            assert_eq!(Head::parse(&bytes[..length]), Ok(Some((head, length))));
            assert_eq!(Head::parse(&bytes[..length - 1]), Ok(None));
        }
        Ok(None) => assert!(!bytes.windows(4).any(|four| four == b"\r\n\r\n")),
        Err(error) => assert!((400..500).contains(&error.status())),
    }
}

/// Whatever a client sends, and in whatever pieces, it gets whole responses, and none after the one that
/// closes the connection.
pub fn conversation(bytes: &[u8]) {
    let answers = |piece| {
        let mut said = Said {
            rest: bytes,
            piece,
            heard: Vec::new(),
        };
        let places = Arc::new(Places::default());
        let place = places.take(Ipv4Addr::LOCALHOST.into(), Arc::new(Nowhere));
        serve(&mut said, &Lengths, &place, &Memory::default()).expect("memory takes everything");
        let heard = String::from_utf8(said.heard).expect("responses are text");
        // Only a client that sends its body later is asked for it.
        heard.replace("HTTP/1.1 100 Continue\r\n\r\n", "")
    };
    let heard = answers(usize::MAX);
    assert_eq!(answers(7), heard);
    let mut rest = heard.as_str();
    while let Some((head, body)) = rest.split_once("\r\n\r\n") {
        let status = head
            .strip_prefix("HTTP/1.1 ")
            .and_then(|head| head.get(..3));
        let status: u16 = status.expect("a status").parse().expect("a number");
        assert!((200..600).contains(&status), "{head}");
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("Content-Length: "));
        let length: usize = length.expect("a length").parse().expect("a number");
        // HEAD is answered without the body.
        let has_body = !body.is_empty() && !body.starts_with("HTTP/1.1 ");
        rest = &body[if has_body { length } else { 0 }..];
        if head.lines().any(|line| line == "Connection: close") {
            assert_eq!(rest, "");
        }
    }
    assert_eq!(rest, "");
}

/// Answers with the length of a body; knows only those who ask below `/api/`, and refuses `/no`.
struct Lengths;

impl Handler for Lengths {
    fn admit(&self, head: &Head) -> Result<Standing, Refusal> {
        match head.path.as_str() {
            "/no" => Err(Refusal {
                response: Response::wrong_method("GET"),
                is_guess: false,
            }),
            path if path.starts_with("/api/") => Ok(Standing::Known),
            _ => Ok(Standing::Stranger),
        }
    }

    fn handle(&self, request: &Request, _: &dyn Client) -> Reply {
        assert_eq!(request.body.len(), request.head.content_length);
        Response::json(&request.body.len()).into()
    }
}

/// What a client says, in pieces, and what it hears.
struct Said<'a> {
    rest: &'a [u8],
    piece: usize,
    heard: Vec<u8>,
}

impl Client for Said<'_> {
    fn has_left(&self) -> bool {
        self.rest.is_empty()
    }
}

impl Transport for Said<'_> {
    fn read_by(&mut self, _: Instant, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.piece.min(buffer.len()).min(self.rest.len());
        let (now, later) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = later;
        Ok(count)
    }

    fn write_by(&mut self, _: Instant, bytes: &[u8]) -> io::Result<()> {
        self.heard.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self) {}
}

/// A connection that nobody has to end.
struct Nowhere;

impl Connection for Nowhere {
    fn end(&self) {}
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

thread_local! {
    /// A session that no option was set in. Its search threads take longer to start than most texts
    /// to run.
    static IDLE: RefCell<Option<(Session, Shown)>> = const { RefCell::new(None) };
}

/// A session answers any lines: every `go` with one best move, every `isready` with `readyok`. Commands
/// that take long or use files are left out, and searches are short.
pub fn session(bytes: &[u8]) {
    const MOST: usize = 100;
    let (mut session, shown) = IDLE.take().unwrap_or_else(small_session);
    shown.clear();
    let (mut searches, mut questions) = (0, 0);
    let mut is_as_before = true;
    let text = String::from_utf8_lossy(bytes);
    let prologue = ["ucinewgame", "position startpos"];
    for line in prologue.into_iter().chain(text.lines().take(MOST)) {
        let command = match line.parse::<Command>() {
            Ok(command) => command,
            Err(error) => {
                let told = session.report(error.into());
                told.expect("memory takes everything");
                continue;
            }
        };
        let Some(command) = harmless(command) else {
            continue;
        };
        let is_search = matches!(command, Command::Go(_));
        questions += usize::from(command == Command::IsReady);
        is_as_before &= !matches!(command, Command::SetOption(_));
        match session.run_command(command) {
            Ok(Step::Quit) => break,
            Ok(_) => searches += usize::from(is_search),
            Err(error) => session.report(error).expect("memory takes everything"),
        }
        session.stop();
        session.wait();
    }
    if is_as_before {
        IDLE.set(Some((session, shown.clone())));
    }
    let shown = shown.text();
    let count = |start: &str| shown.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("bestmove "), searches, "{shown}");
    assert_eq!(count("readyok"), questions, "{shown}");
}

/// A session with little memory. Without a network most lines are answered sooner; a line can switch it
/// on.
fn small_session() -> (Session, Shown) {
    let shown = Shown::default();
    let mut session = Session::new(Output::new(shown.clone()));
    for option in ["Hash value 1", "UseNNUE value false"] {
        let command = format!("setoption name {option}").parse();
        let set = session.run_command(command.expect("a command"));
        assert!(set.is_ok(), "{option}");
    }
    (session, shown)
}

/// The command, unless it takes long or uses files; a search with a small limit.
fn harmless(command: Command) -> Option<Command> {
    const NODES: u64 = 300;
    match command {
        Command::Go(mut go) => {
            go.nodes = Some(go.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
            Some(Command::Go(go))
        }
        Command::SetOption(option) => {
            let name = option.name.to_ascii_lowercase();
            let value = option.value.trim().parse::<u64>();
            let is_small = value.map_or(true, |number| number <= 4);
            let is_harmless = match name.trim() {
                "threads" | "hash" | "multipv" => is_small,
                name => !name.contains("file"),
            };
            is_harmless.then_some(Command::SetOption(option))
        }
        Command::Bench(_)
        | Command::Speedtest(_)
        | Command::Perft(_)
        | Command::Genfens(_)
        | Command::Play(_)
        | Command::Serve(_) => None,
        other => Some(other),
    }
}

/// What a session wrote.
#[derive(Clone, Default)]
struct Shown(Arc<Mutex<Vec<u8>>>);

impl Shown {
    fn clear(&self) {
        self.0.lock().expect("no writer panics").clear();
    }

    fn text(&self) -> String {
        let bytes = self.0.lock().expect("no writer panics");
        String::from_utf8(bytes.clone()).expect("a session writes UTF-8")
    }
}

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
