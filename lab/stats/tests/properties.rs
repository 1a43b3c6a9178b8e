//! Properties that hold for any counts, tested on random ones.

use game::Rng;
use stats::{Counts, Decision, Model, Outcome, Pentanomial, Performance, Sprt, Trinomial};

const TRIES: u64 = 300;

/// Counts between nothing and a long match, with some bins empty.
fn bins<const N: usize>(rng: &mut Rng) -> [u64; N] {
    let largest = 10_usize.pow(1 + rng.below(5) as u32);
    std::array::from_fn(|_| {
        if rng.below(6) == 0 {
            0
        } else {
            rng.below(largest) as u64
        }
    })
}

fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(model, elo0, elo1, 0.05, 0.05).expect("the hypotheses are in order")
}

/// A test and the same one from the opponent's side.
fn mirrored(model: Model, rng: &mut Rng) -> (Sprt, Sprt) {
    let elo0 = rng.below(400) as f64 / 10.0 - 20.0;
    let elo1 = elo0 + 1.0 + rng.below(200) as f64 / 10.0;
    (sprt(model, elo0, elo1), sprt(model, -elo1, -elo0))
}

#[test]
fn swapping_the_players_negates_the_llr() {
    let mut rng = Rng::new(1);
    for _ in 0..TRIES {
        for model in [Model::Logistic, Model::Normalized] {
            let (ours, theirs) = mirrored(model, &mut rng);
            let games = Trinomial::from(bins(&mut rng));
            let (one, two) = (ours.llr(&games), theirs.llr(&games.swapped()));
            assert!(
                (one + two).abs() <= 1e-9 * (1.0 + one.abs()),
                "{games:?} {one} {two}"
            );
            let pairs = Pentanomial(bins(&mut rng));
            let (one, two) = (ours.llr(&pairs), theirs.llr(&pairs.swapped()));
            assert!(
                (one + two).abs() <= 1e-9 * (1.0 + one.abs()),
                "{pairs:?} {one} {two}"
            );
        }
    }
}

#[test]
fn swapping_the_players_negates_the_elo() {
    let mut rng = Rng::new(2);
    for _ in 0..TRIES {
        let pairs = Pentanomial(bins(&mut rng));
        let (ours, theirs) = (Performance::of(&pairs), Performance::of(&pairs.swapped()));
        let opposite = |a: f64, b: f64| a == -b || (a + b).abs() < 1e-9 * (1.0 + a.abs());
        assert!(opposite(ours.elo.value, theirs.elo.value), "{pairs}");
        assert!(opposite(ours.interval[0], theirs.interval[1]), "{pairs}");
        assert!(
            opposite(ours.normalized_elo.value, theirs.normalized_elo.value),
            "{pairs}"
        );
        assert!((ours.los + theirs.los - 1.0).abs() < 1e-12, "{pairs}");
    }
}

#[test]
fn no_counts_give_nan() {
    let mut rng = Rng::new(3);
    let test = sprt(Model::Normalized, 0.0, 5.0);
    let alike = (0..5).map(|bin| {
        let mut bins = [0; 5];
        bins[bin] = 777;
        bins
    });
    let random = (0..TRIES).map(|_| bins(&mut rng));
    for pairs in alike.chain(random).map(Pentanomial) {
        let found = Performance::of(&pairs);
        for figure in [
            found.score,
            found.elo.value,
            found.elo.error,
            found.normalized_elo.value,
            found.normalized_elo.error,
            found.los,
            found.interval[0],
            found.interval[1],
            test.llr(&pairs),
            pairs.pairs_ratio(),
            test.remaining(&pairs).map_or(0.0, |plan| plan.observations),
            test.remaining(&pairs).map_or(0.0, |plan| plan.pass),
        ] {
            assert!(!figure.is_nan(), "{pairs} {found:?}");
        }
        assert!(test.llr(&pairs).is_finite());
    }
}

#[test]
fn merging_matches_equals_playing_them_as_one() {
    let mut rng = Rng::new(4);
    for _ in 0..TRIES {
        let (mut whole, mut parts) = (Pentanomial::default(), vec![Pentanomial::default(); 3]);
        let (mut games, mut halves) = (Trinomial::default(), vec![Trinomial::default(); 2]);
        for _ in 0..rng.below(200) {
            let [first, second] = [(); 2].map(|()| Outcome::ALL[rng.below(3)]);
            whole.add(first, second);
            parts[rng.below(3)].add(first, second);
            for outcome in [first, second] {
                games.add(outcome);
                halves[rng.below(2)].add(outcome);
            }
        }
        assert_eq!(parts.iter().copied().sum::<Pentanomial>(), whole);
        assert_eq!(halves[0] + halves[1], games);
        assert_eq!(whole.games(), games.games());
        assert_eq!(whole.points(), games.points());
    }
}

#[test]
fn more_of_the_same_raises_the_llr() {
    let mut rng = Rng::new(5);
    for _ in 0..TRIES {
        // No empty bins: those do not grow with the rest.
        let pairs = Pentanomial(bins(&mut rng).map(|n| n + 1));
        let double = pairs + pairs;
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(model, 0.0, 5.0);
            let (once, twice) = (test.llr(&pairs), test.llr(&double));
            assert!((2.0 * once - twice).abs() < 1e-9 * (1.0 + once.abs()));
        }
        let (once, twice) = (Performance::of(&pairs), Performance::of(&double));
        assert!((once.elo.value - twice.elo.value).abs() < 1e-9);
        assert!(once.elo.error > twice.elo.error);
    }
}

#[test]
fn a_better_result_never_lowers_the_llr() {
    let mut rng = Rng::new(6);
    let test = sprt(Model::Logistic, 0.0, 5.0);
    for _ in 0..TRIES {
        let pairs: [u64; 5] = bins::<5>(&mut rng).map(|n| n + 1);
        let (mut better, bin) = (pairs, rng.below(4));
        better[bin] -= 1;
        better[bin + 1] += 1;
        if better[bin] > 0 {
            assert!(test.llr(&Pentanomial(better)) > test.llr(&Pentanomial(pairs)));
        }
    }
}

#[test]
fn a_decision_is_made_exactly_at_the_bounds() {
    let mut rng = Rng::new(7);
    let test = sprt(Model::Logistic, 0.0, 10.0);
    for _ in 0..TRIES {
        let llr = test.llr(&Pentanomial(bins(&mut rng)));
        let expected = match llr {
            _ if llr >= test.upper() => Decision::Stronger,
            _ if llr <= test.lower() => Decision::Weaker,
            _ => Decision::Continue,
        };
        assert_eq!(test.decide(llr), expected);
        assert_eq!(
            test.progress(llr).abs() >= 1.0,
            expected != Decision::Continue
        );
    }
}
