//! Axes with round tick values.

/// Maps a range of values to a range of pixels, with ticks at round values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    /// The distance between ticks.
    step: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis that covers all values, widened to whole ticks. Values that are not finite are
    /// ignored; without values the range is 0 to 1.
    #[must_use]
    pub fn covering(values: impl IntoIterator<Item = f64>, ticks: usize) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // A single value gets space on both sides.
        if high - low <= high.abs().max(low.abs()) * 1e-9 {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low, high) = (low - room, high + room);
        }
        let step = round_step((high - low) / ticks.max(1) as f64);
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            from: 0.0,
            to: 1.0,
        }
    }

    /// The same axis from one pixel to another; reversed if `to` is the smaller.
    #[must_use]
    pub const fn on(self, from: f64, to: f64) -> Self {
        Self { from, to, ..self }
    }

    /// The pixel of a value.
    #[must_use]
    pub fn pixel(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Whether a value lies on the axis.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The first and the last value.
    #[must_use]
    pub const fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The tick values with their labels.
    pub fn ticks(&self) -> impl Iterator<Item = (f64, String)> + use<> {
        let Self {
            low, high, step, ..
        } = *self;
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let count = ((high - low) / step).round() as usize;
        (0..=count).map(move |index| {
            let value = low + index as f64 * step;
            // Rounding errors around zero.
            let value = if value.abs() < step * 1e-6 {
                0.0
            } else {
                value
            };
            (value, format_number(value, decimals))
        })
    }
}

/// The next larger number of the form 1, 2 or 5 times a power of ten.
fn round_step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|f| f * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

/// A number with thousands separators from 10,000 on and a true minus sign.
///
/// ```
/// assert_eq!(plot::format_number(-1234567.25, 1), "−1,234,567.2");
/// assert_eq!(plot::format_number(2500.0, 0), "2500");
/// ```
#[must_use]
pub fn format_number(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = match plain.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (plain.as_str(), None),
    };
    let is_zero = plain.bytes().all(|b| matches!(b, b'0' | b'.'));
    let mut text = String::new();
    if value < 0.0 && !is_zero {
        text.push('−');
    }
    for (index, digit) in whole.chars().enumerate() {
        if whole.len() > 4 && index > 0 && (whole.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Axis, format_number};

    fn labels(values: &[f64]) -> Vec<String> {
        let axis = Axis::covering(values.iter().copied(), 5);
        axis.ticks().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_and_cover_all() {
        assert_eq!(labels(&[-2.94, 2.94]), ["−4", "−2", "0", "2", "4"]);
        assert_eq!(labels(&[0.0, 0.33]), ["0.0", "0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(labels(&[1.0, 20_000.0]).last().unwrap(), "20,000");
        assert_eq!(labels(&[]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(
            labels(&[f64::NAN, 100.0]),
            ["90", "95", "100", "105", "110"]
        );
    }

    #[test]
    fn values_land_on_their_pixels() {
        let axis = Axis::covering([0.0, 10.0], 5).on(200.0, 100.0);
        assert_eq!((axis.pixel(0.0), axis.pixel(10.0)), (200.0, 100.0));
        assert!(axis.contains(10.0) && !axis.contains(10.1));
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(format_number(-0.04, 1), "0.0");
        assert_eq!(format_number(12345.0, 0), "12,345");
        assert_eq!(format_number(-2.468, 2), "−2.47");
    }
}
