//! The tunable parameters of the search: value, range, and step for SPSA. A game lists the values that
//! differ in [`game::Params`].
//!
//! A group belongs to the heuristic of the same name. Units: `margin` is in centipawns, `depth` and
//! `plies` in plies, `reduction` in 1/1024 plies, `bonus`, `malus` and `history` in history units.

#[cfg(any(test, feature = "tune"))]
mod sets;

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

use game::Params;

/// A tunable parameter.
#[derive(Debug)]
pub struct Param {
    /// `group.name`.
    pub name: &'static str,
    /// The value where a game has no other.
    #[cfg(any(test, feature = "tune"))]
    value: i32,
    /// Allowed values.
    pub range: std::ops::RangeInclusive<i32>,
    /// Step size for SPSA (`c_end`).
    #[cfg(any(test, feature = "tune"))]
    pub step: i32,
    #[cfg(feature = "tune")]
    cells: &'static [AtomicI32; Params::GAMES],
}

#[cfg(any(test, feature = "tune"))]
impl Param {
    /// The letter of the SPSA set that it is tuned in, if any.
    pub fn spsa_set(&self) -> Option<char> {
        sets::set_of(self.name)
    }

    /// The perturbation at the end of an SPSA run (`c_end`): the step, or half of it where the step
    /// is a fifth of the range or more.
    pub fn c_end(&self) -> f64 {
        let step = f64::from(self.step);
        match 5 * self.step >= self.range.end() - self.range.start() {
            true => step / 2.0,
            false => step,
        }
    }
}

/// What a cell holds until its parameter is set.
#[cfg(feature = "tune")]
const UNSET: i32 = i32::MIN;

#[cfg(feature = "tune")]
impl Param {
    /// The default value in a game.
    pub const fn default(&self, game: &Params) -> i32 {
        game.value(self.name, self.value)
    }

    /// Sets the value in a game for searches that start from now on. Returns whether it is in range.
    pub fn set(&self, game: &Params, value: i32) -> bool {
        let fits = self.range.contains(&value);
        if fits {
            self.cells[game.column].store(value, Ordering::Relaxed);
        }
        fits
    }
}

/// Whether all values of a game are those of parameters, and in their ranges.
pub(crate) const fn fit(game: &Params) -> bool {
    let mut found = 0;
    let mut index = 0;
    while index < PARAMS.len() {
        let Param { name, range, .. } = &PARAMS[index];
        let value = game.value(name, i32::MIN);
        if value != i32::MIN {
            if value < *range.start() || value > *range.end() {
                return false;
            }
            found += 1;
        }
        index += 1;
    }
    found == game.values.len()
}

macro_rules! params {
    ($($group:ident {
        $($name:ident: $value:literal, $min:literal..=$max:literal, $step:literal;)+
    })+) => {
        $(
            pub(crate) mod $group {
                use game::Game;

                /// Storage of the values that were set.
                #[cfg(feature = "tune")]
                #[allow(non_upper_case_globals, reason = "named like the functions")]
                pub(super) mod cells {
                    use std::sync::atomic::AtomicI32;

                    $(pub(in super::super) static $name: [AtomicI32; game::Params::GAMES] =
                        [const { AtomicI32::new(super::super::UNSET) }; game::Params::GAMES];)+
                }

                $(
                    #[inline(always)]
                    pub(crate) fn $name<G: Game>() -> i32 {
                        const NAME: &str = concat!(stringify!($group), ".", stringify!($name));
                        #[cfg(feature = "tune")]
                        {
                            let set = cells::$name[G::PARAMS.column]
                                .load(std::sync::atomic::Ordering::Relaxed);
                            if set != super::UNSET {
                                return set;
                            }
                        }
                        const { G::PARAMS.value(NAME, $value) }
                    }
                )+
            }
        )+

        /// All parameters.
        pub static PARAMS: &[Param] = &[
            $($(Param {
                name: concat!(stringify!($group), ".", stringify!($name)),
                #[cfg(any(test, feature = "tune"))]
                value: $value,
                range: $min..=$max,
                #[cfg(any(test, feature = "tune"))]
                step: $step,
                #[cfg(feature = "tune")]
                cells: &$group::cells::$name,
            },)+)+
        ];
    };
}

