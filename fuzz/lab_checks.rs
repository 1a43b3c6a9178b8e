//! What must hold for any file that the lab reads. Fuzz targets call these with the fuzzer's bytes, and
//! an ordinary test with every file of the corpus.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use nnue::container::crc32;
use records::{Game, Header, Reader, Writer};
use trainer::Checkpoint;

/// Games are refused with a reason, or survive being written again. What is behind compression and
/// checksums is tried, too: the bytes are also taken as the columns of a sound block.
pub fn qgames(bytes: &[u8]) {
    read_games(bytes);
    read_games(&as_block(bytes));
}

fn read_games(bytes: &[u8]) {
    let path = temporary("qgames");
    fs::write(&path, bytes).expect("room for it");
    let reader = match <Reader>::open(&path) {
        Ok(reader) => reader,
        Err(error) => return assert_one_line(&error.to_string()),
    };
    let games: Vec<_> = reader.games().collect();
    drop(reader);
    for damage in games.iter().filter_map(|game| game.as_ref().err()) {
        assert_one_line(&damage.to_string());
    }
    let games: Vec<Game> = games.into_iter().flatten().collect();
    fs::remove_file(&path).expect("it was written");
    if games.is_empty() {
        return;
    }
    let writer = <Writer>::create(&path, &Header::default()).expect("room for it");
    for game in &games {
        writer.write(game).expect("what was read can be written");
    }
    writer.finish().expect("room for it");
    let again = <Reader>::open(&path).expect("it was written");
    assert!(
        again
            .games()
            .map(Result::ok)
            .eq(games.into_iter().map(Some))
    );
    fs::remove_file(&path).expect("it was written");
}

/// A file of one block: the bytes are its counts of games and plies, then columns with their numbers
/// and lengths.
fn as_block(bytes: &[u8]) -> Vec<u8> {
    let mut file = header().to_vec();
    let Some((&[games, low, high], mut rest)) = bytes.split_first_chunk() else {
        return file;
    };
    let mut payload = Vec::new();
    while let Some((&[number, low, high], more)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([low, high]));
        let (column, more) = more.split_at(length.min(more.len()));
        rest = more;
        let stored = zstd::bulk::compress(column, 1).expect("memory takes everything");
        payload.push(number);
        payload.extend((column.len() as u32).to_le_bytes());
        payload.extend((stored.len() as u32).to_le_bytes());
        payload.extend(stored);
    }
    let plies = u32::from(u16::from_le_bytes([low, high]));
    let fields = [0, payload.len() as u32, games.into(), plies, 0, 0, 0];
    let mut block = b"QGBL".to_vec();
    block.extend(fields.iter().flat_map(|field| field.to_le_bytes()));
    block.extend(crc32(&payload).to_le_bytes());
    block.extend(crc32(&block).to_le_bytes());
    file.extend(block);
    file.extend(payload);
    file
}

/// The header of a file without games.
fn header() -> &'static [u8] {
    static HEADER: OnceLock<Vec<u8>> = OnceLock::new();
    HEADER.get_or_init(|| {
        let path = temporary("header");
        drop(<Writer>::create(&path, &Header::default()).expect("room for it"));
        let bytes = fs::read(&path).expect("it was written");
        fs::remove_file(&path).expect("it was written");
        bytes
    })
}

/// A checkpoint is refused, or is written back so that it reads the same. What is behind the checksum is
/// tried, too.
pub fn checkpoint(bytes: &[u8]) {
    read_checkpoint(bytes);
    let mut whole = b"quietus checkpoint 2\n".to_vec();
    whole.extend(bytes);
    whole.extend(crc32(&whole).to_le_bytes());
    read_checkpoint(&whole);
}

fn read_checkpoint(bytes: &[u8]) {
    let Some(checkpoint) = Checkpoint::parse(bytes) else {
        return;
    };
    let written = checkpoint.to_bytes().expect("what was read can be written");
    let again = Checkpoint::parse(&written).expect("its own bytes are good");
    // As bytes, because a number may be no number, which equals nothing.
    assert_eq!(again.to_bytes().expect("it was written before"), written);
    assert!(
        checkpoint
            .fits(&checkpoint.config, &checkpoint.data)
            .is_ok()
    );
    let _ = checkpoint.config.check();
}

fn assert_one_line(text: &str) {
    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
}

/// A file of this process and thread.
fn temporary(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    };
    let (process, thread) = (std::process::id(), std::thread::current().id());
    folder.join(format!("quietus-fuzz-{process}-{thread:?}.{name}"))
}
