//! Which challenges are accepted, and why the others are not.

use crate::api::{Challenge, Compat, is_for_bots};
use crate::config::{ChallengeConfig, Kind, Mode, Speed, Variant};
use crate::game::Position;

/// A reason as Lichess knows it, and in words for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) reason: &'static str,
    pub(crate) why: String,
}

fn refuse(reason: &'static str, why: impl Into<String>) -> Result<(), Refusal> {
    Err(Refusal {
        reason,
        why: why.into(),
    })
}

/// Whether a challenge is accepted; `streak` counts the last games in a row with its sender.
///
/// # Errors
/// The first rule that it does not meet.
pub(crate) fn judge(
    config: &ChallengeConfig,
    challenge: &Challenge,
    compat: Option<Compat>,
    streak: u32,
) -> Result<(), Refusal> {
    if !config.accept {
        return refuse("later", "no challenges are accepted");
    }
    if !is_for_bots(compat) {
        return refuse("generic", "it cannot be played by bots");
    }
    of_sender(config, challenge, streak)?;
    of_variant(config, challenge)?;
    let mode = if challenge.rated {
        Mode::Rated
    } else {
        Mode::Casual
    };
    if !config.modes.contains(&mode) {
        let wanted = if challenge.rated { "casual" } else { "rated" };
        return refuse(wanted, format!("it is {mode}"));
    }
    of_time(config, challenge)
}

/// Who sends a challenge.
pub(crate) fn kind(challenge: &Challenge) -> Kind {
    match &challenge.challenger {
        Some(player) if player.is_bot() => Kind::Bot,
        _ => Kind::Human,
    }
}

fn of_sender(config: &ChallengeConfig, challenge: &Challenge, streak: u32) -> Result<(), Refusal> {
    let Some(player) = &challenge.challenger else {
        return refuse("generic", "nobody has sent it");
    };
    let name = player.name();
    let is_in = |names: &[String]| {
        let mut names = names.iter();
        names.any(|listed| listed.eq_ignore_ascii_case(&name))
    };
    if is_in(&config.block) {
        return refuse("generic", "the sender is blocked");
    }
    if !config.allow.is_empty() && !is_in(&config.allow) {
        return refuse("generic", "the sender is not on the list");
    }
    match kind(challenge) {
        Kind::Bot if !config.from.contains(&Kind::Bot) => return refuse("noBot", "it is a bot's"),
        Kind::Human if !config.from.contains(&Kind::Human) => {
            return refuse("onlyBot", "it is a human's");
        }
        Kind::Bot => {
            let [low, high] = config.bot_rating;
            if let Some(rating) = player
                .rating
                .filter(|rating| !(low..=high).contains(rating))
            {
                return refuse("generic", format!("a bot with rating {rating}"));
            }
        }
        Kind::Human => {}
    }
    match config.in_a_row > 0 && streak >= config.in_a_row {
        true => refuse("later", format!("{streak} games in a row")),
        false => Ok(()),
    }
}

fn of_variant(config: &ChallengeConfig, challenge: &Challenge) -> Result<(), Refusal> {
    let variant = challenge.variant.variant();
    let Some(variant) = variant.filter(|variant| config.variants.contains(variant)) else {
        let reason = match config.variants == [Variant::Standard] {
            true => "standard",
            false => "variant",
        };
        return refuse(reason, format!("the variant {}", challenge.variant.key));
    };
    match Position::new(challenge.initial_fen.as_deref(), variant) {
        Ok(_) => Ok(()),
        Err(problem) => refuse("variant", problem),
    }
}

