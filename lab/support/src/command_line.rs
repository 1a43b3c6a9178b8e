//! The command line as reports show it: words quoted for a shell, absolute paths without folders.

/// The command line of this program.
pub fn command_line() -> String {
    let mut words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let program = words.next().unwrap_or_default();
    let program = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let words = words.map(|word| quoted(&without_folders(&word)));
    let words: Vec<String> = std::iter::once(quoted(program)).chain(words).collect();
    words.join(" ")
}

/// An absolute path without its folders, which concern only one machine: `/home/me/new` becomes
/// `…/new`. The same for the value in `key=value`; other text stays as it is.
pub fn without_folders(word: &str) -> String {
    let value = word.rfind('=').map_or(0, |sign| sign + 1);
    let (key, value) = word.split_at(value);
    let bytes = value.as_bytes();
    let has_drive = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(bytes.get(1..3), Some(b":\\" | b":/"));
    match value.trim_end_matches(['/', '\\']).rsplit_once(['/', '\\']) {
        Some((_, name)) if has_drive || value.starts_with('/') => format!("{key}…/{name}"),
        _ => word.to_owned(),
    }
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=+,:@%…".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::{quoted, without_folders};

    #[test]
    fn folders_are_left_out_of_absolute_paths_only() {
        for (word, shown) in [
            ("/home/me/new", "…/new"),
            ("cmd=/home/me/new engine/", "cmd=…/new engine"),
            ("option.EvalFile=C:\\nets\\a.qnn", "option.EvalFile=…/a.qnn"),
            ("./new", "./new"),
            ("tc=40/60+0.6", "tc=40/60+0.6"),
            ("/", "/"),
            ("", ""),
        ] {
            assert_eq!(without_folders(word), shown);
        }
    }

    #[test]
    fn words_that_a_shell_would_split_are_quoted() {
        assert_eq!(quoted("nodes=500"), "nodes=500");
        assert_eq!(quoted("a 'b'"), "'a '\\''b'\\'''");
        assert_eq!(quoted(""), "''");
    }
}
