//! `quietus-lab stats` from the outside: the figures that fastchess prints for the same counts.

mod common;

use std::fs;

use common::{fail, succeed};

fn stats(line: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let words: Vec<&str> = line.split(' ').collect();
    succeed(folder.path(), &[&["stats"], &words[..]].concat())
}

#[test]
fn elo_and_los_of_counts() {
    let games = stats("--wdl 136 111 96");
    for figure in [
        "Wins: 136, Losses: 96, Draws: 111",
        "Elo: 40.70 +/- 30.43, nElo: 49.77 +/- 36.77",
        "LOS: 99.60 %",
        "Games: 343, Points: 191.5 (55.83 %)",
    ] {
        assert!(games.contains(figure), "{figure}: {games}");
    }
    let pairs = stats("--penta 34 54 63 64 75");
    for figure in [
        "Ptnml(0-2): [34, 54, 63, 64, 75], PairsRatio: 1.58",
        "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28",
        "LOS: 100.00 %",
        "Games: 580, Points: 336.0 (57.93 %)",
    ] {
        assert!(pairs.contains(figure), "{figure}: {pairs}");
    }
}

#[test]
fn llr_of_counts() {
    for (line, llr) in [
        ("--wdl 36433 68692 36027 --elo1 2", "LLR: 0.92 "),
        (
            "--wdl 21404 40708 21184 --elo0 0.5 --elo1 2.5 --model logistic",
            "LLR: -1.57 ",
        ),
        ("--penta 365 16618 36229 16974 390 --elo1 2", "LLR: 2.25 "),
        (
            "--penta 223 9863 21279 10037 246 --elo0 0.5 --elo1 2.5 --model logistic",
            "LLR: -3.07 ",
        ),
    ] {
        let text = stats(line);
        assert!(text.contains(llr), "{line}: {text}");
        assert_eq!(
            text.contains("H0 accepted"),
            llr.contains("-3.07"),
            "{text}"
        );
    }
    let all_won = stats("--wdl 4250 0 0 --elo1 10");
    assert!(all_won.contains("LLR: 120.5") && all_won.contains("H1 accepted"));
    assert!(stats("--penta 0 0 0 0 5550").contains("LLR: 111.8"));
}

/// A pair of games between two players.
fn pair(round: usize, names: [&str; 2], results: [&str; 2]) -> String {
    let [one, two] = names;
    let game = |number: usize, white: &str, black: &str| {
        let result = results[number - 1];
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}.{number}\"]\n\
             [Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
        )
    };
    game(1, one, two) + &game(2, two, one)
}

#[test]
fn games_are_counted_by_pairs_of_players() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut text = String::new();
    for round in 0..3 {
        text += &pair(round, ["new", "old"], ["1-0", "0-1"]);
        text += &pair(round + 3, ["new", "old"], ["1-0", "1/2-1/2"]);
        text += &pair(round + 6, ["new", "old"], ["0-1", "0-1"]);
    }
    text += &pair(9, ["old", "third"], ["1-0", "1/2-1/2"]);
    text += "[White \"third\"]\n[Black \"old\"]\n[Round \"10.1\"]\n\n1. d4 0-1\n\n";
    let compressed = zstd::encode_all(text.as_bytes(), 3).unwrap();
    fs::write(at.join("games.pgn.zst"), compressed).unwrap();
    let found = succeed(at, &["stats", "games.pgn.zst"]);
    let (first, second) = found.split_once("\n\n").unwrap();
    assert!(first.starts_with("new vs old:\n"), "{found}");
    assert!(first.contains("Wins: 12, Losses: 3, Draws: 3"), "{found}");
    assert!(first.contains("Ptnml(0-2): [0, 0, 3, 3, 3]"), "{found}");
    // A game without a partner: games are counted, not pairs.
    assert!(second.starts_with("old vs third:\n"), "{found}");
    assert!(second.contains("Wins: 2, Losses: 0, Draws: 1"), "{found}");
    assert!(!second.contains("Ptnml"), "{found}");
}

#[test]
fn mistakes_have_their_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for line in [
        "stats",
        "stats --wdl 1 2",
        "stats --penta 1 2 3 4 x",
        "stats --wdl 1 2 3 --penta 1 2 3 4 5",
        "stats games.pgn --wdl 1 2 3",
        "stats --wdl 1 2 3 --elo0 5 --elo1 0",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        fail(at, 2, &words);
    }
    let error = fail(at, 3, &["stats", "games.pgn"]);
    assert!(error.contains("cannot read games.pgn"), "{error}");
    fs::write(at.join("games.pgn"), "").unwrap();
    let error = fail(at, 3, &["stats", "games.pgn"]);
    assert!(error.contains("no finished games"), "{error}");
}

/// A match is no larger because two machines have played it.
#[test]
fn games_that_are_there_twice_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
    let game = |white: &str, black: &str, time: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[UTCTime \"{time}\"]\n[Result \"1-0\"]\n\n\
             {moves} 1-0\n\n"
        )
    };
    let one = game("a", "b", "10:00:00", moves) + &game("b", "a", "10:01:00", moves);
    let other = game("a", "c", "11:00:00", moves) + &game("b", "a", "11:01:00", moves);
    fs::write(at.join("one.pgn"), one).unwrap();
    fs::write(at.join("other.pgn"), other).unwrap();
    for command in [&["stats"][..], &["rate"], &["ledger", "add", "match"]] {
        let line = [command, &["one.pgn", "other.pgn"]].concat();
        let error = fail(at, 3, &line);
        let expected = "game 2 of other.pgn (b vs a) has the same moves as game 2 of one.pgn";
        assert!(error.contains(expected), "{error}");
        succeed(at, &[&line[..], &["--allow-repeats"]].concat());
    }
    // Short games repeat by chance.
    let short = game("a", "b", "10:00:00", "1. f3 e5 2. g4 Qh4#");
    fs::write(at.join("short.pgn"), short.repeat(2)).unwrap();
    succeed(at, &["stats", "short.pgn"]);
}
