//! What the squares of all boards have in common.

/// Reads and writes the squares of a game by the letter of the file and the digit of the rank, and
/// declares the error of other texts.
#[macro_export]
macro_rules! square_text {
    ($square:ident, $first:literal to $last:literal) => {
        impl std::fmt::Display for $square {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", self.file().letter(), self.rank().digit())
            }
        }

        impl std::str::FromStr for $square {
            type Err = ParseSquareError;

            fn from_str(text: &str) -> Result<Self, ParseSquareError> {
                let mut chars = text.chars();
                let file = chars.next().and_then(File::from_letter);
                let rank = chars.next().and_then(Rank::from_digit);
                match (file, rank, chars.next()) {
                    (Some(file), Some(rank), None) => Ok(Self::new(file, rank)),
                    _ => Err(ParseSquareError),
                }
            }
        }

        #[doc = concat!("Text that is not a square from `", $first, "` to `", $last, "`.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct ParseSquareError;

        impl std::fmt::Display for ParseSquareError {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!("not a square from ", $first, " to ", $last))
            }
        }

        impl std::error::Error for ParseSquareError {}
    };
}

/// One `T` per square, made by evaluating an expression for each square at compile time.
#[macro_export]
macro_rules! per_square {
    ($initial:expr, |$square:ident| $body:expr) => {{
        let mut table = [$initial; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            let $square = Square::from_index(index);
            table[index] = $body;
            index += 1;
        }
        table
    }};
}
