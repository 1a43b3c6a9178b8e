//! Writing games.

use std::io::{self, Write};

use game::{Dense, Position};

use crate::{Game, Line, Notation};

/// The tags that every game has, in their order, with what stands for "unknown".
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that the game itself tells.
const DERIVED: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The longest line of move text.
const WIDTH: usize = 80;

/// Writes a game in the export form of the standard: the seven tags that every game has first, then
/// the others, then the moves in lines of at most 80 characters, then a blank line.
///
/// The tags `Result`, `FEN`, `SetUp` and [`Notation::variant_tags`] come from the game itself.
pub fn write<R: Notation>(game: &Game<R>, stream: &mut impl Write) -> io::Result<()> {
    for (name, unknown) in ROSTER {
        write_tag(stream, name, game.tag(name).unwrap_or(unknown))?;
    }
    write_tag(stream, "Result", &game.result.to_string())?;
    let fen = R::fen(&game.start);
    if fen != R::fen(&R::start()) {
        write_tag(stream, "SetUp", "1")?;
        write_tag(stream, "FEN", &fen)?;
    }
    let variant = R::variant_tags(&game.start);
    for (name, value) in variant {
        write_tag(stream, name, value)?;
    }
    for (name, value) in &game.tags {
        let own = ROSTER.iter().chain(variant).map(|(own, _)| *own);
        let mut written = own.chain(DERIVED);
        if !written.any(|own| name.eq_ignore_ascii_case(own)) {
            write_tag(stream, name, value)?;
        }
    }
    writeln!(stream)?;
    let mut text = MoveText { stream, column: 0 };
    text.line::<R>(&game.line, &mut game.start.clone())?;
    text.word(&game.result.to_string())?;
    write!(stream, "\n\n")
}

fn write_tag(stream: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\n', '\r'], " ");
    writeln!(stream, "[{name} \"{value}\"]")
}

/// Words with line breaks between them.
struct MoveText<'a, W> {
    stream: &'a mut W,
    column: usize,
}

impl<W: Write> MoveText<'_, W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        // A line that starts with % would be skipped.
        let may_break = self.column > 0 && !word.starts_with('%');
        if may_break && self.column + 1 + length > WIDTH {
            self.stream.write_all(b"\n")?;
            self.column = 0;
        }
        if self.column > 0 {
            self.stream.write_all(b" ")?;
            self.column += 1;
        }
        self.column += length;
        self.stream.write_all(word.as_bytes())
    }

    /// A comment as words, so that long ones break too; a command such as `[%eval 0.31]` is one word.
    /// A closing brace inside would end it.
    fn comment(&mut self, comment: &str) -> io::Result<()> {
        let text = format!("{{{}}}", comment.replace('}', ")"));
        let mut command = String::new();
        for word in text.split_ascii_whitespace() {
            let is_open = command.len() + word.len() < WIDTH
                && (!command.is_empty() || word.contains("[%"))
                && !word.contains(']');
            command.push_str(word);
            if is_open {
                command.push(' ');
            } else {
                self.word(&command)?;
                command.clear();
            }
        }
        match command.trim_end() {
            "" => Ok(()),
            rest => self.word(rest),
        }
    }

    /// The moves of a line from `position`, which is in the end as before.
    fn line<R: Notation>(
        &mut self,
        line: &Line<R::Move>,
        position: &mut R::Position,
    ) -> io::Result<()> {
        if let Some(comment) = &line.comment {
            self.comment(comment)?;
        }
        let mut needs_number = true;
        for annotated in &line.moves {
            let number = R::move_number(position);
            match position.side_to_move().index() {
                0 => self.word(&format!("{number}."))?,
                _ if needs_number => self.word(&format!("{number}..."))?,
                _ => {}
            }
            self.word(&R::write_move(position, annotated.mv))?;
            for nag in &annotated.nags {
                self.word(&format!("${nag}"))?;
            }
            if let Some(comment) = &annotated.comment {
                self.comment(comment)?;
            }
            for variation in &annotated.variations {
                self.word("(")?;
                self.line::<R>(variation, position)?;
                self.word(")")?;
            }
            needs_number = annotated.comment.is_some() || !annotated.variations.is_empty();
            R::play(position, annotated.mv);
        }
        // Variations do not get copies: of a long game, each has to copy all moves before it.
        for annotated in line.moves.iter().rev() {
            position.unmake(annotated.mv);
        }
        Ok(())
    }
}
