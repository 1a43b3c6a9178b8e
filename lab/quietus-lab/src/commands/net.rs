//! `quietus-lab net`: network files.

mod check;
mod convert;
mod diff;
mod info;
mod positions;
mod score;
mod view;

use clap::Subcommand;

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  quietus-lab net info nets/default.qnn
  quietus-lab net check new.qnn --epd suite.epd
  quietus-lab net convert old.sknnue old.qnn --set name=old
  quietus-lab net diff old.qnn new.qnn
  quietus-lab net score new.qnn --on test-set.qgames
  quietus-lab net view new.qnn --out new.html

Networks are .qnn files, or SYKNNUE1 and SYKNNUE2 files of the engine Sykora.";

/// Inspect, check, convert, compare and draw network files
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Info(info::Args),
    Check(check::Args),
    Convert(convert::Args),
    Diff(diff::Args),
    Score(score::Args),
    View(view::Args),
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Info(args) => info::run(args),
        Action::Check(args) => check::run(args),
        Action::Convert(args) => convert::run(args),
        Action::Diff(args) => diff::run(args),
        Action::Score(args) => score::run(args),
        Action::View(args) => view::run(args),
    }
}
