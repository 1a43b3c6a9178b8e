//! Plain tables for a terminal.

use support::printable_line;

/// Which side of its column a cell keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// The titles and sides of columns, from a line such as `Player|>Elo|>Games`: `>` is the right side.
pub fn columns(line: &str) -> Vec<(&str, Side)> {
    let titles = line.split('|').map(|title| match title.strip_prefix('>') {
        Some(title) => (title, Side::Right),
        None => (title, Side::Left),
    });
    titles.collect()
}

/// Columns wide enough for their cells, two spaces between them.
pub fn table<R: AsRef<[String]>>(head: &[(&str, Side)], rows: &[R]) -> String {
    let titles: Vec<String> = head.iter().map(|(title, _)| (*title).to_owned()).collect();
    let cells = |row: &R| {
        row.as_ref()
            .iter()
            .map(|cell| printable_line(cell))
            .collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let all = || std::iter::once(&titles).chain(&rows);
    let width = |cell: &String| cell.chars().count();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| all().filter_map(|row| row.get(column)).map(width).max())
        .map(Option::unwrap_or_default)
        .collect();
    let mut text = String::new();
    for row in all() {
        let mut line = String::new();
        for ((cell, width), (_, side)) in row.iter().zip(&widths).zip(head) {
            match side {
                Side::Left => line.push_str(&format!("{cell:<width$}  ")),
                Side::Right => line.push_str(&format!("{cell:>width$}  ")),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Side, table};

    #[test]
    fn columns_are_aligned() {
        let rows = [
            ["ä".to_owned(), "1.0".to_owned()],
            ["lon\nge".to_owned(), String::new()],
        ];
        let text = table(&[("Name", Side::Left), ("Elo", Side::Right)], &rows);
        assert_eq!(text, "Name    Elo\nä       1.0\nlon ge\n");
    }
}
