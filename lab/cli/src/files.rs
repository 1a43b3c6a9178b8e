//! Files that commands read and write, with errors that name the file.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::Context;
use serde_json::Value;

/// Opens a text that may be compressed with xz or zstd, whatever its name says. `-` is the
/// standard input.
pub fn open_text(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    const XZ: &[u8] = b"\xfd7zXZ\0";
    const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
    let cannot_read = || format!("cannot read {}", path.display());
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let mut plain = BufReader::new(File::open(path).with_context(cannot_read)?);
    let start = plain.fill_buf().with_context(cannot_read)?;
    Ok(if start.starts_with(XZ) {
        // Files of several streams are one text, too.
        let text = xz2::bufread::XzDecoder::new_multi_decoder(plain);
        Box::new(BufReader::new(text))
    } else if start.starts_with(ZSTD) {
        let text = zstd::Decoder::with_buffer(plain).with_context(cannot_read)?;
        Box::new(BufReader::new(text))
    } else {
        Box::new(plain)
    })
}

/// Reads a whole text, which may be compressed. In old PGN files, which are often Latin-1, only names
/// suffer.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    open_text(path)?
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Reads a JSON file, or nothing where none is named.
pub fn read_json(path: Option<&Path>) -> anyhow::Result<Value> {
    let Some(path) = path else {
        return Ok(Value::Null);
    };
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))
}

/// Writes a whole file: under its name there is never a part of it.
pub fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// The same for anything but text.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // Devices and pipes must stay what they are.
    let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    let written = if is_special {
        fs::write(path, bytes)
    } else {
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".{}.part", std::process::id()));
        let renamed = File::create(&draft)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&draft, path));
        renamed.inspect_err(|_| drop(fs::remove_file(&draft)))
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes to the standard output. That nobody reads on, as with `| head`, is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to the standard output"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::{open_text, read_json, write_bytes};

    const TEXT: &str = "[White \"a\"]\n\n1. e4 *\n";

    fn read(bytes: &[u8]) -> String {
        let mut file = tempfile::NamedTempFile::new().expect("a new file");
        file.write_all(bytes).expect("room for it");
        let mut text = String::new();
        let mut stream = open_text(file.path()).expect("a readable file");
        stream.read_to_string(&mut text).expect("good text");
        text
    }

    #[test]
    fn compressed_text_is_seen_by_its_first_bytes() {
        assert_eq!(read(TEXT.as_bytes()), TEXT);
        assert_eq!(read(b""), "");
        let mut xz = xz2::write::XzEncoder::new(Vec::new(), 6);
        xz.write_all(TEXT.as_bytes()).unwrap();
        let xz = xz.finish().unwrap();
        assert_eq!(read(&xz), TEXT);
        assert_eq!(read(&[xz.clone(), xz].concat()), TEXT.repeat(2));
        let zstd = zstd::encode_all(TEXT.as_bytes(), 3).unwrap();
        assert_eq!(read(&zstd), TEXT);
        assert_eq!(read(&[zstd.clone(), zstd].concat()), TEXT.repeat(2));
    }

    #[test]
    fn files_are_written_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("records");
        write_bytes(&path, b"old").unwrap();
        write_bytes(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        write_bytes(folder.path(), b"a folder is no file").unwrap_err();
        let names = std::fs::read_dir(folder.path()).unwrap();
        assert_eq!(names.count(), 1);
    }

    #[test]
    fn errors_name_the_file() {
        let absent = std::path::Path::new("no/such/file.pgn");
        let error = open_text(absent).map(drop).unwrap_err();
        assert!(error.to_string().contains("no/such/file.pgn"), "{error}");
        let error = read_json(Some(absent)).unwrap_err();
        assert!(error.to_string().contains("no/such/file.pgn"), "{error}");
    }
}
