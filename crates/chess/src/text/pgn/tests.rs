use std::io::{self, BufReader, Read};
use std::time::Duration;

use pgn::{MAX_NODES, MAX_PLIES};

use super::{Game, PgnError, Reader, Reason, write};
use crate::GameResult;

fn read(text: &str) -> Vec<Result<Game, Reason>> {
    Reader::new(text.as_bytes())
        .map(|game| match game {
            Ok(game) => Ok(game),
            Err(PgnError::Broken(broken)) => Err(broken.reason),
            Err(PgnError::Io(error)) => panic!("{error}"),
        })
        .collect()
}

fn read_one(text: &str) -> Game {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

fn written(game: &Game) -> String {
    let mut bytes = Vec::new();
    write(game, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

const ANNOTATED: &str = r#"
[Event "A \"quoted\" \\ name"]
[White "Ström, Å."]
[Result "1-0"]
% a line for other programs

{Before} 1. e4 {[%clk 0:10:00.5] good [%eval 0.31]} e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2...
d6) 2.Nf3! Nc6 ; to the end of the line
3.Bb5 a6 4. Ba4 Nf6?! 5. O-O 1-0
"#;

#[test]
fn everything_in_a_game_is_kept() {
    let game = read_one(ANNOTATED);
    assert_eq!(game.tag("event"), Some("A \"quoted\" \\ name"));
    assert_eq!(game.tag("White"), Some("Ström, Å."));
    assert_eq!(game.result, GameResult::WhiteWins);
    assert_eq!(game.moves().len(), 9);
    assert_eq!(game.line.comment.as_deref(), Some("Before"));
    let [e4, e5, nf3, nc6, ..] = &game.line.moves[..] else {
        panic!("too short")
    };
    assert_eq!(e4.clock(), Some(Duration::from_millis(600_500)));
    assert_eq!(e4.command("eval"), Some("0.31"));
    assert_eq!(e4.command("ev"), None);
    assert_eq!((&e5.nags[..], &nf3.nags[..]), (&[1][..], &[1][..]));
    assert_eq!(nc6.comment.as_deref(), Some("to the end of the line"));
    let sicilian = &e5.variations[0];
    assert_eq!(sicilian.moves.len(), 3);
    assert_eq!(sicilian.moves[1].variations[0].moves.len(), 2);
    assert_eq!(game.line.moves[7].nags, [6]);
}

#[test]
fn what_is_written_reads_back_the_same() {
    let game = read_one(ANNOTATED);
    let text = written(&game);
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let again = read_one(&text);
    assert_eq!((&again.line, again.result), (&game.line, game.result));
    assert_eq!(again.tag("Event"), game.tag("Event"));
    assert_eq!(written(&again), text);
}

#[test]
fn no_line_of_a_comment_starts_with_a_percent_sign() {
    for length in 60..80 {
        let text = format!("{{{} %a %b}} 1. e4 *", "x".repeat(length));
        let game = read_one(&text);
        assert_eq!(read_one(&written(&game)).line, game.line);
    }
}

#[test]
fn chess960_games_keep_their_start_and_castling() {
    let text = "[Variant \"Chess960\"]\n\
        [FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 2 9\"]\n\n\
        9. O-O-O O-O 10. Rde1 *\n";
    let game = read_one(text);
    assert_eq!(game.start.fullmove_number(), 9);
    let again = read_one(&written(&game));
    assert_eq!(again.start, game.start);
    assert!(again.start.is_chess960());
    assert_eq!(again.line, game.line);
}

#[test]
fn broken_games_cost_only_themselves() {
    let good = "[White \"x\"]\n\n1. e4 e5 1/2-1/2\n\n";
    for (bad, is_expected) in [
        (
            "1. e4 e4 *",
            (|r| matches!(r, Reason::Move(1, _))) as fn(&Reason) -> bool,
        ),
        ("1. e4 e5 2. Ke2 Ke7 3. Zz *", |r| {
            matches!(r, Reason::Move(3, _))
        }),
        ("[FEN \"nonsense\"]\n\n*", |r| matches!(r, Reason::Fen(_))),
        ("[Variant \"Atomic\"]\n\n*", |r| {
            matches!(r, Reason::Variant(_))
        }),
        ("1. e4 (1. d4 d5 *", |r| matches!(r, Reason::Variation)),
        ("1. e4 ) *", |r| matches!(r, Reason::Variation)),
        ("(1. e4) *", |r| matches!(r, Reason::Variation)),
        ("1. e4 {never closed\n1-0", |r| matches!(r, Reason::Text(_))),
        ("[Event \"open\n\n1. e4 *", |r| matches!(r, Reason::Text(_))),
        ("1. e4 } *", |r| matches!(r, Reason::Text(_))),
    ] {
        let games = read(&format!("{good}[White \"bad\"]\n{bad}\n\n{good}{good}"));
        assert_eq!(games.len(), 4, "{bad}: {games:?}");
        assert!(
            games[1].as_ref().is_err_and(is_expected),
            "{bad}: {games:?}"
        );
        assert!(
            games[0].is_ok() && games[2].is_ok() && games[3].is_ok(),
            "{bad}"
        );
    }
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(100));
    assert_eq!(read(&deep), [Err(Reason::TooDeep)]);
}

#[test]
fn what_stands_before_a_mistake_can_be_kept() {
    let text = "[White \"x\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4) e5 {open} 2. Ke3 Ke7 1-0\n\n\
                [White \"y\"]\n\n1. d4 *\n\n[FEN \"x\"]\n\n*\n";
    let mut reader = Reader::new(text.as_bytes());
    let (game, broken) = reader.read_part().unwrap().unwrap();
    assert_eq!((game.tag("White"), game.moves().len()), (Some("x"), 2));
    assert_eq!(game.result, GameResult::WhiteWins);
    assert_eq!(game.line.moves[0].variations.len(), 1);
    let broken = broken.unwrap().to_string();
    assert!(
        broken.starts_with("game 1 (line 1): at move 2: "),
        "{broken}"
    );
    let (game, broken) = reader.read_part().unwrap().unwrap();
    assert_eq!((game.tag("White"), broken), (Some("y"), None));
    assert!(reader.read_part().unwrap().is_err());
    assert!(reader.read_part().is_none());
    assert_eq!((reader.counts().games, reader.counts().broken), (1, 2));
}

#[test]
fn odd_but_clear_texts_are_read() {
    assert_eq!(read("").len(), 0);
    assert_eq!(read("\n\n  \n").len(), 0);
    assert_eq!(read_one("*").moves().len(), 0);
    assert_eq!(read_one("[Result \"0-1\"]").result, GameResult::BlackWins);
    assert_eq!(read_one("1 e4 e5 2 Nf3 *").moves().len(), 3);
    // Games without tags follow each other.
    assert_eq!(read("1. e4 e5 1-0 1. d4 d5 0-1\n\n1. c4 *").len(), 3);
    // Latin-1 text is read as such.
    let mut latin = Reader::new(&b"[White \"Str\xF6m\"]\n\n1. e4 *"[..]);
    let game = latin.next().unwrap().unwrap();
    assert_eq!(game.tag("White"), Some("Ström"));
    assert_eq!(latin.counts().games, 1);
}

/// A stream of gigabytes that are made while it is read.
struct Endless<'a> {
    text: &'a [u8],
    left: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        self.left -= 1;
        buffer[..self.text.len()].copy_from_slice(self.text);
        Ok(self.text.len())
    }
}

