//! EPD: positions with operations, one to a line, of any game.
//!
//! `FEN-fields opcode operand operand; opcode operand;`. Operands are words or quoted strings.

use std::fmt;

use crate::Notation;

/// The fields of the position: those of a FEN without its clocks.
const FIELDS: usize = 4;

/// The clocks of a FEN, as operations, and what they are by default.
const CLOCKS: [(&str, &str); 2] = [("hmvc", "0"), ("fmvn", "1")];

type Operations = Vec<(String, Vec<String>)>;

/// A position and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<R: Notation> {
    /// The position. Its clocks are those of the operations `hmvc` and `fmvn`, if given.
    pub position: R::Position,
    /// The operations in their order: an opcode and its operands, quotes removed.
    pub operations: Operations,
}

/// Why a line of EPD was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EpdError {
    /// The position is not valid: what is wrong.
    Position(String),
    /// A quoted operand does not end.
    OpenQuote(String),
    /// An operation whose opcode is not a word.
    Opcode(String),
    /// An operand that should be a legal move is none: the opcode, and what is wrong.
    Move(String, String),
    /// An operand that should be a number is none: the opcode and the operand.
    Number(String, String),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => write!(f, "{error}"),
            Self::OpenQuote(text) => write!(f, "quote does not end in EPD: {text:?}"),
            Self::Opcode(text) => write!(f, "bad opcode in EPD: {text:?}"),
            Self::Move(opcode, error) => write!(f, "bad move after {opcode} in EPD: {error}"),
            Self::Number(opcode, text) => {
                write!(f, "bad number after {opcode} in EPD: {text:?}")
            }
        }
    }
}

impl std::error::Error for EpdError {}

impl<R: Notation> Epd<R> {
    /// Reads one line. Clocks may follow the four fields, as in a FEN.
    ///
    /// # Errors
    /// Says what is wrong, and with which text.
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let mut fields = Vec::new();
        let mut rest = line.trim_ascii_start();
        while !rest.is_empty() && fields.len() < FIELDS + CLOCKS.len() {
            let end = rest.find(|c: char| c.is_ascii_whitespace());
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            if fields.len() >= FIELDS && !is_number(word) {
                break;
            }
            fields.push(word);
            rest = after.trim_ascii_start();
        }
        let operations = read_operations(rest)?;
        for (index, (opcode, default)) in CLOCKS.into_iter().enumerate() {
            if fields.len() == FIELDS + index {
                fields.push(default);
            }
            let Some(number) = first_operand(&operations, opcode) else {
                continue;
            };
            if number.parse::<u16>().is_err() {
                return Err(EpdError::Number(opcode.to_owned(), number.to_owned()));
            }
            if let Some(field) = fields.get_mut(FIELDS + index) {
                *field = number;
            }
        }
        let position = R::parse_fen(&fields.join(" "));
        let position = position.map_err(|error| EpdError::Position(error.to_string()))?;
        Ok(Self {
            position,
            operations,
        })
    }

    /// The operands of an operation, if it is there.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        self.operations
            .iter()
            .find(|(name, _)| name == opcode)
            .map(|(_, operands)| &operands[..])
    }

    /// The first operand of an operation, if it is there.
    #[must_use]
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        first_operand(&self.operations, opcode)
    }

    /// The moves that an operation such as `bm` names; none if it is not there.
    ///
    /// # Errors
    /// If an operand is not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<R::Move>, EpdError> {
        self.operands(opcode)
            .unwrap_or_default()
            .iter()
            .map(|text| R::read_move(&self.position, text))
            .collect::<Result<_, _>>()
            .map_err(|error| EpdError::Move(opcode.to_owned(), error.to_string()))
    }
}

/// As it is read: four fields, then the operations, with quotes where an operand needs them.
impl<R: Notation> fmt::Display for Epd<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = R::fen(&self.position);
        let fields: Vec<&str> = fen.split(' ').take(FIELDS).collect();
        f.write_str(&fields.join(" "))?;
        for (opcode, operands) in &self.operations {
            write!(f, " {opcode}")?;
            for operand in operands {
                let is_word = !operand.is_empty()
                    && !operand.contains(|c: char| c.is_ascii_whitespace() || c == ';');
                if is_word {
                    write!(f, " {operand}")?;
                } else {
                    write!(f, " \"{operand}\"")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

fn first_operand<'a>(operations: &'a Operations, opcode: &str) -> Option<&'a str> {
    let (_, operands) = operations.iter().find(|(name, _)| name == opcode)?;
    operands.first().map(String::as_str)
}

/// Reads `opcode operand …;` to the end of the text. A last semicolon may be missing.
fn read_operations(text: &str) -> Result<Operations, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_ascii_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(';') {
            finish_operation(&mut operations, &mut words)?;
            rest = after;
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let (operand, after) = quoted
                .split_once('"')
                .ok_or_else(|| EpdError::OpenQuote(rest.to_owned()))?;
            words.push(operand.to_owned());
            rest = after;
        } else {
            let end = rest
                .find(|c: char| c.is_ascii_whitespace() || c == ';')
                .unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        rest = rest.trim_ascii_start();
    }
    finish_operation(&mut operations, &mut words)?;
    Ok(operations)
}

fn finish_operation(operations: &mut Operations, words: &mut Vec<String>) -> Result<(), EpdError> {
    let mut words = std::mem::take(words).into_iter();
    let Some(opcode) = words.next() else {
        return Ok(());
    };
    let is_word = opcode
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_word || !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(EpdError::Opcode(opcode));
    }
    operations.push((opcode, words.collect()));
    Ok(())
}
