//! The frame of all HTML reports: styles, fonts, light and dark, tables, figures and escaping.
//!
//! A page is one file: it requests nothing, runs no script, and its policy forbids both. Every text is escaped here; only
//! pictures, which are made by this crate, are taken as they are.

use std::fmt::{Arguments, Write as _};

use crate::palette::{FONT_FAMILY, dark_rules};
use crate::svg::Align;
use crate::text::escape;

const STYLE: &str = include_str!("page.css");

/// What a page may load: its own styles and pictures inside of it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// One cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    text: String,
    class: Option<&'static str>,
    /// The filled share of the cell, 0 to 1.
    share: Option<f64>,
}

impl Cell {
    /// A cell whose background shows a share, 0 to 1.
    pub fn bar(text: impl Into<String>, share: f64) -> Self {
        Self {
            share: Some(if share.is_finite() {
                share.clamp(0.0, 1.0)
            } else {
                0.0
            }),
            ..Self::from(text.into())
        }
    }

    /// Text such as a FEN or a hash, in a monospaced font.
    pub fn code(text: impl Into<String>) -> Self {
        Self {
            class: Some("code"),
            ..Self::from(text.into())
        }
    }

    /// A cell that says whether something is as it should be.
    pub fn verdict(text: impl Into<String>, is_good: bool) -> Self {
        Self {
            class: Some(if is_good { "good" } else { "bad" }),
            ..Self::from(text.into())
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A report being written, from top to bottom.
#[derive(Clone, Debug)]
pub struct Page {
    text: String,
}

impl Page {
    /// A page with its title as its first heading.
    pub fn new(title: &str) -> Self {
        let mut page = Self {
            text: String::new(),
        };
        let title = escape(title);
        page.put(format_args!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
             <title>{title}</title>\n<style>\nbody {{ font-family: {FONT_FAMILY} }}\n{STYLE}\
             @media (prefers-color-scheme: dark) {{ {} }}\n</style>\n</head>\n\
             <body>\n<h1>{title}</h1>\n",
            dark_rules()
        ));
        page
    }

    /// A few words under the title.
    pub fn lead(&mut self, text: &str) {
        self.put(format_args!("<p class=\"lead\">{}</p>\n", escape(text)));
    }

    /// The heading of a section.
    pub fn heading(&mut self, text: &str) {
        self.put(format_args!("<h2>{}</h2>\n", escape(text)));
    }

    /// The heading inside a section.
    pub fn subheading(&mut self, text: &str) {
        self.put(format_args!("<h3>{}</h3>\n", escape(text)));
    }

    pub fn paragraph(&mut self, text: &str) {
        self.put(format_args!("<p>{}</p>\n", escape(text)));
    }

    /// The most important values, in large type.
    pub fn tiles(&mut self, tiles: &[(&str, String)]) {
        self.put(format_args!("<dl class=\"tiles\">\n"));
        for (name, value) in tiles {
            let (name, value) = (escape(name), escape(value));
            self.put(format_args!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"));
        }
        self.put(format_args!("</dl>\n"));
    }

    /// A picture of this crate with a caption.
    pub fn figure(&mut self, picture: &str, caption: &str) {
        self.put(format_args!(
            "<figure><div class=\"scroll\">{picture}</div>"
        ));
        if !caption.is_empty() {
            let caption = escape(caption);
            self.put(format_args!("<figcaption>{caption}</figcaption>"));
        }
        self.put(format_args!("</figure>\n"));
    }

    /// Small pictures with their captions, side by side.
    pub fn gallery(&mut self, pictures: impl IntoIterator<Item = (String, String)>) {
        self.put(format_args!("<div class=\"gallery\">\n"));
        for (picture, caption) in pictures {
            self.figure(&picture, &caption);
        }
        self.put(format_args!("</div>\n"));
    }

    /// A table of names and values.
    pub fn facts<N: AsRef<str>>(&mut self, facts: impl IntoIterator<Item = (N, String)>) {
        self.put(format_args!(
            "<div class=\"scroll\"><table class=\"facts\"><tbody>\n"
        ));
        for (name, value) in facts {
            let (name, value) = (escape(name.as_ref()), escape(&value));
            self.put(format_args!(
                "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>\n"
            ));
        }
        self.put(format_args!("</tbody></table></div>\n"));
    }

    /// A table with the titles and the alignment of its columns.
    pub fn table<C: Into<Cell>>(
        &mut self,
        head: &[(&str, Align)],
        rows: impl IntoIterator<Item = impl IntoIterator<Item = C>>,
    ) {
        self.put(format_args!("<div class=\"scroll\"><table>\n<thead><tr>"));
        for (title, align) in head {
            let (title, class) = (escape(title), class_of(*align));
            self.put(format_args!(
                "<th scope=\"col\" class=\"{class}\">{title}</th>"
            ));
        }
        self.put(format_args!("</tr></thead>\n<tbody>\n"));
        for row in rows {
            self.put(format_args!("<tr>"));
            for ((_, align), cell) in head.iter().zip(row) {
                self.cell(&cell.into(), *align);
            }
            self.put(format_args!("</tr>\n"));
        }
        self.put(format_args!("</tbody>\n</table></div>\n"));
    }

    fn cell(&mut self, cell: &Cell, align: Align) {
        self.put(format_args!("<td class=\"{}", class_of(align)));
        if let Some(class) = cell.class {
            self.put(format_args!(" {class}"));
        }
        if let Some(share) = cell.share {
            let percent = 100.0 * share;
            self.put(format_args!(
                " bar\" style=\"background-size: {percent:.1}% 100%"
            ));
        }
        self.put(format_args!("\">{}</td>", escape(&cell.text)));
    }

    /// Text whose line breaks count, such as a configuration.
    pub fn code(&mut self, text: &str) {
        self.put(format_args!("<pre>"));
        for (number, line) in text.lines().enumerate() {
            let line_break = if number == 0 { "" } else { "\n" };
            self.put(format_args!("{line_break}{}", escape(line)));
        }
        self.put(format_args!("</pre>\n"));
    }

    /// A section that the reader unfolds.
    pub fn folded(&mut self, summary: &str, write: impl FnOnce(&mut Self)) {
        let summary = escape(summary);
        self.put(format_args!("<details><summary>{summary}</summary>\n"));
        write(self);
        self.put(format_args!("</details>\n"));
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        self.text.push_str("</body>\n</html>\n");
        self.text
    }

    fn put(&mut self, text: Arguments) {
        self.text
            .write_fmt(text)
            .expect("writing to a string cannot fail");
    }
}

/// The titles and the alignment of columns, from a line such as `Player|>Elo|>Games`: `>` aligns to the
/// right.
pub fn columns(line: &str) -> Vec<(&str, Align)> {
    let titles = line.split('|').map(|title| match title.strip_prefix('>') {
        Some(title) => (title, Align::End),
        None => (title, Align::Start),
    });
    titles.collect()
}

const fn class_of(align: Align) -> &'static str {
    match align {
        Align::Start => "start",
        Align::Middle => "middle",
        Align::End => "end",
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Page};
    use crate::svg::{Align, Svg};
    use crate::well_formed::check;

    const HOSTILE: &str = "<script src=\"https://x.test/\">alert('1')</script>&\u{202e}\u{7}";

    /// Every part of a page with a hostile text in every place.
    fn page() -> String {
        let mut page = Page::new(HOSTILE);
        page.lead(HOSTILE);
        page.heading(HOSTILE);
        page.subheading(HOSTILE);
        page.paragraph(HOSTILE);
        page.tiles(&[(HOSTILE, HOSTILE.to_owned())]);
        page.figure(&Svg::new(10.0, 10.0, HOSTILE).finish(), HOSTILE);
        page.gallery([(Svg::new(10.0, 10.0, HOSTILE).finish(), HOSTILE.to_owned())]);
        page.facts([(HOSTILE, HOSTILE.to_owned())]);
        let cells = [
            Cell::from(HOSTILE),
            Cell::bar(HOSTILE, f64::NAN),
            Cell::code(HOSTILE),
            Cell::verdict(HOSTILE, false),
        ];
        page.table(&[(HOSTILE, Align::End); 4], [cells]);
        page.code(&format!("{HOSTILE}\n{HOSTILE}"));
        page.folded(HOSTILE, |page| page.paragraph(HOSTILE));
        page.finish()
    }

    #[test]
    fn hostile_text_stays_text() {
        let page = page();
        assert_eq!(check(&page), Ok(()), "{page}");
        assert!(!page.contains("<script") && !page.contains(['\u{202e}', '\u{7}']));
        assert_eq!(page.matches("&lt;script").count(), 26, "{page}");
    }

    #[test]
    fn a_page_asks_for_nothing_and_knows_dark_and_narrow_windows() {
        let page = page();
        for foreign in ["url(", "@import", "<link", "<iframe", "src=\""] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        for needed in [
            "default-src 'none'",
            "width=device-width",
            "prefers-color-scheme: dark",
            "svg [fill=\"#222222\"]",
            "max-width: 640px",
        ] {
            assert!(page.contains(needed), "{needed}");
        }
    }
}
