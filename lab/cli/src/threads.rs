//! How many threads a command works on.

use std::num::NonZero;

/// The option of all commands that work on several threads.
#[derive(Debug, clap::Args)]
pub struct ThreadArgs {
    /// Threads [default: one for each core]
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl ThreadArgs {
    /// As many threads as wanted, or as there are cores.
    pub fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, NonZero::get)
    }
}
