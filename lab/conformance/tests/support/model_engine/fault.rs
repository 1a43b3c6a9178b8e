//! The rules that the engine can violate on request.

macro_rules! faults {
    ($($variant:ident $name:literal,)*) => {
        /// One violated rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $($variant,)* }

        impl Fault {
            /// The fault of this name.
            pub fn parse(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

faults! {
    None "none",
    NoAuthor "no-author",
    BadOption "bad-option",
    TwoBestMoves "two-bestmoves",
    DeafToStop "deaf-to-stop",
    IllegalMove "illegal-move",
    ReadyOnlyWhenIdle "ready-only-when-idle",
    Impatient "impatient",
    PondersOnClock "ponders-on-clock",
    AllMoves "all-moves",
    FractionalScore "fractional-score",
    BoundInWrongPlace "bound-in-wrong-place",
    IllegalVariation "illegal-variation",
    UnorderedLines "unordered-lines",
    MatesInPlies "mates-in-plies",
    KingTakesRook "king-takes-rook",
    DiesOfBadFen "dies-of-bad-fen",
    DiesOfBadMove "dies-of-bad-move",
    IgnoresEnd "ignores-end",
    DiesInSearch "dies-in-search",
    Hangs "hangs",
    Slow "slow",
    StopIsKept "stop-is-kept",
    NullMoveWhenMated "move-when-mated",
}
