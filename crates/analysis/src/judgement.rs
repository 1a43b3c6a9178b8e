//! What a move was worth: inaccuracy, mistake or blunder, by the rules that Lichess publishes.

use game::Score;

use crate::win_chance::win_percent;

/// The judgement of a move that was not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All, from the mildest on.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The judgement of a move by the mover's scores before and after it.
    ///
    /// Without mates it is the loss of Win% that counts. To get mated, or to lose a mate, is a
    /// blunder unless the game was lost before, or is won all the same. A longer mate is no fault.
    pub fn of(before: Score, after: Score) -> Option<Self> {
        let is_mated = after.is_mate() && after.is_loss();
        let had_mate = before.is_mate() && before.is_win();
        if had_mate && !after.is_mate() {
            return Some(Self::unless_decided(after.raw()));
        }
        if is_mated && !before.is_mate() {
            return Some(Self::unless_decided(-before.raw()));
        }
        if had_mate && is_mated {
            return Some(Self::Blunder);
        }
        if before.is_mate() || after.is_mate() {
            return None;
        }
        match win_percent(before) - win_percent(after) {
            15.0.. => Some(Self::Blunder),
            10.0.. => Some(Self::Mistake),
            5.0.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// A mate gained or lost matters less, the more one side was ahead anyway.
    const fn unless_decided(lead: i32) -> Self {
        match lead {
            1000.. => Self::Inaccuracy,
            701.. => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Its number as a PGN glyph (NAG).
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use super::Judgement::{self, Blunder, Inaccuracy, Mistake};

    #[test]
    fn losses_of_chances_are_judged() {
        let cp = Score::from_raw;
        for (before, after, judgement) in [
            (0, 50, None),
            (0, -54, None),
            (0, -55, Some(Inaccuracy)),
            (0, -111, Some(Mistake)),
            (0, -169, Some(Blunder)),
            // Far ahead the same loss matters less.
            (900, 700, None),
            (2000, 1000, None),
        ] {
            assert_eq!(
                Judgement::of(cp(before), cp(after)),
                judgement,
                "{before} {after}"
            );
        }
    }

    #[test]
    fn mates_have_rules_of_their_own() {
        let cp = Score::from_raw;
        let (mate, mated) = (Score::mate_in(3), Score::mated_in(4));
        for (before, after, judgement) in [
            (cp(0), mated, Some(Blunder)),
            (cp(-700), mated, Some(Blunder)),
            (cp(-701), mated, Some(Mistake)),
            (cp(-999), mated, Some(Mistake)),
            (cp(-1000), mated, Some(Inaccuracy)),
            (mate, cp(700), Some(Blunder)),
            (mate, cp(701), Some(Mistake)),
            (mate, cp(1000), Some(Inaccuracy)),
            (mate, cp(-50), Some(Blunder)),
            (mate, mated, Some(Blunder)),
            (mate, Score::mate_in(31), None),
            (mated, Score::mated_in(2), None),
            (mated, cp(-300), None),
            (cp(300), mate, None),
        ] {
            assert_eq!(Judgement::of(before, after), judgement, "{before} {after}");
        }
    }
}
