//! What other programs have written for people to look at.

use std::fs;

use crate::Site;
use crate::folders::{REPORTS, find_file};
use crate::http::{Head, REPORT_POLICY, Response};

/// A report, for a frame of the page.
pub fn show(site: &Site, head: &Head) -> Response {
    let id = head.query_value("id").unwrap_or_default();
    let file = find_file(&site.backend.folders, REPORTS, id);
    frame(file.and_then(|file| fs::read(file.path).ok()))
}

/// An HTML page for a frame.
pub fn frame(body: Option<Vec<u8>>) -> Response {
    match body {
        None => Response::error(404, "there is no such report"),
        Some(body) => Response {
            status: 200,
            content_type: "text/html; charset=utf-8",
            policy: REPORT_POLICY.into(),
            etag: None,
            allow: None,
            body,
        },
    }
}
