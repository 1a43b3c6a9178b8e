//! WXF and Chinese notation: known moves, doubled pieces, and round trips over random games.

mod common;

use game::Rng;
use xiangqi::{MoveError, Position, Script};

const SCRIPTS: [Script; 3] = [Script::Simplified, Script::Traditional, Script::Radical];

#[test]
fn random_games_round_trip() {
    let mut rng = Rng::new(11);
    for game in 0..60 {
        let mut position = match game % 3 {
            0 => common::scattered(&mut rng),
            _ => Position::start(),
        };
        let style = common::Style::ALL[game % common::Style::ALL.len()];
        common::play_random(&mut position, style, 120, &mut rng, |position| {
            for &mv in &position.legal_moves() {
                let wxf = position.wxf(mv);
                assert_eq!(position.parse_wxf(&wxf), Ok(mv), "{} {wxf}", position.fen());
                assert_eq!(position.parse_move(&wxf.to_lowercase()), Ok(mv));
                assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
                for script in SCRIPTS {
                    let text = position.chinese(mv, script);
                    let read = position.parse_chinese(&text);
                    assert_eq!(read, Ok(mv), "{} {text}", position.fen());
                }
            }
        });
    }
}

/// Checks one move in all notations: coordinates, WXF, simplified, traditional, radical.
fn check(fen: &str, expected: [&str; 5]) {
    let position = Position::from_fen(fen).expect("a valid position");
    let [uci, texts @ ..] = expected;
    let mv = position.parse_uci(uci).expect("a legal move");
    assert_eq!(position.wxf(mv), texts[0], "{fen}");
    for (script, text) in SCRIPTS.into_iter().zip(&texts[1..]) {
        assert_eq!(position.chinese(mv, script), *text, "{fen}");
    }
    for text in texts {
        assert_eq!(position.parse_move(text), Ok(mv), "{fen} {text}");
    }
}

#[test]
fn known_moves() {
    let start = Position::START_FEN;
    check(start, ["h2e2", "C2=5", "炮二平五", "炮二平五", "炮二平五"]);
    check(start, ["b0c2", "H8+7", "马八进七", "馬八進七", "傌八進七"]);
    check(start, ["i0i1", "R1+1", "车一进一", "車一進一", "俥一進一"]);
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    check(black, ["h9g7", "H8+7", "马８进７", "馬８進７", "馬８進７"]);
    check(black, ["h7e7", "C8=5", "炮８平５", "炮８平５", "砲８平５"]);
    check(black, ["g9e7", "E7+5", "象７进５", "象７進５", "象７進５"]);
}

#[test]
fn several_like_pieces_on_a_file() {
    let rooks = "3k5/9/4R4/9/9/4R4/9/9/9/5K3 w";
    check(rooks, ["e7e8", "R++1", "前车进一", "前車進一", "前俥進一"]);
    check(rooks, ["e4e1", "R--3", "后车退三", "後車退三", "後俥退三"]);
    let three = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
    check(three, ["e7e8", "15+1", "前兵进一", "前兵進一", "前兵進一"]);
    check(three, ["e6d6", "25=6", "中兵平六", "中兵平六", "中兵平六"]);
    check(three, ["e5f5", "35=4", "后兵平四", "後兵平四", "後兵平四"]);
    let two_files = "5k3/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b";
    check(
        two_files,
        ["c4d4", "23=4", "后３平４", "後３平４", "後３平４"],
    );
    check(
        two_files,
        ["g3g2", "17+1", "前７进１", "前７進１", "前７進１"],
    );
    let four = "3k5/9/4P4/4P4/4P4/4P4/9/9/9/5K3 w";
    check(four, ["e6d6", "25=6", "二兵平六", "二兵平六", "二兵平六"]);
    // Advisors are told apart by where they go.
    let advisors = "3k5/9/9/9/9/9/9/3A5/9/3A1K3 w";
    check(
        advisors,
        ["d2e1", "A6-5", "仕六退五", "仕六退五", "仕六退五"],
    );
    check(
        advisors,
        ["d0e1", "A6+5", "仕六进五", "仕六進五", "仕六進五"],
    );
}

/// As other programs write them; ours are in the test above.
#[test]
fn several_pawns_on_a_file_are_read_in_every_way() {
    let two_files = "3k5/9/9/P3P4/P3P4/9/9/9/9/4K4 w";
    let three = "3k5/9/9/4P4/4P4/4P4/9/9/9/4K4 w";
    for (fen, text, expected) in [
        (two_files, "Pa+1", "e6e7"),
        (two_files, "pb=4", "e5f5"),
        (two_files, "Pc+1", "a6a7"),
        (two_files, "Pd=8", "a5b5"),
        (three, "P.=4", "e5f5"),
        (three, "P==4", "e5f5"),
        (three, "=P=6", "e5d5"),
        (three, ".P=6", "e5d5"),
        (three, "Pb=6", "e5d5"),
    ] {
        let position = Position::from_fen(fen).expect("a valid position");
        let mv = position.parse_wxf(text).map(|mv| mv.to_string());
        assert_eq!(mv.as_deref(), Ok(expected), "{text}");
    }
    let position = Position::from_fen(two_files).expect("a valid position");
    for text in ["Pe+1", "P.+1", "Ra+1"] {
        assert!(position.parse_wxf(text).is_err(), "{text}");
    }
}

#[test]
fn bad_text_is_refused_with_its_kind() {
    let position = Position::start();
    let malformed = [
        "",
        "C2",
        "C2=",
        "C2=55",
        "X2=5",
        "C0=5",
        "炮二",
        "炮二平",
        "二平五",
        "前后平一",
    ];
    for text in malformed {
        let expected = Err(MoveError::Malformed(text.to_owned()));
        assert_eq!(position.parse_move(text), expected, "{text}");
    }
    for text in ["C2=2", "R1+5", "炮二平二", "前车进一", "C+=5"] {
        let expected = Err(MoveError::Illegal(text.to_owned()));
        assert_eq!(position.parse_move(text), expected, "{text}");
    }
    let rooks = Position::from_fen("3k5/9/4R4/9/9/4R4/9/9/9/5K3 w").expect("a valid position");
    let ambiguous = Err(MoveError::Ambiguous("R5=4".to_owned()));
    assert_eq!(rooks.parse_move("R5=4"), ambiguous);
}
