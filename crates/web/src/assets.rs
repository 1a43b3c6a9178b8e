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
    "analyze.js" "announce.js" "api.js" "arrows.js" "board.js" "chart.js" "clock.js" "comment.js"
    "dialog.js" "dom.js" "evalbar.js" "geometry.js" "graph.js" "grid.js" "ledger.js" "lines.js"
    "main.js" "material.js" "miniboard.js" "moveinput.js" "movelist.js" "networks.js" "newgame.js" "pgnform.js"
    "piece-layer.js" "pieces.js" "play.js" "promotion.js" "review.js" "runview.js" "score.js"
    "search.js" "server.js" "steps.js" "store.js" "stream.js" "strength.js" "table.js" "tree.js"
    "verdicts.js" "watch.js"
};

const ICON: &str = include_str!("../assets/icon.svg");

/// The page with everything that its first paint needs.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let style = concat!(
        include_str!("../assets/base.css"),
        include_str!("../assets/board.css"),
        include_str!("../assets/panels.css")
    );
    include_str!("../assets/index.html")
        .replacen("{style}", style, 1)
        .replacen("{early}", include_str!("../assets/early.js"), 1)
        .replacen("{pieces}", include_str!("../assets/pieces.svg"), 1)
        .replacen("{icon}", ICON, 1)
});

static SCRIPT: LazyLock<String> = LazyLock::new(|| bundle(MODULES, "main.js"));

/// The file that a request names; the page itself at the root.
pub fn find(head: &Head) -> Option<Response> {
    match head.path.as_str() {
        "/" => Some(page()),
        "/quietus.js" => Some(file(head, "text/javascript; charset=utf-8", &SCRIPT)),
        "/icon.svg" => Some(file(head, "image/svg+xml", ICON)),
        _ => None,
    }
}

/// The page. Its inline style and script carry a nonce of this answer.
fn page() -> Response {
    let nonce = random_token();
    Response {
        status: 200,
        content_type: "text/html; charset=utf-8",
        policy: page_policy(&nonce).into(),
        etag: None,
        body: PAGE.replace("{nonce}", &nonce).into_bytes(),
    }
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
        body,
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::{MODULES, PAGE, SCRIPT, page};

    #[test]
    fn all_modules_are_in_the_script() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/js");
        assert_eq!(fs::read_dir(folder).unwrap().count(), MODULES.len());
        for (name, source) in MODULES {
            let last = source.lines().rfind(|line| line.len() > 20).unwrap();
            let last = last.strip_prefix("export ").unwrap_or(last);
            assert!(SCRIPT.contains(last), "nothing imports {name}");
        }
        let is_left = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert_eq!(SCRIPT.lines().find(|line| is_left(line)), None);
    }

    #[test]
    fn the_page_is_whole() {
        for part in ["{style}", "{early}", "{pieces}", "{icon}"] {
            assert!(!PAGE.contains(part), "{part}");
        }
        assert_eq!(PAGE.matches("nonce=\"{nonce}\"").count(), 2);
    }

    #[test]
    fn each_page_has_a_nonce_of_its_own() {
        let nonces = [page(), page()].map(|response| {
            let (_, rest) = response.policy.split_once("style-src 'nonce-").unwrap();
            let nonce = rest.split_once('\'').unwrap().0.to_owned();
            let body = String::from_utf8(response.body).unwrap();
            assert_eq!(body.matches(&format!("nonce=\"{nonce}\"")).count(), 2);
            nonce
        });
        assert_ne!(nonces[0], nonces[1]);
    }
}
