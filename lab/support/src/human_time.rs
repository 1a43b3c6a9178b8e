//! Durations for people.

use std::time::Duration;

/// A readable duration: `42 s`, `3 min 20 s`, `5 h 03 min`.
pub fn human_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::human_time;

    #[test]
    fn times_are_readable() {
        assert_eq!(human_time(Duration::from_secs(42)), "42 s");
        assert_eq!(human_time(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(human_time(Duration::from_secs(18_180)), "5 h 03 min");
    }
}
