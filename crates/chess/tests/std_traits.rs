//! The traits of the standard library that users of a position expect.

use std::collections::HashMap;

use chess::Position;

#[test]
fn text_start_and_hash() {
    assert_eq!(Position::default(), Position::start());
    let text = "8/8/8/4k3/7r/8/8/KQ6 w - - 0 1";
    let position: Position = text.parse().expect("a legal position");
    assert_eq!(position.fen(), text);
    assert!(
        "8/8/8/4k3/7r/8/8/KQ6 x - - 0 1"
            .parse::<Position>()
            .is_err()
    );

    let mut counts: HashMap<Position, u32> = HashMap::new();
    let mut shuffled = Position::start();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
        let mv = shuffled.parse_san(text).expect("a legal move");
        shuffled.play(mv);
    }
    for position in [Position::start(), Position::default(), shuffled] {
        *counts.entry(position).or_default() += 1;
    }
    assert_eq!(counts[&Position::start()], 2, "clocks make a difference");
    assert_eq!(counts.len(), 2);
}
