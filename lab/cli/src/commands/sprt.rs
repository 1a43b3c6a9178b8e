//! `quietus-lab sprt`: plays until it is clear whether a new engine is stronger than an old one.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use arena::Player;
use arena::runner::{Event, Flow, Hypotheses, PairRecord, Progress, Watcher, human_time};
use arena_stats::{Decision, Pentanomial, Sprt};
use clap::ValueEnum;
use plot::{Level, LineChart, Series, line_chart};

use crate::matches::{
    Display, PlayArgs, Verdict, open, player_with_common, record, stop_on_signal,
};

const EXAMPLES: &str = "\
Examples:
  quietus-lab sprt ./old ./new --each tc=8+0.08 option.Hash=16 --book uho.epd.xz -c 8
  quietus-lab sprt \"stockfish nodes=4000\" \"stockfish nodes=5000\" --elo1 20 --rounds 2000
  quietus-lab sprt --resume sprt-001

OLD and NEW are commands, or commands with settings in quotes as for `match --engine`.

Exit status: 0 NEW is stronger, 1 NEW is not stronger, 2 undecided at the limit of games or stopped before,
3 failure or a wrong command line.";

/// Pairs played at most when no limit is given.
const MAX_PAIRS: u64 = 20_000;

/// Points of the drawn curve; more cannot be seen.
const MAX_POINTS: usize = 1500;

/// How often the chart is drawn while the test runs, in seconds.
const CHART_INTERVAL: u64 = 10;

/// Play until it is clear whether NEW is stronger than OLD
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The engine to beat
    #[arg(required_unless_present = "resume")]
    old: Option<String>,

    /// The engine that may be stronger
    #[arg(required_unless_present = "resume")]
    new: Option<String>,

    /// Settings for both engines, as key=value
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,

    /// The strength of NEW that counts as none, in Elo
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// The strength of NEW that counts as some, in Elo
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// The probability to call NEW stronger when it is of elo0
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// The probability to call NEW not stronger when it is of elo1
    #[arg(long, default_value_t = 0.05)]
    beta: f64,

    /// What Elo means in elo0 and elo1
    #[arg(long, value_enum, default_value_t = EloModel::Normalised)]
    model: EloModel,

    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EloModel {
    /// By the standard deviation of a game
    #[value(alias = "normalized")]
    Normalised,
    /// By the expected score
    Logistic,
}

impl Args {
    fn hypotheses(&self) -> Hypotheses {
        Hypotheses {
            normalised: matches!(self.model, EloModel::Normalised),
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}

/// Runs the test.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    Ok(match test(&args) {
        Ok(Decision::Stronger) => ExitCode::SUCCESS,
        Ok(Decision::Weaker) => ExitCode::from(1),
        Ok(Decision::Continue) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(3)
        }
    })
}

fn test(args: &Args) -> anyhow::Result<Decision> {
    let settings = || {
        let mut settings = args.play.settings(players(args)?)?;
        settings.rounds = args.play.rounds.unwrap_or(MAX_PAIRS);
        settings.test = Some(args.hypotheses());
        Ok(settings)
    };
    args.hypotheses().test()?;
    let (playing, folder) = open(&args.play, "sprt", settings)?;
    anyhow::ensure!(
        playing.settings().players.len() == 2,
        "a test is between two engines"
    );
    stop_on_signal(playing.control())?;
    let settings = playing.settings().clone();
    // A resumed test goes on with its own hypotheses.
    let sprt = settings.test.unwrap_or_else(|| args.hypotheses()).test()?;
    let started = Instant::now();
    let mut test = Test {
        sprt,
        display: Display::new(args.play.plain, args.play.interval),
        curve: vec![(0.0, 0.0)],
        chart: folder.join("llr.svg"),
        drawn: Instant::now(),
    };
    let outcome = playing.run(&mut test)?;
    test.draw()
        .with_context(|| format!("cannot write {}", test.chart.display()))?;
    let llr = test.llr(&outcome.standings.player(0).pairs());
    let decision = sprt.decide(llr);
    let words = match decision {
        Decision::Stronger => "H1 accepted: NEW is stronger",
        Decision::Weaker => "H0 accepted: NEW is not stronger",
        Decision::Continue => "undecided",
    };
    println!("SPRT: {words} ({})", sprt.line(llr));
    println!("Curve: {}", test.chart.display());
    if let Some(ledger) = &args.play.ledger {
        let verdict = Verdict {
            llr: Some(llr),
            decision: Some(words.to_owned()),
        };
        let results = (&settings, &outcome.standings);
        record(ledger, &folder, results, started.elapsed(), verdict)?;
    }
    Ok(decision)
}

/// The new engine first: results are counted from its view.
fn players(args: &Args) -> anyhow::Result<Vec<Player>> {
    let named = [(&args.new, "new"), (&args.old, "old")].map(|(engine, name)| {
        let engine = engine.as_ref().context("OLD and NEW are needed")?;
        let mut player = player_with_common(std::slice::from_ref(engine), &args.each)?;
        if player.engine.name.is_empty() {
            name.clone_into(&mut player.engine.name);
        }
        Ok(player)
    });
    named.into_iter().collect()
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
        let picture = line_chart(&LineChart {
            title: "Log-likelihood ratio".to_owned(),
            x_label: "pairs".to_owned(),
            y_label: "LLR".to_owned(),
            series: vec![Series::new("LLR", points)],
            levels: vec![
                Level::new("stronger", self.sprt.upper()),
                Level::new("not stronger", self.sprt.lower()),
            ],
        });
        fs::write(&self.chart, picture)
    }
}

impl Watcher for Test {
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow {
        let mut decision = Decision::Continue;
        if matches!(event, Event::MatchResumed { .. }) {
            // It may have been stopped just when it was decided.
            decision = self
                .sprt
                .decide(self.llr(&progress.standings.player(0).pairs()));
        }
        if matches!(event, Event::PairFinished { .. }) {
            decision = self.count(progress);
            if self.drawn.elapsed().as_secs() >= CHART_INTERVAL {
                // A picture that cannot be written now is no reason to stop; the last one is.
                self.draw().ok();
            }
        }
        let sprt = self.sprt;
        self.display
            .event(event, progress, || status(&sprt, progress));
        match decision {
            Decision::Continue => Flow::Continue,
            _ => Flow::Stop,
        }
    }

    fn replay(&mut self, _: &PairRecord, progress: &Progress<'_>) {
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
        let time = progress.time_for(plan.observations).map(human_time);
        let time = time.unwrap_or_else(|| "unknown time".to_owned());
        format!(
            "Expected: {:.0} more pairs, {time}; passes with {:.0} %\n",
            plan.observations,
            100.0 * plan.pass
        )
    });
    format!("{line}\n{left}")
}
