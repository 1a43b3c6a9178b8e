//! Every heuristic by name. In a build with the feature `tune` each can be switched off, to measure
//! what it is worth, and counts how often it acted; in other builds all are on and nothing is
//! counted, at no cost.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One heuristic.
#[derive(Debug)]
pub struct Switch {
    /// What it is called.
    #[cfg(any(test, feature = "tune"))]
    pub name: &'static str,
    #[cfg(feature = "tune")]
    is_off: AtomicBool,
    #[cfg(feature = "tune")]
    acted: AtomicU64,
}

impl Switch {
    #[cfg_attr(not(any(test, feature = "tune")), allow(unused_variables))]
    const fn new(name: &'static str) -> Self {
        Self {
            #[cfg(any(test, feature = "tune"))]
            name,
            #[cfg(feature = "tune")]
            is_off: AtomicBool::new(false),
            #[cfg(feature = "tune")]
            acted: AtomicU64::new(0),
        }
    }

    /// Whether the heuristic may act.
    #[inline(always)]
    pub(crate) fn is_on(&self) -> bool {
        #[cfg(feature = "tune")]
        return !self.is_off.load(Ordering::Relaxed);
        #[cfg(not(feature = "tune"))]
        true
    }

    /// Counts that it acted.
    #[inline(always)]
    pub(crate) fn count(&self) {
        #[cfg(feature = "tune")]
        self.acted.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(feature = "tune")]
impl Switch {
    /// Switches the heuristic on or off, from the next search on.
    pub fn set(&self, on: bool) {
        self.is_off.store(!on, Ordering::Relaxed);
    }

    /// How often it acted since the program started.
    pub fn acted(&self) -> u64 {
        self.acted.load(Ordering::Relaxed)
    }
}

macro_rules! switches {
    ($($name:ident $text:literal: $meaning:literal;)+) => {
        $(
            #[doc = $meaning]
            pub(crate) static $name: Switch = Switch::new($text);
        )+

        /// All of them, in the order in which a node meets them.
        #[cfg(any(test, feature = "tune"))]
        pub static SWITCHES: &[&Switch] = &[$(&$name,)+];
    };
}

switches! {
    ASPIRATION           "aspiration":           "Windows around the expected score.";
    MATE_DISTANCE        "mate_distance":        "No search for mates farther than one found.";
    TABLE_MOVE           "table_move":           "The table's move is tried first.";
    TABLE_CUTOFF         "table_cutoff":         "Results from the table end a node.";
    TABLE_ESTIMATE       "table_estimate":       "The table's score as a better evaluation.";
    CORRECTION           "correction":           "The evaluation learns from its errors.";
    HINDSIGHT            "hindsight":            "Depth corrected by how the last move turned out.";
    RAZORING             "razoring":             "Giving up on positions far below alpha.";
    REVERSE_FUTILITY     "reverse_futility":     "Trusting positions far above beta.";
    NULL_MOVE            "null_move":            "Passing, and still being above beta.";
    INTERNAL_REDUCTION   "internal_reduction":   "Less depth where the table has no move.";
    PROBCUT              "probcut":              "Captures that are well above beta at less depth.";
    QUIET_HISTORY        "quiet_history":        "Quiet moves ordered by what they did elsewhere.";
    CAPTURE_HISTORY      "capture_history":      "Captures ordered by what they did elsewhere.";
    EXCHANGE             "exchange":             "Exchanges are counted out before they are tried.";
    LATE_MOVE_PRUNING    "late_move_pruning":    "The last quiet moves are left out.";
    FUTILITY             "futility":             "Quiet moves too far below alpha are left out.";
    HISTORY_PRUNING      "history_pruning":      "Moves that are remembered badly are left out.";
    EXCHANGE_PRUNING     "exchange_pruning":     "Moves that lose too much material are left out.";
    SINGULAR             "singular":             "An only move is searched deeper.";
    MULTICUT             "multicut":             "Several moves above beta end a node.";
    LATE_MOVE_REDUCTION  "late_move_reduction":  "Late moves are searched less deep at first.";
    DEEPER_SHALLOWER     "deeper_shallower":     "How deep to search again what surprised.";
    ALPHA_REDUCTION      "alpha_reduction":      "Less depth for the rest once a move is good.";
    FAIL_HIGH_BLEND      "fail_high_blend":      "Scores above beta are trusted less.";
    STAND_PAT            "stand_pat":            "A quiet position may do without captures.";
    QUIESCENCE_FUTILITY  "quiescence_futility":  "Captures too small to reach alpha are left out.";
    SOFT_LIMIT           "soft_limit":           "Iterations may run over, but none is begun late.";
    PATIENCE             "patience":             "Time follows how sure the search is.";
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
