//! The ledger as an HTML page: a table for each kind, and the latest ratings as a ladder.

use plot::{
    Cell, Ladder, Page, Rung, columns, format_difference, format_number, format_rating, ladder,
};
use serde_json::Value;
use stats::Counts;

use crate::{Entry, MatchRecord, NetRecord, Pairing, RatingRecord, RatingRow, Record, SuiteRecord};

/// The page, with the newest entries first.
pub fn page(entries: &[Entry]) -> String {
    let mut page = Page::new("Ledger");
    page.lead(&format!("{} entries, newest first.", entries.len()));
    let newest = || entries.iter().rev();
    ratings(&mut page, newest());
    let matches = newest().filter_map(|entry| match &entry.record {
        Record::Match(games) => Some((entry, games)),
        _ => None,
    });
    let rows = matches.flat_map(|(entry, games)| match_rows(entry, games));
    section(&mut page, "Matches", MATCH_HEAD, rows.collect());
    let nets = newest().filter_map(|entry| match &entry.record {
        Record::Net(net) => Some(net_row(entry, net)),
        _ => None,
    });
    section(&mut page, "Networks", NET_HEAD, nets.collect());
    let suites = newest().filter_map(|entry| match &entry.record {
        Record::Suite(suite) => Some(suite_row(entry, suite)),
        _ => None,
    });
    section(&mut page, "Suites", SUITE_HEAD, suites.collect());
    let is_other = |entry: &&Entry| {
        matches!(
            entry.record,
            Record::Engine(_) | Record::Dataset(_) | Record::Note(_)
        )
    };
    let others = newest().filter(is_other).map(|entry| {
        let [id, when] = head(entry);
        let kind = entry.kind.word().into();
        vec![id, when, kind, entry.name().into(), entry.summary().into()]
    });
    section(
        &mut page,
        "Engines, data sets and notes",
        OTHER_HEAD,
        others.collect(),
    );
    page.finish()
}

const MATCH_HEAD: &str = ">ID|When|Match|First|Second|>Elo|>LOS|>Games|>+ = −|>Ptnml(0-2)|SPRT";
const NET_HEAD: &str = ">ID|When|Network|>Validation loss|>Bytes|Parent|SHA-256";
const SUITE_HEAD: &str = ">ID|When|Suite|Player|>Solved|>Points";
const OTHER_HEAD: &str = ">ID|When|Kind|Name|Summary";

fn section(page: &mut Page, title: &str, head: &str, rows: Vec<Vec<Cell>>) {
    if !rows.is_empty() {
        page.heading(title);
        page.table(&columns(head), rows);
    }
}

/// The number and the time of an entry, to the minute.
fn head(entry: &Entry) -> [Cell; 2] {
    let time: String = entry
        .created
        .chars()
        .take("2026-01-31T23:59".len())
        .collect();
    [entry.id.to_string().into(), time.replace('T', " ").into()]
}

/// The latest ratings as a ladder and a table; older ones folded.
fn ratings<'a>(page: &mut Page, newest: impl Iterator<Item = &'a Entry>) {
    let mut ratings = newest.filter_map(|entry| match &entry.record {
        Record::Rating(rating) => Some((entry, rating)),
        _ => None,
    });
    let Some((entry, latest)) = ratings.next() else {
        return;
    };
    page.heading("Ratings");
    let rung = |row: &RatingRow| Rung {
        name: row.name.clone(),
        elo: row.elo,
        error: row.error.unwrap_or(f64::INFINITY),
        remark: format!("{} games", format_number(row.games as f64, 0)),
    };
    let drawing = ladder(&Ladder {
        title: latest.name.clone(),
        rungs: latest.rows.iter().map(rung).collect(),
    });
    let caption = format!("Entry {} of {}.", entry.id, entry.created);
    page.figure(&drawing, &caption);
    rating_table(page, latest);
    for (entry, rating) in ratings {
        let title = format!("Entry {}: {} ({})", entry.id, rating.name, entry.created);
        page.folded(&title, |page| rating_table(page, rating));
    }
}

fn rating_table(page: &mut Page, rating: &RatingRecord) {
    let head = columns("Player|>Elo|>Games|>Score");
    page.table(
        &head,
        rating.rows.iter().map(|row| {
            let error = row.error.unwrap_or(f64::INFINITY);
            [
                row.name.as_str().into(),
                format_rating(row.elo, error).into(),
                format_number(row.games as f64, 0).into(),
                Cell::bar(format!("{:.1} %", 100.0 * row.score), row.score),
            ]
        }),
    );
}

