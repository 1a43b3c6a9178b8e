//! The commands for people: `eval`, `flip`, `compiler`, `speedtest`, `help`.

mod support;

use support::Engine;

/// Everything that a few commands say.
fn said(commands: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send(commands);
    engine.ready()
}

#[test]
fn eval_shows_terms_and_pieces() {
    let text = said("position fen 4k3/8/8/8/8/8/4P3/4K2R b K - 0 1\neval");
    let find = |start: &str| {
        let line = text.iter().find(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("{start} in {text:#?}"))
    };
    assert!(text.iter().all(|line| line.chars().count() <= 80));
    let rook = evaluation::handcrafted::material(chess::PieceType::Rook);
    let [middlegame, endgame] = [rook.middlegame, rook.endgame].map(|cp| f64::from(cp) / 100.0);
    let row = format!("|     1 {middlegame:>7.2} {endgame:>7.2} |     0    0.00    0.00 |");
    assert!(find("Rook ").contains(&row), "{row} in {text:#?}");
    let number = |start: &str| -> f64 {
        let word = find(start).split_whitespace().last().expect("a number");
        word.parse().expect("a number")
    };
    let (us, white) = (
        number("Total for the side to move"),
        number("Total for White"),
    );
    assert!(
        us < -4.0 && white > 4.0 && (us + white).abs() < 1e-9,
        "{us} {white}"
    );
    assert!(find("Phase:").contains("2 of 24") && find("Phase:").contains("Black"));
    let rank_one = text
        .iter()
        .position(|line| line.starts_with("1 |"))
        .expect("the board");
    let below = &text[rank_one + 1];
    let last = below
        .trim_end_matches('|')
        .rsplit('|')
        .next()
        .expect("h1")
        .trim();
    assert!(
        last.parse::<f64>().is_ok_and(|value| value > 4.0),
        "{below}"
    );
    assert_eq!(
        below.matches('.').count(),
        1,
        "kings have no number: {below}"
    );
}

#[test]
fn flip_exchanges_the_colors() {
    let text = said("position startpos moves e2e4\nflip\nd");
    let fen = "FEN: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(text.iter().any(|line| line == fen), "{text:#?}");
}

#[test]
fn compiler_says_how_it_was_built() {
    let text = said("compiler");
    for start in [
        "Commit: ",
        "Compiler: rustc ",
        "Target: ",
        "Slice: ",
        "CPU features: ",
        "Kernels: ",
        "Networks: chess ",
        "Debug assertions: ",
    ] {
        assert!(
            text.iter().any(|line| line.starts_with(start)),
            "{start}: {text:?}"
        );
    }
}

#[test]
fn speedtest_reports_the_speed() {
    let text = said("speedtest 2 4 1");
    assert!(
        text.iter().any(|line| line == "Threads: 2") && text.contains(&"Hash: 4 MiB".to_owned())
    );
    let last: Vec<&str> = text.last().expect("a result").split(' ').collect();
    let ["nodes", "nps"] = [last[1], last[3]] else {
        panic!("{last:?}");
    };
    assert!(
        last[0].parse::<u64>().is_ok_and(|nodes| nodes > 1000),
        "{last:?}"
    );
    for (command, problem) in [
        ("speedtest 0", "threads must be from 1 to 1024"),
        ("speedtest 1 x", "hash must be from 1"),
        ("speedtest 1 1 -1", "seconds must be from 1"),
        ("speedtest 1 1 1 1", "usage: speedtest"),
    ] {
        let text = said(command);
        assert!(
            text.len() == 1 && text[0].contains(problem),
            "{command}: {text:?}"
        );
    }
}

#[test]
fn help_names_every_command() {
    let text = said("help").join("\n");
    for command in [
        "eval",
        "flip",
        "compiler",
        "speedtest",
        "bench",
        "perft",
        "setoption",
    ] {
        assert!(text.contains(&format!("\n  {command}")), "{command}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}
