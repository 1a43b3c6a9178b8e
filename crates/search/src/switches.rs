//! Every heuristic by name. A build with the feature `tune` can switch each one off, for ablation
//! tests, and counts how often it fired; those marked `off` are being tested and can be switched on.
//! In other builds each has its default and the switches cost nothing.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One heuristic.
#[derive(Debug)]
pub struct Switch {
    /// UCI option name.
    #[cfg(any(test, feature = "tune"))]
    pub name: &'static str,
    /// Whether it is on by default.
    pub default: bool,
    /// Whether it is switched to the opposite of the default.
    #[cfg(feature = "tune")]
    is_flipped: AtomicBool,
    #[cfg(feature = "tune")]
    fired: AtomicU64,
}

impl Switch {
    #[cfg_attr(not(any(test, feature = "tune")), allow(unused_variables))]
    const fn new(name: &'static str, default: bool) -> Self {
        Self {
            #[cfg(any(test, feature = "tune"))]
            name,
            default,
            #[cfg(feature = "tune")]
            is_flipped: AtomicBool::new(false),
            #[cfg(feature = "tune")]
            fired: AtomicU64::new(0),
        }
    }

    /// Whether the heuristic is on.
    #[inline(always)]
    pub(crate) fn is_on(&self) -> bool {
        #[cfg(feature = "tune")]
        return self.default != self.is_flipped.load(Ordering::Relaxed);
        #[cfg(not(feature = "tune"))]
        self.default
    }

    /// Counts that it fired.
    #[inline(always)]
    pub(crate) fn count(&self) {
        #[cfg(feature = "tune")]
        self.fired.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(feature = "tune")]
impl Switch {
    /// Switches the heuristic on or off.
    pub fn set(&self, on: bool) {
        self.is_flipped.store(on != self.default, Ordering::Relaxed);
    }

    /// How often it fired since the program started.
    pub fn fired(&self) -> u64 {
        self.fired.load(Ordering::Relaxed)
    }
}

macro_rules! switches {
    (@default) => { true };
    (@default off) => { false };
    ($($name:ident $text:literal $($off:ident)?: $meaning:literal;)+) => {
        $(
            #[doc = $meaning]
            pub(crate) static $name: Switch =
                Switch::new($text, switches!(@default $($off)?));
        )+

        /// All switches, in the order of the search.
        #[cfg(any(test, feature = "tune"))]
        pub static SWITCHES: &[&Switch] = &[$(&$name,)+];
    };
}

switches! {
    ASPIRATION_WINDOW            "aspiration_window":            "Aspiration window at the root.";
    FAIL_HIGH_ALPHA              "fail_high_alpha":              "Raise alpha on a fail high.";
    ROOT_PICKER                  "root_picker":                  "Root moves by the move picker.";
    UNFINISHED_BEST              "unfinished_best":              "Best of a stopped iteration.";
    MATE_DISTANCE_PRUNING        "mate_distance_pruning":        "Mate distance pruning.";
    TT_MOVE                      "tt_move":                      "The TT move is searched first.";
    TT_CUTOFF                    "tt_cutoff":                    "TT cutoff outside the PV.";
    TT_EVAL                      "tt_eval":                      "TT-adjusted eval.";
    CORRECTION_HISTORY           "correction_history":           "Corrected static eval.";
    HINDSIGHT                    "hindsight":                    "Hindsight depth adjustment.";
    RAZORING                     "razoring":                     "Razoring.";
    REVERSE_FUTILITY             "reverse_futility":             "Reverse futility pruning (RFP).";
    OPPONENT_WORSENING           "opponent_worsening":           "RFP after a bad prior move.";
    NULL_MOVE                    "null_move":                    "Null move pruning (NMP).";
    IMPROVING_ABOVE_BETA         "improving_above_beta":         "Improving if above beta.";
    INTERNAL_ITERATIVE_REDUCTION "internal_iterative_reduction": "IIR without a TT move.";
    PROBCUT                      "probcut":                      "ProbCut.";
    SMALL_PROBCUT                "small_probcut":                "Small ProbCut by the TT score.";
    QUIET_HISTORY                "quiet_history":                "Butterfly, pawn, continuation.";
    CAPTURE_HISTORY              "capture_history":              "Capture history.";
    THREAT_HISTORY               "threat_history":               "Butterfly history by threats.";
    REFUTED_MALUS                "refuted_malus":                "Malus for a refuted first quiet.";
    QUIET_PREVIOUS               "quiet_previous":               "Prior move bonus: quiets only.";
    SEE                          "see":                          "Static exchange evaluation.";
    LATE_MOVE_PRUNING            "late_move_pruning":            "LMP: skip the last quiets.";
    FUTILITY_PRUNING             "futility_pruning":             "Futility pruning of quiets.";
    FUTILITY_STOP                "futility_stop":                "A futile quiet ends the quiets.";
    CAPTURE_FUTILITY             "capture_futility":             "Futility pruning of captures.";
    HISTORY_PRUNING              "history_pruning":              "Skip quiets with bad history.";
    SEE_PRUNING                  "see_pruning":                  "Skip moves with a losing SEE.";
    SINGULAR_EXTENSION           "singular_extension":           "Singular and double extension.";
    MULTICUT                     "multicut":                     "Multicut.";
    LATE_MOVE_REDUCTION          "late_move_reduction":          "Late move reductions (LMR).";
    DO_DEEPER_SHALLOWER          "do_deeper_shallower":          "LMR re-search depth.";
    REDUCED_BONUS                "reduced_bonus":                "Bonus after a reduced fail high.";
    ALPHA_REDUCTION              "alpha_reduction":              "Reduce after alpha was raised.";
    FAIL_HIGH_BLEND              "fail_high_blend":              "Blend fail highs with beta.";
    FAIL_LOW_PV                  "fail_low_pv":                  "TT PV kept on a fail low.";
    STAND_PAT                    "stand_pat":                    "Stand pat in qsearch.";
    QSEARCH_FUTILITY             "qsearch_futility":             "Futility pruning in qsearch.";
    RECAPTURES                   "recaptures":                   "No count limit for recaptures.";
    SOFT_LIMIT                   "soft_limit":                   "Soft time limit.";
    SOFT_TIME_SCALING            "soft_time_scaling":            "Scaling of the soft limit.";
    DEPTH_SKIPPING               "depth_skipping":               "Lazy SMP depth skipping.";

    SHARED_CORRECTION            "shared_correction"        off: "Threads share correction history.";
    SOFT_LIMIT_VOTE              "soft_limit_vote"          off: "Soft limit by vote of threads.";
    SCORE_TREND                  "score_trend"              off: "Time by the last move's score.";
    SCORE_STABILITY              "score_stability"          off: "Time by the score's stability.";
    FAIL_LOW_TIME                "fail_low_time"            off: "Time after fail lows.";
}

#[cfg(test)]
mod tests {
    use super::SWITCHES;

    #[test]
    fn names_differ() {
        let mut names: Vec<_> = SWITCHES.iter().map(|switch| switch.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SWITCHES.len());
    }
}
