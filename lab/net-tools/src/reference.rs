//! The positions on which the sizes of evaluations are compared.

use chess::Position;

/// Quiet positions of self-play games that are still open, one to a line: from another set, other
/// sizes would come out.
const POSITIONS: &str = include_str!("reference.fen");

/// Always the same positions, as they come up in games between equals.
#[must_use]
pub fn reference_positions() -> Vec<Position> {
    let position = |line| Position::from_fen(line).expect("the file is part of the program");
    POSITIONS.lines().map(position).collect()
}

#[cfg(test)]
mod tests {
    use super::reference_positions;

    #[test]
    fn every_line_is_a_quiet_position_and_there_is_no_other() {
        let positions = reference_positions();
        assert_eq!(positions.len(), 400);
        assert!(positions.iter().all(|position| !position.in_check()));
        let mut fens: Vec<String> = positions.iter().map(|position| position.fen()).collect();
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), 400);
    }
}
