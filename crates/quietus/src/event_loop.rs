//! The loop at the prompt. Commands run in order, on the thread that reads them: on a loaded machine
//! each thread that a `go` passes through makes its answer later. A command that needs an idle search
//! waits for it without keeping `stop`, `quit` and `isready` from being heard, and runs on a second
//! thread.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{process, thread};

use uci::Command;

use crate::about;
use crate::error::Error;
use crate::input::{Line, MAX_LINE, read_line};
use crate::search_state::SearchState;
use crate::session::{Session, Step};

/// Bytes of waiting commands; beyond that, input is left unread until they have run.
const MAX_WAITING: usize = 16 << 20;

/// Lines behind one that waits for the search to end.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<(Line, Kind)>,
    bytes: usize,
    /// How many of them are `stop`, and how many are `isready`.
    stops: usize,
    questions: usize,
}

/// What a line is to the lines before it that wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `quit`: nothing more is to run.
    Quit,
    /// `stop`: all searches before it end.
    Stop,
    /// `isready`: answered during a search that goes on.
    IsReady,
    /// The end of the input, or a game in the terminal, which all later lines belong to.
    Last,
    /// It waits for its turn.
    Other,
}

impl Kind {
    fn of(line: &Line) -> Self {
        match line {
            Line::End => Self::Last,
            Line::TooLong => Self::Other,
            Line::Text(text) => match text.parse() {
                Ok(Command::Quit) => Self::Quit,
                Ok(Command::Stop) => Self::Stop,
                Ok(Command::IsReady) => Self::IsReady,
                Ok(Command::Play(_)) => Self::Last,
                _ => Self::Other,
            },
        }
    }
}

impl Waiting {
    fn push(&mut self, line: Line, kind: Kind) {
        self.bytes += size(&line);
        self.stops += usize::from(kind == Kind::Stop);
        self.questions += usize::from(kind == Kind::IsReady);
        self.lines.push_back((line, kind));
    }

    fn pop(&mut self) {
        if let Some((line, kind)) = self.lines.pop_front() {
            self.bytes -= size(&line);
            self.stops -= usize::from(kind == Kind::Stop);
            self.questions -= usize::from(kind == Kind::IsReady);
        }
    }

    /// Takes out all `isready`; gives their number.
    fn take_questions(&mut self) -> usize {
        let taken = std::mem::take(&mut self.questions);
        if taken > 0 {
            self.lines.retain(|(_, kind)| *kind != Kind::IsReady);
            self.bytes = self.lines.iter().map(|(line, _)| size(line)).sum();
        }
        taken
    }
}

fn size(line: &Line) -> usize {
    match line {
        Line::Text(text) => size_of::<Line>() + text.len(),
        Line::TooLong | Line::End => size_of::<Line>(),
    }
}

/// A session and what it has read but not yet run.
struct Prompt {
    session: Session,
    waiting: Waiting,
}

/// Runs the commands of standard input until `quit` or its end.
pub fn run(mut session: Session) -> io::Result<()> {
    let (wake, search_ended) = mpsc::sync_channel(1);
    session.wake = Some(wake);
    let prompt = Mutex::new(Prompt {
        session,
        waiting: Waiting::default(),
    });
    thread::scope(|scope| {
        let later = || run_later(&prompt, search_ended);
        thread::Builder::new().spawn_scoped(scope, later)?;
        let result = loop {
            let line = read_line(&mut io::stdin().lock());
            match line.and_then(|line| lock(&prompt).take(line)) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        // With the search, the last that could wake the other thread is gone.
        let session = &mut lock(&prompt).session;
        session.stop();
        session.wait();
        session.wake = None;
        result
    })
}

/// Runs commands that waited, whenever a search has ended.
fn run_later(prompt: &Mutex<Prompt>, search_ended: Receiver<()>) {
    for () in search_ended {
        let mut prompt = lock(prompt);
        let is_idle = prompt.session.state() == SearchState::Idle;
        if is_idle && let Err(error) = prompt.run_waiting() {
            process::exit(Error::Io(error).end().into());
        }
    }
}

fn lock(prompt: &Mutex<Prompt>) -> MutexGuard<'_, Prompt> {
    prompt.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Prompt {
    /// Takes a line: runs it, or lets it wait; breaks at the end of the session.
    fn take(&mut self, line: Line) -> io::Result<ControlFlow<()>> {
        if let Line::Text(text) = &line {
            self.session.output.log_input(text);
        }
        if self.waiting.lines.is_empty() {
            self.waiting.push(line, Kind::Other);
            return self.run_waiting();
        }
        let kind = Kind::of(&line);
        if kind == Kind::Quit {
            self.session.say_goodbye()?;
            return Ok(ControlFlow::Break(()));
        }
        self.waiting.push(line, kind);
        self.hear_waiting()?;
        if kind == Kind::Last || self.waiting.bytes > MAX_WAITING {
            return self.run_all();
        }
        match self.session.state() {
            SearchState::Idle => self.run_waiting(),
            _ => Ok(ControlFlow::Continue(())),
        }
    }

    /// Runs all commands that wait, each as soon as it can.
    fn run_all(&mut self) -> io::Result<ControlFlow<()>> {
        while self.run_waiting()?.is_continue() {
            if self.waiting.lines.is_empty() {
                return Ok(ControlFlow::Continue(()));
            }
            self.session.wait();
        }
        Ok(ControlFlow::Break(()))
    }

    /// Hears out of turn what waits behind a search. A `stop` ends it at once, and those that wait
    /// before the `stop` when they start. `isready` waits only for a search that has ended or is about to.
    fn hear_waiting(&mut self) -> io::Result<()> {
        let Self { session, waiting } = self;
        if waiting.stops > 0 {
            session.stop();
        }
        if !matches!(session.state(), SearchState::Idle | SearchState::Stopping) {
            for _ in 0..waiting.take_questions() {
                writeln!(session.output, "readyok")?;
            }
        }
        Ok(())
    }

    /// Runs commands up to one that has to wait for the search; breaks at the end of the session.
    fn run_waiting(&mut self) -> io::Result<ControlFlow<()>> {
        let Self { session, waiting } = self;
        while let Some((line, _)) = waiting.lines.front() {
            let result = match line {
                Line::Text(text) => match session.parse(text) {
                    Ok(command) if session.must_wait(&command) => {
                        return self.hear_waiting().map(ControlFlow::Continue);
                    }
                    Ok(command) => session.run_command(command),
                    Err(error) => Err(error.into()),
                },
                Line::TooLong => Err(Error::Usage(format!(
                    "skipped a line of more than {MAX_LINE} bytes"
                ))),
                Line::End => return Ok(ControlFlow::Break(())),
            };
            waiting.pop();
            match result {
                Ok(Step::Continue) => {}
                Ok(Step::Played) => writeln!(session.output, "{}", about::AFTER_PLAY)?,
                Ok(Step::Quit) => {
                    session.say_goodbye()?;
                    return Ok(ControlFlow::Break(()));
                }
                Err(error) => session.report(error)?,
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
