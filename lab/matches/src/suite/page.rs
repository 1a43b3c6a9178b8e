//! The results of suites as an HTML page.

use arena::suite::{Answer, Score, SuiteReport};
use plot::Align::{End, Start};
use plot::{Board, Cell, Page, board, format_number};

/// Missed positions drawn for each engine.
const BOARDS: usize = 8;

/// The page of one or more engines on the same suites.
pub fn suite_page(reports: &[SuiteReport], command: &str) -> String {
    let mut page = Page::new("Test suites");
    if let [only] = reports {
        page.lead(&format!("{}, {}", only.engine, only.limits));
        page.tiles(&[
            ("Points", points(&only.total)),
            ("Share of points", percent(&only.total)),
            (
                "Solved",
                format!("{} of {}", only.total.solved, only.total.positions),
            ),
            ("Seconds", format_number(only.seconds, 1)),
        ]);
    } else {
        page.heading("Engines");
        let head = [("Engine", Start), ("Limits", Start)];
        let mut best: Vec<&SuiteReport> = reports.iter().collect();
        best.sort_by(|a, b| b.total.percent().total_cmp(&a.total.percent()));
        let rows = best.into_iter().map(|report| {
            let name = [report.engine.as_str().into(), report.limits.as_str().into()];
            name.into_iter().chain(score_cells(&report.total))
        });
        page.table(&[&head[..], &SCORE_HEAD].concat(), rows);
    }
    for report in reports {
        page.heading(&format!("{}: points by theme", report.engine));
        themes(&mut page, report);
        missed(&mut page, report);
        page.folded(&format!("{}: all positions", report.engine), |page| {
            positions(page, &report.answers);
        });
    }
    if let Some(report) = reports.first() {
        bad_lines(&mut page, report);
    }
    page.heading("Command");
    page.code(command);
    page.finish()
}

const SCORE_HEAD: [(&str, plot::Align); 5] = [
    ("Positions", End),
    ("Solved", End),
    ("Failed", End),
    ("Points", End),
    ("Share", End),
];

fn points(score: &Score) -> String {
    format!("{} of {}", score.points, score.max_points)
}

fn percent(score: &Score) -> String {
    format!("{:.1} %", score.percent())
}

fn score_cells(score: &Score) -> [Cell; 5] {
    [
        score.positions.to_string().into(),
        score.solved.to_string().into(),
        match score.failed {
            0 => "0".into(),
            failed => Cell::verdict(failed.to_string(), false),
        },
        points(score).into(),
        Cell::bar(percent(score), score.percent() / 100.0),
    ]
}

fn themes(page: &mut Page, report: &SuiteReport) {
    let all = report.themes.iter().chain([&report.total]);
    page.table(
        &[&[("Theme", Start)][..], &SCORE_HEAD].concat(),
        all.map(|score| {
            let name = std::iter::once(Cell::from(score.name.as_str()));
            name.chain(score_cells(score))
        }),
    );
}

/// Boards of the first positions without any points.
fn missed(page: &mut Page, report: &SuiteReport) {
    let missed = report.answers.iter().filter(|answer| answer.points == 0);
    let count = missed.clone().count();
    if count == 0 {
        return;
    }
    page.subheading(&format!(
        "Positions without points: {} of {count}",
        count.min(BOARDS)
    ));
    page.gallery(missed.take(BOARDS).map(|answer| {
        let (pieces, side) = Board::of_fen(&answer.fen);
        let caption = format!("{}: {side} to move, answered {}", answer.id, reply(answer));
        (board(&pieces), caption)
    }));
}

/// The move, or why there is none.
fn reply(answer: &Answer) -> &str {
    let texts = [&answer.san, &answer.reason, &answer.mv];
    texts
        .into_iter()
        .flatten()
        .next()
        .map_or("–", String::as_str)
}

fn positions(page: &mut Page, answers: &[Answer]) {
    let head = [
        ("Position", Start),
        ("Theme", Start),
        ("Answer", Start),
        ("Points", End),
        ("Score", End),
        ("Depth", End),
        ("Nodes", End),
        ("ms", End),
        ("FEN", Start),
    ];
    page.table(
        &head,
        answers.iter().map(|answer| {
            let points = format!("{} of {}", answer.points, answer.max_points);
            [
                answer.id.as_str().into(),
                answer.theme.as_str().into(),
                match answer.failure {
                    None => reply(answer).into(),
                    Some(_) => Cell::verdict(reply(answer), false),
                },
                match answer.solved {
                    true => Cell::verdict(points, true),
                    false => points.into(),
                },
                answer.score.as_deref().unwrap_or_default().into(),
                answer.depth.to_string().into(),
                format_number(answer.nodes as f64, 0).into(),
                format_number(answer.time_ms as f64, 0).into(),
                Cell::code(answer.fen.as_str()),
            ]
        }),
    );
}

fn bad_lines(page: &mut Page, report: &SuiteReport) {
    if report.bad_lines.is_empty() {
        return;
    }
    page.heading("Skipped lines");
    page.table(
        &[("File", Start), ("Line", End), ("Reason", Start)],
        report.bad_lines.iter().map(|bad| {
            let line = bad.line.to_string();
            [bad.file.clone(), line, bad.reason.clone()]
        }),
    );
}

#[cfg(test)]
mod tests {
    use arena::suite::{Answer, Failed, Score, SuiteReport};

    use super::suite_page;

    fn report(engine: &str) -> SuiteReport {
        let total = Score {
            name: "total".to_owned(),
            positions: 2,
            solved: 1,
            failed: 1,
            points: 10,
            max_points: 20,
        };
        let answer = |points: u32, failure| Answer {
            id: "<b>1".to_owned(),
            theme: "theme & more".to_owned(),
            file: "a.epd".to_owned(),
            line: 1,
            fen: "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned(),
            san: (points > 0).then(|| "Kd7".to_owned()),
            mv: Some("e8d7".to_owned()),
            points,
            max_points: 10,
            solved: points == 10,
            time_ms: 1234,
            nodes: 12_345,
            depth: 9,
            score: Some("+0.20".to_owned()),
            failure,
            reason: failure.map(|_| "the process exited".to_owned()),
        };
        SuiteReport {
            engine: engine.to_owned(),
            limits: "500 nodes/move".to_owned(),
            concurrency: 1,
            seconds: 1.5,
            restarts: 0,
            themes: vec![total.clone()],
            total,
            bad_lines: Vec::new(),
            answers: vec![answer(10, None), answer(0, Some(Failed::Crash))],
        }
    }

    #[test]
    fn pages_have_themes_positions_and_boards_of_what_was_missed() {
        for reports in [
            vec![report("a")],
            vec![report("a"), report("<script>")],
            vec![],
        ] {
            let page = suite_page(&reports, "quietus-lab suite --epd a.epd");
            assert_eq!(plot::well_formed::check(&page), Ok(()));
            assert!(!page.contains("<script>") && !page.contains("Crash"));
            assert_eq!(page.matches("Black king").count(), reports.len());
            assert_eq!(
                page.matches("answered the process exited").count(),
                reports.len()
            );
            assert_eq!(page.matches("10 of 20").count(), 3 * reports.len());
        }
    }
}
