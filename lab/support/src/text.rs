//! Text files that may be compressed with xz or zstd, with limits on what comes out of them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much may come out of a file, so that a small one cannot fill the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes after decompression.
    pub bytes: u64,
    /// Bytes of a line.
    pub line: u64,
}

impl Limits {
    /// For files that are read as a stream of lines: 1 TiB, in lines of up to 16 MiB.
    pub const STREAM: Self = Self {
        bytes: 1 << 40,
        line: 1 << 24,
    };

    /// For files that are read into memory as a whole: 256 MiB.
    pub const WHOLE: Self = Self {
        bytes: 1 << 28,
        line: 1 << 28,
    };

    /// For streams that have no lines, or whose reader bounds them.
    pub const BINARY: Self = Self {
        bytes: 1 << 40,
        line: u64::MAX,
    };
}

/// Opens a file that may be compressed with xz or zstd; its first bytes tell, not its name. `-` is
/// the standard input.
///
/// # Errors
/// If the file cannot be read. The reader fails when a limit is exceeded.
pub fn open_text(path: &Path, limits: Limits) -> io::Result<Box<dyn BufRead>> {
    open_counting(path, limits, &Arc::default())
}

/// The same; `count` grows by the bytes that are taken from the file.
pub fn open_counting(
    path: &Path,
    limits: Limits,
    count: &Arc<AtomicU64>,
) -> io::Result<Box<dyn BufRead>> {
    const XZ: &[u8] = b"\xfd7zXZ\0";
    const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
    let raw: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    let mut raw = BufReader::new(Counted {
        raw,
        count: Arc::clone(count),
    });
    let start = raw.fill_buf()?;
    let text: Box<dyn BufRead> = if start.starts_with(XZ) {
        // A file of several streams is one text, too.
        let decoder = liblzma::bufread::XzDecoder::new_multi_decoder(raw);
        Box::new(BufReader::new(decoder))
    } else if start.starts_with(ZSTD) {
        Box::new(BufReader::new(zstd::Decoder::with_buffer(raw)?))
    } else {
        Box::new(raw)
    };
    Ok(Box::new(Limited {
        text,
        limits,
        bytes: 0,
        line: 0,
    }))
}

/// Counts what is read.
struct Counted {
    raw: Box<dyn Read>,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.raw.read(target)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// Reads a whole text, which may be compressed, into memory. What is not UTF-8 is replaced: old PGN
/// files are often Latin-1, and only names in them suffer.
///
/// # Errors
/// If the file cannot be read, or is larger than [`Limits::WHOLE`].
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open_text(path, Limits::WHOLE)?.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).or_else(|error| lossy(error.as_bytes(), Limits::WHOLE.bytes))
}

/// Text with replaced bytes, which are longer than what they replace: the limit is for it, too.
fn lossy(bytes: &[u8], limit: u64) -> io::Result<String> {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        if text.len() as u64 > limit {
            return Err(too_large("the text is", limit));
        }
    }
    Ok(text)
}

fn too_large(what: &str, limit: u64) -> io::Error {
    let words = format!("{what} larger than the limit of {}", size(limit));
    io::Error::new(io::ErrorKind::FileTooLarge, words)
}

/// A reader that fails when more comes than its limits allow.
struct Limited<R> {
    text: R,
    limits: Limits,
    /// Bytes read so far.
    bytes: u64,
    /// Bytes read of the present line.
    line: u64,
}

impl<R: BufRead> BufRead for Limited<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.text.fill_buf()?;
        if buffer.is_empty() {
            return Ok(buffer);
        }
        if self.bytes >= self.limits.bytes {
            return Err(too_large("the text is", self.limits.bytes));
        }
        if self.line >= self.limits.line {
            return Err(too_large("a line is", self.limits.line));
        }
        let left = self.limits.bytes - self.bytes;
        let visible = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
        Ok(&buffer[..visible])
    }

    fn consume(&mut self, amount: usize) {
        self.bytes += amount as u64;
        // The bytes are still in the buffer.
        if amount > 0
            && self.limits.line < self.limits.bytes
            && let Ok(buffer) = self.text.fill_buf()
        {
            let newline = buffer[..amount].iter().rposition(|&byte| byte == b'\n');
            self.line = match newline {
                Some(index) => (amount - index - 1) as u64,
                None => self.line + amount as u64,
            };
        }
        self.text.consume(amount);
    }
}

