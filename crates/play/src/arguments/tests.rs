use chess::{Chess, Color, Position};
use xiangqi::Xiangqi;

use super::{ColorChoice, Duration, Glyphs, Level, MoveLimits, PlayRules, Start};

type Arguments = super::Arguments<Chess>;
type Request = super::Request<Chess>;

fn parse(line: &str) -> Result<Request, String> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    Request::parse(&words)
}

fn game(line: &str) -> Arguments {
    match parse(line) {
        Ok(Request::Game(arguments)) => *arguments,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn nothing_said_is_a_game_as_white() {
    let arguments = game("");
    assert_eq!(arguments.color, ColorChoice::Fixed(Color::White));
    assert_eq!(arguments.limits.time, Some(Duration::from_secs(2)));
    assert_eq!((arguments.start, arguments.glyphs), (None, None));
}

#[test]
fn everything_can_be_said_in_any_order() {
    let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    let expected = Arguments {
        color: ColorChoice::Fixed(Color::Black),
        level: Some(Level::new(1400)),
        limits: MoveLimits {
            time: Some(Duration::from_millis(1500)),
            nodes: Some(1000),
            depth: Some(5),
        },
        start: Some(Start::Position(Box::new(Position::from_fen(fen).unwrap()))),
        threads: Some(2),
        hash: Some(32),
        glyphs: Some(Glyphs::Ascii),
    };
    let rest = "--time 1.5 --nodes 1000 --depth 5 --threads 2 --hash 32 --ascii --level hazel";
    assert_eq!(game(&format!("black --fen {fen} {rest}")), expected);
    assert_eq!(game(&format!("{rest} --fen {fen} black")), expected);
    assert_eq!(game(&format!("{rest} --color b --fen {fen}")), expected);
    assert_eq!(game("--960 17").start, Some(Start::Shuffled(Some(17))));
    for (line, color) in [
        ("--960 random black", ColorChoice::Fixed(Color::Black)),
        ("--960 black", ColorChoice::Fixed(Color::Black)),
        ("random --960", ColorChoice::Random),
    ] {
        assert_eq!(game(line).start, Some(Start::Shuffled(None)), "{line}");
        assert_eq!(game(line).color, color, "{line}");
    }
    assert_eq!(parse("black --help"), Ok(Request::Help));
    assert_eq!(parse("--opponents"), Ok(Request::Opponents));
}

#[test]
fn bad_words_are_named() {
    for (line, problem) in [
        ("green", "unknown argument of play: \"green\""),
        ("--fast", "unknown argument of play: \"--fast\""),
        ("--color", "--color must be white, black or random: \"\""),
        ("--time 0", "--time must be from 0.001 to 86400: \"0\""),
        ("--time nan", "--time must be from 0.001 to 86400: \"nan\""),
        ("--depth", "--depth must be from 1 to 246: \"\""),
        (
            "--nodes -5",
            "--nodes must be from 1 to 18446744073709551615",
        ),
        ("--threads 9999", "--threads must be from 1 to 1024"),
        ("--hash x", "--hash must be from 1 to 33554432: \"x\""),
        ("--960 960", "--960 must be from 0 to 959: \"960\""),
        ("--fen --ascii", "--fen needs a FEN"),
        ("--fen nonsense", "bad piece placement in FEN: \"nonsense\""),
        (
            "--960 --fen 8/8/8/4k3/8/8/4P3/4K3 w - -",
            "--fen and --960 exclude each other",
        ),
        (
            "--ascii --unicode",
            "--ascii and --unicode exclude each other",
        ),
    ] {
        let error = parse(line).unwrap_err();
        assert!(error.contains(problem), "{line}: {error}");
        assert!(error.ends_with("(see 'play --help')"), "{error}");
    }
}

#[test]
fn xiangqi_has_its_own_colors_and_starts() {
    let parse = |line: &str| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        super::Request::<Xiangqi>::parse(&words)
    };
    let color = |line: &str| match parse(line) {
        Ok(super::Request::Game(arguments)) => arguments.color,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(color(""), ColorChoice::Fixed(xiangqi::Color::Red));
    assert_eq!(
        color("--fen 4k4/9/9/9/4P4/9/9/9/9/3K5 w black"),
        ColorChoice::Fixed(xiangqi::Color::Black)
    );
    for (line, problem) in [
        ("white", "unknown argument of play: \"white\""),
        ("--960", "unknown argument of play: \"--960\""),
        (
            "--color white",
            "--color must be red, black or random: \"white\"",
        ),
    ] {
        let error = parse(line).unwrap_err();
        assert!(error.contains(problem), "{line}: {error}");
    }
}

#[test]
fn the_help_fits_a_terminal_and_names_every_option() {
    for help in [Chess::HELP, Xiangqi::HELP] {
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
        for option in [
            "--time",
            "--nodes",
            "--depth",
            "--fen",
            "--threads",
            "--hash",
        ] {
            assert!(help.contains(option), "{option}");
        }
    }
    assert!(Chess::HELP.contains("--960"));
}
