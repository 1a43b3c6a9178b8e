//! The calls, one function each.

use std::time::Duration;

use ureq::SendBody;
use ureq::http::Request;

use super::messages::{Account, Challenge, GameId, Job, Listed, Playing, Registered};
use super::{Client, Failure, PATIENCE, escaped, parsed};
use crate::config::{TimeControl, Variant};
use crate::pacing::Endpoint;
use crate::stream::Lines;

/// How long Lichess lets a provider wait for a request.
const LONG_POLL: Duration = Duration::from_secs(60);

/// How many bots of the list are read.
const MOST_BOTS: usize = 512;

/// What a challenge of ours offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) clock: TimeControl,
    pub(crate) variant: Variant,
    pub(crate) is_rated: bool,
    /// `white`, `black` or `random`.
    pub(crate) color: &'static str,
}

impl Client {
    pub(crate) fn account(&self) -> Result<Account, Failure> {
        self.get(Endpoint::Account, "/api/account")
    }

    /// Makes the account a bot account for good.
    pub(crate) fn upgrade(&self) -> Result<(), Failure> {
        self.post(Endpoint::Account, "/api/bot/account/upgrade", &[])
    }

    pub(crate) fn events(&self) -> Result<Lines, Failure> {
        let request = self.request("GET", "/api/stream/event").body(());
        self.open(Endpoint::Events, request)
    }

    pub(crate) fn game(&self, id: &GameId) -> Result<Lines, Failure> {
        let path = format!("/api/bot/game/stream/{id}");
        self.open(Endpoint::Game, self.request("GET", &path).body(()))
    }

    pub(crate) fn playing(&self) -> Result<Playing, Failure> {
        self.get(Endpoint::Playing, "/api/account/playing?nb=50")
    }

    /// Plays a move; `patience` is short, because the clock runs.
    pub(crate) fn play(
        &self,
        id: &GameId,
        mv: &str,
        offers_draw: bool,
        patience: Duration,
    ) -> Result<(), Failure> {
        let offer = if offers_draw {
            "?offeringDraw=true"
        } else {
            ""
        };
        let path = format!("/api/bot/game/{id}/move/{}{offer}", escaped(mv));
        self.post_within(Endpoint::Move, patience, &path, &[])
            .map(drop)
    }

    /// A decision in a game: `resign`, `abort`, `claim-victory`, `draw/yes`, `takeback/no` and such.
    pub(crate) fn decide(&self, id: &GameId, decision: &str) -> Result<(), Failure> {
        let path = format!("/api/bot/game/{id}/{decision}");
        self.post(Endpoint::Decision, &path, &[])
    }

    pub(crate) fn chat(&self, id: &GameId, room: &str, text: &str) -> Result<(), Failure> {
        let path = format!("/api/bot/game/{id}/chat");
        self.post(Endpoint::Chat, &path, &[("room", room), ("text", text)])
    }

    pub(crate) fn accept(&self, id: &GameId) -> Result<(), Failure> {
        let path = format!("/api/challenge/{id}/accept");
        self.post(Endpoint::Answer, &path, &[])
    }

    pub(crate) fn decline(&self, id: &GameId, reason: &str) -> Result<(), Failure> {
        let path = format!("/api/challenge/{id}/decline");
        self.post(Endpoint::Answer, &path, &[("reason", reason)])
    }

    pub(crate) fn cancel(&self, id: &GameId) -> Result<(), Failure> {
        let path = format!("/api/challenge/{id}/cancel");
        self.post(Endpoint::Answer, &path, &[])
    }

    /// Challenges a player; the game will have the id of the challenge.
    pub(crate) fn challenge(&self, user: &str, offer: &Offer) -> Result<Challenge, Failure> {
        let path = format!("/api/challenge/{}", escaped(user));
        let (limit, increment) = (
            offer.clock.limit.to_string(),
            offer.clock.increment.to_string(),
        );
        let form = [
            ("clock.limit", limit.as_str()),
            ("clock.increment", &increment),
            ("rated", if offer.is_rated { "true" } else { "false" }),
            ("variant", &offer.variant.to_string()),
            ("color", offer.color),
        ];
        let text = self.post_within(Endpoint::Challenge, PATIENCE, &path, &form)?;
        parsed(&text)
    }

    /// The bots that are online.
    pub(crate) fn bots(&self) -> Result<Vec<Listed>, Failure> {
        let path = format!("/api/bot/online?nb={MOST_BOTS}");
        let mut lines = self.open(Endpoint::Bots, self.request("GET", &path).body(()))?;
        let mut bots = Vec::new();
        while bots.len() < MOST_BOTS {
            match lines.next() {
                Ok(Some(line)) => bots.extend(serde_json::from_slice(&line)),
                Ok(None) => break,
                Err(error) => return Err(Failure::Unclear(error.to_string())),
            }
        }
        Ok(bots)
    }

    /// The engines that are registered for the analysis board.
    pub(crate) fn engines(&self) -> Result<Vec<Registered>, Failure> {
        self.get(Endpoint::Registration, "/api/external-engine")
    }

    /// Registers an engine, or changes the one of this id.
    pub(crate) fn register(
        &self,
        id: Option<&str>,
        engine: &serde_json::Value,
    ) -> Result<Registered, Failure> {
        let (method, path) = match id {
            Some(id) => ("PUT", format!("/api/external-engine/{}", escaped(id))),
            None => ("POST", "/api/external-engine".to_owned()),
        };
        let request = self
            .request(method, &path)
            .header("Content-Type", "application/json")
            .body(engine.to_string());
        parsed(&self.call(Endpoint::Registration, PATIENCE, request)?)
    }

    /// Waits for a request of the analysis board; nothing if there is none for a while.
    pub(crate) fn await_job(&self, secret: &str) -> Result<Option<Job>, Failure> {
        let body = serde_json::json!({ "providerSecret": secret }).to_string();
        // The secret is all that this server asks for: it never sees the token.
        let request = Request::builder()
            .method("POST")
            .uri(format!("{}/api/external-engine/work", self.engine_server))
            .header("Content-Type", "application/json")
            .body(body);
        let text = self.call(Endpoint::Work, LONG_POLL, request)?;
        match text.trim() {
            "" => Ok(None),
            text => parsed(text).map(Some),
        }
    }

    /// Sends an analysis while it is being made; ends when the reader does, or nobody wants it any more.
    pub(crate) fn submit(&self, job: &str, analysis: SendBody<'static>) -> Result<(), Failure> {
        let path = format!("/api/external-engine/work/{}", escaped(job));
        let request = Request::builder()
            .method("POST")
            .uri(format!("{}{path}", self.engine_server))
            .header("Content-Type", "text/plain")
            .body(analysis);
        let request = self.checked(Endpoint::Work, request)?;
        let request = self
            .agent
            .configure_request(request)
            .timeout_recv_response(Some(PATIENCE))
            .build();
        let response = self.agent.run(request).map_err(Failure::network)?;
        match response.status().is_success() {
            true => Ok(()),
            false => Err(self.failure(Endpoint::Work, &response, "")),
        }
    }
}
