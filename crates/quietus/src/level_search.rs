//! The move of a level (`UCI_LimitStrength`): chosen on a thread of its own, and given after a time
//! that a person might take.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use evaluation::Evaluated;
use game::Codes;
use levels::{LookAhead, Player};
use search::{Bound, Info, Limits, Report};

/// The longest planned thinking time: nobody wants to wait longer for a weak move.
const MAX_PLANNED: Duration = Duration::from_secs(4);
/// With less than this planned for a move the clock is short, and the move is given at once: a level
/// that waits until its clock is low has no time left to look.
const MIN_PLANNED: Duration = Duration::from_millis(50);

/// What a level has to answer.
pub struct LevelJob<G: Codes + Evaluated> {
    /// Who plays.
    pub player: Player,
    pub position: G::Position,
    /// Time and root moves; a level's budget of nodes is its own.
    pub limits: Limits<G::Move>,
    /// When the clock started.
    pub start: Instant,
    /// Whether to wait for `ponderhit`.
    pub ponder: bool,
    /// Who is told.
    pub report: Box<dyn Report<G>>,
}

/// A move under way. Dropped, it is given at once.
pub struct LevelSearch {
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Control {
    flags: Mutex<Flags>,
    changed: Condvar,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    is_stopped: bool,
    is_pondering: bool,
}

impl Control {
    fn flags(&self) -> MutexGuard<'_, Flags> {
        self.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Flags)) {
        change(&mut self.flags());
        self.changed.notify_all();
    }

    /// Waits until a moment, or for `stop`; in pondering for `ponderhit` as well.
    fn wait_until(&self, moment: Instant) {
        let mut flags = self.flags();
        loop {
            let left = moment.saturating_duration_since(Instant::now());
            if flags.is_stopped || left.is_zero() && !flags.is_pondering {
                return;
            }
            let left = if flags.is_pondering {
                MAX_PLANNED
            } else {
                left
            };
            let woken = self.changed.wait_timeout(flags, left);
            flags = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl LevelSearch {
    /// Starts to choose a move.
    pub fn start<G: Codes + Evaluated>(job: LevelJob<G>) -> io::Result<Self> {
        let control = Arc::new(Control::default());
        control.flags().is_pondering = job.ponder;
        let for_thread = control.clone();
        let builder = thread::Builder::new().name("level".to_owned());
        let thread = builder.spawn(move || run(job, &for_thread))?;
        Ok(Self {
            control,
            thread: Some(thread),
        })
    }

    /// Asks for the move now.
    pub fn stop(&self) {
        self.control.change(|flags| flags.is_stopped = true);
    }

    /// The opponent made the expected move.
    pub fn ponder_hit(&self) {
        self.control.change(|flags| flags.is_pondering = false);
    }

    /// Waits for the move.
    pub fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic was printed by its thread; the report's end was told all the same.
            let _ = thread.join();
        }
    }
}

impl Drop for LevelSearch {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

fn run<G: Codes + Evaluated>(mut job: LevelJob<G>, control: &Control) {
    let legal = G::legal_moves(&job.position);
    let moves = job.limits.moves.as_deref().unwrap_or(&legal);
    let hard = job.limits.time.map(|time| job.start + time.hard);
    let time_left = || match (*control.flags(), hard) {
        (flags, _) if flags.is_stopped => Duration::ZERO,
        (flags, Some(hard)) if !flags.is_pondering => {
            hard.saturating_duration_since(Instant::now())
        }
        _ => Duration::MAX,
    };
    let mut search = LookAhead::new();
    let choice = job
        .player
        .choose_among::<G>(&mut search, &job.position, moves, &time_left);
    if let Some(choice) = choice {
        let time = time_left().min(clear_time(&job.limits));
        let look = search.look_clearly(&job.position, choice.mv, time);
        job.report.info(&Info {
            depth: look.depth,
            sel_depth: look.depth as usize,
            multi_pv: 1,
            score: look.score,
            bound: Bound::Exact,
            nodes: choice.nodes + look.nodes,
            tb_hits: 0,
            hashfull: 0,
            elapsed: job.start.elapsed(),
            pv: &look.pv,
        });
    }
    control.wait_until(job.start + thinking_time(&job, choice.map(|choice| choice.mv)));
    job.report.best_move(choice.map(|choice| choice.mv), None);
}

/// The longest time for the score that is shown, which must not cost a level its clock.
fn clear_time<M>(limits: &Limits<M>) -> Duration {
    let soft = limits.time.map_or(Duration::MAX, |time| time.soft);
    if soft < Duration::MAX { soft / 8 } else { soft }
}

/// How long the move may seem to take: nothing without a clock, or with a short one.
fn thinking_time<G: Codes + Evaluated>(job: &LevelJob<G>, mv: Option<G::Move>) -> Duration {
    let clock = job.limits.time.filter(|time| time.soft < Duration::MAX);
    let (Some(time), Some(mv)) = (clock, mv) else {
        return Duration::ZERO;
    };
    let planned = planned(time.soft);
    let time_taken = levels::thinking_time::<G>(job.player, &job.position, mv, planned);
    time_taken.min(time.hard / 2)
}

/// The usual thinking time with a soft limit.
fn planned(soft: Duration) -> Duration {
    match soft / 2 {
        short if short < MIN_PLANNED => Duration::ZERO,
        planned => planned.min(MAX_PLANNED),
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, planned};

    #[test]
    fn a_level_waits_only_with_time_to_spare() {
        let planned = |soft| planned(Duration::from_millis(soft)).as_millis();
        assert_eq!(planned(60), 0);
        assert_eq!(planned(300), 150);
        assert_eq!(planned(60_000), 4000);
    }
}
