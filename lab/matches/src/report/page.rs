//! The page of a match: results, curves, ends of games, faults and settings.

use arena::Player;
use arena::runner::{Progress, Score};
use plot::{Cell, Ladder, Page, Rung, columns, format_difference, format_number, ladder};
use stats::{Counts, Decision, Estimate, Performance};
use support::{human_time, without_folders};

use super::Games;
use super::charts::{elo_chart, llr_chart};
use super::settings::facts;

/// Faults listed one by one.
const MAX_FAULTS: usize = 200;

pub fn page(games: &Games, progress: &Progress<'_>, command: &str) -> String {
    let settings = progress.settings;
    let mut page = Page::new(&title(progress));
    page.lead(&format!(
        "{}: {} of {} pairs, {} in this run.",
        settings.event,
        count(progress.standings.pairs()),
        count(progress.total_pairs),
        human_time(progress.elapsed),
    ));
    match progress.standings.pairings() {
        [(_, score)] => duel(&mut page, games, progress, score),
        _ => tournament(&mut page, progress),
    }
    ends(&mut page, games, progress);
    faults(&mut page, games, progress);
    page.heading("Settings");
    engines(&mut page, &settings.players);
    page.facts(facts(settings));
    page.subheading("Command");
    page.code(command);
    page.finish()
}

fn title(progress: &Progress<'_>) -> String {
    let players = &progress.settings.players;
    let kind = match progress.settings.test {
        Some(_) => "SPRT",
        None => "Match",
    };
    match &players[..] {
        [first, second] => format!("{kind}: {} against {}", name(first), name(second)),
        _ => format!("{kind} of {} engines", players.len()),
    }
}

fn name(player: &Player) -> &str {
    &player.engine.name
}

fn count(number: u64) -> String {
    format_number(number as f64, 0)
}

