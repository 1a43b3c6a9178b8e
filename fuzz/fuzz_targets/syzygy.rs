#![no_main]

#[path = "../table_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::syzygy(bytes));
