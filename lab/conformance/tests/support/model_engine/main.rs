//! A small UCI engine that passes all conformance checks, and with `--fault NAME` violates one rule.
//! For tests only: it plays badly.

#![forbid(unsafe_code)]

mod fault;
mod go;
mod search;
mod session;
mod thinking;

use std::io::{self, BufRead};

use fault::Fault;
use session::{Next, Session};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = match (arguments.next().as_deref(), arguments.next()) {
        (Some("--fault"), Some(name)) => Fault::parse(&name),
        _ => Some(Fault::None),
    };
    let Some(fault) = fault else {
        eprintln!("unknown fault");
        std::process::exit(2);
    };
    let mut session = Session::new(fault);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if session.command(&String::from_utf8_lossy(&line)) == Next::Quit {
            return;
        }
    }
    session.end_of_input();
}
