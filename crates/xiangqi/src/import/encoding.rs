//! Chinese text in the encodings that files have: GBK and Big5, as far as moves need them.

/// The characters of moves, with their codes in GBK and Big5; 0 if an encoding has none.
const CHARACTERS: [(char, [u16; 2]); 45] = [
    ('帅', [0xCBA7, 0x0000]),
    ('帥', [0x8E9B, 0xABD3]),
    ('将', [0xBDAB, 0x0000]),
    ('將', [0x8CA2, 0xB14E]),
    ('仕', [0xCACB, 0xA54B]),
    ('士', [0xCABF, 0xA468]),
    ('相', [0xCFE0, 0xACDB]),
    ('象', [0xCFF3, 0xB648]),
    ('马', [0xC2ED, 0x0000]),
    ('馬', [0xF152, 0xB0A8]),
    ('傌', [0x82D8, 0xD858]),
    ('车', [0xB3B5, 0x0000]),
    ('車', [0xDC87, 0xA8AE]),
    ('俥', [0x8265, 0x0000]),
    ('炮', [0xC5DA, 0xACB6]),
    ('砲', [0xB368, 0xAFA5]),
    ('包', [0xB0FC, 0xA55D]),
    ('兵', [0xB1F8, 0xA74C]),
    ('卒', [0xD7E4, 0xA8F2]),
    ('一', [0xD2BB, 0xA440]),
    ('二', [0xB6FE, 0xA447]),
    ('三', [0xC8FD, 0xA454]),
    ('四', [0xCBC4, 0xA57C]),
    ('五', [0xCEE5, 0xA4AD]),
    ('六', [0xC1F9, 0xA4BB]),
    ('七', [0xC6DF, 0xA443]),
    ('八', [0xB0CB, 0xA44B]),
    ('九', [0xBEC5, 0xA445]),
    ('１', [0xA3B1, 0xA2B0]),
    ('２', [0xA3B2, 0xA2B1]),
    ('３', [0xA3B3, 0xA2B2]),
    ('４', [0xA3B4, 0xA2B3]),
    ('５', [0xA3B5, 0xA2B4]),
    ('６', [0xA3B6, 0xA2B5]),
    ('７', [0xA3B7, 0xA2B6]),
    ('８', [0xA3B8, 0xA2B7]),
    ('９', [0xA3B9, 0xA2B8]),
    ('进', [0xBDF8, 0x0000]),
    ('進', [0xDF4D, 0xB669]),
    ('退', [0xCDCB, 0xB068]),
    ('平', [0xC6BD, 0xA5AD]),
    ('前', [0xC7B0, 0xAB65]),
    ('中', [0xD6D0, 0xA4A4]),
    ('后', [0xBAF3, 0xA65A]),
    ('後', [0xE1E1, 0xABE1]),
];

/// The text of a file. What is not UTF-8 is read in the encoding in which it has more characters of
/// moves; other characters of that encoding are replaced.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.trim_start_matches('\u{feff}').to_owned();
    }
    let [gbk, big5] = [0, 1].map(|encoding| decode_as(bytes, encoding));
    if big5.1 > gbk.1 { big5.0 } else { gbk.0 }
}

/// The text in one encoding, and how many characters of moves it has.
fn decode_as(bytes: &[u8], encoding: usize) -> (String, usize) {
    let mut text = String::with_capacity(bytes.len());
    let mut known = 0;
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        match (first, tail) {
            (0..=127, _) => {
                text.push(char::from(*first));
                rest = tail;
            }
            (_, [second @ 0x40..=0xFF, tail @ ..]) => {
                let code = u16::from_be_bytes([*first, *second]);
                let found = CHARACTERS.iter().find(|(_, codes)| codes[encoding] == code);
                known += usize::from(found.is_some());
                text.push(found.map_or(char::REPLACEMENT_CHARACTER, |(character, _)| *character));
                rest = tail;
            }
            // Not the first byte of a pair.
            _ => {
                text.push(char::REPLACEMENT_CHARACTER);
                rest = tail;
            }
        }
    }
    (text, known)
}
