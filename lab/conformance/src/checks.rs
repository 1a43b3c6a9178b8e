//! The catalog of checks: one file with a table per group.

mod best_move;
mod chess960;
mod draws;
mod game_over;
mod handshake;
mod info;
mod input;
mod lifecycle;
mod limits;
mod mates;
mod multipv;
mod options;
mod ponder;
mod position;
mod ready;
mod root_moves;
mod stopping;

use crate::check::Check;

const GROUPS: [&[Check]; 17] = [
    handshake::CHECKS,
    options::CHECKS,
    ready::CHECKS,
    best_move::CHECKS,
    limits::CHECKS,
    stopping::CHECKS,
    ponder::CHECKS,
    root_moves::CHECKS,
    multipv::CHECKS,
    info::CHECKS,
    mates::CHECKS,
    game_over::CHECKS,
    position::CHECKS,
    chess960::CHECKS,
    input::CHECKS,
    draws::CHECKS,
    lifecycle::CHECKS,
];

/// All checks in the order in which they run.
#[must_use]
pub fn catalog() -> Vec<Check> {
    GROUPS.concat()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::catalog;

    #[test]
    fn check_ids_are_unique() {
        let ids: HashSet<_> = catalog().iter().map(|check| check.id).collect();
        assert_eq!(ids.len(), catalog().len());
        assert!(ids.iter().all(|id| id.contains('.')));
    }
}
