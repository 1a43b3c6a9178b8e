//! viriformat: a packed start position (marlinformat) and four bytes per move.
//!
//! Implemented here from its specification, because the viriformat crate panics on invalid bytes; the
//! tests compare both. Scores are from White's view, as here. The format has no moves without scores;
//! those at the beginning of a game are folded into its start position.

mod packed;

use std::io::{self, BufRead, ErrorKind, Write};

use chess::GameResult;
use chess::Position;
use thiserror::Error;

use crate::game::{Game, Ply, Start};
use packed::{PACKED_BYTES, pack, unpack};

/// The end marker of a game.
const TERMINATOR: [u8; 4] = [0; 4];

/// Why a game cannot be written as viriformat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotInViriformat {
    /// A game without a result.
    #[error("viriformat cannot store a game without a result")]
    Result,
    /// A move without a score after moves with scores.
    #[error("viriformat cannot store a move without a score (ply {0})")]
    Unscored(usize),
    /// Flags or siblings.
    #[error("viriformat cannot store flags or unplayed moves (ply {0})")]
    Extras(usize),
    /// The halfmove clock or move number is too large.
    #[error("viriformat cannot store the move counters of the start position")]
    Clocks,
}

/// Why reading stops.
#[derive(Debug, Error)]
pub enum ViriformatError {
    /// A read error.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// An invalid game. The format has no lengths, so the games after it cannot be found.
    #[error("game {game} at byte {offset}: {reason}")]
    Broken {
        /// The game, from 0.
        game: u64,
        offset: u64,
        /// Why it is invalid.
        reason: String,
    },
}

/// Writes a game.
///
/// # Errors
/// If writing fails.
///
/// The inner error is for a game that the format cannot store; then nothing was written.
pub fn write_viriformat(
    game: &Game,
    stream: &mut impl Write,
) -> io::Result<Result<(), NotInViriformat>> {
    match to_bytes(game) {
        Ok(bytes) => stream.write_all(&bytes).map(Ok),
        Err(reason) => Ok(Err(reason)),
    }
}

fn to_bytes(game: &Game) -> Result<Vec<u8>, NotInViriformat> {
    let (opening, scored) = game.plies.split_at(game.opening_plies());
    let extras = |ply: &Ply| ply.flags != 0 || ply.sibling.is_some();
    if let Some(ply) = game.plies.iter().position(extras) {
        return Err(NotInViriformat::Extras(ply));
    }
    let mut start = game.start.position();
    opening.iter().for_each(|ply| start.play(ply.mv));
    let mut bytes = pack(&start, game.result)?.to_vec();
    for (number, ply) in scored.iter().enumerate() {
        let score = ply
            .score
            .ok_or(NotInViriformat::Unscored(opening.len() + number))?;
        bytes.extend_from_slice(&move_code(ply.mv).to_le_bytes());
        bytes.extend_from_slice(&score.to_le_bytes());
    }
    bytes.extend_from_slice(&TERMINATOR);
    Ok(bytes)
}

/// Reads the games of a stream one by one.
pub struct ViriformatReader<R> {
    stream: R,
    games: u64,
    offset: u64,
    stopped: bool,
}

impl<R: BufRead> ViriformatReader<R> {
    /// A reader at the start of a stream.
    pub const fn new(stream: R) -> Self {
        Self {
            stream,
            games: 0,
            offset: 0,
            stopped: false,
        }
    }

    fn next_game(&mut self) -> Result<Option<Game>, ViriformatError> {
        if self.stream.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let start = self.offset;
        match self.game() {
            Ok(game) => {
                self.games += 1;
                Ok(Some(game))
            }
            Err(Failure::Io(error)) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(self.broken(start, "the file ends in the middle of the game".to_owned()))
            }
            Err(Failure::Io(error)) => Err(error.into()),
            Err(Failure::Broken(reason)) => Err(self.broken(start, reason)),
        }
    }

    fn broken(&self, offset: u64, reason: String) -> ViriformatError {
        ViriformatError::Broken {
            game: self.games,
            offset,
            reason,
        }
    }

    fn game(&mut self) -> Result<Game, Failure> {
        let packed: [u8; PACKED_BYTES] = self.bytes()?;
        let (start, result) = unpack(&packed).map_err(Failure::Broken)?;
        let mut game = Game {
            start: <Start>::of(&start),
            plies: Vec::new(),
            result,
        };
        let mut position: Position = start;
        loop {
            let bytes: [u8; 4] = self.bytes()?;
            if bytes == TERMINATOR {
                return Ok(game);
            }
            let code = u16::from_le_bytes([bytes[0], bytes[1]]);
            let mv = move_from_code(&position, code).ok_or_else(|| {
                let fen = position.fen();
                Failure::Broken(format!("move {code:#06x} is not legal in {fen}"))
            })?;
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            game.plies.push(Ply::scored(mv, score));
            position.play(mv);
        }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).map_err(Failure::Io)?;
        self.offset += N as u64;
        Ok(bytes)
    }
}

enum Failure {
    Io(io::Error),
    Broken(String),
}

impl<R: BufRead> Iterator for ViriformatReader<R> {
    type Item = Result<Game, ViriformatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        let game = self.next_game().transpose();
        self.stopped = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The result in the format's encoding: White's half points.
const fn result_code(result: GameResult) -> Option<u8> {
    Some(match result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
        GameResult::Unknown => return None,
    })
}

const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// The 16 bits of a move: origin, target (for castling, the rook's square), promotion piece, move
/// kind.
fn move_code(mv: chess::Move) -> u16 {
    use chess::MoveKind;
    let kind = match mv.kind() {
        MoveKind::Normal | MoveKind::DoublePush => 0,
        MoveKind::EnPassant => EN_PASSANT,
        MoveKind::Castle => CASTLE,
        MoveKind::PromoteKnight => PROMOTION,
        MoveKind::PromoteBishop => PROMOTION | 1 << 12,
        MoveKind::PromoteRook => PROMOTION | 2 << 12,
        MoveKind::PromoteQueen => PROMOTION | 3 << 12,
    };
    mv.from() as u16 | (mv.to() as u16) << 6 | kind
}

/// The legal move with these bits.
fn move_from_code(position: &Position, code: u16) -> Option<chess::Move> {
    let moves = position.legal_moves();
    moves.iter().copied().find(|&mv| move_code(mv) == code)
}
