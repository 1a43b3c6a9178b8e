//! Moves in WXF notation: `C2=5`, `H8+7`, `R+-3`, `15=6`.

use super::relative::{Description, Direction, Mover, Ordinal};
use super::uci::MoveError;
use crate::position::Position;
use crate::types::moves::Move;
use crate::types::piece::PieceType;

/// The letter of a kind; FEN's letters are read as well.
const fn letter(kind: PieceType) -> char {
    match kind {
        PieceType::Horse => 'H',
        PieceType::Elephant => 'E',
        _ => kind.letter(),
    }
}

const fn sign(direction: Direction) -> char {
    match direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways => '=',
    }
}

const fn direction(sign: char) -> Option<Direction> {
    match sign {
        '+' => Some(Direction::Forward),
        '-' => Some(Direction::Back),
        '=' | '.' => Some(Direction::Sideways),
        _ => None,
    }
}

fn digit(digit: char) -> Option<u8> {
    let number = digit.to_digit(10)?;
    u8::try_from(number).ok().filter(|&number| number > 0)
}

fn kind(letter: char) -> Option<PieceType> {
    PieceType::from_letter(letter.to_ascii_uppercase())
}

/// The first two characters: a piece and its file or place, or a pawn's place and file. Some
/// write the place before the piece (`+R`), `.` or `=` for the one in the middle, and letters for
/// pawns on files with several.
fn mover(first: char, second: char) -> Option<Mover> {
    let ordinal = |sign| match sign {
        '+' => Some(Ordinal::Front),
        '-' => Some(Ordinal::Rear),
        '.' | '=' => Some(Ordinal::Middle),
        _ => None,
    };
    let place = |letter: char| match letter.to_ascii_lowercase() {
        letter @ 'a'..='e' => u8::try_from(letter).ok().map(|letter| letter - b'a' + 1),
        _ => None,
    };
    if let (Some(kind), Some(file)) = (kind(first), digit(second)) {
        Some(Mover::OnFile(kind, file))
    } else if let (Some(place), Some(file)) = (digit(first), digit(second)) {
        Some(Mover::PawnOnFile(Ordinal::Number(place), file))
    } else if let (Some(kind), Some(ordinal)) = (kind(first), ordinal(second)) {
        Some(Mover::Ordinal(kind, ordinal))
    } else if let (Some(ordinal), Some(kind)) = (ordinal(first), kind(second)) {
        Some(Mover::Ordinal(kind, ordinal))
    } else if let (Some(PieceType::Pawn), Some(place)) = (kind(first), place(second)) {
        Some(Mover::PawnInTandem(place))
    } else {
        None
    }
}

fn describe(text: &str) -> Option<Description> {
    let mut chars = text.chars();
    let mut next = || chars.next();
    let description = Description {
        mover: mover(next()?, next()?)?,
        direction: direction(next()?)?,
        number: digit(next()?)?,
    };
    next().is_none().then_some(description)
}

impl Position {
    /// A legal move in WXF notation.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::start();
    /// let mv = position.parse_wxf("C2=5").expect("a legal move");
    /// assert_eq!(mv.to_string(), "h2e2");
    /// assert_eq!(position.wxf(mv), "C2=5");
    /// ```
    #[must_use]
    pub fn wxf(&self, mv: Move) -> String {
        let (kind, file, direction, number) = self.relative(mv);
        let tandem = self.tandem(mv.from());
        let is_pawn = kind == PieceType::Pawn;
        // Of two advisors or elephants on a file, one can only advance and the other only retreat.
        let has_twin =
            tandem.count > 1 && !matches!(kind, PieceType::Advisor | PieceType::Elephant);
        let (sign, letter) = (sign(direction), letter(kind));
        if !has_twin {
            format!("{letter}{file}{sign}{number}")
        } else if is_pawn && (tandem.count > 2 || tandem.elsewhere) {
            format!("{}{file}{sign}{number}", tandem.place)
        } else {
            let place = if tandem.place == 1 { '+' } else { '-' };
            format!("{letter}{place}{sign}{number}")
        }
    }

    /// Reads a legal move in WXF notation. Letters may be in either case and follow FEN's usage.
    ///
    /// # Errors
    /// If the text is not a move, or fits no legal one or several.
    pub fn parse_wxf(&self, text: &str) -> Result<Move, MoveError> {
        match describe(text) {
            Some(description) => self.find_described(description, text),
            None => Err(MoveError::Malformed(text.to_owned())),
        }
    }
}
