//! The files of the page, part of the program: one page with its styles, and one script.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use crate::bundle::{Module, bundle};
use crate::http::{Head, POLICY, Response, page_policy};
use crate::random_token;

/// The modules of the script.
macro_rules! modules {
    ($($file:literal)+) => {
        &[$(($file, include_str!(concat!("../assets/js/", $file)))),+]
    };
}

const MODULES: &[Module] = modules! {
    "analyze.js" "announce.js" "api.js" "arrows.js" "board.js" "chart.js" "clock.js" "comment.js" "compare.js"
    "dialog.js" "dom.js" "editor.js" "evalbar.js" "gameinfo.js" "geometry.js" "graph.js" "grid.js" "ledger.js" "lines.js"
    "look.js" "main.js" "material.js" "miniboard.js" "moveinput.js" "movelist.js" "networks.js" "newgame.js" "pgnform.js"
    "piece-layer.js" "pieces.js" "play.js" "promotion.js" "queue.js" "results.js" "retry.js" "review.js" "reviewview.js" "runview.js" "score.js"
    "saved.js" "search.js" "server.js" "sound.js" "steps.js" "store.js" "stream.js" "strength.js" "table.js" "tree.js"
    "verdicts.js" "watch.js"
};

const ICON: &str = include_str!("../assets/icon.svg");
/// The portraits of the opponents, by name.
const OPPONENTS: &str = include_str!("../assets/opponents.svg");

/// The page with everything that its first paint needs.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let page = include_str!("../assets/index.html");
    with_drawings(page).replacen("{early}", include_str!("../assets/early.js"), 1)
});

static SCRIPT: LazyLock<String> = LazyLock::new(|| bundle(MODULES, "main.js"));

/// The frame of reviews that are saved as a file.
static SAVED: LazyLock<String> = LazyLock::new(|| {
    let page = include_str!("../assets/saved.html");
    with_drawings(page).replacen("{script}", &bundle(MODULES, "saved.js"), 1)
});

/// A page with the styles, pieces and icon of all.
fn with_drawings(page: &str) -> String {
    let style = concat!(
        include_str!("../assets/base.css"),
        include_str!("../assets/board.css"),
        include_str!("../assets/panels.css")
    );
    page.replacen("{style}", style, 1)
        .replacen("{pieces}", include_str!("../assets/pieces.svg"), 1)
        .replacen("{icon}", ICON, 1)
}

/// A page of reviews, given as JSON and as text for those without scripts.
pub fn saved_page(reviews: &str, reports: &str) -> String {
    let reports = reports.replace('&', "&amp;").replace('<', "&lt;");
    // Nothing in the data can end its element.
    let reviews = reviews.replace('<', "\\u003c");
    let (before, rest) = SAVED
        .split_once("{reports}")
        .expect("a place for the reports");
    let (between, after) = rest
        .split_once("{reviews}")
        .expect("a place for the reviews");
    [before, &reports, between, &reviews, after].concat()
}

/// The file that a request names; the page itself at the root.
pub fn find(head: &Head) -> Option<Response> {
    match head.path.as_str() {
        "/" => Some(page(head)),
        "/quietus.js" => Some(file(head, "text/javascript; charset=utf-8", &SCRIPT)),
        "/icon.svg" => Some(file(head, "image/svg+xml", ICON)),
        "/opponents.svg" => Some(file(head, "image/svg+xml", OPPONENTS)),
        _ => None,
    }
}

/// The page. Its inline style and script carry a nonce of this answer.
fn page(head: &Head) -> Response {
    let nonce = random_token();
    let body = PAGE
        .replacen("{theme}", kept(head, "theme", &["dark", "light"]), 1)
        .replacen(
            "{board}",
            kept(head, "board", &["wood", "green", "paper"]),
            1,
        )
        .replacen("{pieceset}", kept(head, "pieces", &["ivory", "bold"]), 1)
        .replacen("{first}", kept(head, "first", &["board", "nothing"]), 1)
        .replace("{nonce}", &nonce);
    Response {
        status: 200,
        content_type: "text/html; charset=utf-8",
        policy: page_policy(&nonce).into(),
        etag: None,
        allow: None,
        body: body.into_bytes(),
    }
}

