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
use crate::session::{Session, Step};

/// Bytes of waiting commands; beyond that, input is left unread until they have run.
const MAX_WAITING: usize = 16 << 20;

/// Commands behind one that waits for the search to end.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<Line>,
    bytes: usize,
    /// How many of them are `stop`: a search that starts before their turn is stopped at once.
    stops: usize,
}

impl Waiting {
    fn push(&mut self, line: Line) {
        self.bytes += size(&line);
        self.stops += usize::from(is(&line, &Command::Stop));
        self.lines.push_back(line);
    }

    fn pop(&mut self) {
        let Some(line) = self.lines.pop_front() else {
            return;
        };
        self.bytes -= size(&line);
        self.stops -= usize::from(is(&line, &Command::Stop));
    }

    /// Takes out all `isready`; gives their number.
    fn take_ready(&mut self) -> usize {
        let before = self.lines.len();
        self.lines.retain(|line| !is(line, &Command::IsReady));
        self.bytes = self.lines.iter().map(size).sum();
        before - self.lines.len()
    }
}

fn is(line: &Line, command: &Command) -> bool {
    matches!(line, Line::Text(text) if Command::parse(text) == *command)
}

fn size(line: &Line) -> usize {
    match line {
        Line::Text(text) => size_of::<Line>() + text.len(),
        Line::TooLong | Line::End => size_of::<Line>(),
    }
}

/// What becomes of a line that comes while others wait.
enum Urgency {
    /// Quit now.
    Quit,
    /// Nothing more is to be done.
    Done,
    /// It waits, too.
    Waits,
}

/// A session and what it has read but not yet run.
struct Prompt {
    session: Session,
    waiting: Waiting,
}

impl Session {
    /// Runs the commands of standard input until `quit` or its end.
    pub fn run(mut self) -> io::Result<()> {
        let (wake, search_ended) = mpsc::sync_channel(1);
        self.wake = Some(wake);
        let prompt = Mutex::new(Prompt {
            session: self,
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
}

/// Runs commands that waited, whenever a search has ended.
fn run_later(prompt: &Mutex<Prompt>, search_ended: Receiver<()>) {
    for () in search_ended {
        let mut prompt = lock(prompt);
        let is_idle = !prompt.session.is_searching();
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
        // The lines after `play` belong to the game.
        let is_last = match &line {
            Line::Text(text) => {
                self.session.output.log_input(text);
                matches!(Command::parse(text), Command::Play(_))
            }
            Line::TooLong => false,
            Line::End => true,
        };
        let is_behind = !self.waiting.lines.is_empty();
        match is_behind.then(|| self.hear(&line)).transpose()? {
            Some(Urgency::Quit) => {
                self.session.say_goodbye()?;
                return Ok(ControlFlow::Break(()));
            }
            Some(Urgency::Done) => {}
            Some(Urgency::Waits) | None => self.waiting.push(line),
        }
        if is_last || self.waiting.bytes > MAX_WAITING {
            return self.run_all();
        }
        match is_behind && self.session.is_searching() {
            true => Ok(ControlFlow::Continue(())),
            false => self.run_waiting(),
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

    /// Hears a line out of turn. `stop` ends the search at once, and those that wait in their turn.
    /// `isready` waits only for a search that has ended or is about to.
    fn hear(&mut self, line: &Line) -> io::Result<Urgency> {
        let Line::Text(text) = line else {
            return Ok(Urgency::Waits);
        };
        match Command::parse(text) {
            Command::Quit => return Ok(Urgency::Quit),
            Command::Stop => self.session.stop(),
            Command::IsReady if self.session.is_searching() && !self.session.is_stopping() => {
                writeln!(self.session.output, "readyok")?;
                return Ok(Urgency::Done);
            }
            _ => {}
        }
        Ok(Urgency::Waits)
    }

    /// Hears what waits behind the search that has just started, as if it came now: a `stop` ends the
    /// search, and without one `isready` is answered.
    fn hear_waiting(&mut self) -> io::Result<()> {
        let Self { session, waiting } = self;
        if waiting.stops > 0 {
            session.stop();
        }
        if session.is_searching() && !session.is_stopping() {
            for _ in 0..waiting.take_ready() {
                writeln!(session.output, "readyok")?;
            }
        }
        Ok(())
    }

    /// Runs commands up to one that has to wait for the search; breaks at the end of the session.
    fn run_waiting(&mut self) -> io::Result<ControlFlow<()>> {
        let Self { session, waiting } = self;
        while let Some(line) = waiting.lines.front() {
            let result = match line {
                Line::Text(text) => {
                    let command = session.parse(text);
                    if session.must_wait(&command) {
                        return self.hear_waiting().map(ControlFlow::Continue);
                    }
                    session.run_command(command)
                }
                Line::TooLong => Err(Error::Usage(format!(
                    "skipped a line of more than {MAX_LINE} bytes"
                ))),
                Line::End => return Ok(ControlFlow::Break(())),
            };
            waiting.pop();
            match result {
                Ok(Step::Quit) => {
                    session.say_goodbye()?;
                    return Ok(ControlFlow::Break(()));
                }
                Ok(_) => {}
                Err(error) => session.report(error)?,
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Session {
    /// Runs one command, to its end.
    fn run_command(&mut self, command: Command) -> Result<Step, Error> {
        match self.execute(command)? {
            Step::Play(words) => self.play_at_prompt(words)?,
            Step::Serve(arguments) => self.serve(&arguments, Vec::new(), None)?,
            step => return Ok(step),
        }
        Ok(Step::Continue)
    }

    fn play_at_prompt(&mut self, words: Vec<String>) -> Result<(), Error> {
        if self.play(words)? {
            writeln!(self.output, "{}", about::AFTER_PLAY)?;
        }
        Ok(())
    }
}
