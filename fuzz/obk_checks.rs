//! What must hold for any OBK book. A fuzz target calls this with the fuzzer's bytes, and an ordinary test
//! with every file of the corpus.

use std::fs;
use std::path::{Path, PathBuf};

use game::Rules;
use xiangqi::Xiangqi;

/// A book is refused with a reason, or all its moves in the start position are legal.
pub fn obk(bytes: &[u8]) {
    let path = temporary();
    fs::write(&path, bytes).expect("room for it");
    match obk::read(&path) {
        Ok(import) => {
            let start = Xiangqi::start();
            for found in import.book.moves(&start) {
                assert!(Xiangqi::legal_moves(&start).contains(&found.mv));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    fs::remove_file(&path).expect("it was written");
}

/// A file of this process and thread.
fn temporary() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    };
    let (process, thread) = (std::process::id(), std::thread::current().id());
    folder.join(format!("quietus-fuzz-{process}-{thread:?}.obk"))
}
