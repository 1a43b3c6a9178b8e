//! What the lab keeps: its ledger, and its networks.

use serde::Deserialize;
use serde_json::Value;

use super::Failure;
use super::about::Query;
use super::reports::frame;
use crate::folders::{RUNS, find_file};
use crate::http::{Head, Response};
use crate::{Lab, QueueOrder, Site};

/// Lists the entries of the ledgers.
pub fn ledger(site: &Site, _: Query) -> Result<Value, Failure> {
    lab(site)?.ledger()
}

/// Lists the networks.
pub fn networks(site: &Site, _: Query) -> Result<Value, Failure> {
    lab(site)?.networks()
}

/// What the page wants of the runs that it has started.
#[derive(Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum Order {
    List,
    Start {
        command: String,
    },
    Resume {
        /// The state of the match.
        run: String,
    },
    Stop {
        id: u64,
    },
}

/// Starts and stops runs.
pub fn queue(site: &Site, order: Order) -> Result<Value, Failure> {
    if !site.about.starts_runs() {
        return Err(
            "runs are started from here only with a token: quietus-lab serve --token TEXT"
                .to_owned(),
        );
    }
    let order = match order {
        Order::List => QueueOrder::List,
        Order::Start { command } => QueueOrder::Start(command),
        Order::Resume { run } => {
            let found = find_file(&site.backend.folders, RUNS, &run);
            let folder = found.as_ref().and_then(|file| file.path.parent());
            QueueOrder::Resume(folder.ok_or("there is no such run")?.to_owned())
        }
        Order::Stop { id } => QueueOrder::Stop(id),
    };
    lab(site)?.queue(&order)
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