fn elo(estimate: Estimate) -> String {
    format_difference(estimate.value, estimate.error)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The results of two players.
fn duel(page: &mut Page, games: &Games, progress: &Progress<'_>, score: &Score) {
    let (pairs, performance) = (score.pairs(), Performance::of(&score.pairs()));
    let mut tiles = vec![
        ("Elo", elo(performance.elo)),
        ("Normalized Elo", elo(performance.normalized_elo)),
        ("LOS", percent(performance.los)),
        ("Games", count(score.games().games())),
        ("Score", percent(performance.score)),
    ];
    let sprt = progress.settings.test.and_then(|test| test.test().ok());
    if let Some(sprt) = &sprt {
        let llr = sprt.llr(&pairs);
        let decision = match sprt.decide(llr) {
            Decision::Stronger => "H1 accepted",
            Decision::Weaker => "H0 accepted",
            Decision::Continue => "undecided",
        };
        tiles.insert(0, ("SPRT", decision.to_owned()));
        tiles.insert(1, ("LLR", format_number(llr, 2)));
    }
    page.tiles(&tiles);
    if let Some(sprt) = &sprt {
        page.paragraph(&sprt.line(sprt.llr(&pairs)));
    }
    players_table(page, progress);
    page.subheading("Pairs by points (pentanomial)");
    let total = pairs.total().max(1) as f64;
    let names = ["0", "½", "1", "1½", "2"];
    page.table(
        &columns("Points|>Pairs|>Share"),
        names.iter().zip(pairs.0).map(|(points, number)| {
            let share = number as f64 / total;
            [
                Cell::from(*points),
                count(number).into(),
                Cell::bar(percent(share), share),
            ]
        }),
    );
    let curve = games.curve();
    if let Some(sprt) = &sprt {
        let points = curve
            .iter()
            .map(|(at, counts)| (*at as f64, sprt.llr(counts)));
        let points = std::iter::once((0.0, 0.0)).chain(points).collect();
        page.figure(
            &llr_chart(sprt, points),
            "The test ends when the ratio reaches a bound.",
        );
    }
    if let Some(chart) = elo_chart(&curve) {
        page.figure(
            &chart,
            "The first player's Elo difference so far; the band is its 95 % confidence interval. \
             The first pairs are left out.",
        );
    }
}

/// The results of more than two players.
fn tournament(page: &mut Page, progress: &Progress<'_>) {
    let players = &progress.settings.players;
    let mut rungs: Vec<Rung> = (0..players.len())
        .map(|player| {
            let pairs = progress.standings.player(player).pairs();
            let estimate = Performance::of(&pairs).elo;
            Rung {
                name: name(&players[player]).to_owned(),
                elo: estimate.value,
                error: estimate.error,
                remark: format!("{} games", count(pairs.games())),
            }
        })
        .collect();
    rungs.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    page.figure(
        &ladder(&Ladder {
            title: "Elo against all opponents".to_owned(),
            rungs,
        }),
        "From the score against all opponents, with 95 % errors.",
    );
    players_table(page, progress);
    page.subheading("Pairings");
    let head = columns("First|Second|>Games|>Won|>Drawn|>Lost|>Elo|>LOS|>Ptnml(0-2)");
    let rows = progress.standings.pairings().iter();
    page.table(
        &head,
        rows.map(|((first, second), score)| {
            let (games, performance) = (score.games(), Performance::of(&score.pairs()));
            [
                name(&players[*first]).to_owned(),
                name(&players[*second]).to_owned(),
                count(games.games()),
                count(games.wins),
                count(games.draws),
                count(games.losses),
                elo(performance.elo),
                percent(performance.los),
                score.pairs().to_string(),
            ]
        }),
    );
}

/// Every player against all of its opponents, best first.
fn players_table(page: &mut Page, progress: &Progress<'_>) {
    let players = &progress.settings.players;
    let head = columns("Player|>Elo|>Games|>Won|>Drawn|>Lost|>Score|>Faults|>knps");
    let mut rows: Vec<(f64, [Cell; 9])> = (0..players.len())
        .map(|player| {
            let score = progress.standings.player(player);
            let (games, performance) = (score.games(), Performance::of(&score.pairs()));
            let totals = progress.standings.totals(player);
            let speed = totals.nodes as f64 / totals.seconds.max(1e-9) / 1e3;
            let row = [
                name(&players[player]).into(),
                elo(performance.elo).into(),
                count(games.games()).into(),
                count(games.wins).into(),
                count(games.draws).into(),
                count(games.losses).into(),
                Cell::bar(percent(performance.score), performance.score),
                match totals.faults.iter().sum() {
                    0 => "0".into(),
                    faults => Cell::verdict(count(faults), false),
                },
                format_number(speed, 0).into(),
            ];
            (performance.score, row)
        })
        .collect();
    rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    page.heading("Results");
    page.table(&head, rows.into_iter().map(|(_, row)| row));
}

/// Games by the reason of their end.
fn ends(page: &mut Page, games: &Games, progress: &Progress<'_>) {
    let all: u64 = games.ends.values().flatten().sum();
    if all == 0 {
        return;
    }
    page.heading("How games ended");
    let first = match &progress.settings.players[..] {
        [first, _] => name(first),
        _ => "the first player",
    };
    let plies = games.plies as f64 / all as f64;
    page.paragraph(&format!(
        "{} plies on average after the opening. Won, drawn and lost are from the side of {first}.",
        format_number(plies, 0)
    ));
    let mut ends: Vec<_> = games.ends.iter().collect();
    ends.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    let head = columns("End|>Games|>Share|>Won|>Drawn|>Lost");
    page.table(
        &head,
        ends.into_iter().map(|(reason, counts)| {
            let number: u64 = counts.iter().sum();
            let share = number as f64 / all as f64;
            let [lost, drawn, won] = *counts;
            [
                Cell::from(reason.as_str()),
                count(number).into(),
                Cell::bar(percent(share), share),
                count(won).into(),
                count(drawn).into(),
                count(lost).into(),
            ]
        }),
    );
}

/// Games lost by a crash, a stall, an illegal move or on time.
fn faults(page: &mut Page, games: &Games, progress: &Progress<'_>) {
    page.heading("Faults");
    if games.faults.is_empty() {
        page.paragraph("No crash, stall, illegal move or time loss.");
        return;
    }
    let player = |index: usize| name(&progress.settings.players[index]).to_owned();
    let head = columns(">Game|White|Black|>Result|Reason");
    page.table(
        &head,
        games.faults.iter().take(MAX_FAULTS).map(|fault| {
            let [white, black] = fault.players.map(player);
            [
                count(fault.game),
                white,
                black,
                fault.result.clone(),
                fault.reason.clone(),
            ]
        }),
    );
    let more = games.faults.len().saturating_sub(MAX_FAULTS);
    if more > 0 {
        page.paragraph(&format!("{more} more are in the journal."));
    }
    page.paragraph("What helps to debug them is in the folder reports of the match.");
}

fn engines(page: &mut Page, players: &[Player]) {
    let head = columns("Engine|Program|Limits|Options");
    page.table(
        &head,
        players.iter().map(|player| {
            let engine = &player.engine;
            let program = without_folders(&engine.command.to_string_lossy());
            let args = engine.args.iter().map(|word| without_folders(word));
            let program: Vec<String> = std::iter::once(program).chain(args).collect();
            let options = engine.options.iter();
            let options = options.map(|(name, value)| without_folders(&format!("{name}={value}")));
            [
                name(player).to_owned(),
                program.join(" "),
                player.limits.to_string(),
                options.collect::<Vec<_>>().join(", "),
            ]
        }),
    );
}
