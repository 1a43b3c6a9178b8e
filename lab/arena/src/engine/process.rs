//! The process of an engine: its own process group, non-blocking writes, and a reliable kill.

use std::io::{self, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::EngineSpec;

/// How long a write may wait for an engine that does not read its input.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The polling interval for a process that should exit.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Kills an engine from another thread. Does nothing once the process has exited.
#[derive(Clone)]
pub struct Killer(Arc<Mutex<Child>>);

impl Killer {
    fn child(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the process is still running.
    pub fn is_running(&self) -> bool {
        matches!(self.child().try_wait(), Ok(None))
    }

    /// Kills the process and, where there are process groups, its child processes.
    pub fn kill(&self) {
        let mut child = self.child();
        // A process id is only valid until the process is reaped.
        if matches!(child.try_wait(), Ok(None)) {
            kill_group(&child);
            child.kill().ok();
        }
    }
}

pub(super) struct Process {
    child: Killer,
    stdin: Option<ChildStdin>,
}

/// The output streams of an engine.
pub(super) struct Outputs {
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl Process {
    pub(super) fn spawn(spec: &EngineSpec) -> io::Result<(Self, Outputs)> {
        let mut command = Command::new(&spec.command);
        command
            .args(&spec.args)
            .envs(spec.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &spec.working_dir {
            command.current_dir(folder);
        }
        // Ctrl-C on the terminal must not reach the engines.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a stream of the process is missing");
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(missing());
        };
        set_nonblocking(&stdin)?;
        let process = Self {
            child: Killer(Arc::new(Mutex::new(child))),
            stdin: Some(stdin),
        };
        Ok((process, Outputs { stdout, stderr }))
    }

    pub(super) fn killer(&self) -> Killer {
        self.child.clone()
    }

    /// Writes all bytes. Times out if the engine does not read.
    pub(super) fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut deadline = None;
        while !bytes.is_empty() {
            match stdin.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let deadline = *deadline.get_or_insert_with(|| Instant::now() + WRITE_TIMEOUT);
                    let timeout = deadline.saturating_duration_since(Instant::now());
                    if timeout.is_zero() {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    wait_until_writable(stdin, timeout)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Closes the engine's input.
    pub(super) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The exit status, if the process exits by the deadline.
    pub(super) fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.child().try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => {}
                _ => return None,
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill();
        self.child.child().wait().ok();
    }
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    let id = i32::try_from(child.id()).ok();
    if let Some(group) = id.and_then(rustix::process::Pid::from_raw) {
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).ok();
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Makes writes return instead of blocking on a full pipe.
#[cfg(unix)]
fn set_nonblocking(stdin: &ChildStdin) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let flags = fcntl_getfl(stdin)?;
    Ok(fcntl_setfl(stdin, flags | OFlags::NONBLOCK)?)
}

#[cfg(not(unix))]
fn set_nonblocking(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn wait_until_writable(stdin: &ChildStdin, timeout: Duration) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
    match poll(&mut [PollFd::new(stdin, PollFlags::OUT)], Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn wait_until_writable(_: &ChildStdin, _: Duration) -> io::Result<()> {
    thread::sleep(POLL_INTERVAL);
    Ok(())
}
