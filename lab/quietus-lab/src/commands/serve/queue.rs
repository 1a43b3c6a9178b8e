//! Runs that the page starts: one after another, each a process of this program with a log of its own.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use arena::split_words;
use serde::Serialize;
use support::printable;

/// The folder of the logs, in the first folder of the server.
const FOLDER: &str = "queue";
/// How often a running process is looked at.
const TICK: Duration = Duration::from_millis(100);
/// How much of a log is shown.
const TAIL: u64 = 4096;
const LINES: usize = 12;

/// The runs of a server. They are forgotten with it; what they wrote stays.
pub struct Queue {
    folder: PathBuf,
    jobs: Arc<Mutex<Vec<Job>>>,
    /// Whether the thread runs that starts them: from the first one on.
    is_served: AtomicBool,
}

struct Job {
    id: u64,
    words: Vec<String>,
    log: PathBuf,
    state: State,
}

enum State {
    Waiting,
    Running(Child),
    /// Its exit code, if it was not ended by a signal.
    Ended(Option<i32>),
}

/// A run as the page shows it.
#[derive(Serialize)]
pub struct Shown {
    id: u64,
    command: String,
    state: &'static str,
    code: Option<i32>,
    /// The last lines that it said.
    log: String,
}

impl Queue {
    /// An empty queue whose logs go below `folder`.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.join(FOLDER),
            jobs: Arc::default(),
            is_served: AtomicBool::new(false),
        }
    }

    /// Adds a command, as one would type it after `quietus-lab`.
    ///
    /// # Errors
    /// If it is none, or its log cannot be begun.
    pub fn add(&self, command: &str) -> Result<(), String> {
        let mut words = split_words(command);
        if words.first().is_some_and(|word| word == "quietus-lab") {
            words.remove(0);
        }
        self.add_words(words)
    }

    /// Adds the rest of a match, from its folder.
    ///
    /// # Errors
    /// If its log cannot be begun.
    pub fn resume(&self, folder: &Path) -> Result<(), String> {
        let state = fs::read_to_string(folder.join("live.json")).unwrap_or_default();
        let state: serde_json::Value = serde_json::from_str(&state).unwrap_or_default();
        let command = if state["test"].is_null() {
            "match"
        } else {
            "sprt"
        };
        let folder = folder.to_string_lossy().into_owned();
        self.add_words(vec![command.to_owned(), "--resume".to_owned(), folder])
    }

    fn add_words(&self, words: Vec<String>) -> Result<(), String> {
        match words.first().map(String::as_str) {
            None => {
                return Err(
                    "type a command, such as: match -e ./new -e ./old --each tc=8+0.08".to_owned(),
                );
            }
            Some("serve") => return Err("a server would never end".to_owned()),
            Some(_) => {}
        }
        let mut jobs = lock(&self.jobs);
        let id = jobs.last().map_or(1, |job| job.id + 1);
        let log = self.folder.join(format!("{id}.log"));
        let begun = fs::create_dir_all(&self.folder).and_then(|()| File::create(&log));
        begun.map_err(|error| format!("cannot write {}: {error}", log.display()))?;
        jobs.push(Job {
            id,
            words,
            log,
            state: State::Waiting,
        });
        if !self.is_served.swap(true, Ordering::Relaxed) {
            let jobs = Arc::clone(&self.jobs);
            let builder = thread::Builder::new().name("queue".to_owned());
            let started = builder.spawn(move || run(&jobs));
            started.map_err(|error| {
                self.is_served.store(false, Ordering::Relaxed);
                format!("no thread can be started: {error}")
            })?;
        }
        Ok(())
    }

    /// Takes a waiting run away, and asks a running one to stop: it finishes what it has begun, and when asked
    /// again ends at once. One that has ended is forgotten.
    ///
    /// # Errors
    /// If there is no such run, or it cannot be reached.
    pub fn stop(&self, id: u64) -> Result<(), String> {
        let mut jobs = lock(&self.jobs);
        let at = jobs.iter().position(|job| job.id == id);
        let at = at.ok_or_else(|| format!("there is no run {id}"))?;
        match &mut jobs[at].state {
            State::Running(child) => interrupt(child).map_err(|error| error.to_string()),
            State::Waiting | State::Ended(_) => {
                jobs.remove(at);
                Ok(())
            }
        }
    }

    /// All runs, in their order.
    pub fn list(&self) -> Vec<Shown> {
        let shown = |job: &Job| {
            let (state, code) = match &job.state {
                State::Waiting => ("waiting", None),
                State::Running(_) => ("running", None),
                State::Ended(code) => ("ended", *code),
            };
            Shown {
                id: job.id,
                command: job.words.join(" "),
                state,
                code,
                log: last_lines(&job.log).unwrap_or_default(),
            }
        };
        lock(&self.jobs).iter().map(shown).collect()
    }
}

/// Runs one command after another, as long as the program lives.
fn run(jobs: &Mutex<Vec<Job>>) {
    loop {
        {
            let mut jobs = lock(jobs);
            for job in jobs.iter_mut() {
                if let State::Running(child) = &mut job.state
                    && let Ok(Some(status)) = child.try_wait()
                {
                    job.state = State::Ended(status.code());
                }
            }
            let is_running = jobs
                .iter()
                .any(|job| matches!(job.state, State::Running(_)));
            let next = jobs
                .iter_mut()
                .find(|job| matches!(job.state, State::Waiting));
            if let Some(job) = next.filter(|_| !is_running) {
                job.state = start(&job.words, &job.log).map_or_else(
                    |error| {
                        let _ = fs::write(&job.log, format!("cannot start: {error}\n"));
                        State::Ended(None)
                    },
                    State::Running,
                );
            }
        }
        thread::sleep(TICK);
    }
}

fn start(words: &[String], log: &Path) -> io::Result<Child> {
    let output = File::options().append(true).open(log)?;
    Command::new(env::current_exe()?)
        .args(words)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
}

/// Asks a process to stop, as Ctrl-C does.
#[cfg(unix)]
fn interrupt(child: &Child) -> io::Result<()> {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()?;
    match sent.success() {
        true => Ok(()),
        false => Err(io::Error::other("the process could not be stopped")),
    }
}

/// Other systems have no such request.
#[cfg(not(unix))]
fn interrupt(child: &mut Child) -> io::Result<()> {
    child.kill()
}

/// The last lines of a log.
fn last_lines(path: &Path) -> io::Result<String> {
    let text = web::tail(path, TAIL)?;
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    Ok(printable(&last.join("\n")).into_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Queue;

    #[test]
    fn a_command_is_needed_and_no_server() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Queue::new(folder.path());
        for wrong in ["", "  quietus-lab ", "serve runs"] {
            assert!(queue.add(wrong).is_err(), "{wrong:?}");
        }
        assert!(queue.stop(1).is_err() && queue.list().is_empty());
    }
}
