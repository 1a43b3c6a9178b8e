//! Self-play on GPUs, and on their emulation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use datagen::{GameStats, Goal, Searcher, SelfPlay};
use gpu::emulation::{Emulation, Lanes};
use gpu::{OnDevice, PackedNetwork, Sizes, abi};

use crate::exit::bail_usage;

/// What plays the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Backend {
    /// The engine's search.
    Cpu,
    /// All NVIDIA GPUs.
    Cuda,
    /// The search of GPUs on the CPU, for tests: slow.
    #[value(hide = true)]
    Emulation,
}

/// Room of an emulated GPU, one for each thread.
const EMULATED: Sizes = Sizes {
    warps: 2,
    starts: 4,
    cells: 1 << 12,
};

impl Backend {
    /// What searches.
    pub const fn searcher(self) -> Searcher {
        match self {
            Self::Cpu => Searcher::Engine,
            Self::Cuda | Self::Emulation => Searcher::Gpu,
        }
    }

    /// Runs a job on GPUs or their emulation.
    pub fn play<G: OnDevice>(
        self,
        job: SelfPlay<'_, G>,
        goal: Goal,
        stop: &AtomicBool,
    ) -> anyhow::Result<String> {
        let gpus = if self == Self::Cuda { count()? } else { 0 };
        let Some(network) = job.labels.network() else {
            bail_usage!("GPUs search with a network: give --evaluation FILE");
        };
        let settings = abi::Settings::new(job.settings)?;
        let network = Arc::new(PackedNetwork::new::<G>(network)?);
        let bench = match job.bench {
            Some(bench) => bench,
            None => gpu::bench::<G>(Lanes::Loops, &network)?,
        };
        let job = SelfPlay {
            bench: Some(bench),
            ..job
        };
        let report = job.play_with(goal, stop, |run, sink| {
            if run.goal.games == Some(0) {
                return Ok(GameStats::default());
            }
            #[cfg(feature = "cuda")]
            if self == Self::Cuda {
                let gpu = |number| gpu::cuda::Gpu::new(number, &network, settings);
                let gpus: Result<Vec<_>, _> = (0..gpus).map(gpu).collect();
                return gpu::generate(run, gpus?, sink);
            }
            let device = |_| Emulation::new(Lanes::Loops, &network, settings, EMULATED);
            gpu::generate(run, (0..run.threads).map(device).collect(), sink)
        });
        Ok(report?)
    }
}

/// How many GPUs there are: at least one.
#[cfg(feature = "cuda")]
fn count() -> Result<usize, gpu::Error> {
    gpu::cuda::count()
}

/// How many GPUs there are: this build cannot use any.
#[cfg(not(feature = "cuda"))]
fn count() -> Result<usize, gpu::Error> {
    Err(gpu::Error::Device("built without GPU support".to_owned()))
}
