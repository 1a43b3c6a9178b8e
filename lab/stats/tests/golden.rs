//! The figures that fastchess prints, and a table computed by `tools/oracles/golden_statistics.py`.

use stats::{
    Counts, Model, Outcome, Pentanomial, Percent, Performance, Played, RatingOptions, Sprt,
    Tournament, Trinomial,
};

/// Computed by other methods than the crate's; see the script.
const TABLE: &str = include_str!("golden.txt");

fn test(model: Model, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(model, elo0, elo1, 0.05, 0.05).expect("all golden tests are sensible")
}

#[test]
fn the_same_llr_as_fastchess_to_the_printed_digits() {
    use Model::{Logistic, Normalized};
    let games = |wins, losses, draws| Trinomial {
        wins,
        draws,
        losses,
    };
    let line = |sprt: Sprt, llr: f64| sprt.line(llr).split(' ').nth(1).map(str::to_owned);

    for (model, counts, elo0, elo1, printed) in [
        (Normalized, games(36433, 36027, 68692), 0.0, 2.0, "0.92"),
        (Normalized, games(10871, 10650, 20431), -1.75, 0.25, "2.30"),
        (Logistic, games(21404, 21184, 40708), 0.5, 2.5, "-1.57"),
        (Logistic, games(57433, 57030, 106_593), 0.0, 2.0, "-2.59"),
    ] {
        let sprt = test(model, elo0, elo1);
        assert_eq!(line(sprt, sprt.llr(&counts)).as_deref(), Some(printed));
    }
    for (model, kinds, elo0, elo1, printed) in [
        (
            Normalized,
            [365, 16618, 36029, 200, 16974, 390],
            0.0,
            2.0,
            "2.25",
        ),
        (
            Normalized,
            [127, 4883, 10311, 401, 5150, 104],
            -1.75,
            0.25,
            "3.01",
        ),
        (
            Logistic,
            [223, 9863, 20279, 1000, 10037, 246],
            0.5,
            2.5,
            "-3.07",
        ),
        (
            Logistic,
            [871, 26175, 55003, 980, 26678, 821],
            0.0,
            2.0,
            "-4.98",
        ),
    ] {
        let sprt = test(model, elo0, elo1);
        let counts = Pentanomial::from_kinds(kinds);
        assert_eq!(line(sprt, sprt.llr(&counts)).as_deref(), Some(printed));
    }
}

#[test]
fn the_llr_of_games_all_won_is_exact() {
    // Fastchess's own tests name 120.56 and 111.82 here, and allow one percent around them. With
    // all weight on one score the maximum has a closed form, which gives 120.55 and 111.80: the
    // share of that score is (1 + t / √(1 + t²)) / 2 for a mean `t` deviations above one half.
    let exact = |total: f64, normalized_elo: f64| {
        let t = normalized_elo * 10.0_f64.ln() / 800.0;
        total * (t / (1.0 + t * t).sqrt()).ln_1p()
    };
    let games = Trinomial {
        wins: 4250,
        draws: 0,
        losses: 0,
    };
    let pairs = Pentanomial([0, 0, 0, 0, 5550]);
    for (found, exact, published) in [
        (
            test(Model::Normalized, 0.0, 10.0).llr(&games),
            exact(4250.0, 10.0),
            120.56,
        ),
        (
            test(Model::Normalized, 0.0, 5.0).llr(&pairs),
            exact(5550.0, 50.0_f64.sqrt()),
            111.82,
        ),
    ] {
        assert!((found - exact).abs() < 2e-3, "{found} {exact}");
        assert!(
            (found - published).abs() < 3e-4 * published,
            "{found} {published}"
        );
    }
}

#[test]
fn the_same_elo_as_fastchess_to_the_printed_digits() {
    let games = Performance::of(&Trinomial {
        wins: 136,
        draws: 111,
        losses: 96,
    });
    assert_eq!(
        games.to_string(),
        "Elo: 40.70 +/- 30.43, nElo: 49.77 +/- 36.77"
    );
    assert_eq!(Percent(games.los).to_string(), "99.60 %");
    assert_eq!(format!("{:.3}", games.score), "0.558");

    let pairs = Performance::of(&Pentanomial::from_kinds([34, 54, 31, 32, 64, 75]));
    assert_eq!(
        pairs.to_string(),
        "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28"
    );
    assert_eq!(Percent(pairs.los).to_string(), "100.00 %");
    assert_eq!(format!("{:.3}", pairs.score), "0.579");
}

