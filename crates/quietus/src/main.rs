//! `quietus`: without arguments it speaks UCI on standard input and output. Arguments are run as one
//! command; if the first of them contains a space, each argument is a command of its own.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use engine::Error;

#[global_allocator]
static ALLOCATOR: sys::Allocator = sys::Allocator;

fn main() -> ExitCode {
    sys::require_cpu();
    let words: Vec<String> = std::env::args().skip(1).collect();
    ExitCode::from(engine::run(words).unwrap_or_else(|error| Error::Io(error).end()))
}
