//! The processes in which calls fail.

use std::ffi::c_int;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use crate::Fault;
use crate::plan::{arm, disarm};

/// How a process ends whose work needs no more calls than were allowed.
const DONE: c_int = 0;
/// How it ends after a call failed.
const FAILED: c_int = 1;
/// How it ends after a panic.
const PANICKED: c_int = 2;

/// A child inherits the locks of all open files, also of another test: one at a time.
static TURN: Mutex<()> = Mutex::new(());

/// Takes what the work has acknowledged: it must still be there after any fault.
pub struct Acknowledged(c_int);

impl Acknowledged {
    /// From here on this number is promised.
    pub fn add(&mut self, number: u64) {
        let bytes = number.to_ne_bytes();
        // SAFETY: the bytes are valid, and the pipe is open.
        unsafe { libc::syscall(libc::SYS_write, self.0, bytes.as_ptr(), bytes.len()) };
    }
}

/// Runs some work once for each call that it makes, which then fails. `prepare` makes what the work
/// finds, and `check` gets what was acknowledged before the fault. Says how many calls failed.
///
/// # Panics
/// If the work panics or ends by a signal, unless an allocation failed: nothing else can be done then.
pub fn each_fault(
    fault: Fault,
    mut prepare: impl FnMut(),
    work: impl Fn(&mut Acknowledged),
    mut check: impl FnMut(&[u64]),
) -> u64 {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    for number in 0.. {
        prepare();
        let (status, acknowledged) = run(fault, number, &work);
        let is_abort = libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGABRT;
        let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        let has_given_up = is_abort || code == Some(PANICKED);
        let is_expected = matches!(code, Some(DONE | FAILED));
        let is_expected = is_expected || has_given_up && fault == Fault::Allocation;
        assert!(is_expected, "{fault:?} {number}: status {status}");
        check(&acknowledged);
        if code == Some(DONE) {
            return number;
        }
    }
    unreachable!("the numbers do not end")
}

/// Runs the work in a process in which a call fails. Gives its status and what it acknowledged.
fn run(fault: Fault, number: u64, work: &impl Fn(&mut Acknowledged)) -> (c_int, Vec<u64>) {
    let mut pipe = [0; 2];
    // SAFETY: there is room for two numbers.
    let made = unsafe { libc::pipe(pipe.as_mut_ptr()) };
    assert_eq!(made, 0, "there is a pipe");
    // SAFETY: the child runs the work on this thread, touches no lock of the others, and ends without
    // returning.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "there is a process");
    if child == 0 {
        silence();
        arm(fault, number);
        let mut acknowledged = Acknowledged(pipe[1]);
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut acknowledged)));
        let code = match (done, disarm()) {
            (Err(_), _) => PANICKED,
            (Ok(()), true) => FAILED,
            (Ok(()), false) => DONE,
        };
        // SAFETY: ends the process, whatever state it is in.
        unsafe { libc::_exit(code) }
    }
    // SAFETY: this end is the child's.
    unsafe { libc::close(pipe[1]) };
    let acknowledged = read_all(pipe[0]);
    let mut status = 0;
    // SAFETY: it is our child, and there is room for the number.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert_eq!(waited, child, "the process has ended");
    (status, acknowledged)
}

/// What a failing process says is expected.
fn silence() {
    // SAFETY: the path ends with a zero, and the numbers are open files or refused.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        libc::dup2(nowhere, libc::STDOUT_FILENO);
        libc::dup2(nowhere, libc::STDERR_FILENO);
    }
}

/// The numbers from a pipe, up to its end.
fn read_all(pipe: c_int) -> Vec<u64> {
    let mut numbers = Vec::new();
    let mut bytes = [0; mem::size_of::<u64>()];
    loop {
        // SAFETY: there is room for as many bytes.
        let read = unsafe { libc::read(pipe, bytes.as_mut_ptr().cast(), bytes.len()) };
        match usize::try_from(read) {
            Ok(read) if read == bytes.len() => numbers.push(u64::from_ne_bytes(bytes)),
            _ => break,
        }
    }
    // SAFETY: this end is ours, and nobody uses it any more.
    unsafe { libc::close(pipe) };
    numbers
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::each_fault;
    use crate::Fault;

    #[test]
    fn every_call_fails_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for fault in Fault::ALL {
            let mut outcomes = Vec::new();
            let calls = each_fault(
                fault,
                || fs::write(&path, "old").unwrap(),
                |acknowledged| {
                    if fs::write(&path, "new").is_ok() {
                        acknowledged.add(7);
                    }
                },
                |acknowledged| {
                    let text = fs::read_to_string(&path).unwrap();
                    outcomes.push((text, acknowledged.len()));
                },
            );
            let said = |text: &str, acknowledged| (text.to_owned(), acknowledged);
            match fault {
                // Opening fails, then half of the bytes are there, then all goes well.
                Fault::File | Fault::FullDisk => {
                    assert_eq!(calls, 2);
                    assert_eq!(outcomes, [said("old", 0), said("n", 0), said("new", 1)]);
                }
                Fault::Allocation => assert_eq!(outcomes.last(), Some(&said("new", 1))),
            }
        }
    }
}
