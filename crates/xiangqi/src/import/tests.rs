use game::{GameResult, Rng};

use super::{ImportError, read};
use crate::Position;

fn moves(bytes: &[u8]) -> Result<String, ImportError> {
    let game = read(bytes).next().expect("a game")?;
    let texts: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    Ok(texts.join(" "))
}

const MOVES: &str = "h2e2 h9g7 h0g2 i9h9";
const DHTMLXQ: &str = "[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_red]\
    [DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]\
    [DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist][DhtmlXQ_result]红胜[/DhtmlXQ_result][/DhtmlXQ]";

/// An XQF 1.0 file with the same moves.
fn xqf() -> Vec<u8> {
    let mut bytes = vec![0; 1024];
    bytes[..3].copy_from_slice(b"XQ\x0a");
    let places = [
        0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69,
        79, 89, 17, 77, 6, 26, 46, 66, 86,
    ];
    bytes[16..48].copy_from_slice(&places);
    bytes[51] = 1;
    bytes[304..309].copy_from_slice(b"\x04\xba\xfa\xc8\xd9");
    bytes.extend([24, 32, 0xF0, 0, 2, 0, 0, 0, b'h', b'i']);
    for (index, (from, to)) in SQUARES.into_iter().enumerate() {
        let flags = if index < 3 { 0xF0 } else { 0 };
        bytes.extend([from + 24, to + 32, flags, 0, 0, 0, 0, 0]);
    }
    bytes
}

/// The squares of the moves in XQF.
const SQUARES: [(u8, u8); 4] = [(72, 42), (79, 67), (70, 62), (89, 79)];

/// The same as XQF 1.8. The seeds give the keys 167 for the places, 117 and 255 for the squares of
/// moves, and 19,980 for lengths of comments.
fn scrambled_xqf() -> Vec<u8> {
    let mut bytes = xqf();
    bytes.truncate(1024);
    bytes[2..16].copy_from_slice(&[18, 0xA7, 0, 0, 0, 0, 1, 2, 4, 8, 200, 13, 77, 5]);
    for slot in 0..32 {
        let place = xqf()[16 + slot];
        bytes[16 + (slot + 32 * 6 - 167 - 1) % 32] = place.wrapping_add(167);
    }
    let mut body = vec![0, 0, 0xA0, 0];
    body.extend((19_980_u32 + 2).to_le_bytes());
    body.extend(b"hi");
    for (index, (from, to)) in SQUARES.into_iter().enumerate() {
        let flags = if index < 3 { 0x80 } else { 0 };
        body.extend([from + 24 + 117, (to + 32).wrapping_add(255), flags, 0]);
    }
    let phrase = b"[(C) Copyright Mr. Dong Shiwei.]".iter().cycle();
    let masks = [0x81, 0x07, 0x05, 0x0D].iter().cycle();
    let key = phrase.zip(masks).map(|(byte, mask)| byte & mask);
    let scrambled = body.iter().zip(key);
    bytes.extend(scrambled.map(|(byte, key)| byte.wrapping_add(key)));
    bytes
}

#[test]
fn every_format_gives_the_same_moves() {
    for pgn in [
        "[Game \"Chinese Chess\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 1-0\n",
        "[Format \"WXF\"]\n\n1. C2=5 H8+7\n2. H2+3 R9=8 1-0\n",
        "[Format \"Chinese\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ 1-0\n",
        DHTMLXQ,
    ] {
        assert_eq!(moves(pgn.as_bytes()).as_deref(), Ok(MOVES), "{pgn}");
    }
    for bytes in [DHTMLXQ.as_bytes().to_vec(), xqf(), scrambled_xqf()] {
        assert_eq!(moves(&bytes).as_deref(), Ok(MOVES));
        let game = read(&bytes).next().unwrap().unwrap();
        assert_eq!(game.result, GameResult::WhiteWins);
        assert_eq!(game.start, Position::start());
    }
    let two = DHTMLXQ.repeat(2);
    assert_eq!(read(two.as_bytes()).filter(Result::is_ok).count(), 2);
}

#[test]
fn results_and_tags_of_dhtmlxq_are_read_in_their_variants() {
    use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
    for (text, result) in [
        ("红胜", WhiteWins),
        ("红方勝", WhiteWins),
        ("黑负", WhiteWins),
        ("红负", BlackWins),
        ("黑胜", BlackWins),
        ("红和", Draw),
        ("和局", Draw),
        ("0-1", BlackWins),
        ("", Unknown),
    ] {
        let game = DHTMLXQ.replace("红胜", text);
        let game = read(game.as_bytes()).next().unwrap().unwrap();
        assert_eq!(game.result, result, "{text}");
    }
    // A page without the outer tags, with variations and the players' names only.
    let page = "<html>[DhtmlXQ_binit][/DhtmlXQ_binit]<br>[DhtmlXQ_red][/DhtmlXQ_red]\
        [DhtmlXQ_redname]A[/DhtmlXQ_redname][DhtmlXQ_move_0_1_0]7747706279678070[/DhtmlXQ_move_0_1_0]\
        [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]</html>";
    assert_eq!(moves(page.as_bytes()).as_deref(), Ok(MOVES));
    let game = read(page.as_bytes()).next().unwrap().unwrap();
    assert_eq!(game.tag("Red"), Some("A"));
}

