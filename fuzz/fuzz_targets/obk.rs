#![no_main]

#[path = "../obk_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::obk(bytes));
