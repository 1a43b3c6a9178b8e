//! `quietus-lab spsa`: tunes the parameters of an engine by games.

mod session;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use ::spsa::{Gains, Parameter, Plan, Run, Store, openbench, select, tunables};
use arena::runner::PairRunner;
use arena::{Engine, Player, Timeouts};
use games::GameId;
use matches::{listen_in_match, stop_on_interrupt};
use serde_json::{Value, json};

use crate::engines::EngineArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{hash_file, print};
use crate::match_args::{ConditionArgs, free_folder};
use session::Session;

const EXAMPLES: &str = "\
Examples:
  quietus-lab spsa -e ./quietus --list
  quietus-lab spsa -e ./quietus nodes=40000 option.Hash=8 --params A -r 20000 \\
      --book uho.epd.xz --order random -c 16 --out runs/spsa-a
  quietus-lab spsa -e ./quietus tc=2+0.02 --params razoring probcut.base_margin

The engine is a build with --features tune; of another engine, the spin options named in --params are \
tuned. Start values are the engine's defaults, or option.NAME=VALUE of -e. Each iteration plays the \
values moved up or down at random against their mirror image, and steps toward the winner. --seed \
also draws the perturbations.

The same command with the same --out continues after Ctrl-C, a kill or a crash; only --concurrency \
may change, and the result is the same. The folder has the state, the trajectories (report.html, \
trajectories.svg), the values as OpenBench input (openbench.txt) and as a patch (params.patch).";

/// Pairs played when nothing else is said.
const DEFAULT_PAIRS: u64 = 20_000;

/// Where the table of the parameters is in the project.
const SOURCE: &str = "crates/search/src/params.rs";

/// Tune the parameters of an engine by games (SPSA)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,

    /// What to tune: sets (A), groups (razoring) or parameters (razoring.base_margin)
    #[arg(long, short = 'p', value_name = "NAME", num_args = 1..)]
    #[arg(required_unless_present = "list")]
    params: Vec<String>,

    /// Print the parameters as OpenBench input and play nothing
    #[arg(long)]
    list: bool,

    /// Game pairs in all [default: 20000]
    #[arg(long, short = 'r', value_name = "N")]
    rounds: Option<NonZero<u64>>,

    /// Game pairs of an iteration
    #[arg(long, value_name = "N", default_value_t = NonZero::<u64>::MIN)]
    pairs_per_iteration: NonZero<u64>,

    /// Iterations in flight at most [default: enough for all games at once, twice]
    #[arg(long, value_name = "N")]
    window: Option<NonZero<u64>>,

    /// Learning rate at the end
    #[arg(long, value_name = "R", default_value_t = Gains::default().r_end)]
    r_end: f64,

    /// Exponent of the step size's decay
    #[arg(long, value_name = "X", default_value_t = Gains::default().alpha)]
    alpha: f64,

    /// Exponent of the perturbation's decay
    #[arg(long, value_name = "X", default_value_t = Gains::default().gamma)]
    gamma: f64,

    /// Stability constant A as a fraction of the iterations
    #[arg(long, value_name = "X", default_value_t = Gains::default().a_ratio)]
    a_ratio: f64,

    #[command(flatten)]
    conditions: ConditionArgs,

    /// Folder of the run, which is continued if it is there [default: a new one here]
    #[arg(long, short = 'o', value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Source with the table of the parameters, for the patch
    #[arg(long, value_name = "FILE", default_value = SOURCE)]
    source: PathBuf,

    /// Column of defaults in that table, from 1: one for each game
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    column: NonZero<usize>,
}

/// Tunes.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let player = args.player()?;
    let parameters = args.parameters(&player)?;
    if args.list {
        return list(parameters, args.gains());
    }
    let (folder, is_new) = match &args.out {
        Some(folder) => (folder.clone(), false),
        None => (free_folder("spsa"), true),
    };
    let plan = args.plan(parameters, &folder)?;
    plan.validate()?;
    let (runner, games, concurrency) = args.games(&player, &plan)?;
    for warning in runner.warnings() {
        warn!("warning: {warning}");
    }
    let (store, run) = Store::open(&folder, plan, games)?;
    if is_new {
        warn!("Folder: {}", folder.display());
    }
    let interrupt = listen_in_match("The same command resumes.")?;
    stop_on_interrupt(&interrupt, runner.control());
    let mut session = Session::new(store, run, &args.source, args.column.get() - 1);
    session.play(&runner, concurrency)?;
    print(&session.finish()?)?;
    Ok(Exit::unless(!session.is_complete()))
}

