//! The colors and the fonts of all pictures and pages, light and dark.
//!
//! Pictures carry their light colors as attributes, so that they stand alone; a page replaces them by
//! style rules when the reader prefers dark. Colors outside of [`CHART_COLORS`] stay as they are.

use std::fmt::Write as _;

/// The fonts of pictures and pages.
pub const FONT_FAMILY: &str = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif";
/// The background.
pub const PAPER: &str = "#ffffff";
/// Text.
pub const INK: &str = "#222222";
/// Less important text.
pub const FAINT: &str = "#666666";
/// Grid lines.
pub const GRID: &str = "#e0e0e0";
/// Every other row of a table.
pub const STRIPE: &str = "#f5f7fa";
/// Horizontal levels of a chart.
pub const LEVEL: &str = "#999999";
/// Lines between players.
pub const LINK: &str = "#9ecae1";
/// Bars, and the first curve of a chart.
pub const ACCENT: &str = SERIES[0];
/// The curves of a chart, distinguishable with color vision deficiency, too.
pub const SERIES: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

/// The colors that a dark page replaces, and by what.
const CHART_COLORS: [(&str, &str); 11] = [
    (PAPER, "#16191d"),
    (INK, "#e4e6e8"),
    (FAINT, "#a0a7af"),
    (GRID, "#31373d"),
    (STRIPE, "#1f242a"),
    (LEVEL, "#7b838c"),
    (LINK, "#2f5d7c"),
    (SERIES[0], "#4ea8de"),
    (SERIES[1], "#f08a4b"),
    (SERIES[2], "#3fc79a"),
    (SERIES[3], "#e09bc4"),
];

/// Style rules that give pictures their dark colors.
pub fn dark_rules() -> String {
    let mut rules = String::new();
    for (light, dark) in CHART_COLORS {
        for property in ["fill", "stroke"] {
            write!(rules, "svg [{property}=\"{light}\"]{{{property}:{dark}}}")
                .expect("writing to a string cannot fail");
        }
    }
    rules
}