/// The rows of one kind, as words.
fn rows(kind: &str) -> impl Iterator<Item = Vec<&'static str>> {
    TABLE
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(move |words| words[0] == kind)
        .map(|words| words[1..].to_vec())
}

fn number(word: &str) -> f64 {
    word.parse().expect("the table holds numbers")
}

/// Counts of either kind, distinguished by their length.
enum Either {
    Games(Trinomial),
    Pairs(Pentanomial),
}

fn counts(word: &str) -> Either {
    let bins: Vec<u64> = word
        .split(',')
        .map(|n| n.parse().expect("the table holds counts"))
        .collect();
    match bins[..] {
        [losses, draws, wins] => Either::Games(Trinomial {
            wins,
            draws,
            losses,
        }),
        [ll, ld, middle, wd, ww] => Either::Pairs(Pentanomial([ll, ld, middle, wd, ww])),
        _ => panic!("{word} is neither games nor pairs"),
    }
}

#[test]
fn the_elo_of_the_independent_table() {
    let mut compared = 0;
    for row in rows("elo") {
        let found = match counts(row[0]) {
            Either::Games(games) => Performance::of(&games),
            Either::Pairs(pairs) => Performance::of(&pairs),
        };
        let figures = [
            found.elo.value,
            found.elo.error,
            found.normalized_elo.value,
            found.normalized_elo.error,
            100.0 * found.los,
            found.score,
        ];
        for (figure, word) in figures.iter().zip(&row[1..]) {
            assert!((figure - number(word)).abs() < 1e-6, "{row:?} {figures:?}");
            compared += 1;
        }
    }
    assert!(compared >= 60);
}

#[test]
fn the_llrs_of_the_independent_table() {
    let mut compared = 0;
    for row in rows("llr") {
        let (model, tolerance) = match row[0] {
            "logistic" => (Model::Logistic, 1e-6),
            // The iteration stops where that of fastchess does, a little before the exact maximum.
            _ => (Model::Normalized, 1e-4),
        };
        let sprt = test(model, number(row[1]), number(row[2]));
        let found = match counts(row[3]) {
            Either::Games(games) => sprt.llr(&games),
            Either::Pairs(pairs) => sprt.llr(&pairs),
        };
        assert!(
            (found - number(row[4])).abs() < tolerance,
            "{row:?} {found}"
        );
        compared += 1;
    }
    assert!(compared >= 20);
}

#[test]
fn the_ratings_of_the_independent_table() {
    let names = ["a", "b", "c", "d"];
    let mut tournament = Tournament::new();
    for row in rows("game") {
        let numbers: Vec<usize> = row.iter().map(|n| n.parse().unwrap()).collect();
        let [white, black] = [numbers[0], numbers[1]].map(|i| tournament.player(names[i]));
        for (outcome, &times) in Outcome::ALL.into_iter().zip(&numbers[2..]) {
            for _ in 0..times {
                tournament.add_game(Played {
                    white,
                    black,
                    outcome,
                });
            }
        }
    }
    let ratings = tournament
        .rate(&RatingOptions {
            resamples: 0,
            ..Default::default()
        })
        .unwrap();
    let elo = |name: &str| {
        ratings
            .table
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.elo.value)
            .unwrap()
    };
    let expected: Vec<f64> = rows("ratings").flatten().map(number).collect();
    let found: Vec<f64> = names
        .into_iter()
        .map(elo)
        .chain([ratings.white_advantage.value, ratings.draw_rate.value])
        .collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 2e-4, "{found} {expected}");
    }
}

#[test]
fn counts_of_the_table_have_their_totals() {
    assert_eq!(Trinomial::from([96, 111, 136]).games(), 343);
    assert_eq!(
        Pentanomial::from_kinds([34, 54, 31, 32, 64, 75]).games(),
        580
    );
}