/// What the page has kept as a cookie for its first paint, if it is one of these words.
fn kept(head: &Head, name: &str, words: &[&'static str]) -> &'static str {
    let cookies = head.header("cookie").unwrap_or_default();
    let is_kept = |word: &&&str| {
        let cookie = format!("quietus.{name}={word}");
        cookies.split("; ").any(|own| own == cookie)
    };
    words.iter().find(is_kept).copied().unwrap_or_default()
}

/// A file, unless the browser has it.
fn file(head: &Head, content_type: &'static str, text: &str) -> Response {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    let is_known = head.header("if-none-match") == Some(etag.as_str());
    let (status, body) = match is_known {
        true => (304, Vec::new()),
        false => (200, text.as_bytes().to_vec()),
    };
    Response {
        status,
        content_type,
        policy: POLICY.into(),
        etag: Some(etag),
        allow: None,
        body,
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::{ICON, MODULES, OPPONENTS, PAGE, SAVED, SCRIPT, page};
    use crate::http::Head;

    /// The page for a browser with these cookies: its policy and its text.
    fn page_with(cookies: &str) -> (String, String) {
        let request = format!("GET / HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n");
        let (head, _) = Head::parse(request.as_bytes()).unwrap().unwrap();
        let response = page(&head);
        let body = String::from_utf8(response.body).unwrap();
        (response.policy.into_owned(), body)
    }

    #[test]
    fn all_modules_are_in_the_script() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/js");
        assert_eq!(fs::read_dir(folder).unwrap().count(), MODULES.len());
        for (name, source) in MODULES {
            let last = source.lines().rfind(|line| line.len() > 20).unwrap();
            let last = last.strip_prefix("export ").unwrap_or(last);
            let is_used = SCRIPT.contains(last) || SAVED.contains(last);
            assert!(is_used, "nothing imports {name}");
        }
        let is_left = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert_eq!(SCRIPT.lines().find(|line| is_left(line)), None);
    }

    #[test]
    fn the_page_is_whole() {
        for part in ["{style}", "{early}", "{pieces}", "{icon}", "{script}"] {
            assert!(!PAGE.contains(part) && !SAVED.contains(part), "{part}");
        }
        assert_eq!(PAGE.matches("nonce=\"{nonce}\"").count(), 2);
    }

    #[test]
    fn all_files_are_at_most_500_kilobytes() {
        let size = PAGE.len() + SCRIPT.len() + OPPONENTS.len() + ICON.len();
        assert!(size <= 500_000, "{size}");
    }

    #[test]
    fn each_page_has_a_nonce_of_its_own() {
        let nonces = [page_with(""), page_with("")].map(|(policy, body)| {
            let (_, rest) = policy.split_once("style-src 'nonce-").unwrap();
            let nonce = rest.split_once('\'').unwrap().0.to_owned();
            assert_eq!(body.matches(&format!("nonce=\"{nonce}\"")).count(), 2);
            nonce
        });
        assert_ne!(nonces[0], nonces[1]);
    }

    #[test]
    fn the_page_has_what_was_kept_for_its_first_paint() {
        for (cookies, theme, first) in [
            ("", "", ""),
            ("a=b; quietus.theme=dark", "dark", ""),
            ("quietus.first=board; quietus.theme=light", "light", "board"),
            ("quietus.theme=\"><script>; xquietus.first=board", "", ""),
        ] {
            let expected = format!(
                "data-theme=\"{theme}\" data-board=\"\" data-pieces=\"\" data-first=\"{first}\">"
            );
            assert!(page_with(cookies).1.contains(&expected), "{cookies}");
        }
        let (_, body) = page_with("quietus.board=wood; quietus.pieces=bold");
        assert!(body.contains("data-board=\"wood\" data-pieces=\"bold\""));
    }
}
