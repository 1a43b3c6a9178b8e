//! The files of the page, part of the program.

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
        "js/analyze.js" "js/announce.js" "js/api.js" "js/arrows.js" "js/board.js" "js/clock.js"
        "js/dialog.js" "js/dom.js" "js/evalbar.js" "js/geometry.js" "js/graph.js" "js/grid.js"
        "js/lines.js" "js/main.js" "js/moveinput.js" "js/movelist.js" "js/newgame.js"
        "js/pgnform.js" "js/piece-layer.js" "js/pieces.js" "js/play.js" "js/promotion.js" "js/review.js" "js/score.js"
        "js/search.js" "js/steps.js" "js/store.js" "js/stream.js" "js/tablebase.js" "js/tree.js"
        "js/watch.js";
};

/// The file that a request names; the page itself at the root.
pub fn find(head: &Head) -> Option<Response> {
    let path = match head.path.as_str() {
        "/" => "/index.html",
        path => path,
    };
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let mut hasher = DefaultHasher::new();
    asset.bytes.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    let is_known = head.header("if-none-match") == Some(etag.as_str());
    Some(Response {
        status: if is_known { 304 } else { 200 },
        content_type: asset.content_type,
        policy: PAGE_POLICY,
        etag: Some(etag),
        body: match is_known {
            true => Vec::new(),
            false => asset.bytes.to_vec(),
        },
    })
}