#[test]
fn a_game_of_gigabytes_costs_itself_only() {
    let after = b"\n\n[White \"A\"]\n\n1. e4 *\n";
    // One line without end, and lines without end.
    for text in [[b'x'; 8000], [b'\n'; 8000]] {
        let left = if text[0] == b'x' { 100_000 } else { 3000 };
        let endless = Endless { text: &text, left };
        let stream = b"1. e4 ".chain(endless).chain(&after[..]);
        let mut reader = Reader::new(BufReader::new(stream));
        let error = reader.next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "game 1 (line 1): longer than 8 MiB");
        assert_eq!(reader.next().unwrap().unwrap().tag("White"), Some("A"));
    }
}

#[test]
fn long_texts_take_no_longer_than_their_length() {
    let games = "* ".repeat(300_000) + &" ".repeat(4 << 20);
    assert_eq!(Reader::new(games.as_bytes()).count(), 300_000);
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4_999);
    let variations = "(Nc3 (Nh3) Nc6)".repeat(36_000);
    let game = read_one(&format!("{moves} Nf3 {variations} Nf6 *"));
    assert_eq!(game.moves().len(), 19_998);
    let branches = &game.line.moves[19_996].variations;
    assert_eq!(branches.len(), 36_000);
    assert_eq!(branches[35_999].moves[0].variations[0].moves.len(), 1);
    assert_eq!(written(&game).matches("(").count(), 72_000);
}

#[test]
fn games_longer_than_any_are_refused() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_PLIES / 4);
    let after = "\n\n[White \"A\"]\n\n1. e4 *";
    let whole = format!("{moves} *{after}");
    assert_eq!(read(&whole).iter().filter(|game| game.is_ok()).count(), 2);
    let games = read(&format!("{moves} Nf3 *{after}"));
    assert_eq!(games[0], Err(Reason::TooManyPlies));
    assert!(games[1].is_ok());
    let message = games[0].as_ref().unwrap_err().to_string();
    assert_eq!(message, "more than 20000 plies");
    // One move, and a variation with a move, again and again.
    for (variations, is_refused) in [(MAX_NODES / 2 - 1, false), (MAX_NODES / 2, true)] {
        let game = format!("1. e4 {} e5 *", "(d4)".repeat(variations));
        assert_eq!(read(&game)[0] == Err(Reason::TooManyNodes), is_refused);
    }
}
