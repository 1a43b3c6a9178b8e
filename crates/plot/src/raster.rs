//! Grids of colored cells, as a PNG inside the SVG: one byte per cell instead of about a hundred for
//! a shape.

/// Color steps on either side of zero.
const STEPS: i32 = 127;
/// The index of a cell without a value, after those of all colors.
const EMPTY: u8 = 255;

/// A grid of values, drawn from blue (negative) over white to red (positive).
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    width: usize,
    height: usize,
    /// Rows from the top, an index into the palette each.
    cells: Vec<u8>,
}

impl Raster {
    /// An empty grid: cells without a value are transparent.
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            cells: vec![EMPTY; width * height],
        }
    }

    /// Colors a cell by a value, clamped to -1 to 1. Cells outside the grid are ignored.
    pub fn set(&mut self, column: usize, row: usize, value: f64) {
        if column < self.width && row < self.height {
            let step = (value.clamp(-1.0, 1.0) * f64::from(STEPS)).round() as i32;
            self.cells[row * self.width + column] = (STEPS + step) as u8;
        }
    }

    /// Width and height in cells.
    pub const fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The PNG file: a palette, and uncompressed rows.
    fn png(&self) -> Vec<u8> {
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = Vec::new();
        header.extend((self.width as u32).to_be_bytes());
        header.extend((self.height as u32).to_be_bytes());
        // Bit depth 8, palette, default compression and filter methods, not interlaced.
        header.extend([8, 3, 0, 0, 0]);
        chunk(&mut png, b"IHDR", &header);
        chunk(&mut png, b"PLTE", &palette());
        let mut opacity = [u8::MAX; EMPTY as usize + 1];
        opacity[EMPTY as usize] = 0;
        chunk(&mut png, b"tRNS", &opacity);
        let mut rows = Vec::with_capacity(self.height * (self.width + 1));
        for row in self.cells.chunks(self.width.max(1)) {
            rows.push(0);
            rows.extend(row);
        }
        chunk(&mut png, b"IDAT", &stored(&rows));
        chunk(&mut png, b"IEND", &[]);
        png
    }

    /// The picture as a data URL.
    pub(crate) fn address(&self) -> String {
        format!("data:image/png;base64,{}", base64(&self.png()))
    }
}

/// Red, green and blue of each index.
fn palette() -> Vec<u8> {
    const BLUE: [i32; 3] = [33, 102, 172];
    const RED: [i32; 3] = [178, 24, 43];
    let mut colors = Vec::new();
    for step in -STEPS..=STEPS {
        let end = if step < 0 { BLUE } else { RED };
        for part in end {
            colors.push((255 - (255 - part) * step.abs() / STEPS) as u8);
        }
    }
    colors.extend([u8::MAX; 3]);
    colors
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let checksum = crc32fast::hash(&png[start..]);
    png.extend(checksum.to_be_bytes());
}

/// A zlib stream of stored (uncompressed) blocks.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 0xFFFF;
    let mut stream = vec![0x78, 0x01];
    let blocks = bytes.len().div_ceil(BLOCK).max(1);
    for index in 0..blocks {
        let block = &bytes[index * BLOCK..bytes.len().min((index + 1) * BLOCK)];
        let length = block.len() as u16;
        stream.push(u8::from(index + 1 == blocks));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    stream.extend(adler32(bytes).to_be_bytes());
    stream
}

fn adler32(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let (mut sum, mut sums) = (1, 0);
    for byte in bytes {
        sum = (sum + u32::from(*byte)) % MODULUS;
        sums = (sums + sum) % MODULUS;
    }
    sums << 16 | sum
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index > group.len() {
                '='
            } else {
                char::from(letter)
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Raster, adler32, base64, palette};

    #[test]
    fn known_checksums_and_letters() {
        assert_eq!(adler32(b"Wikipedia"), 0x11E6_0398);
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn the_ends_and_the_middle_of_the_scale() {
        let palette = palette();
        assert_eq!(palette.len(), 256 * 3);
        let mut raster = Raster::new(3, 1);
        assert_eq!(raster.cells, [255; 3]);
        raster.set(0, 0, -9.0);
        raster.set(1, 0, 0.0);
        raster.set(2, 0, 1.0);
        raster.set(3, 0, 1.0);
        assert_eq!(raster.cells, [0, 127, 254]);
        assert_eq!(palette[127 * 3..128 * 3], [255, 255, 255]);
        assert_eq!(palette[254 * 3..255 * 3], [178, 24, 43]);
    }

    #[test]
    fn files_are_laid_out_as_they_should_be() {
        let png = Raster::new(300, 300).png();
        assert_eq!(png[12..16], *b"IHDR");
        assert_eq!(png[16..24], [0, 0, 1, 44, 0, 0, 1, 44]);
        // 301 bytes a row need two blocks; each has five bytes of its own, the stream has six.
        let data = 300 * 301 + 2 * 5 + 6;
        assert_eq!(
            png.len(),
            8 + (12 + 13) + (12 + 768) + (12 + 256) + (12 + data) + 12
        );
    }
}
