//! The loop at the prompt. Commands run in order; one that needs an idle search waits for it without
//! keeping `stop`, `quit` and `isready` from being heard.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc;

use uci::Command;

use crate::about;
use crate::error::Error;
use crate::input::{self, Event, Line, MAX_LINE};
use crate::session::{Session, Step};

/// Lines read ahead of the session.
const READ_AHEAD: usize = 8;
/// Bytes of waiting commands; beyond that, input is left unread until the search has ended.
const MAX_WAITING: usize = 16 << 20;

/// Commands behind one that waits for the search to end.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<Line>,
    bytes: usize,
}

impl Waiting {
    fn push(&mut self, line: Line) {
        self.bytes += size(&line);
        self.lines.push_back(line);
    }

    fn pop(&mut self) {
        let line = self.lines.pop_front();
        self.bytes -= line.as_ref().map_or(0, size);
    }
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

impl Session {
    /// Runs the commands of standard input until `quit` or its end.
    pub fn run(&mut self) -> io::Result<()> {
        let (events, queue) = mpsc::sync_channel(READ_AHEAD);
        self.wake = Some(events.clone());
        input::spawn_reader(events)?;
        let mut waiting = Waiting::default();
        for event in queue {
            let is_behind = !waiting.lines.is_empty();
            if let Event::Input(line) = event {
                let line = line?;
                if let Line::Text(text) = &line {
                    self.output.log_input(text);
                }
                match is_behind.then(|| self.hear(&line)).transpose()? {
                    Some(Urgency::Quit) => return self.say_goodbye(),
                    Some(Urgency::Done) => {}
                    Some(Urgency::Waits) | None => waiting.push(line),
                }
            }
            if waiting.bytes > MAX_WAITING {
                self.wait();
            }
            if (!is_behind || !self.is_searching()) && self.run_waiting(&mut waiting)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Hears a line out of turn. `stop` ends the search at once, and those that wait in their turn.
    /// `isready` waits only for a search that has ended or is about to.
    fn hear(&mut self, line: &Line) -> io::Result<Urgency> {
        let Line::Text(text) = line else {
            return Ok(Urgency::Waits);
        };
        match Command::parse(text) {
            Command::Quit => return Ok(Urgency::Quit),
            Command::Stop => self.stop(),
            Command::IsReady if self.is_searching() && !self.is_stopping() => {
                writeln!(self.output, "readyok")?;
                return Ok(Urgency::Done);
            }
            _ => {}
        }
        Ok(Urgency::Waits)
    }

    /// Runs commands up to one that has to wait for the search; breaks at the end of the session.
    fn run_waiting(&mut self, waiting: &mut Waiting) -> io::Result<ControlFlow<()>> {
        while let Some(line) = waiting.lines.front() {
            let result = match line {
                Line::Text(text) => {
                    let command = self.parse(text);
                    if self.must_wait(&command) {
                        return Ok(ControlFlow::Continue(()));
                    }
                    self.run_command(command)
                }
                Line::TooLong => Err(Error::Usage(format!(
                    "skipped a line of more than {MAX_LINE} bytes"
                ))),
                Line::End => return Ok(ControlFlow::Break(())),
            };
            waiting.pop();
            match result {
                Ok(Step::Quit) => {
                    self.say_goodbye()?;
                    return Ok(ControlFlow::Break(()));
                }
                Ok(_) => {}
                Err(error) => self.report(error)?,
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Runs one command. The reader stops at `play`, and goes on after it.
    fn run_command(&mut self, command: Command) -> Result<Step, Error> {
        let is_play = matches!(command, Command::Play(_));
        let result = match self.execute(command) {
            Ok(Step::Play(words)) => self.play_at_prompt(words).map(|()| Step::Continue),
            Ok(Step::Serve(arguments)) => {
                let served = self.serve(&arguments, Vec::new(), None);
                served.map(|()| Step::Continue)
            }
            other => other,
        };
        if let Some(events) = self.wake.clone().filter(|_| is_play) {
            input::spawn_reader(events)?;
        }
        result
    }

    fn play_at_prompt(&mut self, words: Vec<String>) -> Result<(), Error> {
        if self.play(words)? {
            writeln!(self.output, "{}", about::AFTER_PLAY)?;
        }
        Ok(())
    }
}
