//! The docs list what the program offers, and nothing else: `docs/reference/lab.md` is made of the
//! help of every command, the table of `docs/reference/conformance.md` of `uci-check --list`.
//!
//! `UPDATE_DOCS=1 cargo test -p quietus-lab --test docs` writes both anew.

mod common;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What follows this line in a page is generated.
const MARKER: &str = "<!-- generated: UPDATE_DOCS=1 cargo test -p quietus-lab --test docs -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares the generated part of a page with what it should be, or writes it.
fn check_page(page: &str, generated: &str) {
    let path = root().join(page);
    let text = fs::read_to_string(&path).expect("the page exists");
    let start = text.find(MARKER).expect("the marker") + MARKER.len();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{}{generated}", &text[..start])).expect("it can be written");
        return;
    }
    for (number, (actual, expected)) in text[start..].lines().zip(generated.lines()).enumerate() {
        assert_eq!(actual, expected, "{page}, generated line {}", number + 1);
    }
    assert_eq!(
        text[start..].len(),
        generated.len(),
        "{page} is too short or too long"
    );
}

/// The parts of a command's short help.
#[derive(Default)]
struct Help {
    about: String,
    usage: String,
    subcommands: Vec<String>,
    /// Arguments and options with their meaning.
    rows: Vec<(String, String)>,
}

impl Help {
    fn of(command: &[String]) -> Self {
        let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
        words.push("-h");
        Self::parse(&common::succeed(&root(), &words))
    }

    /// Headings end in a colon; everything from the examples on is left out.
    fn parse(text: &str) -> Self {
        let mut help = Self::default();
        let mut heading = "";
        for line in text.lines() {
            if let Some(usage) = line.strip_prefix("Usage: ") {
                usage.clone_into(&mut help.usage);
            } else if line.ends_with(':') && !line.starts_with(' ') {
                heading = line;
            } else if heading.starts_with("Example") {
                break;
            } else if heading.is_empty() && !line.is_empty() && help.usage.is_empty() {
                add_words(&mut help.about, line);
            } else if heading == "Commands:" {
                // A long meaning goes on in lines that are indented further.
                let line = line.strip_prefix("  ").unwrap_or_default();
                let name = line.split(' ').next().unwrap_or_default();
                if !["", "help"].contains(&name) {
                    help.subcommands.push(name.to_owned());
                }
            } else if !heading.is_empty() && !line.is_empty() {
                help.add_row(line);
            }
        }
        help
    }

    /// A line of a list: a new row, or more of the last row's meaning.
    fn add_row(&mut self, line: &str) {
        let indent = line.len() - line.trim_start().len();
        let line = line.trim();
        if indent < 10 && line.starts_with(['-', '<', '[']) {
            let (name, meaning) = line.split_once("  ").unwrap_or((line, ""));
            self.rows.push((name.to_owned(), meaning.trim().to_owned()));
        } else if let Some((_, meaning)) = self.rows.last_mut() {
            add_words(meaning, line);
        }
    }
}

fn add_words(text: &mut String, words: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(words.trim());
}

/// Text that Markdown shows as it is, within a table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// The section of a command and those of its subcommands.
fn write_command(page: &mut String, command: &[String]) {
    let help = Help::of(command);
    let level = "#".repeat(command.len() + 1);
    let name = command.join(" ");
    let (about, usage) = (escaped(help.about.trim_end_matches('.')), &help.usage);
    writeln!(page, "\n{level} {name}\n\n{about}.\n\n```\n{usage}\n```").expect("a string");
    let rows = help
        .rows
        .iter()
        .filter(|(name, _)| !name.starts_with("-h, --help"));
    let mut table = String::new();
    for (name, meaning) in rows {
        let name = name.replace('|', "\\|");
        writeln!(table, "| `{name}` | {} |", escaped(meaning)).expect("a string");
    }
    if !table.is_empty() {
        write!(page, "\n| argument | meaning |\n|---|---|\n{table}").expect("a string");
    }
    for subcommand in help.subcommands {
        let mut command = command.to_vec();
        command.push(subcommand);
        write_command(page, &command);
    }
}

#[test]
fn every_command_is_listed_with_its_options() {
    let mut page = String::new();
    for command in Help::of(&[]).subcommands {
        write_command(&mut page, &[command]);
    }
    for word in [
        "## match",
        "--concurrency",
        "### datagen relabel",
        "#### ledger add note",
    ] {
        assert!(page.contains(word), "the help was not understood: {word}");
    }
    check_page("docs/reference/lab.md", &page);
}

#[test]
fn every_protocol_check_is_listed() {
    let list = common::succeed(&root(), &["uci-check", "--list"]);
    let mut page = "\n| id | severity | what it demands |\n|---|---|---|\n".to_owned();
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let (severity, id) = (words.next().expect("severity"), words.next().expect("id"));
        let title = words.collect::<Vec<_>>().join(" ");
        writeln!(page, "| `{id}` | {severity} | {} |", escaped(&title)).expect("a string");
    }
    check_page("docs/reference/conformance.md", &page);
}

