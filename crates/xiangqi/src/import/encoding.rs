//! Chinese text in the encodings that files have: UTF-8, GB18030 (with GBK) and Big5.

use encoding_rs::{BIG5, GB18030};

/// The characters of moves, in both scripts.
const OF_MOVES: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒一二三四五六七八九\
    １２３４５６７８９进進退平前中后後";

/// The text of a file. What is not UTF-8 is read in the encoding in which it has more characters of
/// moves.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.trim_start_matches('\u{feff}').to_owned();
    }
    let (gbk, _) = GB18030.decode_without_bom_handling(bytes);
    let (big5, _) = BIG5.decode_without_bom_handling(bytes);
    let known = |text: &str| text.chars().filter(|&c| OF_MOVES.contains(c)).count();
    let text = if known(&big5) > known(&gbk) {
        big5
    } else {
        gbk
    };
    text.into_owned()
}

/// Text that is known to be GB18030.
pub(super) fn decode_gb18030(bytes: &[u8]) -> String {
    GB18030.decode_without_bom_handling(bytes).0.into_owned()
}
