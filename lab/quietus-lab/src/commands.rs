//! The subcommands of `quietus-lab`, one file each.

mod annotate;
mod book;
mod convert;
mod datagen;
mod dataset;
mod first_net;
mod games;
mod gate;
mod ledger;
mod levels;
mod match_cmd;
mod net;
mod openings;
mod rate;
mod serve;
mod sprt;
mod spsa;
mod stats;
mod study;
mod suite;
mod texel;
mod train;
mod uci_check;

use clap::Subcommand;

use crate::exit::{Exit, bail_usage};

/// What was one word for two things.
const TWO_TUNERS: &str = "there is no `tune`: `quietus-lab texel` fits the handcrafted evaluation to \
    games, `quietus-lab spsa` tunes the parameters of the search by matches";

/// Any arguments of the command that is now called `texel`.
#[derive(Debug, clap::Args)]
#[command(hide = true, disable_help_flag = true)]
pub struct OldTune {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<String>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Annotate(annotate::Args),
    Book(book::Args),
    Convert(convert::Args),
    Datagen(Box<datagen::Args>),
    Dataset(dataset::Args),
    FirstNet(first_net::Args),
    Games(games::Args),
    Gate(Box<gate::Args>),
    Ledger(ledger::Args),
    Levels(levels::Args),
    Match(Box<match_cmd::Args>),
    Net(net::Args),
    Openings(openings::Args),
    Rate(rate::Args),
    Serve(serve::Args),
    Sprt(Box<sprt::Args>),
    Spsa(Box<spsa::Args>),
    Stats(stats::Args),
    Study(study::Args),
    Suite(suite::Args),
    Texel(texel::Args),
    Train(Box<train::Args>),
    Tune(OldTune),
    UciCheck(uci_check::Args),
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self {
            Self::Annotate(args) => annotate::run(&args),
            Self::Book(args) => book::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Datagen(args) => datagen::run(*args),
            Self::Dataset(args) => dataset::run(&args),
            Self::FirstNet(args) => first_net::run(&args),
            Self::Games(args) => games::run(args),
            Self::Gate(args) => gate::run(*args),
            Self::Ledger(args) => ledger::run(args),
            Self::Levels(args) => levels::run(&args),
            Self::Match(args) => match_cmd::run(&args),
            Self::Net(args) => net::run(&args),
            Self::Openings(args) => openings::run(&args),
            Self::Rate(args) => rate::run(args),
            Self::Serve(args) => serve::run(args),
            Self::Sprt(args) => sprt::run(&args),
            Self::Spsa(args) => spsa::run(&args),
            Self::Stats(args) => stats::run(&args),
            Self::Study(args) => study::run(&args),
            Self::Suite(args) => suite::run(&args),
            Self::Texel(args) => texel::run(&args),
            Self::Train(args) => train::run(*args),
            Self::Tune(_) => bail_usage!("{TWO_TUNERS}"),
            Self::UciCheck(args) => uci_check::run(args),
        }
    }
}
