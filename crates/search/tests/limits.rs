//! What ends a search.

mod common;

use std::time::Duration;

use chess::Position;
use common::{only, pool, search, search_from, start, to_depth};
use search::{Limits, TimeLimits};

#[test]
fn the_first_limit_ends_the_search() {
    let mut pool = pool(2);
    let deep = to_depth(5);
    assert_eq!(search(&mut pool, Position::START_FEN, deep).depth, 5);
    let limits = TimeLimits {
        soft: Duration::from_millis(30),
        hard: Duration::from_millis(60),
    };
    let timed = Limits {
        time: Some(limits),
        ..Limits::default()
    };
    assert!(search(&mut pool, Position::START_FEN, timed).best.is_some());
    let start = Position::start();
    let answer = search_from(&mut pool, &start, only(&start, "a2a3", 4));
    assert_eq!(answer.best, start.parse_uci("a2a3").ok());
    let several = Limits {
        multi_pv: 4,
        ..to_depth(4)
    };
    assert_eq!(search(&mut pool, Position::START_FEN, several).multi_pv, 4);
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut pool = pool(2);
    let limits = Limits {
        infinite: true,
        ..to_depth(3)
    };
    let answer = start(&mut pool, Position::start(), limits);
    assert!(
        answer.recv_timeout(Duration::from_millis(100)).is_err(),
        "no best move before stop"
    );
    pool.stop();
    let answer = answer
        .recv_timeout(Duration::from_secs(20))
        .expect("a best move after stop");
    assert!(answer.best.is_some());
    pool.wait();
}
