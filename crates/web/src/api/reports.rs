//! What other programs have written for people to look at.

use super::Failure;
use super::about::Query;
use crate::Site;
use crate::http::{Head, REPORT_POLICY, Response};
use crate::reports::{self, Report};

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
