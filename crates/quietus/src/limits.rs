//! What a `go` command allows the search.

use game::{Dense, Position, Rules};
use search::{Lag, Limits, TimeControl};
use uci::GoCommand;

use crate::options::Settings;

/// With `SoftNodes` the search stops after so many times the nodes of `go nodes`, as in `datagen`.
const HARD_NODES: u64 = 8;

/// The limits of a search of `position` on a machine with this lag.
pub fn limits<R: Rules>(
    go: &GoCommand,
    position: &R::Position,
    settings: &Settings,
    lag: Lag,
) -> Limits<R::Move> {
    let is_restricted = !(go.search_moves.is_empty() && go.banned_moves.is_empty());
    let moves = is_restricted.then(|| root_moves::<R>(go, position));
    let choices = moves
        .as_ref()
        .map_or_else(|| R::legal_moves(position).len(), Vec::len);
    let time = TimeControl {
        overhead: settings.move_overhead,
        lag,
        is_forced: choices == 1,
        ..time_control(go, position.side_to_move().index())
    };
    Limits {
        // A limit that could not be read must not become none: answer at once instead.
        depth: go.depth.or(go.broken_limit.as_ref().map(|_| 1)),
        nodes: match settings.soft_nodes {
            true => go.nodes.map(|nodes| nodes.saturating_mul(HARD_NODES)),
            false => go.nodes,
        },
        soft_nodes: go.nodes.filter(|_| settings.soft_nodes),
        time: time.limits::<R>().filter(|_| !go.infinite),
        mate: go.mate,
        infinite: go.infinite,
        moves,
        multi_pv: settings.lines,
        contempt: if settings.analyse_mode || go.infinite {
            0
        } else {
            settings.contempt
        },
    }
}

/// The time control of `go` for the side with this index.
fn time_control(go: &GoCommand, side: usize) -> TimeControl {
    TimeControl {
        // A GUI that sends only the other side's clock still means a game on a clock.
        remaining: go.time[side].or(go.time[1 - side]),
        increment: go.increment[side],
        moves_to_go: go.moves_to_go,
        move_time: go.move_time,
        ..TimeControl::default()
    }
}

/// The moves of `searchmoves` that can be played and are not banned. That may be none, and then none
/// is searched: GUIs write an empty list as a move that is no move.
fn root_moves<R: Rules>(go: &GoCommand, position: &R::Position) -> Vec<R::Move> {
    let parse = |text: &String| R::parse_move(position, text).ok();
    let mut moves: Vec<R::Move> = match go.search_moves.is_empty() {
        true => R::legal_moves(position).to_vec(),
        false => go.search_moves.iter().filter_map(parse).collect(),
    };
    let banned: Vec<R::Move> = go.banned_moves.iter().filter_map(parse).collect();
    moves.retain(|mv| !banned.contains(mv));
    moves
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::{Chess, Move, Position};

    use super::{GoCommand, Lag, Limits, Settings};

    fn limits(go: &GoCommand, position: &Position, settings: &Settings) -> Limits<Move> {
        super::limits::<Chess>(go, position, settings, Lag::default())
    }

    #[test]
    fn soft_nodes_let_an_iteration_finish() {
        let go = GoCommand {
            nodes: Some(1000),
            ..GoCommand::default()
        };
        let nodes = |soft_nodes| {
            let settings = Settings {
                soft_nodes,
                ..Settings::default()
            };
            let limits = limits(&go, &Position::start(), &settings);
            (limits.soft_nodes, limits.nodes)
        };
        assert_eq!(nodes(false), (None, Some(1000)));
        assert_eq!(nodes(true), (Some(1000), Some(8000)));
    }

    #[test]
    fn contempt_is_for_games() {
        let settings = Settings {
            contempt: 30,
            ..Settings::default()
        };
        let analysis = Settings {
            analyse_mode: true,
            ..settings.clone()
        };
        let infinite = GoCommand {
            infinite: true,
            ..GoCommand::default()
        };
        let contempt = |go: &GoCommand, settings| limits(go, &Position::start(), settings).contempt;
        assert_eq!(contempt(&GoCommand::default(), &settings), 30);
        assert_eq!(contempt(&GoCommand::default(), &analysis), 0);
        assert_eq!(contempt(&infinite, &settings), 0);
    }

    #[test]
    fn a_forced_move_takes_no_time_off_a_clock() {
        let start = Position::start();
        let forced = Position::from_fen("7k/8/8/8/8/8/1r6/7K w - - 0 1").unwrap();
        let clock = GoCommand {
            time: [Some(Duration::from_secs(3600)); 2],
            ..GoCommand::default()
        };
        let exact = GoCommand {
            move_time: Some(Duration::from_secs(60)),
            ..GoCommand::default()
        };
        let settings = Settings::default();
        let hard = |go, position| limits(go, position, &settings).time.unwrap().hard;
        assert!(hard(&clock, &start) > Duration::from_secs(60));
        assert!(hard(&clock, &forced) < Duration::from_secs(1));
        assert!(hard(&exact, &forced) > Duration::from_secs(50));
        let chosen = GoCommand {
            search_moves: vec!["e2e4".to_owned()],
            ..clock.clone()
        };
        assert!(hard(&chosen, &start) < Duration::from_secs(1));
    }

    #[test]
    fn the_clock_of_the_other_side_counts_where_the_own_is_missing() {
        let go = GoCommand {
            time: [None, Some(Duration::from_secs(1))],
            ..GoCommand::default()
        };
        let time = |go| limits(go, &Position::start(), &Settings::default()).time;
        assert!(time(&go).is_some());
        assert_eq!(time(&GoCommand::default()), None);
    }

    #[test]
    fn searchmoves_without_a_legal_move_leaves_none() {
        let moves = |words: &[&str]| {
            let search_moves = words.iter().map(|&word| word.to_owned()).collect();
            let go = GoCommand {
                search_moves,
                ..GoCommand::default()
            };
            limits(&go, &Position::start(), &Settings::default()).moves
        };
        assert_eq!(moves(&[]), None);
        assert_eq!(moves(&["0000"]), Some(Vec::new()));
        assert_eq!(moves(&["0000", "e2e4"]).unwrap().len(), 1);
    }
}
