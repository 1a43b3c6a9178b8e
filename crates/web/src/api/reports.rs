//! What other programs have written for people to look at.

use serde::{Deserialize, Serialize};

use super::Failure;
use crate::Site;
use crate::http::{Head, REPORT_POLICY, Response};
use crate::reports::{self, Report};

/// Nothing to ask.
#[derive(Deserialize)]
pub struct Query {}

/// What the server can do.
#[derive(Serialize)]
pub struct About {
    /// Name and version.
    name: &'static str,
    /// The most threads of a search.
    threads: u32,
    /// Whether there are reports to watch.
    watches: bool,
}

/// Tells what the server can do.
pub fn about(site: &Site, _: Query) -> Result<About, Failure> {
    Ok(About {
        name: crate::NAME,
        threads: super::search::cores(),
        watches: !site.backend.reports.is_empty(),
    })
}

/// Lists the reports, the newest first.
pub fn list(site: &Site, _: Query) -> Result<Vec<Report>, Failure> {
    Ok(reports::list(&site.backend.reports))
}

/// A report, for a frame of the page.
pub fn show(site: &Site, head: &Head) -> Response {
    let id = head.query_value("id").unwrap_or_default();
    match reports::read(&site.backend.reports, id) {
        None => Response::error(404, "there is no such report"),
        Some(body) => Response {
            status: 200,
            content_type: "text/html; charset=utf-8",
            policy: REPORT_POLICY,
            etag: None,
            body,
        },
    }
}
