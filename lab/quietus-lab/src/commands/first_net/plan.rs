//! The generations of a first network: who plays, how deep, and what learns from it.

use anyhow::Context;
use trainer::config::BackendKind;
use trainer::{Config, Settings};

use super::{Args, Made};
use crate::labels::HANDCRAFTED;

/// What plays the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Backend {
    /// The CPU, in two generations.
    Cpu,
    /// A GPU, in five.
    Cuda,
    /// The GPU's generations, its games by emulation and its training on the CPU: for tests.
    #[value(hide = true)]
    Emulation,
}

/// Games of a network, and the network that learns from them.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// The name of the network and of its games.
    pub name: &'static str,
    /// Where they go.
    pub folder: &'static str,
    /// Whether the CPU plays, also where a GPU could.
    is_on_cpu: bool,
    /// Nodes of a move; none are those of `--nodes`.
    nodes: Option<u64>,
    /// The share of the time that it plays. Training takes the rest.
    share: f64,
    /// How many generations' games it learns from, its own included.
    memory: usize,
    /// What the recipe has otherwise.
    recipe: &'static str,
    /// Changes of the recipe.
    changes: &'static str,
}

const FIRST: &str = include_str!("../../../../configs/first.toml");
const DEFAULT: &str = include_str!("../../../../configs/default.toml");

/// A network's own games teach it more than those of the handcrafted evaluation, which it needs to begin.
const ON_CPU: [Generation; 2] = [
    Generation {
        name: "zero",
        folder: "zero",
        is_on_cpu: true,
        nodes: None,
        share: 0.3,
        memory: 1,
        recipe: FIRST,
        changes: "",
    },
    Generation {
        name: "first",
        folder: "",
        is_on_cpu: true,
        nodes: None,
        share: 0.4,
        memory: 2,
        recipe: FIRST,
        changes: "",
    },
];

/// Small networks and few nodes as long as a network knows little: it soon teaches a better one. What the
/// shares leave is for training, and for starting the GPU again and again.
const ON_GPU: [Generation; 5] = [
    Generation {
        name: "zero",
        folder: "zero",
        is_on_cpu: true,
        nodes: Some(100),
        share: 0.02,
        memory: 1,
        recipe: FIRST,
        changes: "epochs = 30",
    },
    Generation {
        name: "one",
        folder: "one",
        is_on_cpu: false,
        nodes: Some(100),
        share: 0.03,
        memory: 1,
        recipe: DEFAULT,
        changes: "width = 256\nepochs = 15",
    },
    Generation {
        name: "two",
        folder: "two",
        is_on_cpu: false,
        nodes: Some(200),
        share: 0.09,
        memory: 1,
        recipe: DEFAULT,
        changes: "width = 512\nepochs = 20",
    },
    Generation {
        name: "three",
        folder: "three",
        is_on_cpu: false,
        nodes: Some(300),
        share: 0.22,
        memory: 2,
        recipe: DEFAULT,
        changes: "epochs = 20",
    },
    Generation {
        name: "first",
        folder: "",
        is_on_cpu: false,
        nodes: Some(300),
        share: 0.42,
        memory: 2,
        recipe: DEFAULT,
        changes: "epochs = 25",
    },
];

impl Backend {
    pub const fn generations(self) -> &'static [Generation] {
        match self {
            Self::Cpu => &ON_CPU,
            Self::Cuda | Self::Emulation => &ON_GPU,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Emulation => "emulation",
        }
    }
}

impl Generation {
    /// Who plays.
    pub const fn player(before: &[Made]) -> &'static str {
        match before {
            [] => "the handcrafted evaluation",
            [..] => "the network of the games before",
        }
    }

    /// The configuration of the games and of the training on them.
    pub fn config(&self, args: &Args, number: u64, before: &[Made]) -> anyhow::Result<Config> {
        let is_last = self.folder.is_empty();
        let parse =
            |text| Settings::parse(text).with_context(|| format!("recipe of {}", self.name));
        let recipe = parse(self.changes)?.or(parse(self.recipe)?);
        let is_narrow = |width: &usize| is_last || Some(*width) < recipe.width;
        let older = before.iter().rev().take(self.memory - 1).rev();
        let trainer = match args.backend {
            Backend::Cpu | Backend::Emulation => BackendKind::Cpu,
            Backend::Cuda => BackendKind::Cuda,
        };
        let wanted = Settings {
            name: Some(self.name.to_owned()),
            game: Some(args.game),
            output: Some(args.out.join(self.folder)),
            data: Some(older.map(|made| made.games.clone()).collect()),
            generate: Some(self.games(args, number, before)),
            width: args.width.filter(is_narrow),
            seed: Some(args.seed),
            threads: Some(args.threads.count()),
            backend: Some(trainer),
            test_set: args.test_set.clone(),
            ..Settings::default()
        };
        Ok(wanted.or(recipe).resolve())
    }

    /// The options of the games.
    fn games(&self, args: &Args, number: u64, before: &[Made]) -> Vec<String> {
        let backend = match self.is_on_cpu {
            true => Backend::Cpu,
            false => args.backend,
        };
        let nodes = self.nodes.unwrap_or(args.nodes);
        let seconds = 60.0 * args.minutes * self.share;
        let evaluation = before.last().map(|made| made.network.display().to_string());
        vec![
            format!("backend={}", backend.word()),
            format!("nodes={nodes}"),
            format!("verify={nodes}"),
            format!("seed={}", args.seed.wrapping_add(number)),
            format!("time={seconds:.1}"),
            format!(
                "evaluation={}",
                evaluation.as_deref().unwrap_or(HANDCRAFTED)
            ),
        ]
    }
}