fn of_time(config: &ChallengeConfig, challenge: &Challenge) -> Result<(), Refusal> {
    let offer = &challenge.time_control;
    let speed = challenge.speed.unwrap_or(Speed::Correspondence);
    if let (Some(limit), Some(increment)) = (offer.limit, offer.increment) {
        for (value, [low, high], what) in [
            (limit, config.time, "seconds"),
            (increment, config.increment, "seconds of increment"),
        ] {
            if value < low {
                return refuse("tooFast", format!("{value} {what}"));
            }
            if value > high {
                return refuse("tooSlow", format!("{value} {what}"));
            }
        }
    } else {
        // Without a clock or a number of days a game could go on for years.
        let [low, high] = config.days;
        let days = offer.days_per_turn;
        if !days.is_some_and(|days| (low..=high).contains(&days)) {
            return refuse("timeControl", "days for a move");
        }
    }
    match config.speeds.contains(&speed) {
        true => Ok(()),
        false => refuse("timeControl", format!("the speed {speed}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{judge, kind};
    use crate::api::Challenge;
    use crate::config::{ChallengeConfig, Kind, Mode, Variant};

    fn challenge(changes: &[(&str, &str)]) -> Challenge {
        let mut text =
            r#"{"id":"H9fIRZUk","challenger":{"id":"ann","name":"Ann","rating":1500,TITLE},
            "variant":{"key":"standard"},"rated":false,"speed":"blitz",
            "timeControl":{"limit":180,"increment":2},"color":"random"}"#
                .to_owned();
        for (from, to) in changes {
            text = text.replace(from, to);
        }
        serde_json::from_str(&text.replace(",TITLE", "")).unwrap()
    }

    fn reason(config: &ChallengeConfig, changes: &[(&str, &str)]) -> &'static str {
        match judge(config, &challenge(changes), None, 2) {
            Ok(()) => "accepted",
            Err(refusal) => refusal.reason,
        }
    }

    #[test]
    fn each_rule_has_its_reason() {
        let config = ChallengeConfig::default();
        let bot = ("TITLE", r#""title":"BOT""#);
        assert_eq!(reason(&config, &[]), "accepted");
        assert_eq!(reason(&config, &[("standard", "atomic")]), "variant");
        assert_eq!(reason(&config, &[("blitz", "ultraBullet")]), "timeControl");
        let days = ("\"limit\":180,\"increment\":2", "\"daysPerTurn\":3");
        let speed = ("blitz", "correspondence");
        assert_eq!(reason(&config, &[days, speed]), "timeControl");
        assert_eq!(
            reason(&config, &[("\"limit\":180,\"increment\":2", ""), speed]),
            "timeControl"
        );
        let strict = ChallengeConfig {
            from: vec![Kind::Human],
            variants: vec![Variant::Standard],
            modes: vec![Mode::Casual],
            time: [60, 300],
            ..ChallengeConfig::default()
        };
        assert_eq!(reason(&strict, &[bot]), "noBot");
        assert_eq!(reason(&strict, &[("standard", "chess960")]), "standard");
        assert_eq!(reason(&strict, &[("false", "true")]), "casual");
        assert_eq!(reason(&strict, &[("180", "30")]), "tooFast");
        assert_eq!(reason(&strict, &[("180", "600")]), "tooSlow");
        let bots = ChallengeConfig {
            from: vec![Kind::Bot],
            bot_rating: [1600, 2000],
            ..ChallengeConfig::default()
        };
        assert_eq!(reason(&bots, &[]), "onlyBot");
        assert_eq!(reason(&bots, &[bot]), "generic");
        assert_eq!(reason(&bots, &[bot, ("1500", "1700")]), "accepted");
        let list = |block: &str, allow: &[&str], in_a_row| ChallengeConfig {
            block: vec![block.to_owned()],
            allow: allow.iter().map(|&name| name.to_owned()).collect(),
            in_a_row,
            ..ChallengeConfig::default()
        };
        assert_eq!(reason(&list("ANN", &[], 0), &[]), "generic");
        assert_eq!(reason(&list("bob", &["bob"], 0), &[]), "generic");
        assert_eq!(reason(&list("bob", &["ann"], 2), &[]), "later");
        let closed = ChallengeConfig {
            accept: false,
            ..ChallengeConfig::default()
        };
        assert_eq!(reason(&closed, &[]), "later");
    }

    #[test]
    fn positions_that_the_engine_cannot_have_are_refused() {
        let config = ChallengeConfig::default();
        let from = |fen: &str| {
            let fen = format!("\"color\":\"random\",\"initialFen\":\"{fen}\"");
            let changes = [
                ("\"color\":\"random\"", fen.as_str()),
                ("standard", "fromPosition"),
            ];
            reason(&config, &changes)
        };
        assert_eq!(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "accepted");
        assert_eq!(from("8/8/8/8/8/8/4P3/4K3 w - - 0 1"), "variant");
    }

    #[test]
    fn games_that_are_not_for_bots_are_refused() {
        let compat = serde_json::from_str(r#"{"bot":false,"board":true}"#).unwrap();
        let refused = judge(
            &ChallengeConfig::default(),
            &challenge(&[]),
            Some(compat),
            0,
        );
        assert_eq!(refused.unwrap_err().reason, "generic");
        assert_eq!(kind(&challenge(&[])), Kind::Human);
    }
}
