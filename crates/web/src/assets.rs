//! The files of the page, part of the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::http::{Head, PAGE_POLICY, Response};

/// A file: its path in the site, content type and bytes.
struct Asset {
    path: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
}

/// A table of the files, with a content type for each group.
macro_rules! assets {
    ($($content_type:literal: $($file:literal)+;)+) => {
        &[$($(Asset {
            path: concat!("/", $file),
            content_type: $content_type,
            bytes: include_bytes!(concat!("../assets/", $file)),
        }),+),+]
    };
}

const ASSETS: &[Asset] = assets! {
    "text/html; charset=utf-8": "index.html";
    "text/css; charset=utf-8": "base.css" "board.css" "panels.css";
    "image/svg+xml": "icon.svg";
    "text/javascript; charset=utf-8":
        "js/analyze.js" "js/announce.js" "js/api.js" "js/arrows.js" "js/board.js" "js/chart.js"
        "js/clock.js" "js/comment.js" "js/dialog.js" "js/dom.js" "js/evalbar.js" "js/geometry.js"
        "js/graph.js" "js/grid.js" "js/ledger.js" "js/lines.js" "js/main.js" "js/miniboard.js"
        "js/moveinput.js" "js/movelist.js" "js/networks.js" "js/newgame.js" "js/pgnform.js"
        "js/piece-layer.js" "js/pieces.js" "js/play.js" "js/promotion.js" "js/review.js"
        "js/runview.js" "js/score.js" "js/search.js" "js/server.js" "js/steps.js" "js/store.js"
        "js/stream.js" "js/strength.js" "js/table.js" "js/tree.js" "js/verdicts.js" "js/watch.js";
};

/// The path of the page itself.
const PAGE: &str = "/index.html";

/// The page with the names of all modules in its head, so that the browser does not find one only
/// when it has read another.
fn page(template: &[u8]) -> Vec<u8> {
    let modules = ASSETS.iter().filter(|asset| asset.path.ends_with(".js"));
    let link = |asset: &Asset| format!("<link rel=\"modulepreload\" href=\"{}\">\n", asset.path);
    let links: String = modules.map(link).collect();
    let template = String::from_utf8_lossy(template);
    template
        .replacen("</head>", &(links + "</head>"), 1)
        .into_bytes()
}

/// The file that a request names; the page itself at the root.
pub fn find(head: &Head) -> Option<Response> {
    let path = match head.path.as_str() {
        "/" => PAGE,
        path => path,
    };
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let bytes = match path {
        PAGE => Cow::Owned(page(asset.bytes)),
        _ => Cow::Borrowed(asset.bytes),
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    let is_known = head.header("if-none-match") == Some(etag.as_str());
    Some(Response {
        status: if is_known { 304 } else { 200 },
        content_type: asset.content_type,
        policy: PAGE_POLICY,
        etag: Some(etag),
        body: match is_known {
            true => Vec::new(),
            false => bytes.into_owned(),
        },
    })
}
