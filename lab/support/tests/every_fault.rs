//! Whole files, such as checkpoints, books and plans, whatever call fails while they are written.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

use std::fs;

use faults::{Fault, each_fault};
use support::write_atomic;

#[test]
fn a_whole_file_is_the_old_one_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for fault in Fault::ALL {
        let calls = each_fault(
            fault,
            || fs::write(&path, "old").unwrap(),
            |acknowledged| {
                if write_atomic(&path, b"new, and longer").is_ok() {
                    acknowledged.add(1);
                }
            },
            |acknowledged| {
                let text = fs::read_to_string(&path).unwrap();
                assert!(text == "old" || text == "new, and longer", "{text}");
                if !acknowledged.is_empty() {
                    assert_eq!(text, "new, and longer");
                }
                // What an interrupted writer has left is not in the way of the next one.
                write_atomic(&path, b"next").unwrap();
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
            },
        );
        assert!(calls > 2, "{fault:?}: {calls}");
    }
}
