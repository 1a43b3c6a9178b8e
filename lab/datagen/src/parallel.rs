//! Parallel map with results in order.

use std::collections::BTreeMap;
use std::iter;
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use support::start_threads;

/// Maps items on one thread per worker, and passes the results to `sink` in the order of the items, on
/// the calling thread. Items are taken one at a time; after an error of `sink` no further item starts.
/// If threads cannot be started, that is said on standard error and the others do the work; without
/// any, the calling thread does it.
///
/// The output does not depend on the number of workers, unless `items` depends on time.
///
/// # Errors
/// The first error of `sink`.
pub fn parallel_in_order<I, W, T, E>(
    workers: Vec<W>,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(&mut W, I) -> T + Sync,
    sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    W: Send,
    T: Send,
{
    in_order(|_| Builder::new(), workers, items, work, sink)
}

fn in_order<I, W, T, E>(
    thread: impl Fn(usize) -> Builder,
    workers: Vec<W>,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(&mut W, I) -> T + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    W: Send,
    T: Send,
{
    let wanted = workers.len();
    let workers = Mutex::new(workers);
    let next_worker = || workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let items = Mutex::new(Some(items.enumerate()));
    let take = || {
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        let next = items.as_mut().and_then(Iterator::next);
        if next.is_none() {
            *items = None;
        }
        next
    };
    let end = || *items.lock().unwrap_or_else(PoisonError::into_inner) = None;
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel(wanted);
        let threads = (0..wanted).map(|number| {
            let sender = sender.clone();
            let (next_worker, take, work) = (&next_worker, &take, &work);
            let run = move || {
                let Some(mut worker) = next_worker() else {
                    return;
                };
                while let Some((number, item)) = take() {
                    if sender.send((number, work(&mut worker, item))).is_err() {
                        break;
                    }
                }
            };
            (thread(number), run)
        });
        let started = start_threads(scope, threads);
        drop(sender);
        if started == 0 {
            let mut worker = next_worker();
            let next = || Some(work(worker.as_mut()?, take()?.1));
            return iter::from_fn(next).try_for_each(sink);
        }
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if outcome.is_ok() {
                    outcome = sink(result);
                    if outcome.is_err() {
                        end();
                    }
                }
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Builder, in_order, parallel_in_order};

    #[test]
    fn results_come_in_order_whoever_is_slow() {
        for threads in [1, 3, 8] {
            let mut seen = Vec::new();
            let slow = |_: &mut (), number: u64| {
                std::thread::sleep(Duration::from_millis(number * 7 % 5));
                number
            };
            let sink = |number| -> Result<(), ()> {
                seen.push(number);
                Ok(())
            };
            assert_eq!(
                parallel_in_order(vec![(); threads], 0..40, slow, sink),
                Ok(())
            );
            assert_eq!(seen, (0..40).collect::<Vec<_>>());
        }
    }

    #[test]
    fn threads_that_cannot_start_leave_the_work_to_the_others() {
        for possible in 0..3 {
            let thread = |number| match number < possible {
                true => Builder::new(),
                // No system has such a stack.
                false => Builder::new().stack_size(usize::MAX >> 2),
            };
            let mut seen = Vec::new();
            let sink = |number| -> Result<(), ()> {
                seen.push(number);
                Ok(())
            };
            let work = |(): &mut (), number: u64| number;
            assert_eq!(in_order(thread, vec![(); 3], 0..40, work, sink), Ok(()));
            assert_eq!(seen, (0..40).collect::<Vec<_>>(), "{possible}");
        }
    }

    #[test]
    fn a_failing_sink_ends_endless_work() {
        let sink = |number: u64| if number < 10 { Ok(()) } else { Err(number) };
        let outcome = parallel_in_order(vec![(); 4], 0.., |(), number: u64| number, sink);
        assert_eq!(outcome, Err(10));
    }
}
