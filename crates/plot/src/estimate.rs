//! Values with their errors, as people read them: Elo above all.

use crate::format_number;

/// A value and half the width of its interval. Infinite values have no error, and one that is not
/// known is a question mark.
///
/// ```
/// assert_eq!(plot::format_estimate(-12.34, 5.0), "−12.3 ± 5.0");
/// assert_eq!(plot::format_estimate(3.0, f64::INFINITY), "3.0 ± ?");
/// assert_eq!(plot::format_estimate(f64::INFINITY, f64::INFINITY), "∞");
/// ```
pub fn format_estimate(value: f64, error: f64) -> String {
    match (value.is_finite(), error.is_finite()) {
        (false, _) if value > 0.0 => "∞".to_owned(),
        (false, _) => "−∞".to_owned(),
        (true, false) => format!("{} ± ?", format_number(value, 1)),
        (true, true) => format!("{} ± {}", format_number(value, 1), format_number(error, 1)),
    }
}

/// The same of a difference, which has a sign.
///
/// ```
/// assert_eq!(plot::format_difference(12.34, 5.0), "+12.3 ± 5.0");
/// assert_eq!(plot::format_difference(0.01, 5.0), "0.0 ± 5.0");
/// ```
pub fn format_difference(value: f64, error: f64) -> String {
    let plus = if value >= 0.05 { "+" } else { "" };
    format!("{plus}{}", format_estimate(value, error))
}

/// The same of a rating, which has no error if it is fixed.
///
/// ```
/// assert_eq!(plot::format_rating(3000.0, 0.0), "3000.0 (anchor)");
/// ```
pub fn format_rating(value: f64, error: f64) -> String {
    match value.is_finite() && error < 0.05 {
        true => format!("{} (anchor)", format_number(value, 1)),
        false => format_estimate(value, error),
    }
}
