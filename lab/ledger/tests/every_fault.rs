//! The ledger, whatever call fails, of ours and of SQLite: it can be opened, and every entry that was
//! recorded is in it.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

use std::fs;

use faults::{Fault, each_fault};
use ledger::{Ledger, LedgerError, NoteRecord};

fn record(ledger: &mut Ledger, number: u64) -> Result<u64, LedgerError> {
    let id = ledger.record_note(&NoteRecord {
        text: format!("note {number}"),
        about: None,
    })?;
    Ok(u64::try_from(id).unwrap_or(0))
}

#[test]
fn every_recorded_entry_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.sqlite");
    record(&mut Ledger::open(&path).unwrap(), 0).unwrap();
    let one_entry = fs::read(&path).unwrap();
    for fault in Fault::ALL {
        let calls = each_fault(
            fault,
            || {
                for entry in fs::read_dir(folder.path()).unwrap() {
                    fs::remove_file(entry.unwrap().path()).unwrap();
                }
                fs::write(&path, &one_entry).unwrap();
            },
            |acknowledged| {
                let Ok(mut ledger) = Ledger::open(&path) else {
                    return;
                };
                for number in 1..3 {
                    if let Ok(id) = record(&mut ledger, number) {
                        acknowledged.add(id);
                    }
                }
            },
            |acknowledged| {
                let mut ledger = Ledger::open(&path).unwrap();
                let entries = ledger.entries(None).unwrap();
                let ids: Vec<u64> = entries
                    .iter()
                    .map(|entry| u64::try_from(entry.id).unwrap())
                    .collect();
                let mut promised = [&[1], acknowledged].concat();
                promised.retain(|id| !ids.contains(id));
                assert_eq!(promised, [0; 0], "{fault:?}: {ids:?}");
            },
        );
        assert!(calls > 10, "{fault:?}: {calls}");
    }
}
