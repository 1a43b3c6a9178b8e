//! What the lab keeps: its ledger, and its networks.

use serde_json::Value;

use super::Failure;
use super::about::Query;
use super::reports::frame;
use crate::http::{Head, Response};
use crate::{Lab, Site};

/// Lists the entries of the ledgers.
pub fn ledger(site: &Site, _: Query) -> Result<Value, Failure> {
    lab(site)?.ledger()
}

/// Lists the networks.
pub fn networks(site: &Site, _: Query) -> Result<Value, Failure> {
    lab(site)?.networks()
}

/// A look into a network, for a frame of the page.
pub fn network(site: &Site, head: &Head) -> Response {
    let id = head.query_value("id").unwrap_or_default();
    let page = lab(site).ok().and_then(|lab| lab.network(id));
    frame(page.map(String::into_bytes))
}

fn lab(site: &Site) -> Result<&dyn Lab, Failure> {
    let lab = site.backend.lab.as_deref();
    lab.ok_or_else(|| "there is no lab".to_owned())
}
