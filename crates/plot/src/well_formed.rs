//! A well-formedness check for tests: finds a missing escape, a missing quote, an unclosed tag, or a
//! NaN.

/// Checks a picture or a page of this crate.
///
/// # Errors
/// The first thing that is not well-formed.
pub fn check(markup: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup.strip_prefix("<!DOCTYPE html>").unwrap_or(markup);
    while let Some(start) = rest.find('<') {
        text(&rest[..start])?;
        let tag = &rest[start + 1..];
        let end = end_of_tag(tag).ok_or_else(|| format!("no end of tag: {tag:.40}"))?;
        let inside = &tag[..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (body, closed) = match inside.strip_suffix('/') {
            Some(body) => (body, true),
            None => (inside, false),
        };
        let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
        self::attributes(attributes)?;
        if !closed {
            open.push(name);
        }
    }
    text(rest)?;
    match open.is_empty() {
        true => Ok(()),
        false => Err(format!("never closed: {open:?}")),
    }
}

/// The `>` that is not inside quotes.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut quoted = false;
    tag.char_indices().find_map(|(index, c)| {
        quoted ^= c == '"';
        (c == '>' && !quoted).then_some(index)
    })
}

fn attributes(mut rest: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    while !rest.trim().is_empty() {
        let wrong = || format!("attribute: {rest:.40}");
        let (name, after) = rest.trim_start().split_once("=\"").ok_or_else(wrong)?;
        let (value, after) = after.split_once('"').ok_or_else(wrong)?;
        if name.contains(' ') || seen.contains(&name) || value.contains("NaN") {
            return Err(wrong());
        }
        text(value)?;
        seen.push(name);
        rest = after;
    }
    Ok(())
}

fn text(text: &str) -> Result<(), String> {
    for part in text.split('&').skip(1) {
        let name = part.split_once(';').map(|(name, _)| name);
        if !matches!(name, Some("amp" | "lt" | "gt" | "quot" | "#39")) {
            return Err(format!("entity: &{part:.20}"));
        }
    }
    match text.contains(['<', '>']) {
        true => Err(format!("bracket in text: {text:.40}")),
        false => Ok(()),
    }
}

#[test]
fn faults_are_found() {
    assert_eq!(check("<a b=\"1 &gt; 0\"><c/>text</a>\n"), Ok(()));
    assert_eq!(check("<!DOCTYPE html>\n<html></html>"), Ok(()));
    for fault in [
        "<a>",
        "<a></b>",
        "<a b=1></a>",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&nbsp;</a>",
        "<a>x > y</a>",
        "<a b=\"NaN\"/>",
        "<a",
    ] {
        assert!(check(fault).is_err(), "{fault}");
    }
}
