//! Tests of the matchmaker, with a clock of their own.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{DAY, Invitation, Matchmaker, Wish, perf};
use crate::api::{Failure, GameId, Listed};
use crate::config::{MatchmakingConfig, TimeControl, Variant};

const HOUR: Duration = Duration::from_secs(3600);
const IDLE: Option<Duration> = Some(HOUR);

fn id(text: &str) -> GameId {
    GameId::try_from(text.to_owned()).unwrap()
}

fn ours() -> Value {
    json!({"blitz": {"rating": 2000}})
}

fn matchmaker(bots: &[(&str, i64)]) -> (Matchmaker, Instant) {
    let config = MatchmakingConfig {
        enabled: true,
        ..MatchmakingConfig::default()
    };
    let mut matchmaker = Matchmaker::new(&config, 1);
    let now = Instant::now();
    assert_eq!(matchmaker.wish(None, &ours(), now), None);
    assert_eq!(matchmaker.wish(Some(Duration::ZERO), &ours(), now), None);
    assert_eq!(matchmaker.wish(IDLE, &ours(), now), Some(Wish::List));
    assert_eq!(matchmaker.wish(IDLE, &ours(), now), None);
    let listed = |&(id, rating): &(&str, i64)| {
        let bot = json!({"id": id, "perfs": {"blitz": {"rating": rating}}});
        serde_json::from_value::<Listed>(bot).unwrap()
    };
    matchmaker.listed(Some(bots.iter().map(listed).collect()), "me", now);
    (matchmaker, now)
}

fn invitation(wish: Option<Wish>) -> Invitation {
    match wish {
        Some(Wish::Invite(invitation)) => invitation,
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_bots_of_our_strength_are_challenged_and_never_ourselves() {
    let bots = [
        ("me", 2000),
        ("weak", 1600),
        ("near", 2200),
        ("strong", 2400),
    ];
    let (mut matchmaker, now) = matchmaker(&bots);
    assert_eq!(invitation(matchmaker.wish(IDLE, &ours(), now)).user, "near");
}

#[test]
fn who_declines_is_left_alone_twice_as_long_each_time() {
    let (mut matchmaker, mut now) = matchmaker(&[("near", 2000)]);
    for hours in [6, 12] {
        invitation(matchmaker.wish(IDLE, &ours(), now));
        matchmaker.invited(Ok(id("abc")), now);
        assert_eq!(matchmaker.declined(&id("other"), now), None);
        assert!(matchmaker.declined(&id("abc"), now).is_some());
        matchmaker.listed = Some(now + hours * HOUR);
        let early = now + hours * HOUR - Duration::from_secs(60);
        assert_eq!(matchmaker.wish(IDLE, &ours(), early), None);
        matchmaker.not_before = now;
        now += hours * HOUR;
    }
}

#[test]
fn offers_without_an_answer_are_canceled() {
    let (mut matchmaker, now) = matchmaker(&[("near", 2000)]);
    invitation(matchmaker.wish(IDLE, &ours(), now));
    matchmaker.invited(Ok(id("abc")), now);
    assert_eq!(matchmaker.wish(IDLE, &ours(), now), None);
    let later = now + Duration::from_secs(30);
    assert_eq!(
        matchmaker.wish(IDLE, &ours(), later),
        Some(Wish::Cancel(id("abc")))
    );
    assert!(!matchmaker.is_waiting());
}

#[test]
fn limits_of_the_day_are_kept() {
    let (mut matchmaker, now) = matchmaker(&[("near", 2000)]);
    for _ in 0..80 {
        matchmaker.started(&id("x"), true, now);
    }
    assert_eq!(matchmaker.wish(IDLE, &ours(), now), None);
    let tomorrow = now + DAY;
    assert_eq!(matchmaker.wish(IDLE, &ours(), tomorrow), Some(Wish::List));
    matchmaker.listed(None, "me", tomorrow);
    matchmaker.listed = Some(tomorrow);
    matchmaker.not_before = tomorrow;
    invitation(matchmaker.wish(IDLE, &ours(), tomorrow));
    let quota = Failure::Quota("bot.vsBot.day".to_owned());
    matchmaker.invited(Err(&quota), tomorrow);
    matchmaker.not_before = tomorrow;
    assert_eq!(matchmaker.wish(IDLE, &ours(), tomorrow), None);
    matchmaker.resting.clear();
    matchmaker.not_before = tomorrow;
    invitation(matchmaker.wish(IDLE, &ours(), tomorrow));
    let limited = Failure::Limited {
        wait: 2 * HOUR,
        quota: None,
    };
    matchmaker.invited(Err(&limited), tomorrow);
    matchmaker.listed = Some(tomorrow + HOUR);
    assert_eq!(matchmaker.wish(IDLE, &ours(), tomorrow + HOUR), None);
}

#[test]
fn one_rematch_with_other_colors() {
    let (mut matchmaker, now) = matchmaker(&[("near", 2000)]);
    invitation(matchmaker.wish(IDLE, &ours(), now));
    matchmaker.invited(Ok(id("abc")), now);
    matchmaker.started(&id("abc"), true, now);
    let second = invitation(matchmaker.finished(&id("abc"), true, now));
    assert_eq!(
        (second.user.as_str(), second.offer.color),
        ("near", "black")
    );
    matchmaker.invited(Ok(id("def")), now);
    matchmaker.started(&id("def"), true, now);
    assert_eq!(matchmaker.finished(&id("def"), false, now), None);
}

#[test]
fn events_may_come_before_the_answer() {
    let (mut matchmaker, now) = matchmaker(&[("near", 2000)]);
    invitation(matchmaker.wish(IDLE, &ours(), now));
    assert_eq!(matchmaker.declined(&id("abc"), now), None);
    matchmaker.invited(Ok(id("abc")), now);
    assert!(!matchmaker.is_waiting() && matchmaker.resting.contains_key("near"));
    matchmaker.resting.clear();
    matchmaker.not_before = now;
    invitation(matchmaker.wish(IDLE, &ours(), now));
    matchmaker.started(&id("def"), true, now);
    matchmaker.invited(Ok(id("def")), now);
    assert!(!matchmaker.is_waiting() && matchmaker.games.contains_key(&id("def")));
}

#[test]
fn humans_come_first() {
    let (mut matchmaker, now) = matchmaker(&[("near", 2000)]);
    invitation(matchmaker.wish(IDLE, &ours(), now));
    matchmaker.invited(Ok(id("abc")), now);
    assert_eq!(matchmaker.give_way(), Some(id("abc")));
    assert!(!matchmaker.is_waiting());
}

#[test]
fn speeds_are_those_of_lichess() {
    let speed = |limit, increment| perf(TimeControl::new(limit, increment), Variant::Standard);
    assert_eq!(speed(60, 1), "bullet");
    assert_eq!(speed(180, 0), "blitz");
    assert_eq!(speed(180, 8), "rapid");
    assert_eq!(speed(900, 15), "classical");
    assert_eq!(perf(TimeControl::new(60, 0), Variant::Chess960), "chess960");
}
