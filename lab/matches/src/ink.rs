//! The colors of a score on a terminal: how a test stands, and whether the Elo differ.

use plot::{Ink, painted};

/// A line in its color, on a terminal that shows colors.
pub fn paint(line: &str) -> String {
    match ink_of(line) {
        Some(ink) => painted(line, ink, true),
        None => line.to_owned(),
    }
}

/// The same for all lines.
pub fn paint_lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => paint(line) + "\n",
            None => paint(line),
        })
        .collect()
}

/// What a line says: `LLR: 2.25 (76.4%) ...` and `Elo: 5.20 +/- 3.10, ...`.
fn ink_of(line: &str) -> Option<Ink> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    if let Some(test) = line.strip_prefix("LLR: ") {
        let (_, rest) = test.split_once('(')?;
        let progress = number(rest.split_once('%')?.0)?;
        return Some(match progress {
            0.0.. => Ink::Good,
            ..=-100.0 => Ink::Worst,
            _ => Ink::Doubtful,
        });
    }
    let elo = line.strip_prefix("Elo: ")?;
    let (value, rest) = elo.split_once("+/-")?;
    let (value, error) = (number(value)?, number(rest.split_once(',')?.0)?);
    if value > error {
        Some(Ink::Good)
    } else {
        (value < -error).then_some(Ink::Worst)
    }
}

#[cfg(test)]
mod tests {
    use stats::{Model, Pentanomial, Performance, Sprt};

    use super::{Ink, ink_of, paint_lines};

    #[test]
    fn tests_and_clear_differences_have_colors() {
        let sprt = Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05).expect("valid");
        for (llr, ink) in [
            (1.2, Ink::Good),
            (3.0, Ink::Good),
            (-1.2, Ink::Doubtful),
            (-3.0, Ink::Worst),
        ] {
            assert_eq!(ink_of(&sprt.line(llr)), Some(ink), "{llr}");
        }
        let elo = |pairs| ink_of(&Performance::of(&Pentanomial(pairs)).to_string());
        assert_eq!(elo([0, 10, 50, 100, 40]), Some(Ink::Good));
        assert_eq!(elo([40, 100, 50, 10, 0]), Some(Ink::Worst));
        assert_eq!(elo([10, 10, 50, 10, 10]), None);
        assert_eq!(ink_of("Elo: nan"), None);
        assert_eq!(paint_lines("Games: 1\n"), "Games: 1\n");
    }
}
