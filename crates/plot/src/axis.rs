//! Axes with round tick values, linear or logarithmic.

/// Maps a range of values to a range of pixels, with ticks at round values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    ticks: Ticks,
    is_log: bool,
    from: f64,
    to: f64,
}

/// Where the ticks are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ticks {
    /// At equal distances.
    Every(f64),
    /// At these multiples of each power of ten.
    PerDecade(&'static [f64]),
}

/// Ticks of a decade, the more the shorter the axis is.
const PER_DECADE: [&[f64]; 3] = [
    &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0],
    &[1.0, 2.0, 5.0],
    &[1.0],
];

impl Axis {
    /// An axis that covers all values, widened to whole ticks. Values that are not finite are
    /// ignored; without values the range is 0 to 1.
    pub fn covering(values: impl IntoIterator<Item = f64>, ticks: usize) -> Self {
        let (mut low, mut high) = range(values, f64::NEG_INFINITY).unwrap_or((0.0, 1.0));
        // A single value gets space on both sides.
        if high - low <= high.abs().max(low.abs()) * 1e-9 {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low, high) = (low - room, high + room);
        }
        let step = round_step((high - low) / ticks.max(1) as f64);
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            ticks: Ticks::Every(step),
            is_log: false,
            from: 0.0,
            to: 1.0,
        }
    }

    /// The same, but it ends at the first and the last value, and ticks are between them.
    pub fn spanning(values: impl IntoIterator<Item = f64>, ticks: usize) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let wide = Self::covering(values.iter().copied(), ticks);
        match range(values, f64::NEG_INFINITY) {
            Some((low, high)) if low < high => Self { low, high, ..wide },
            _ => wide,
        }
    }

    /// A logarithmic axis that covers all positive values; a linear one if there is none.
    pub fn log_covering(values: impl IntoIterator<Item = f64>, ticks: usize) -> Self {
        /// Up to this ratio of its ends, ticks at equal distances are the rounder ones.
        const SHORT: f64 = 3.0;
        let Some((low, high)) = range(values, 0.0) else {
            return Self::covering([], ticks);
        };
        if high <= SHORT * low {
            let linear = Self::covering([low, high], ticks);
            return Self {
                is_log: true,
                ..linear
            };
        }
        let covering = |marks: &&'static [f64]| -> Vec<f64> {
            let all = log_ticks(low, high, marks);
            let first = all.iter().rposition(|&tick| tick <= low).unwrap_or(0);
            let last = all.iter().position(|&tick| tick >= high);
            all[first..=last.unwrap_or(all.len() - 1)].to_vec()
        };
        let fits = |marks: &&&'static [f64]| covering(marks).len() <= ticks + 2;
        let marks = PER_DECADE.iter().find(fits).unwrap_or(&PER_DECADE[2]);
        let shown = covering(marks);
        Self {
            low: shown[0],
            high: shown[shown.len() - 1],
            ticks: Ticks::PerDecade(marks),
            is_log: true,
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
    pub fn pixel(&self, value: f64) -> f64 {
        let part = match self.is_log {
            true => (value.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        self.from + part * (self.to - self.from)
    }

    /// Whether a value lies on the axis.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The first and the last value.
    pub const fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The tick values with their labels.
    pub fn ticks(&self) -> impl Iterator<Item = (f64, String)> + use<> {
        let (low, high) = (self.low, self.high);
        let (values, step) = match self.ticks {
            Ticks::Every(step) => {
                // Rounding errors at the ends.
                let first = (low / step - 1e-6).ceil();
                let count = ((high / step + 1e-6).floor() - first).max(0.0) as usize;
                let value = |index| (first + index as f64) * step;
                ((0..=count).map(value).collect(), Some(step))
            }
            Ticks::PerDecade(marks) => {
                let mut values = log_ticks(low, high, marks);
                values.retain(|tick| (low..=high).contains(tick));
                (values, None)
            }
        };
        values.into_iter().map(move |value: f64| {
            // Rounding errors around zero.
            let value = match step {
                Some(step) if value.abs() < step * 1e-6 => 0.0,
                _ => value,
            };
            let decimals = (-step.unwrap_or(value).log10().floor()).max(0.0);
            (value, format_number(value, decimals as usize))
        })
    }
}

/// The smallest and the largest of the finite values above a limit.
fn range(values: impl IntoIterator<Item = f64>, above: f64) -> Option<(f64, f64)> {
    let mut values = values.into_iter().filter(|v| v.is_finite() && *v > above);
    let first = values.next()?;
    Some(values.fold((first, first), |(low, high), v| (low.min(v), high.max(v))))
}

/// Ticks of all decades from the one of `low` to the one after `high`.
fn log_ticks(low: f64, high: f64, marks: &[f64]) -> Vec<f64> {
    let decade = |value: f64| value.log10().floor() as i32;
    (decade(low)..=decade(high) + 1)
        .flat_map(|power| {
            // Dividing by a whole number rounds once: 3 / 100 is 0.03, and 3 * 0.01 is not.
            let scale = 10_f64.powi(power.abs());
            marks.iter().map(move |mark| match power < 0 {
                true => mark / scale,
                false => mark * scale,
            })
        })
        .collect()
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
    fn a_spanning_axis_ends_at_its_values() {
        let axis = Axis::spanning([-1.5, 13.0], 5).on(0.0, 145.0);
        let ticks: Vec<_> = axis.ticks().map(|(_, label)| label).collect();
        assert_eq!(ticks, ["0", "5", "10"]);
        assert_eq!((axis.pixel(-1.5), axis.pixel(13.0)), (0.0, 145.0));
        assert_eq!(Axis::spanning([7.0], 5), Axis::covering([7.0], 5));
    }

    #[test]
    fn logarithmic_ticks_are_round_and_cover_all_positive_values() {
        let labels = |values: &[f64]| -> Vec<String> {
            let axis = Axis::log_covering(values.iter().copied(), 6);
            axis.ticks().map(|(_, label)| label).collect()
        };
        assert_eq!(
            labels(&[0.011, 0.02, -1.0, 0.0]),
            ["0.010", "0.012", "0.014", "0.016", "0.018", "0.020"]
        );
        assert_eq!(labels(&[0.011, 0.04]), ["0.01", "0.02", "0.03", "0.04"]);
        assert_eq!(labels(&[0.3, 9.0]), ["0.2", "0.5", "1", "2", "5", "10"]);
        assert_eq!(
            labels(&[1.0, 20_000.0]),
            ["1", "10", "100", "1000", "10,000", "100,000"]
        );
        assert_eq!(labels(&[-1.0]).len(), 6, "a linear axis without values");
        let axis = Axis::log_covering([1.0, 100.0], 6).on(0.0, 100.0);
        assert_eq!(
            [0.0, 1.0, 10.0, 100.0].map(|value| axis.pixel(value)),
            [0.0, 0.0, 50.0, 100.0]
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
