//! `quietus-lab study`: experiments on training data, planned in a file.

mod data;
mod folder;
mod matches;
mod overview;
mod training;

use std::fs;
use std::path::{Path, PathBuf};

use ::study::{Contrast, Plan, Results, arms_csv, page, picture, results_csv};
use anyhow::Context;
use arena::Player;
use gate::{default_engine, player_for};
use support::Interrupt;

use crate::args::ThreadArgs;
use crate::engines::EngineArg;
use crate::exit::{Exit, Usage, bail_usage};
use crate::files::{print, write_file};
use folder::Folder;

const EXAMPLES: &str = "\
Examples:
  quietus-lab study lab/configs/studies/filter.toml --dry-run
  quietus-lab study lab/configs/studies/filter.toml --out runs/filter

A study file fixes arms, seeds, numbers of games and contrasts before the first game; when it has changed since, \
the study refuses to go on. An arm is a way to make a network: games (options of datagen), selection (options of \
dataset) and training (fields of a configuration). A contrast is a match between the networks of two arms, or of \
an arm and a teacher: psqt, handcrafted, embedded or a network file. All arms of a seed learn from the same number of labels, and losses of \
different arms are never compared. docs/study.md explains the files and has results.

The folder gets results.csv, arms.csv, elo.svg and index.html, anew after every match. Each finished step is a \
file: Ctrl-C, a crash or kill -9 loses at most the step that ran, and the same command goes on. At fixed nodes the \
numbers are the same however often it was stopped.";

/// Follow a plan: games, datasets, networks and matches, and what they say
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Study file (TOML)
    #[arg(value_name = "FILE")]
    plan: PathBuf,

    /// Output folder [default: runs/study-NAME]
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print the plan with an estimate of the time, and exit
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    engine: EngineArg,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// A study that runs.
struct Session {
    plan: Plan,
    /// The plan as its file has it.
    text: String,
    /// Where paths of the plan begin.
    base: PathBuf,
    folder: Folder,
    player: Player,
    threads: usize,
    interrupt: Interrupt,
}

/// Follows the plan.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let shown = args.plan.display();
    let text = fs::read_to_string(&args.plan).with_context(|| format!("cannot read {shown}"))?;
    let plan = Plan::parse(&text).map_err(|error| Usage(format!("{shown}: {error}")))?;
    let base = args.plan.parent().unwrap_or(Path::new("")).to_owned();
    check(&plan, &base).with_context(|| shown.to_string())?;
    let threads = args.threads.count();
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| format!("runs/study-{}", plan.name).into());
    if args.dry_run {
        print(&overview::text(&plan, threads))?;
        return Ok(Exit::Success);
    }
    // A missing engine is better noticed now than after the games.
    let player = player_for(plan.game, args.engine.spec(default_engine())?)?;
    let interrupt = Interrupt::listen("the current step", "Run the same command again to resume.")?;
    let session = Session {
        folder: Folder::open(&out, &text)?,
        plan,
        text,
        base,
        player,
        threads,
        interrupt,
    };
    session.run()
}

/// What is wrong is better noticed now than after the games.
fn check(plan: &Plan, base: &Path) -> anyhow::Result<()> {
    for (name, arm) in &plan.arms {
        let wrong = |error: Usage| Usage(format!("arms.{name}: {error}"));
        data::self_play(plan, arm, 1).map_err(wrong)?;
        data::selection(plan, arm, 1).map_err(wrong)?;
        training::config(plan, arm, 1)
            .check()
            .map_err(|error| Usage(format!("arms.{name}: {error}")))?;
        if let Some(path) = arm.files.iter().find(|path| !base.join(path).is_file()) {
            bail_usage!(
                "arms.{name}: there is no file {}",
                base.join(path).display()
            );
        }
    }
    Ok(())
}

impl Session {
    fn run(&self) -> anyhow::Result<Exit> {
        for &seed in &self.plan.seeds {
            for name in self.plan.arms.keys() {
                if !self.select(name, seed)? {
                    return Ok(Exit::Interrupted);
                }
            }
            self.equalize(seed)?;
            for name in self.plan.arms.keys() {
                if !self.train(name, seed)? {
                    return Ok(Exit::Interrupted);
                }
            }
            for contrast in &self.plan.contrasts {
                if !self.play(contrast, seed)? {
                    return Ok(Exit::Interrupted);
                }
                self.report()?;
            }
        }
        let results = self.report()?;
        say!("\n{}", overview::findings(&results));
        say!("{}", self.folder.file("index.html").display());
        Ok(Exit::Success)
    }

    /// Writes what is known so far.
    fn report(&self) -> anyhow::Result<Results> {
        let scores = |contrast: &Contrast| {
            let seeds = self.plan.seeds.iter();
            let known = seeds.filter_map(|&seed| {
                let score = self.folder.score(&contrast.name, seed).transpose()?;
                Some(score.map(|score| (seed, score)))
            });
            known.collect::<anyhow::Result<Vec<_>>>()
        };
        let scores = self.plan.contrasts.iter().map(scores);
        let results = Results::new(&self.plan, &scores.collect::<anyhow::Result<Vec<_>>>()?);
        let arms = self.folder.arms(&self.plan)?;
        let file = |name: &str| self.folder.file(name);
        write_file(&file("results.csv"), results_csv(&results))?;
        write_file(&file("arms.csv"), arms_csv(&arms))?;
        write_file(&file("elo.svg"), picture(&self.plan, &results))?;
        let page = page(&self.plan, &self.text, &results, &arms);
        write_file(&file("index.html"), page)?;
        Ok(results)
    }
}