#[test]
fn results_names_and_comments_of_xqf_are_read() {
    for (byte, result) in [
        (0, GameResult::Unknown),
        (2, GameResult::BlackWins),
        (3, GameResult::Draw),
        (4, GameResult::Draw),
    ] {
        let mut bytes = xqf();
        bytes[51] = byte;
        assert_eq!(read(&bytes).next().unwrap().unwrap().result, result);
    }
    for bytes in [xqf(), scrambled_xqf()] {
        let game = read(&bytes).next().unwrap().unwrap();
        assert_eq!(game.tags, [("Red".to_owned(), "胡荣".to_owned())]);
        assert_eq!(game.line.comment.as_deref(), Some("hi"));
        assert!(game.line.moves.iter().all(|mv| mv.comment.is_none()));
    }
}

#[test]
fn a_position_in_which_black_is_in_check_is_black_to_move() {
    let mut places = ["99"; 32];
    (places[0], places[4], places[20]) = ("40", "59", "30");
    let bytes = format!(
        "[DhtmlXQ][DhtmlXQ_binit]{}[/DhtmlXQ_binit]",
        places.concat()
    );
    let game = read(bytes.as_bytes()).next().unwrap().unwrap();
    assert_eq!(game.start.fen(), "3kR4/9/9/9/9/9/9/9/9/5K3 b - - 0 1");
}

/// `1. 炮二平五 馬8進7 *` in Big5 and `1. 炮二平五 马8进7 *` in GBK.
#[test]
fn chinese_encodings_are_read() {
    let big5 = b"1. \xac\xb6\xa4G\xa5\xad\xa4\xad \xb0\xa88\xb6i7 *\n";
    let gbk = b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed8\xbd\xf87 *\n";
    for bytes in [&big5[..], gbk] {
        assert_eq!(moves(bytes).as_deref(), Ok("h2e2 h9g7"));
    }
    let latin1 = b"[Red \"Andr\xe9\"]\n\n1. h2e2 *\n";
    assert_eq!(moves(latin1).as_deref(), Ok("h2e2"));
    let name = b"[Red \"\xba\xfa\xc8\xd9\"]\n\n1. h2e2 *\n";
    let game = read(name).next().unwrap().unwrap();
    assert_eq!(game.tag("Red"), Some("胡荣"));
}

#[test]
fn broken_files_are_refused() {
    let mut later = xqf();
    later[2] = 19;
    let mut cut = xqf();
    cut.truncate(1040);
    let mut comment = xqf();
    comment[1031] = 0x7F;
    let shuffle = "7747706247776270".repeat(1025);
    let endless = format!("[DhtmlXQ][DhtmlXQ_movelist]{shuffle}[/DhtmlXQ_movelist]").into_bytes();
    for bytes in [
        &later[..],
        &cut,
        b"XQ",
        b"[DhtmlXQ][DhtmlXQ_movelist]77[/DhtmlXQ_movelist]",
        b"[DhtmlXQ][DhtmlXQ_movelist]7777[/DhtmlXQ_movelist]",
        b"[DhtmlXQ][DhtmlXQ_binit]0919[/DhtmlXQ_binit]",
        b"1. C2=9 *",
        &endless,
    ] {
        assert!(moves(bytes).is_err(), "{bytes:?}");
    }
    assert_eq!(moves(&comment).as_deref(), Ok(""));
}

#[test]
fn a_pgn_may_mention_another_format() {
    let text = b"[Event \"[DhtmlXQ][DhtmlXQ_movelist]\"]\n\n1. h2e2 {[DhtmlXQ]} h9g7 *";
    assert_eq!(moves(text).as_deref(), Ok("h2e2 h9g7"));
}

#[test]
fn no_bytes_panic() {
    let mut rng = Rng::new(7);
    for seed in [xqf(), scrambled_xqf(), DHTMLXQ.as_bytes().to_vec()] {
        for _ in 0..2_000 {
            let mut bytes = seed.clone();
            for _ in 0..=rng.below(4) {
                let at = rng.below(bytes.len());
                bytes[at] = rng.below(256) as u8;
            }
            bytes.truncate(rng.below(bytes.len() + 1));
            read(&bytes).for_each(drop);
        }
    }
}
