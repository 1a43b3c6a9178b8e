//! What the FEN readers and writers of all games share: the error, the fields, the placement.

use std::fmt;
use std::str::{FromStr, SplitAsciiWhitespace};

/// Why a FEN was not accepted: which field, what stands there, what is wrong with it. `I` says why a
/// position is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError<I> {
    /// The field at fault.
    pub field: &'static str,
    /// The offending part of the text.
    pub token: String,
    /// What is wrong with it.
    pub problem: FenProblem<I>,
}

/// What can be wrong with a field of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenProblem<I> {
    /// The field is not there.
    Missing,
    /// There are more fields than six.
    Surplus,
    /// The text does not have the form that the field asks for; what was expected.
    Malformed(&'static str),
    /// The fields are well-formed but do not make a position of the game.
    Invalid(I),
}

impl<I> FenError<I> {
    /// An error in a field.
    pub fn new(field: &'static str, token: &str, problem: FenProblem<I>) -> Self {
        Self {
            field,
            token: token.to_owned(),
            problem,
        }
    }

    /// A field of the wrong form.
    pub fn malformed(field: &'static str, token: &str, expected: &'static str) -> Self {
        Self::new(field, token, FenProblem::Malformed(expected))
    }
}

impl<I: fmt::Display> fmt::Display for FenError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field,
            token,
            problem,
        } = self;
        match problem {
            FenProblem::Missing => write!(f, "FEN ends before its {field}"),
            FenProblem::Surplus => write!(f, "FEN goes on after its {field}: {token:?}"),
            FenProblem::Malformed(expected) => {
                write!(f, "bad {field} in FEN: {token:?} ({expected})")
            }
            FenProblem::Invalid(reason) => {
                write!(f, "impossible {field} in FEN: {token:?} ({reason})")
            }
        }
    }
}

impl<I: fmt::Debug + fmt::Display> std::error::Error for FenError<I> {}

/// The fields of a FEN, one after the other.
pub struct FenFields<'a>(SplitAsciiWhitespace<'a>);

impl<'a> FenFields<'a> {
    /// The fields of this text.
    pub fn new(fen: &'a str) -> Self {
        Self(fen.split_ascii_whitespace())
    }

    /// The next field, if there is one.
    pub fn optional(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The next field.
    ///
    /// # Errors
    /// If there is none.
    pub fn required<I>(&mut self, field: &'static str) -> Result<&'a str, FenError<I>> {
        self.optional()
            .ok_or_else(|| FenError::new(field, "", FenProblem::Missing))
    }

    /// The number in the next field, if there is one.
    ///
    /// # Errors
    /// If it is no number, or too large.
    pub fn number<N: FromStr, I>(&mut self, field: &'static str) -> Result<Option<N>, FenError<I>> {
        let parse = |text: &str| {
            text.parse()
                .map_err(|_| FenError::malformed(field, text, "a number from 0"))
        };
        self.optional().map(parse).transpose()
    }

    /// Ends a FEN whose last field was this one.
    ///
    /// # Errors
    /// If there is more.
    pub fn end<I>(&mut self, last: &'static str) -> Result<(), FenError<I>> {
        match self.optional() {
            None => Ok(()),
            Some(token) => Err(FenError::new(last, token, FenProblem::Surplus)),
        }
    }
}

/// Writes the placement: ranks from the top, the letter of the man on each square from the left.
pub fn fen_placement<R>(ranks: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = Option<char>>,
{
    let mut text = String::with_capacity(100);
    for rank in ranks {
        if !text.is_empty() {
            text.push('/');
        }
        let mut empty = 0;
        for man in rank {
            match man {
                Some(letter) => {
                    push_empty(&mut text, &mut empty);
                    text.push(letter);
                }
                None => empty += 1,
            }
        }
        push_empty(&mut text, &mut empty);
    }
    text
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{FenError, FenFields, fen_placement};

    type Error = FenError<&'static str>;

    #[test]
    fn fields_are_required_optional_or_too_many() {
        let mut fields = FenFields::new("8/8  w 7 x");
        assert_eq!(fields.required::<&str>("placement"), Ok("8/8"));
        assert_eq!(fields.optional(), Some("w"));
        assert_eq!(fields.number::<u32, &str>("clock"), Ok(Some(7)));
        let surplus: Error = fields.end("clock").unwrap_err();
        assert_eq!(surplus.to_string(), "FEN goes on after its clock: \"x\"");
        let missing: Error = fields.required("side").unwrap_err();
        assert_eq!(missing.to_string(), "FEN ends before its side");
        assert_eq!(fields.number::<u32, &str>("clock"), Ok(None));
        let bad: Error = FenFields::new("-1").number::<u32, _>("clock").unwrap_err();
        let words = "bad clock in FEN: \"-1\" (a number from 0)";
        assert_eq!(bad.to_string(), words);
    }

    #[test]
    fn empty_squares_are_counted() {
        let ranks = [
            [Some('k'), None, None],
            [None, None, None],
            [None, Some('P'), None],
        ];
        assert_eq!(fen_placement(ranks), "k2/3/1P1");
    }
}