/// All pages of the project.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "nets/LINEAGE.md",
        "tools/README.md",
    ]
    .into_iter()
    .map(|page| root().join(page))
    .collect();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// The anchors of a page: its headings in small letters, with dashes for spaces.
fn anchors(text: &str) -> Vec<String> {
    let is_kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    let anchor = |heading: &str| -> String {
        let kept: String = heading.trim().chars().filter(is_kept).collect();
        kept.to_lowercase().replace(' ', "-")
    };
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        let images = text
            .split("src=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        for link in links.chain(images).filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().expect("a folder").join(file),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !anchor.is_empty() {
                let text = fs::read_to_string(&target).expect("a page");
                let known = anchors(&text).iter().any(|known| known == anchor);
                assert!(known, "{}: {link}", page.display());
            }
        }
    }
}

/// Paths in the guides and the reference, written as code, exist. The log may name old ones.
#[test]
fn paths_exist() {
    const FOLDERS: [&str; 8] = [
        "crates/", "lab/", "docs/", "nets/", "books/", "tools/", "fuzz/", ".ci/",
    ];
    for page in pages() {
        if page.components().any(|part| part.as_os_str() == "log") {
            continue;
        }
        let text = fs::read_to_string(&page).expect("a page");
        for code in text.split('`').skip(1).step_by(2) {
            let is_path = FOLDERS.iter().any(|folder| code.starts_with(folder));
            if is_path && !code.contains(['*', ' ', '\n']) {
                assert!(root().join(code).exists(), "{}: {code}", page.display());
            }
        }
    }
}

#[test]
fn every_tool_is_in_the_index() {
    let index = fs::read_to_string(root().join("tools/README.md")).expect("the page exists");
    let mut count = 0;
    for folder in fs::read_dir(root().join("tools")).expect("a folder") {
        let folder = folder.expect("an entry").path();
        if !folder.is_dir() {
            continue;
        }
        let parent = folder.file_name().and_then(|name| name.to_str());
        let parent = parent.expect("UTF-8");
        for entry in fs::read_dir(&folder).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let name = name.to_str().expect("UTF-8");
            if !name.starts_with('_') {
                assert!(index.contains(&format!("]({parent}/{name})")), "{name}");
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} tools");
}

/// The page on the search has a name for every group of parameters, and no name that is not in the
/// sources. Values are only there, so tuning never makes the page wrong.
#[test]
fn names_of_the_search_page_are_in_the_sources() {
    let page =
        fs::read_to_string(root().join("docs/reference/search.md")).expect("the page exists");
    let params = root().join("crates/search/src/params.rs");
    let params = fs::read_to_string(params).expect("the parameters");
    let is_group = |line: &&str| line.starts_with("    ") && !line.starts_with("     ");
    let (_, table) = params.split_once("\nparams! {").expect("the table");
    let table = table.split("\n}\n").next().expect("its end");
    let groups: Vec<&str> = table
        .lines()
        .filter(is_group)
        .filter_map(|line| line.trim().strip_suffix(" {"))
        .collect();
    assert!(groups.len() > 20, "{groups:?}");
    for group in groups {
        assert!(page.contains(&format!("`{group}")), "{group}");
    }
    let mut sources = params;
    for file in ["search/src/switches.rs", "game/src/position.rs"] {
        let path = root().join("crates").join(file);
        sources += &fs::read_to_string(path).expect("a source");
    }
    let code = page.split('`').skip(1).step_by(2);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let names = code
        .filter(|code| !code.contains("::") && !code.contains(".rs") && !code.contains(".py"))
        .flat_map(|code| code.split(|c| !is_part(c)))
        .filter(|name| name.contains('_'));
    for name in names {
        assert!(sources.contains(name), "{name}");
    }
}

/// A term of the glossary is found by its name in the file where it lives.
#[test]
fn terms_of_the_glossary_are_in_their_files() {
    let page = root().join("docs/reference/glossary.md");
    let text = fs::read_to_string(page).expect("the page exists");
    let mut count = 0;
    for row in text.lines().filter(|line| line.ends_with("` |")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [term, _, place] = cells[..] else {
            panic!("three cells: {row}");
        };
        let place = place.trim_matches('`');
        let source = fs::read_to_string(root().join(place)).unwrap_or_default();
        let source = source.to_lowercase();
        let names = term.split([',', '(', ')', '/']).map(str::trim);
        let is_there = |name: &str| {
            let name = name.to_lowercase();
            [name.clone(), name.replace([' ', '-'], "_")]
                .iter()
                .any(|name| !name.is_empty() && source.contains(name))
        };
        assert!(names.clone().any(is_there), "{term} in {place}");
        count += 1;
    }
    assert!(count > 40, "{count} terms");
}