impl<R: BufRead> Read for Limited<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        let count = buffer.len().min(target.len());
        target[..count].copy_from_slice(&buffer[..count]);
        self.consume(count);
        Ok(count)
    }
}

/// A power of two of bytes in its usual unit.
fn size(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let unit = (bytes.checked_ilog2().unwrap_or(0) / 10).min(4);
    format!("{} {}", bytes >> (10 * unit), units[unit as usize])
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, Read, Write};

    use super::{Limits, lossy, open_text, read_text, size};

    const TEXT: &str = "[White \"a\"]\n\n1. e4 *\n";

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().expect("a new file");
        file.write_all(bytes).expect("room for it");
        file
    }

    fn read(bytes: &[u8]) -> String {
        read_text(file(bytes).path()).expect("good text")
    }

    #[test]
    fn compressed_text_is_seen_by_its_first_bytes() {
        assert_eq!(read(TEXT.as_bytes()), TEXT);
        assert_eq!(read(b""), "");
        assert_eq!(read(b"J\xf6rg"), "J\u{fffd}rg");
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 6);
        xz.write_all(TEXT.as_bytes()).unwrap();
        let xz = xz.finish().unwrap();
        assert_eq!(read(&xz), TEXT);
        assert_eq!(read(&[xz.clone(), xz].concat()), TEXT.repeat(2));
        let zstd = zstd::encode_all(TEXT.as_bytes(), 3).unwrap();
        assert_eq!(read(&zstd), TEXT);
        assert_eq!(read(&[zstd.clone(), zstd].concat()), TEXT.repeat(2));
    }

    #[test]
    fn no_more_comes_out_than_the_limits_allow() {
        let bomb = zstd::encode_all(&vec![b'x'; 5_000_000][..], 3).unwrap();
        let bomb = file(&bomb);
        let try_read = |limits: Limits| {
            let mut bytes = Vec::new();
            let read = open_text(bomb.path(), limits)
                .unwrap()
                .read_to_end(&mut bytes);
            (read.map_err(|error| error.to_string()), bytes.len())
        };
        let (read, count) = try_read(Limits {
            bytes: 1 << 20,
            ..Limits::WHOLE
        });
        assert_eq!(
            read.unwrap_err(),
            "the text is larger than the limit of 1 MiB"
        );
        assert_eq!(count, 1 << 20);
        let (read, count) = try_read(Limits {
            line: 1 << 18,
            ..Limits::STREAM
        });
        assert_eq!(
            read.unwrap_err(),
            "a line is larger than the limit of 256 KiB"
        );
        assert!(count < 1 << 20);
        assert_eq!(try_read(Limits::STREAM).1, 5_000_000);
    }

    #[test]
    fn replaced_bytes_count() {
        assert_eq!(lossy(b"J\xf6rg", 6).unwrap(), "J\u{fffd}rg");
        let error = lossy(&[0xff; 400], 1 << 10).unwrap_err().to_string();
        assert_eq!(error, "the text is larger than the limit of 1 KiB");
    }

    #[test]
    fn lines_are_counted_one_by_one() {
        let text = file("0123456\n".repeat(10_000).as_bytes());
        let limits = Limits {
            line: 9000,
            ..Limits::STREAM
        };
        let lines = open_text(text.path(), limits).unwrap().lines();
        assert_eq!(lines.map(Result::unwrap).count(), 10_000);
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            [1 << 30, 1 << 24, 500].map(size),
            ["1 GiB", "16 MiB", "500 bytes"]
        );
    }
}