params! {                       //  value   range          step
    time {
        horizon_moves:                    24,  10..=60,      2;
        optimum_percent:                  73,  30..=150,     5;
        increment_percent:                94,  40..=100,     5;
        hard_percent:                     50,  20..=90,      5;
        max_moves_to_go:                  50,  20..=80,      5;
        cyclic_increment_percent:         70,  40..=100,     5;
        cyclic_hard_percent:             250,  100..=500,    25;
        cyclic_hard_min_percent:          10,  2..=30,       2;
        cyclic_hard_max_percent:          85,  50..=95,      5;
        hard_to_soft_percent:            500,  200..=5000,   50;
        max_percent:                      80,  50..=98,      4;
        soft_percent:                    100,  30..=250,     10;
        stability_0_percent:             170,  100..=300,    10;
        stability_1_percent:             120,  80..=200,     10;
        stability_2_percent:             100,  60..=150,     5;
        stability_3_percent:              90,  50..=130,     5;
        stability_4_percent:              80,  40..=120,     5;
        node_fraction_base_percent:      150,  110..=250,    10;
        node_fraction_percent:           135,  60..=250,     10;
        node_fraction_min_percent:        50,  20..=90,      5;
        score_drop_percent:                1,  0..=4,        1;
        score_drop_min_percent:           80,  50..=100,     5;
        score_drop_max_percent:          140,  100..=250,    10;
        trend_base_percent:               90,  60..=120,     5;
        trend_percent:                     3,  0..=8,        1;
        trend_min_percent:                75,  40..=100,     5;
        trend_max_percent:               150,  100..=300,    10;
        stable_score_margin:               8,  2..=40,       2;
        stable_score_base_percent:       120,  90..=160,     5;
        stable_score_percent:              4,  0..=12,       1;
        stable_score_min_percent:         86,  50..=100,     4;
        fail_low_percent:                134,  100..=200,    8;
        max_fail_lows:                     2,  1..=5,        1;
    }
    aspiration_window {
        min_depth:                         4,  2..=8,        1;
        base_margin:                      19,  4..=40,       4;
        average_divisor:               16000,  4000..=40000, 2000;
        growth_percent:                   45,  10..=100,     10;
    }
    hindsight {
        deepen_reduction:               3072,  1024..=5120,  256;
        shallower_reduction:            2048,  512..=4096,   256;
        shallower_margin:                128,  30..=250,     20;
    }
    razoring {
        max_depth:                         4,  1..=8,        1;
        base_margin:                     195,  60..=500,     30;
        depth_margin:                    235,  60..=400,     30;
    }
    reverse_futility {
        max_depth:                        10,  4..=14,       1;
        depth_margin:                     44,  30..=140,     8;
        improving_margin:                 51,  20..=140,     8;
        base_margin:                       8,  -20..=60,     5;
        correction_percent:               40,  0..=120,      10;
        worsening_percent:                48,  0..=100,      10;
    }
    null_move {
        min_depth:                         3,  1..=8,        1;
        base_margin:                      55,  0..=400,      25;
        depth_margin:                     12,  0..=40,       3;
        base_reduction:                 4230,  2048..=7168,  256;
        depth_reduction:                 354,  170..=512,    20;
        eval_divisor:                    172,  80..=300,     15;
        max_eval_plies:                    4,  2..=7,        1;
        verification_depth:               14,  8..=20,       1;
        capture_gain:                    300,  100..=900,    100;
    }
    internal_iterative_reduction {
        min_depth:                         5,  3..=9,        1;
    }
    probcut {
        min_depth:                         5,  3..=8,        1;
        base_margin:                     190,  100..=320,    20;
        improving_margin:                 60,  0..=120,      10;
        plies:                             4,  3..=6,        1;
    }
    small_probcut {
        margin:                          180,  80..=400,     20;
        plies:                             4,  2..=6,        1;
    }
    move_picker {
        see_divisor:                      36,  8..=128,      4;
        mvv_weight:                       14,  4..=40,       2;
        butterfly_weight:                  2,  1..=4,        1;
        check_bonus:                   10500,  0..=20000,    1000;
        escape_bonus:                  10900,  0..=20000,    1000;
        threatened_malus:               8000,  0..=20000,    1000;
    }
    late_move_pruning {
        base_percent:                    400,  100..=800,    40;
        depth_percent:                    98,  50..=200,     8;
    }
    futility_pruning {
        max_depth:                        10,  4..=14,       1;
        base_margin:                      75,  30..=220,     15;
        depth_margin:                     55,  30..=160,     10;
        history_divisor:                  64,  16..=256,     8;
    }
    capture_futility {
        max_depth:                         7,  4..=12,       1;
        base_margin:                     113,  30..=300,     15;
        depth_margin:                    103,  40..=220,     10;
        history_divisor:                  25,  8..=64,       3;
    }
    history_pruning {
        max_depth:                         5,  3..=9,        1;
        depth_history:                  3075,  1000..=5000,  250;
    }
    see_pruning {
        quiet_margin:                     17,  4..=60,       4;
        capture_margin:                   86,  40..=200,     10;
        history_divisor:                  42,  8..=128,      8;
    }
    singular_extension {
        min_depth:                         5,  4..=9,        1;
        tt_plies:                          3,  2..=5,        1;
        depth_percent:                   122,  40..=220,     15;
        double_margin:                     8,  -10..=50,     4;
        triple_margin:                    90,  30..=200,     12;
        max_double_extensions:            10,  4..=20,       1;
    }
    late_move_reduction {
        base_quiet:                     1370,  200..=1800,   80;
        base_capture:                    550,  -400..=1200,  80;
        base_pruning:                    972,  200..=1800,   80;
        slope_percent:                   400,  250..=600,    20;
        cut_node:                       1471,  500..=3600,   150;
        not_improving:                   750,  0..=1400,     100;
        tt_pv:                           808,  300..=2200,   120;
        pv_node:                        1287,  300..=2000,   120;
        tt_capture:                      900,  0..=1800,     120;
        gives_check:                     792,  0..=1800,     120;
        min_child_cutoffs:                 3,  1..=6,        1;
        child_cutoffs:                   937,  0..=2000,     120;
        history_percent:                  12,  4..=40,       3;
        correction_percent:              330,  0..=1200,     100;
        no_tt_move:                      689,  0..=2500,     150;
        tt_score:                        600,  0..=1500,     100;
        tt_depth:                        700,  0..=1500,     100;
    }
    do_deeper_shallower {
        deeper_margin:                    40,  10..=120,     8;
        shallower_margin:                  7,  0..=30,       3;
    }
    alpha_reduction {
        min_depth:                         3,  2..=6,        1;
        max_depth:                        11,  6..=20,       1;
    }
    qsearch {
        futility_margin:                 220,  60..=400,     20;
        see_margin:                       40,  0..=150,      10;
        max_moves:                         3,  1..=6,        1;
    }
    history {
        bonus_depth:                     200,  60..=400,     20;
        bonus_base:                      -67,  -300..=200,   30;
        bonus_max:                      1679,  600..=3000,   150;
        malus_depth:                     150,  60..=400,     20;
        malus_base:                       20,  -300..=200,   30;
        malus_max:                      1150,  500..=3000,   150;
        min_only_quiet_depth:              4,  1..=8,        1;
        reduced_bonus:                   850,  0..=2000,     100;
        refuted_percent:                  72,  0..=150,      10;
        eval_factor:                       6,  1..=20,       1;
        eval_malus:                      156,  0..=1000,     50;
        eval_bonus:                      254,  0..=1500,     50;
    }
    correction_history {
        pawn_weight:                      32,  10..=120,     8;
        non_pawn_weight:                  48,  10..=120,     8;
        minor_weight:                     33,  0..=120,      8;
        continuation_weight:              66,  0..=120,      8;
        fourth_weight:                    48,  0..=120,      8;
        update_divisor:                    8,  5..=14,       1;
        update_max:                      256,  128..=400,    24;
    }
}

