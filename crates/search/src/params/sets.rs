//! SPSA sets: parameters that are tuned together. A parameter that is in no set can still be tuned
//! by its name.

/// A set by its letter, and the names of its parameters.
type Set = (char, &'static [&'static str]);

/// Sets of 8 to 15 parameters, which is as many as one run can tune.
const SETS: &[Set] = &[
    // Late move reductions.
    (
        'A',
        &[
            "late_move_reduction.base_quiet",
            "late_move_reduction.base_capture",
            "late_move_reduction.base_pruning",
            "late_move_reduction.slope_percent",
            "late_move_reduction.cut_node",
            "late_move_reduction.not_improving",
            "late_move_reduction.tt_pv",
            "late_move_reduction.tt_score",
            "late_move_reduction.tt_depth",
            "late_move_reduction.pv_node",
            "late_move_reduction.tt_capture",
            "late_move_reduction.gives_check",
            "late_move_reduction.child_cutoffs",
            "late_move_reduction.history_percent",
            "late_move_reduction.correction_percent",
        ],
    ),
    // Pruning margins.
    (
        'B',
        &[
            "reverse_futility.depth_margin",
            "reverse_futility.improving_margin",
            "reverse_futility.base_margin",
            "late_move_pruning.base_percent",
            "late_move_pruning.depth_percent",
            "futility_pruning.base_margin",
            "futility_pruning.depth_margin",
            "futility_pruning.history_divisor",
            "history_pruning.depth_history",
            "see_pruning.quiet_margin",
            "see_pruning.capture_margin",
            "see_pruning.history_divisor",
        ],
    ),
    // History updates and move ordering.
    (
        'C',
        &[
            "history.bonus_depth",
            "history.bonus_base",
            "history.bonus_max",
            "history.malus_depth",
            "history.malus_base",
            "history.malus_max",
            "history.eval_factor",
            "history.eval_malus",
            "history.eval_bonus",
            "move_picker.check_bonus",
            "move_picker.escape_bonus",
            "move_picker.threatened_malus",
        ],
    ),
    // Extensions and depth.
    (
        'D',
        &[
            "singular_extension.min_depth",
            "singular_extension.depth_percent",
            "singular_extension.double_margin",
            "singular_extension.triple_margin",
            "null_move.base_reduction",
            "null_move.depth_reduction",
            "null_move.eval_divisor",
            "do_deeper_shallower.deeper_margin",
            "do_deeper_shallower.shallower_margin",
            "hindsight.deepen_reduction",
            "hindsight.shallower_reduction",
            "hindsight.shallower_margin",
            "alpha_reduction.min_depth",
            "alpha_reduction.max_depth",
        ],
    ),
    // Correction history, quiescence search, razoring and ProbCut.
    (
        'E',
        &[
            "correction_history.pawn_weight",
            "correction_history.non_pawn_weight",
            "correction_history.minor_weight",
            "correction_history.continuation_weight",
            "correction_history.fourth_weight",
            "correction_history.update_divisor",
            "correction_history.update_max",
            "qsearch.futility_margin",
            "razoring.base_margin",
            "razoring.depth_margin",
            "probcut.base_margin",
            "probcut.improving_margin",
        ],
    ),
    // Time management; only games on a clock can tune it.
    (
        'F',
        &[
            "time.hard_percent",
            "time.soft_percent",
            "time.stability_0_percent",
            "time.stability_1_percent",
            "time.stability_2_percent",
            "time.stability_3_percent",
            "time.stability_4_percent",
            "time.node_fraction_base_percent",
            "time.node_fraction_percent",
            "time.score_drop_percent",
            "time.score_drop_min_percent",
            "time.score_drop_max_percent",
        ],
    ),
];

/// The letter of the set that a parameter is in.
pub(super) fn set_of(name: &str) -> Option<char> {
    let set = SETS.iter().find(|(_, names)| names.contains(&name));
    set.map(|(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::SETS;
    use crate::params::PARAMS;

    #[test]
    fn sets_name_parameters_once() {
        let known: HashSet<&str> = PARAMS.iter().map(|param| param.name).collect();
        let mut seen = HashSet::new();
        for name in SETS.iter().flat_map(|(_, names)| *names) {
            assert!(known.contains(name), "{name} is no parameter");
            assert!(seen.insert(name), "{name} is in two sets");
        }
    }
}