/// Prints the parameters as OpenBench input.
fn list(parameters: Vec<Parameter>, gains: Gains) -> anyhow::Result<Exit> {
    let plan = Plan {
        parameters,
        iterations: 1,
        pairs: 1,
        window: 1,
        gains,
        seed: 0,
    };
    print(&openbench(&Run::new(plan)))?;
    Ok(Exit::Success)
}

impl Args {
    fn player(&self) -> anyhow::Result<Player> {
        let mut players = self.engine.players()?;
        match (players.pop(), players.is_empty()) {
            (Some(player), true) => Ok(player),
            _ => bail_usage!("give one engine with -e cmd=PATH; it plays against itself"),
        }
    }

    /// The parameters to tune, from the engine. Those set by `option.NAME=VALUE` start there.
    fn parameters(&self, player: &Player) -> anyhow::Result<Vec<Parameter>> {
        let timeouts = Timeouts::default();
        let engine = Engine::start(&player.engine, &timeouts)?;
        let all = tunables(engine.identity());
        engine.quit(timeouts.quit);
        let mut parameters = select(&all, &self.params)?;
        for parameter in &mut parameters {
            let options = player.engine.options.iter();
            let mut values = options.filter(|(name, _)| name.eq_ignore_ascii_case(&parameter.name));
            if let Some((_, value)) = values.next() {
                parameter.start = value.parse()?;
            }
        }
        Ok(parameters)
    }

    fn gains(&self) -> Gains {
        Gains {
            alpha: self.alpha,
            gamma: self.gamma,
            a_ratio: self.a_ratio,
            r_end: self.r_end,
        }
    }

    /// The plan. A run that is continued keeps its window: its default depends on the concurrency,
    /// which may change.
    fn plan(&self, parameters: Vec<Parameter>, folder: &Path) -> anyhow::Result<Plan> {
        let pairs = self.pairs_per_iteration.get();
        let concurrency = self.conditions.concurrency()?.unwrap_or(1) as u64;
        let saved = Store::saved_plan(folder)?.map(|plan| plan.window);
        let busy = match concurrency {
            1 => 1,
            games => (2 * games).div_ceil(pairs),
        };
        let window = self.window.map(NonZero::get).or(saved).unwrap_or(busy);
        let total = self.rounds.map_or(DEFAULT_PAIRS, NonZero::get);
        Ok(Plan {
            parameters,
            iterations: total.div_ceil(pairs),
            pairs,
            window,
            gains: self.gains(),
            seed: self.conditions.seed(),
        })
    }

    /// What plays the pairs, what determines their results, and how many are played at once.
    fn games(&self, player: &Player, plan: &Plan) -> anyhow::Result<(PairRunner, Value, usize)> {
        let mut settings = self.conditions.settings()?;
        settings.players = ["plus", "minus"]
            .map(|name| {
                let mut player = player.clone();
                name.clone_into(&mut player.engine.name);
                player
            })
            .to_vec();
        settings.rounds = plan.total_pairs();
        let mut games = json!({
            "engine": player.engine,
            "limits": player.limits,
            "openings": settings.openings,
            "rule_set": settings.rule_set,
            "restart": settings.restart,
            "rules": settings.rules,
        });
        if settings.game != GameId::Chess {
            games["game"] = json!(settings.game);
        }
        let concurrency = settings.concurrency;
        let runner = PairRunner::new(settings)?;
        games["book_fingerprint"] = json!(format!("{:016x}", runner.book_fingerprint()));
        // A bare name is looked up in PATH, and then nothing is known of the program.
        if player.engine.command.is_file() {
            games["engine_sha256"] = json!(hash_file(&player.engine.command)?.sha256);
        }
        Ok((runner, games, concurrency))
    }
}
