//! Which call fails. The plan is made in a process with one thread, so its parts need no order.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::Fault;

/// Nothing fails.
const NEVER: u8 = 0;
const FILE: u8 = 1;
const FULL_DISK: u8 = 2;
const ALLOCATION: u8 = 3;

static KIND: AtomicU8 = AtomicU8::new(NEVER);
/// The calls before the one that fails.
static LEFT: AtomicU64 = AtomicU64::new(0);
static WAS_REACHED: AtomicBool = AtomicBool::new(false);

/// Lets the call with this number fail, from 0.
pub(crate) fn arm(fault: Fault, number: u64) {
    LEFT.store(number, Relaxed);
    WAS_REACHED.store(false, Relaxed);
    let kind = match fault {
        Fault::File => FILE,
        Fault::FullDisk => FULL_DISK,
        Fault::Allocation => ALLOCATION,
    };
    KIND.store(kind, Relaxed);
}

/// Lets nothing fail any more; says whether something did.
pub(crate) fn disarm() -> bool {
    KIND.store(NEVER, Relaxed);
    WAS_REACHED.load(Relaxed)
}

/// Whether this call on a file is the one that fails.
pub(crate) fn file_fails(changes: bool) -> bool {
    match KIND.load(Relaxed) {
        FILE => counts_down(false),
        FULL_DISK => changes && counts_down(true),
        _ => false,
    }
}

/// Whether this allocation is the one that fails.
pub(crate) fn allocation_fails() -> bool {
    KIND.load(Relaxed) == ALLOCATION && counts_down(false)
}

fn counts_down(stays: bool) -> bool {
    let left = LEFT.load(Relaxed);
    if left > 0 {
        LEFT.store(left - 1, Relaxed);
        return false;
    }
    let is_first = !WAS_REACHED.swap(true, Relaxed);
    is_first || stays
}
