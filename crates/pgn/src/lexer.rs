//! PGN text as a sequence of tokens.

/// A piece of PGN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value still with its escapes.
    Tag(&'a str, &'a str),
    /// `{…}` or `;…`, without the marks.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$n`, or the glyphs `!`, `?`, … that have numbers.
    Nag(u8),
    /// A move, a result, or something unknown; move numbers are left out.
    Word(&'a str),
    /// Text that is no token: an unfinished tag or comment.
    Broken(&'a str),
}

/// Reads tokens from text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    /// How many bytes have been read.
    pub(super) fn position(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Takes the text up to a mark, and skips the mark; nothing if the mark does not come.
    fn take_until(&mut self, mark: char) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_once(mark)?;
        self.rest = rest;
        Some(taken)
    }

    /// Gives up: the rest of the text is broken.
    fn broken(&mut self) -> Token<'a> {
        let line = self.rest.lines().next().unwrap_or_default();
        self.rest = "";
        Token::Broken(line)
    }

    fn tag(&mut self) -> Option<Token<'a>> {
        let inside = self.rest.strip_prefix('[')?.trim_ascii_start();
        let name_end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
        let (name, after) = inside.split_at(name_end);
        let quoted = after.trim_ascii_start().strip_prefix('"')?;
        let mut escaped = false;
        let end = quoted.find(|c: char| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        })?;
        self.rest = quoted[end + 1..].trim_ascii_start().strip_prefix(']')?;
        (!name.is_empty()).then_some(Token::Tag(name, &quoted[..end]))
    }

    /// A word, or nothing if it was only a move number.
    fn word(&mut self) -> Option<Token<'a>> {
        let ends = |c: char| c.is_ascii_whitespace() || "(){}[];$!?".contains(c);
        let text = skip_move_number(self.rest);
        // A promotion may be written with brackets, as in `e8(Q)`.
        let mut end = text.find(ends).unwrap_or(text.len());
        if end > 0 && matches!(text.as_bytes()[end..], [b'(', piece, b')', ..] if piece != b')') {
            end += 3;
        }
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(Token::Word(word))
    }
}

/// Cuts off `12.` or `12...`, or dots alone; `1-0` and `0-0` stay.
fn skip_move_number(text: &str) -> &str {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = after_digits.trim_start_matches('.');
    let is_bare =
        after_digits.is_empty() || after_digits.starts_with(|c: char| c.is_ascii_whitespace());
    let had_digits = after_digits.len() < text.len();
    if dots.len() < after_digits.len() || had_digits && is_bare {
        dots
    } else {
        text
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self.rest.trim_ascii_start();
            let first = self.rest.chars().next()?;
            let single = &self.rest[first.len_utf8()..];
            return Some(match first {
                '[' => match self.tag() {
                    Some(tag) => tag,
                    None => self.broken(),
                },
                '{' => {
                    self.rest = single;
                    match self.take_until('}') {
                        Some(comment) => Token::Comment(comment),
                        None => self.broken(),
                    }
                }
                ';' => {
                    let end = single.find('\n').unwrap_or(single.len());
                    self.rest = &single[end..];
                    Token::Comment(&single[..end])
                }
                '(' | ')' => {
                    self.rest = single;
                    if first == '(' {
                        Token::Open
                    } else {
                        Token::Close
                    }
                }
                '$' => {
                    let end = single
                        .find(|c: char| !c.is_ascii_digit())
                        .unwrap_or(single.len());
                    match single[..end].parse() {
                        Ok(number) => {
                            self.rest = &single[end..];
                            Token::Nag(number)
                        }
                        Err(_) => self.broken(),
                    }
                }
                '!' | '?' => {
                    let end = self
                        .rest
                        .find(|c| c != '!' && c != '?')
                        .unwrap_or(self.rest.len());
                    let (glyph, rest) = self.rest.split_at(end);
                    self.rest = rest;
                    match glyph {
                        "!" => Token::Nag(1),
                        "?" => Token::Nag(2),
                        "!!" => Token::Nag(3),
                        "??" => Token::Nag(4),
                        "!?" => Token::Nag(5),
                        "?!" => Token::Nag(6),
                        // Longer runs have no number; they say nothing that a reader needs.
                        _ => continue,
                    }
                }
                '}' | ']' => self.broken(),
                _ => match self.word() {
                    Some(word) => word,
                    None => continue,
                },
            });
        }
    }
}
