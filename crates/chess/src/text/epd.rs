//! EPD: positions with operations, one to a line.
//!
//! `FEN-fields opcode operand operand; opcode operand;`. Operands are words or quoted strings.

use std::fmt;

use super::fen::{FenError, Fields, read_fields};
use super::uci::MoveError;
use crate::position::Position;
use crate::types::moves::Move;

/// A position and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position. Its clocks are those of the operations `hmvc` and `fmvn`, if given.
    pub position: Position,
    /// The operations in their order: an opcode and its operands, quotes removed.
    pub operations: Vec<(String, Vec<String>)>,
}

/// Why a line of EPD was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EpdError {
    /// The position is not valid.
    Position(FenError),
    /// A quoted operand does not end.
    OpenQuote(String),
    /// An operation whose opcode is not a word.
    Opcode(String),
    /// An operand that should be a legal move is none: the opcode, and what is wrong.
    Move(String, MoveError),
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

impl Epd {
    /// Reads one line.
    ///
    /// # Errors
    /// Says what is wrong, and with which text.
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let mut fields = Fields(line);
        let mut position = read_fields(&mut fields, is_number).map_err(EpdError::Position)?;
        let operations = read_operations(fields.0)?;
        for (opcode, operands) in &operations {
            let number = || {
                let text = operands.first().map_or("", String::as_str);
                text.parse()
                    .map_err(|_| EpdError::Number(opcode.clone(), text.to_owned()))
            };
            match opcode.as_str() {
                "hmvc" => position.set_halfmove_clock(number()?),
                "fmvn" => position.set_fullmove_number(u32::from(number()?)),
                _ => {}
            }
        }
        Ok(Self {
            position,
            operations,
        })
    }

    /// The operands of an operation, if it is there.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        self.operations
            .iter()
            .find(|(name, _)| name == opcode)
            .map(|(_, operands)| &operands[..])
    }

    /// The first operand of an operation, if it is there.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// The moves that an operation such as `bm` names; none if it is not there.
    ///
    /// # Errors
    /// If an operand is not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        self.operands(opcode)
            .unwrap_or_default()
            .iter()
            .map(|text| self.position.parse_san(text))
            .collect::<Result<_, _>>()
            .map_err(|error| EpdError::Move(opcode.to_owned(), error))
    }
}

/// As it is read: four fields, then the operations, with quotes where an operand needs them.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.epd_fields())?;
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

/// Reads `opcode operand …;` to the end of the text. A last semicolon may be missing.
fn read_operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
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

fn finish_operation(
    operations: &mut Vec<(String, Vec<String>)>,
    words: &mut Vec<String>,
) -> Result<(), EpdError> {
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

#[cfg(test)]
mod tests {
    use super::{Epd, EpdError};

    const LINE: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - \
        bm f5 Be5+; id \"Undermine; 001\"; c0 \"f5=10, Be5+=2\"; hmvc 3; fmvn 30;";

    #[test]
    fn operations_are_read_and_written_back() {
        let epd = Epd::parse(LINE).unwrap();
        assert_eq!(epd.operand("id"), Some("Undermine; 001"));
        assert_eq!(epd.operand("c0"), Some("f5=10, Be5+=2"));
        let moves = epd.moves("bm").unwrap();
        assert_eq!(
            moves
                .iter()
                .map(|&mv| epd.position.san(mv))
                .collect::<Vec<_>>(),
            ["f5", "Be5+"]
        );
        assert_eq!(epd.moves("am"), Ok(Vec::new()));
        assert_eq!(
            (
                epd.position.halfmove_clock(),
                epd.position.fullmove_number()
            ),
            (3, 30)
        );
        assert_eq!(epd.to_string(), LINE);
        assert_eq!(Epd::parse(&epd.to_string()), Ok(epd));
    }

    #[test]
    fn clocks_in_the_line_are_taken_and_missing_ends_forgiven() {
        let epd = Epd::parse("8/8/8/4k3/8/8/4P3/4K3 w - - 7 42 bm e4").unwrap();
        assert_eq!(
            (
                epd.position.halfmove_clock(),
                epd.position.fullmove_number()
            ),
            (7, 42)
        );
        assert_eq!(epd.moves("bm").unwrap().len(), 1);
        assert!(
            Epd::parse("8/8/8/4k3/8/8/4P3/4K3 w - -")
                .unwrap()
                .operations
                .is_empty()
        );
    }

    #[test]
    fn bad_lines_say_why() {
        let board = "8/8/8/4k3/8/8/4P3/4K3 w - -";
        let error = |operations: &str| Epd::parse(&format!("{board} {operations}")).unwrap_err();
        assert_eq!(error("id \"x"), EpdError::OpenQuote("\"x".to_owned()));
        assert_eq!(error("bm e4; ;; ?x y;"), EpdError::Opcode("?x".to_owned()));
        assert_eq!(
            error("hmvc x;"),
            EpdError::Number("hmvc".to_owned(), "x".to_owned())
        );
        let epd = Epd::parse(&format!("{board} bm e5;")).unwrap();
        assert_eq!(
            epd.moves("bm").unwrap_err().to_string(),
            "bad move after bm in EPD: not a legal move here: \"e5\""
        );
        assert!(matches!(
            Epd::parse("8/8 w - -"),
            Err(EpdError::Position(_))
        ));
    }
}
