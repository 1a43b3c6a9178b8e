//! A sequential probability ratio test (SPRT): a match that ends when one hypothesis is accepted.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use arena::runner::{Event, Flow, Hypotheses, Match, PairRecord, Progress, Standings, Watcher};
use ledger::EntryId;
use stats::{Decision, Pentanomial, Sprt};
use support::{human_time, write_atomic};

use crate::report::llr_chart;
use crate::{Display, Verdict, record_match};

/// Points of the drawn curve; more cannot be seen.
const MAX_POINTS: usize = 1500;

/// How often the chart is drawn while the test runs, in seconds.
const CHART_INTERVAL: u64 = 10;

/// How an SPRT ended.
pub struct SprtResult {
    /// The accepted hypothesis, if any.
    pub decision: Decision,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The ratio and its bounds, as text.
    pub line: String,
    /// The results, seen by the first player.
    pub standings: Standings,
    /// The chart of the ratio.
    pub chart: PathBuf,
    /// The entry in the ledger, if there is one.
    pub entry: Option<EntryId>,
}

/// Plays the test of a folder, or what is left of it. A resumed one keeps its own hypotheses.
///
/// # Errors
/// If there is no such test, or an engine or a file fails.
pub fn run_sprt(
    playing: Match,
    folder: &Path,
    hypotheses: Hypotheses,
    display: Display,
    ledger: Option<&Path>,
) -> anyhow::Result<SprtResult> {
    let settings = playing.settings().clone();
    let sprt = settings.test.unwrap_or(hypotheses).test()?;
    let started = Instant::now();
    let mut test = Test {
        sprt,
        display,
        curve: vec![(0.0, 0.0)],
        chart: folder.join("llr.svg"),
        drawn: Instant::now(),
    };
    let outcome = playing.run(&mut test)?;
    test.draw()
        .with_context(|| format!("cannot write {}", test.chart.display()))?;
    test.display.finish()?;
    let llr = sprt.llr(&outcome.standings.player(0).pairs());
    let mut result = SprtResult {
        decision: sprt.decide(llr),
        llr,
        line: sprt.line(llr),
        standings: outcome.standings,
        chart: test.chart,
        entry: None,
    };
    if let Some(ledger) = ledger {
        let verdict = Verdict {
            llr: Some(llr),
            decision: Some(result.words().to_owned()),
        };
        result.entry = Some(record_match(
            ledger,
            folder,
            &settings,
            &result.standings,
            started.elapsed(),
            verdict,
        )?);
    }
    Ok(result)
}

impl SprtResult {
    /// The decision in words.
    pub const fn words(&self) -> &'static str {
        self.decision.words()
    }
}

/// Watches the ratio.
struct Test {
    sprt: Sprt,
    display: Display,
    /// The ratio after each pair.
    curve: Vec<(f64, f64)>,
    chart: PathBuf,
    drawn: Instant,
}

impl Test {
    fn llr(&self, pairs: &Pentanomial) -> f64 {
        self.sprt.llr(pairs)
    }

    fn count(&mut self, progress: &Progress<'_>) -> Decision {
        let pairs = progress.standings.player(0).pairs();
        let llr = self.llr(&pairs);
        self.curve.push((progress.standings.pairs() as f64, llr));
        self.sprt.decide(llr)
    }

    fn draw(&mut self) -> std::io::Result<()> {
        self.drawn = Instant::now();
        let step = self.curve.len().div_ceil(MAX_POINTS).max(1);
        let mut points: Vec<_> = self.curve.iter().copied().step_by(step).collect();
        points.extend(self.curve.last().filter(|last| points.last() != Some(last)));
        let picture = llr_chart(&self.sprt, points);
        write_atomic(&self.chart, picture.as_bytes())
    }
}

impl Watcher for Test {
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow {
        let mut decision = Decision::Continue;
        if matches!(event, Event::MatchResumed { .. }) {
            // It may have been stopped right after it was decided.
            decision = self
                .sprt
                .decide(self.llr(&progress.standings.player(0).pairs()));
        }
        if matches!(event, Event::PairFinished { .. }) {
            decision = self.count(progress);
            if self.drawn.elapsed().as_secs() >= CHART_INTERVAL {
                // Only the last chart must be written.
                self.draw().ok();
            }
        }
        let sprt = self.sprt;
        let is_decided = decision != Decision::Continue;
        self.display
            .event(event, progress, is_decided, || status(&sprt, progress));
        match decision {
            Decision::Continue => Flow::Continue,
            _ => Flow::Stop,
        }
    }

    fn replay(&mut self, record: &PairRecord, progress: &Progress<'_>) {
        self.display.replay(record);
        self.count(progress);
    }
}

/// The ratio, and how long it may still take.
fn status(sprt: &Sprt, progress: &Progress<'_>) -> String {
    let pairs = progress.standings.player(0).pairs();
    let line = sprt.line(sprt.llr(&pairs));
    let plan = sprt
        .remaining(&pairs)
        .filter(|plan| plan.observations > 0.0);
    let left = plan.map_or_else(String::new, |plan| {
        // Without a decision the match ends all the same.
        let most = progress
            .total_pairs
            .saturating_sub(progress.standings.pairs());
        let pairs = plan.observations.min(most as f64);
        let time = progress.time_for(pairs).map(human_time);
        let time = time.unwrap_or_else(|| "unknown time".to_owned());
        format!(
            "Expected: {pairs:.0} more pairs ({time}), H1 with {:.0} %\n",
            100.0 * plan.pass
        )
    });
    format!("{line}\n{left}")
}
