//! Numbers among the arguments of commands.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A number in a range. The error names the argument.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    name: &str,
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (min, max) = (range.start(), range.end());
        format!("{name} must be from {min} to {max}: {text:?}")
    })
}
