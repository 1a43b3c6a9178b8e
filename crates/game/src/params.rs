//! The numbers of the search that belong to a game.

/// The search parameters of a game: those that differ from the search's own, which are tuned for chess.
#[derive(Debug)]
pub struct Params {
    /// Its place in builds for tuning, which keep the values of each game: another one for every game,
    /// below [`Params::GAMES`].
    pub column: usize,
    /// Names (`group.name`) and values.
    pub values: &'static [(&'static str, i32)],
}

impl Params {
    /// How many games a build for tuning has room for.
    pub const GAMES: usize = 8;

    /// The value of a parameter.
    pub const fn value(&self, name: &str, default: i32) -> i32 {
        let mut index = 0;
        while index < self.values.len() {
            let (other, value) = self.values[index];
            if is_equal(other.as_bytes(), name.as_bytes()) {
                return value;
            }
            index += 1;
        }
        default
    }
}

const fn is_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::Params;

    #[test]
    fn a_game_has_its_own_values_and_the_default_ones() {
        let params = Params {
            column: 0,
            values: &[("razoring.max_depth", 3)],
        };
        assert_eq!(params.value("razoring.max_depth", 4), 3);
        assert_eq!(params.value("razoring.max_dept", 4), 4);
        assert_eq!(params.value("razoring.max_width", 4), 4);
    }
}
