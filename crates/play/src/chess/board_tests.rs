use chess::{Move, Position};
use game::Rng;

use super::{Chess, Color, Game, Glyphs, Piece, PieceType, Style, View, glyph};
use crate::board::draw;
use crate::square_board::square_text;
use crate::style::Mark;

fn game(start: Position, moves: &[&str]) -> Game<Chess> {
    let mut game = Game::<Chess>::new(start);
    for text in moves {
        let mv = game.position().parse_san(text).unwrap();
        game.play(mv);
    }
    game
}

fn drawn(game: &Game<Chess>, glyphs: Glyphs, bottom: Color) -> String {
    let style = Style {
        glyphs,
        has_lines: true,
        is_colored: false,
    };
    draw(
        game,
        View {
            style,
            bottom,
            human: Color::White,
            opponent: "Quietus",
        },
    )
}

#[test]
fn letters_from_whites_side() {
    let game = game(Position::start(), &["e4", "d5", "exd5"]);
    assert_eq!(
        drawn(&game, Glyphs::Ascii, Color::White),
        "  8  r  n  b  q  k  b  n  r     Quietus (black)\n\
         \x20 7  p  p  p  .  p  p  p  p\n\
         \x20 6  .  .  .  .  .  .  .  .\n\
         \x20 5  .  .  . [P] .  .  .  .     Move 2, black to play\n\
         \x20 4  .  .  .  . [.] .  .  .     Last move: 2. exd5\n\
         \x20 3  .  .  .  .  .  .  .  .\n\
         \x20 2  P  P  P  P  .  P  P  P\n\
         \x20 1  R  N  B  Q  K  B  N  R     You (white) p +1\n\
         \x20    a  b  c  d  e  f  g  h\n"
    );
}

#[test]
fn symbols_from_blacks_side() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9";
    let game = game(Position::from_fen(start).unwrap(), &["O-O"]);
    assert_eq!(
        drawn(&game, Glyphs::Unicode, Color::Black),
        "  1  · [♔] ♖ [·] ·  ·  ·  ♖     You (white)\n\
         \x20 2  ·  ·  ·  ·  ·  ·  ·  ·\n\
         \x20 3  ·  ·  ·  ·  ·  ·  ·  ·\n\
         \x20 4  ·  ·  ·  ·  ·  ·  ·  ·     Move 9, black to play\n\
         \x20 5  ·  ·  ·  ·  ·  ·  ·  ·     Last move: 9. O-O\n\
         \x20 6  ·  ·  ·  ·  ·  ·  ·  ·\n\
         \x20 7  ·  ·  ·  ·  ·  ·  ·  ·\n\
         \x20 8  ♜  ·  ·  ♚  ·  ·  ·  ♜     Quietus (black)\n\
         \x20    h  g  f  e  d  c  b  a\n"
    );
}

#[test]
fn check_and_the_end_are_said() {
    let start = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
    let mated = drawn(&game(start, &["Ra8#"]), Glyphs::Ascii, Color::White);
    assert!(mated.contains("1-0: checkmate, white wins"), "{mated}");
    let check = drawn(
        &game(Position::start(), &["e4", "f5", "Qh5"]),
        Glyphs::Ascii,
        Color::White,
    );
    assert!(check.contains("Move 2, black to play, check"), "{check}");
}

/// Games in which everything is taken that can be, so that the notes get as long as they can.
#[test]
fn eighty_columns_are_enough() {
    let mut rng = Rng::new(4);
    let mut most_captured = 0;
    for _ in 0..20 {
        let mut game = game(Position::start(), &[]);
        while game.ending().is_none() {
            let position = game.position();
            let moves = position.legal_moves();
            let captures: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| position.is_capture(mv))
                .collect();
            let mv = rng.choose(&captures).or_else(|| rng.choose(&moves));
            game.play(*mv.expect("the game is not over"));
        }
        most_captured = most_captured.max(game.captured(Color::White).len());
        for (glyphs, bottom) in [
            (Glyphs::Ascii, Color::White),
            (Glyphs::Unicode, Color::Black),
        ] {
            let text = drawn(&game, glyphs, bottom);
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
            assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
        }
    }
    assert!(most_captured >= 14, "{most_captured} pieces test little");
}

#[test]
fn colors_mark_the_last_move_and_the_king_in_check() {
    let game = game(Position::start(), &["e4", "f5", "Qh5"]);
    let style = Style {
        glyphs: Glyphs::Ascii,
        has_lines: true,
        is_colored: true,
    };
    let text = draw(
        &game,
        View {
            style,
            bottom: Color::White,
            human: Color::White,
            opponent: "Quietus",
        },
    );
    for expected in [
        "48;5;131m k \x1b[0m",
        "48;5;137m Q \x1b[0m",
        "48;5;137m   \x1b[0m",
    ] {
        assert_eq!(text.matches(expected).count(), 1, "{expected:?} in\n{text}");
    }
    assert!(!text.contains("[Q]"));
}

#[test]
fn a_square_is_three_columns_wide() {
    let king = Piece::new(Color::White, PieceType::King);
    let king = |style| Some((glyph(king, style), Color::White));
    let style = |glyphs, is_colored| Style {
        glyphs,
        has_lines: true,
        is_colored,
    };
    let plain = style(Glyphs::Ascii, false);
    assert_eq!(square_text(plain, king(plain), true, Mark::None), " K ");
    assert_eq!(square_text(plain, None, true, Mark::LastMove), "[.]");
    let unicode = style(Glyphs::Unicode, false);
    assert_eq!(
        square_text(unicode, king(unicode), false, Mark::Check),
        " ♔ "
    );
    let colored = style(Glyphs::Unicode, true);
    assert_eq!(
        square_text(colored, king(colored), false, Mark::LastMove),
        "\x1b[1;38;5;231;48;5;94m ♚ \x1b[0m"
    );
    assert_eq!(
        square_text(colored, None, true, Mark::None),
        "\x1b[38;5;16;48;5;103m   \x1b[0m"
    );
}