#[cfg(test)]
mod tests {
    use game::Params;

    use super::{PARAMS, fit};

    #[test]
    fn values_of_games_are_those_of_parameters() {
        const fn game(values: &'static [(&'static str, i32)]) -> Params {
            Params { column: 0, values }
        }
        assert!(fit(&game(&[])));
        assert!(fit(&game(&[("razoring.max_depth", 3)])));
        assert!(!fit(&game(&[("razoring.max_depth", 9)])));
        assert!(!fit(&game(&[("razoring.no_such_depth", 3)])));
    }

    #[test]
    fn every_default_lies_in_its_range() {
        for param in PARAMS {
            let (range, name) = (&param.range, param.name);
            assert!(range.contains(&param.value), "{name}");
            assert!(
                (1..=range.end() - range.start()).contains(&param.step),
                "{name}"
            );
        }
    }

    #[test]
    fn parameters_have_a_perturbation_and_a_set() {
        let param = |name: &str| PARAMS.iter().find(|param| param.name == name).unwrap();
        let base = param("late_move_reduction.base_quiet");
        assert_eq!((base.spsa_set(), base.c_end()), (Some('A'), 80.0));
        let depth = param("singular_extension.min_depth");
        assert_eq!((depth.spsa_set(), depth.c_end()), (Some('D'), 0.5));
        assert_eq!(param("aspiration_window.min_depth").spsa_set(), None);
    }
}
