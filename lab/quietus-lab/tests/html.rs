//! `--html` of the commands that write a report.

mod common;

use std::fs;
use std::path::Path;

use common::{engine, fail, lab, succeed};

/// Reads a page, which must be whole, request nothing and have these words.
#[track_caller]
fn check_page(path: &Path, words: &[&str]) {
    let page = fs::read_to_string(path).expect("the page");
    assert_eq!(plot::well_formed::check(&page), Ok(()), "{page}");
    assert!(page.contains("default-src 'none'") && page.ends_with("</html>\n"));
    for word in words {
        assert!(page.contains(word), "{word} in {page}");
    }
}

#[test]
fn matches_suites_and_the_ledger_write_pages() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let engine = engine();
    let engine = engine.to_str().unwrap();
    let engines = ["-e", engine, "name=<New>", "-e", engine, "name=Old&"];
    let games = [
        "--each",
        "nodes=100",
        "-r",
        "1",
        "-c",
        "1",
        "--ledger",
        "l.sqlite",
    ];
    let play = |command: &str, page: &str| {
        let head = [
            command,
            "--out",
            page.trim_end_matches(".html"),
            "--html",
            page,
        ];
        let output = lab(at, &[&head[..], &engines, &games].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), error)
    };
    assert_eq!(play("match", "match.html").0, Some(0));
    check_page(&at.join("match.html"), &["&lt;New&gt;", "Old&amp;"]);
    // One pair decides nothing, which is no success.
    let (status, error) = play("sprt", "sprt.html");
    assert_eq!(status, Some(1), "{error}");
    check_page(&at.join("sprt.html"), &["&lt;New&gt;", "<svg ", "LLR"]);

    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"mate.1\";\n";
    let missed = "6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8#; id \"missed.1\";\n";
    fs::write(at.join("suite.epd"), format!("{mate}{missed}")).unwrap();
    let suite = ["suite", "-e", engine, "nodes=1000", "--epd", "suite.epd"];
    succeed(at, &[&suite[..], &["--html", "suite.html"]].concat());
    check_page(&at.join("suite.html"), &["mate", "missed", "White rook"]);

    succeed(
        at,
        &[
            "ledger", "report", "--html", "all.html", "--ledger", "l.sqlite",
        ],
    );
    check_page(&at.join("all.html"), &["&lt;New&gt;", "Old&amp;"]);
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    succeed(folder.path(), &["ledger", "add", "note", "one"]);
    let args = ["ledger", "report", "--html", "no/folder.html"];
    let error = fail(folder.path(), 3, &args);
    assert!(error.contains("cannot write no/folder.html"), "{error}");
}