/// A row for every pairing.
fn match_rows(entry: &Entry, games: &MatchRecord) -> Vec<Vec<Cell>> {
    let verdict = match (games.llr, &games.verdict) {
        (Some(llr), Some(verdict)) => format!("{verdict}, LLR {}", format_number(llr, 2)),
        (Some(llr), None) => format!("LLR {}", format_number(llr, 2)),
        (None, verdict) => verdict.clone().unwrap_or_default(),
    };
    let row = |pairing: &Pairing| {
        let (counts, figures) = (pairing.results.trinomial(), pairing.results.performance());
        let [id, when] = head(entry);
        vec![
            id,
            when,
            games.name.as_str().into(),
            pairing.first.as_str().into(),
            pairing.second.as_str().into(),
            format_difference(figures.elo.value, figures.elo.error).into(),
            format!("{:.1} %", 100.0 * figures.los).into(),
            format_number(counts.games() as f64, 0).into(),
            format!("{} {} {}", counts.wins, counts.draws, counts.losses).into(),
            pairing.results.pentanomial().to_string().into(),
            verdict.as_str().into(),
        ]
    };
    games.pairings.iter().map(row).collect()
}

fn net_row(entry: &Entry, net: &NetRecord) -> Vec<Cell> {
    let [id, when] = head(entry);
    let loss = net.card.get("validation_loss").and_then(Value::as_f64);
    vec![
        id,
        when,
        net.name.as_str().into(),
        loss.map(|loss| format!("{loss:.6}"))
            .unwrap_or_default()
            .into(),
        format_number(net.bytes as f64, 0).into(),
        Cell::code(short(net.parent.as_deref().unwrap_or_default())),
        Cell::code(short(&net.hash)),
    ]
}

/// The first digits of a hash; a name as it is.
fn short(text: &str) -> &str {
    let is_hash = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hash { &text[..12] } else { text }
}

fn suite_row(entry: &Entry, suite: &SuiteRecord) -> Vec<Cell> {
    let [id, when] = head(entry);
    vec![
        id,
        when,
        suite.name.as_str().into(),
        suite.player.as_str().into(),
        format!("{} of {}", suite.solved, suite.positions).into(),
        Cell::bar(
            format!("{} of {}", suite.points, suite.max_points),
            suite.points / suite.max_points.max(1.0),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use crate::{
        Entry, Kind, MatchRecord, NetRecord, NoteRecord, Pairing, RatingRecord, RatingRow, Record,
        SuiteRecord,
    };

    use super::page;

    const HOSTILE: &str = "<script>&\"\u{202e}";

    fn entries() -> Vec<Entry> {
        let name = || HOSTILE.to_owned();
        let row = |elo: f64, error| RatingRow {
            name: name(),
            elo,
            error,
            games: 10,
            score: 0.5,
        };
        let records = [
            (
                Kind::Match,
                Record::Match(MatchRecord {
                    name: name(),
                    pairings: vec![Pairing::new(name(), name()); 2],
                    llr: Some(-2.95),
                    verdict: Some("H0 accepted".to_owned()),
                    ..MatchRecord::default()
                }),
            ),
            (
                Kind::Rating,
                Record::Rating(RatingRecord {
                    name: name(),
                    rows: vec![row(10.0, Some(5.0)), row(-10.0, None)],
                    ..RatingRecord::default()
                }),
            ),
            (
                Kind::Net,
                Record::Net(NetRecord {
                    name: name(),
                    hash: "ab".repeat(32),
                    card: serde_json::json!({"validation_loss": 0.0123}),
                    ..NetRecord::default()
                }),
            ),
            (
                Kind::Suite,
                Record::Suite(SuiteRecord {
                    name: name(),
                    ..SuiteRecord::default()
                }),
            ),
            (
                Kind::Note,
                Record::Note(NoteRecord {
                    text: name(),
                    about: None,
                }),
            ),
        ];
        let entry = |(id, (kind, record)): (usize, (Kind, Record))| Entry {
            id: id as i64,
            kind,
            created: "2026-01-31T23:59:59Z".to_owned(),
            record,
        };
        records.into_iter().enumerate().map(entry).collect()
    }

    #[test]
    fn every_kind_is_shown_and_hostile_names_stay_text() {
        let text = page(&entries());
        assert_eq!(plot::well_formed::check(&text), Ok(()));
        assert!(!text.contains("<script>") && !text.contains(['\u{202e}']));
        for part in [
            "<h2>Matches</h2>",
            "<h2>Ratings</h2>",
            "<h2>Networks</h2>",
            "<h2>Suites</h2>",
            "H0 accepted, LLR −2.95",
            "2026-01-31 23:59<",
            ">abababababab<",
            "0.012300",
            "<svg ",
        ] {
            assert!(text.contains(part), "{part}");
        }
        for odd in ["NaN", "inf<", "Some(", "None"] {
            assert!(!text.contains(odd), "{odd}");
        }
        assert_eq!(plot::well_formed::check(&page(&[])), Ok(()));
    }
}
