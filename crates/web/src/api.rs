//! The API: what the page asks for as JSON. Each file answers one kind of request.

mod about;
mod chess960;
mod finished;
mod lab;
mod network;
mod pgn;
mod position;
mod reports;
mod review;
mod search;
mod verdicts;
mod watch;

pub use about::About;
pub use pgn::Game;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Site;
use crate::http::{Client, Method, Reply, Request, Response};

/// Why a request fails: the reason, for people.
pub type Failure = String;

/// Answers a request to the API that the guard let through. Whatever may change something is a POST.
pub fn respond(site: &Site, request: &Request, client: &dyn Client) -> Reply {
    let Request { head, body } = request;
    match (head.path.as_str(), head.method) {
        ("/api/events", Method::Get) => return search::events(site, head),
        ("/api/net", Method::Get | Method::Head) => return lab::network(site, head).into(),
        ("/api/report", Method::Get | Method::Head) => return reports::show(site, head).into(),
        ("/api/events", _) => return Response::wrong_method("GET").into(),
        ("/api/net" | "/api/report", _) => return Response::wrong_method("GET, HEAD").into(),
        (_, Method::Post) => {}
        _ => return Response::wrong_method("POST").into(),
    }
    match head.path.as_str() {
        "/api/about" => answer(body, |query| about::about(site, query)),
        "/api/position" => answer(body, position::describe),
        "/api/chess960" => answer(body, chess960::start),
        "/api/network" => answer(body, |line| network::explain(site, &line)),
        "/api/pgn/read" => answer(body, pgn::read),
        "/api/pgn/write" => answer(body, pgn::write),
        "/api/review" => answer(body, |query| review::run(site, &query, client)),
        "/api/search" => answer(body, |search| search::start(site, search)),
        "/api/finished" => answer(body, |query| finished::read(site, &query)),
        "/api/ledger" => answer(body, |query| lab::ledger(site, query)),
        "/api/networks" => answer(body, |query| lab::networks(site, query)),
        "/api/queue" => answer(body, |order| lab::queue(site, order)),
        "/api/watch" => answer(body, |watch| watch::start(site, &watch)),
        "/api/verdicts" => answer(body, |line| verdicts::look_up(site, &line)),
        "/api/stop" => answer(body, |stop| search::stop(site, &stop)),
        _ => Response::error(404, "there is nothing here"),
    }
    .into()
}

/// Reads the request, and writes what comes of it.
fn answer<Q: DeserializeOwned, A: Serialize>(
    body: &[u8],
    act: impl FnOnce(Q) -> Result<A, Failure>,
) -> Response {
    let query = match serde_json::from_slice(body) {
        Ok(query) => query,
        Err(error) => return Response::error(400, &error.to_string()),
    };
    match act(query) {
        Ok(answer) => Response::json(&answer),
        // An illegal move, say: nothing is wrong with the request, so the browser need not complain.
        Err(reason) => Response::error(200, &reason),
    }
}
