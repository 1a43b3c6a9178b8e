//! Every number of the search: its value, the range that makes sense, and a step for tuning.
//!
//! A group belongs to the heuristic of the same name. Units: `margin` is in hundredths of a pawn,
//! `depth` and `plies` in plies, `reduction` in 1/1024 plies, `history` in history units.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search as tuning sees it.
#[cfg(any(test, feature = "tune"))]
#[derive(Debug)]
pub struct Number {
    /// Group and name.
    pub name: &'static str,
    /// What it is if nobody sets it.
    pub default: i32,
    /// What makes sense.
    pub range: std::ops::RangeInclusive<i32>,
    /// A change that is worth trying.
    pub step: i32,
    #[cfg(feature = "tune")]
    cell: &'static AtomicI32,
}

#[cfg(feature = "tune")]
impl Number {
    /// Sets it for the searches that start from now on; whether it is in range.
    pub fn set(&self, value: i32) -> bool {
        let fits = self.range.contains(&value);
        if fits {
            self.cell.store(value, Ordering::Relaxed);
        }
        fits
    }
}

macro_rules! params {
    ($($group:ident { $($name:ident: $value:literal, $min:literal..=$max:literal, $step:literal;)+ })+) => {
        $(
            pub(crate) mod $group {
                /// Where the numbers live that can be changed.
                #[cfg(feature = "tune")]
                #[allow(non_upper_case_globals, reason = "named like the functions")]
                pub(super) mod cells {
                    use std::sync::atomic::AtomicI32;

                    $(pub(in super::super) static $name: AtomicI32 = AtomicI32::new($value);)+
                }

                $(
                    #[inline(always)]
                    pub(crate) fn $name() -> i32 {
                        #[cfg(feature = "tune")]
                        return cells::$name.load(std::sync::atomic::Ordering::Relaxed);
                        #[cfg(not(feature = "tune"))]
                        $value
                    }
                )+
            }
        )+

        /// All numbers.
        #[cfg(any(test, feature = "tune"))]
        pub static NUMBERS: &[Number] = &[
            $($(Number {
                name: concat!(stringify!($group), ".", stringify!($name)),
                default: $value,
                range: $min..=$max,
                step: $step,
                #[cfg(feature = "tune")]
                cell: &$group::cells::$name,
            },)+)+
        ];
    };
}

params! {
    clock {
        soft_percent:            100,   30..=250,     10;
    }
    aspiration {
        min_depth:                4,    2..=8,        1;
        base_margin:             12,    4..=40,       4;
        average_divisor:      16000,    4000..=40000, 2000;
        growth_percent:          45,    10..=100,     10;
    }
    hindsight {
        deepen_reduction:      3072,    1024..=5120,  256;
        shallower_reduction:   2048,    512..=4096,   256;
        shallower_margin:       110,    30..=250,     20;
    }
    razoring {
        max_depth:                4,    1..=8,        1;
        base_margin:            240,    60..=500,     30;
        depth_margin:           170,    60..=400,     30;
    }
    reverse_futility {
        max_depth:                9,    4..=14,       1;
        depth_margin:            55,    30..=140,     8;
        improving_margin:        50,    20..=140,     8;
        base_margin:             10,    0..=60,       5;
        correction_percent:      50,    0..=120,      10;
    }
    null_move {
        min_depth:                3,    1..=8,        1;
        base_margin:             80,    0..=400,      25;
        depth_margin:            12,    0..=40,       3;
        base_plies:               4,    2..=6,        1;
        depth_divisor:            3,    2..=6,        1;
        eval_divisor:           180,    80..=300,     15;
        max_eval_plies:           4,    2..=7,        1;
        verification_depth:      14,    8..=20,       1;
    }
    internal_reduction {
        min_depth:                5,    3..=9,        1;
    }
    probcut {
        min_depth:                5,    3..=8,        1;
        base_margin:            190,    100..=320,    20;
        improving_margin:        60,    0..=120,      10;
        plies:                    4,    3..=6,        1;
    }
    late_move_pruning {
        base_count:               3,    1..=8,        1;
    }
    futility {
        max_depth:               10,    4..=14,       1;
        base_margin:             75,    30..=220,     15;
        depth_margin:            60,    30..=160,     10;
        history_divisor:         64,    16..=256,     8;
    }
    history_pruning {
        max_depth:                5,    3..=9,        1;
        depth_history:         2600,    1000..=5000,  250;
    }
    exchange_pruning {
        quiet_margin:            12,    4..=60,       4;
        noisy_margin:            95,    40..=200,     10;
        history_divisor:         32,    8..=128,      8;
    }
    singular {
        min_depth:                6,    4..=9,        1;
        table_plies:              3,    2..=5,        1;
        depth_percent:          100,    40..=220,     15;
        double_margin:           16,    0..=50,       4;
        triple_margin:           90,    30..=200,     12;
        max_double:              10,    4..=20,       1;
    }
    late_move_reduction {
        base_quiet:             900,    200..=1600,   80;
        base_noisy:             200,    -400..=900,   80;
        slope_percent:          400,    250..=600,    20;
        cut_node:              1700,    500..=3000,   150;
        not_improving:          600,    0..=1400,     100;
        table_pv:              1100,    300..=2200,   120;
        principal:             1000,    300..=2000,   120;
        table_noisy:            900,    0..=1800,     120;
        gives_check:            900,    0..=1800,     120;
        cutoffs:               1000,    0..=2000,     120;
        history_percent:         14,    4..=40,       3;
        correction_percent:     400,    0..=1200,     100;
    }
    deeper_shallower {
        deeper_margin:           40,    10..=120,     8;
        shallower_margin:         8,    0..=30,       3;
    }
    quiescence {
        futility_margin:        170,    60..=400,     20;
        exchange_margin:         40,    0..=150,      10;
        max_moves:                3,    1..=6,        1;
    }
    history {
        bonus_depth:            170,    60..=400,     20;
        bonus_base:             -40,    -300..=200,   30;
        bonus_max:             1600,    600..=3000,   150;
        malus_depth:            160,    60..=400,     20;
        malus_base:             -20,    -300..=200,   30;
        malus_max:             1300,    500..=3000,   150;
        check_bonus:           9000,    0..=20000,    1000;
        escape_bonus:          9000,    0..=20000,    1000;
        threatened_malus:      8000,    0..=20000,    1000;
    }
    correction {
        pawn_weight:             60,    10..=120,     8;
        non_pawn_weight:         55,    10..=120,     8;
        minor_weight:            40,    0..=120,      8;
        continuation_weight:     50,    0..=120,      8;
    }
}

#[cfg(test)]
mod tests {
    use super::NUMBERS;

    #[test]
    fn every_value_lies_in_its_range() {
        for number in NUMBERS {
            let (range, name) = (&number.range, number.name);
            assert!(range.contains(&number.default), "{name}");
            assert!(
                (1..=range.end() - range.start()).contains(&number.step),
                "{name}"
            );
        }
    }
}
