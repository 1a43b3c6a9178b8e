//! Engines of known strength, which tie the ratings of the levels to a scale.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use arena::{Engine, Player, Timeouts, split_words};
use chess::{Move, Position};

/// The longest wait for a move.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);

/// An engine whose strength is limited to a known rating, and the depth of its searches. A depth
/// does not depend on the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// The rating, and the engine's `UCI_Elo`.
    pub elo: u16,
    engine: Player,
    depth: u32,
}

/// From `cmd=stockfish elo=1600 depth=3` and other settings of an engine.
impl FromStr for Anchor {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (elo, words): (Vec<_>, Vec<_>) = split_words(text)
            .into_iter()
            .partition(|word| word.starts_with("elo="));
        let elo: u16 = elo
            .first()
            .and_then(|word| word.strip_prefix("elo=")?.parse().ok())
            .context("an anchor needs its elo=RATING")?;
        let mut engine = Player::parse(&words)?;
        let depth = engine
            .limits
            .depth
            .context("an anchor needs its depth=PLIES")?;
        engine.set("option.UCI_LimitStrength", "true")?;
        engine.set("option.UCI_Elo", &elo.to_string())?;
        Ok(Self { elo, engine, depth })
    }
}

/// The anchors of one thread, each started for its first game.
pub(crate) struct Anchors<'a> {
    known: &'a [Anchor],
    running: BTreeMap<u16, Engine>,
}

impl<'a> Anchors<'a> {
    /// Anchors of which none is running.
    pub(crate) const fn new(known: &'a [Anchor]) -> Self {
        Self {
            known,
            running: BTreeMap::new(),
        }
    }

    /// The move of the anchor with a rating, after some moves from a position.
    ///
    /// # Errors
    /// If the engine fails or its move is illegal.
    pub(crate) fn choose(
        &mut self,
        elo: u16,
        start: &Position,
        moves: &[Move],
    ) -> anyhow::Result<Move> {
        let anchor = self.known.iter().find(|anchor| anchor.elo == elo);
        let anchor = anchor.context("no such anchor")?;
        let engine = match self.running.remove(&elo) {
            Some(engine) => engine,
            None => Engine::start(&anchor.engine.engine, &Timeouts::default())?,
        };
        let engine = self.running.entry(elo).or_insert(engine);
        let mut command = format!("position fen {} moves", start.fen());
        let mut position = start.clone();
        for &mv in moves {
            command.push(' ');
            command.push_str(&position.uci(mv));
            position.play(mv);
        }
        if moves.len() < 2 {
            engine.send("ucinewgame")?;
            engine.is_ready(Timeouts::default().ready)?;
        }
        let go = format!("go depth {}", anchor.depth);
        let sent = engine.send_batch(&[&command, &go])?;
        let answer = engine.wait_for("bestmove", sent + MOVE_TIMEOUT, |_| {})?;
        let answer = answer.context("the anchor does not answer")?.text;
        let mv = answer.split_whitespace().nth(1).unwrap_or_default();
        Ok(position.parse_uci(mv)?)
    }
}
