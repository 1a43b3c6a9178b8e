//! The progress of a match as text: log lines in the style of fastchess, and a rank table.

use std::fmt::Write;

use stats::{Counts, Percent, Performance};

use crate::Player;

use super::{Event, Fault, Progress, Score, Settings, Standings};

/// The log line of an event; `None` for events without one.
#[must_use]
pub fn event_line(event: &Event, progress: &Progress<'_>) -> Option<String> {
    let total = 2 * progress.total_pairs;
    Some(match event {
        Event::GameStarted {
            game, white, black, ..
        } => format!("Started game {game} of {total} ({white} vs {black})"),
        Event::GameFinished {
            game,
            white,
            black,
            result,
            reason,
            ..
        } => format!("Finished game {game} ({white} vs {black}): {result} {{{reason}}}"),
        Event::Fault {
            game,
            engine,
            kind,
            detail,
            report,
        } => {
            let report = report.as_ref();
            let see = report.map_or_else(String::new, |path| format!("; see {}", path.display()));
            format!(
                "Warning: {engine}, game {game}: {}: {detail}{see}",
                kind.replace('_', " ")
            )
        }
        Event::Warning { text } => format!("Warning: {text}"),
        Event::MatchResumed { done, pairs } => {
            format!("Resumed after {done} of {pairs} pairs")
        }
        Event::MatchStarted { .. } | Event::PairFinished { .. } | Event::MatchFinished { .. } => {
            return None;
        }
    })
}

/// The results of one pairing, as fastchess prints them.
#[must_use]
pub fn pairing_block(progress: &Progress<'_>, pairing: (usize, usize), score: &Score) -> String {
    let [first, second] = [pairing.0, pairing.1].map(|player| &progress.settings.players[player]);
    let (pairs, games) = (score.pairs(), score.games());
    let performance = Performance::of(&pairs);
    let limits = if first.limits == second.limits {
        first.limits.to_string()
    } else {
        format!("{} - {}", first.limits, second.limits)
    };
    let (name, other) = (&first.engine.name, &second.engine.name);
    let [_, _, wl, dd, ..] = score.kinds();
    let (los, draws) = (Percent(performance.los), Percent(pairs.draw_ratio()));
    let (played, points) = (games.games(), games.points());
    format!(
        "Results of {name} vs {other} ({limits}):\n\
         {performance}\n\
         LOS: {los}, DrawRatio: {draws}, PairsRatio: {:.2}\n\
         Games: {played}, {games}, Points: {points:.1} ({})\n\
         Ptnml(0-2): {pairs}, WL/DD Ratio: {:.2}\n",
        pairs.pairs_ratio(),
        Percent(performance.score),
        // Neither kind yet: balanced.
        if wl + dd == 0 {
            1.0
        } else {
            wl as f64 / dd as f64
        },
    )
}

/// The rank table, with Elo from the score against all opponents.
#[must_use]
pub fn table(progress: &Progress<'_>) -> String {
    let players = &progress.settings.players;
    let name = |player: usize| players[player].engine.name.as_str();
    let mut ranking: Vec<(usize, Score, Performance)> = (0..players.len())
        .map(|player| {
            let score = progress.standings.player(player);
            (player, score, Performance::of(&score.pairs()))
        })
        .collect();
    ranking.sort_by(|(_, _, a), (_, _, b)| b.score.total_cmp(&a.score));
    let width = (0..players.len())
        .map(|player| name(player).chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    let mut text = format!(
        "Rank {:<width$} {:>9} {:>9} {:>7} {:>8} {:>7} {:>7} {:>8}  Ptnml(0-2)\n",
        "Name", "Elo", "+/-", "Games", "Score", "Draw", "Faults", "knps"
    );
    for (rank, (player, score, performance)) in (1..).zip(&ranking) {
        let totals = progress.standings.totals(*player);
        let speed = totals.nodes as f64 / totals.seconds.max(1e-9) / 1e3;
        let games = score.games();
        writeln!(
            text,
            "{rank:>4} {:<width$} {:>9.2} {:>9.2} {:>7} {:>6.2} % {:>5.1} % {:>6} {speed:>8.0}  {}",
            name(*player),
            performance.elo.value,
            performance.elo.error,
            games.games(),
            100.0 * performance.score,
            100.0 * games.draw_ratio(),
            totals.faults.iter().sum::<u64>(),
            score.pairs(),
        )
        .expect("writing to memory does not fail");
    }
    text
}

/// The faults of each engine on a line of its own: `A: 0 crashes, 0 stalls, 0 illegal moves, 2 time losses`.
#[must_use]
pub fn fault_summary(settings: &Settings, standings: &Standings) -> String {
    let line = |(player, settings): (usize, &Player)| {
        let counts = standings.totals(player).faults.into_iter();
        let counts = counts
            .zip(Fault::KINDS)
            .map(|(n, (_, kind))| format!("{n} {kind}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        format!("{}: {counts}\n", settings.engine.name)
    };
    settings.players.iter().enumerate().map(line).collect()
}
