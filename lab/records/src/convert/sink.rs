//! Where games and positions go to.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use game::{Codes, Notation};

use super::{ConvertError, Format, Mismatch, chess};
use crate::{
    Game, Header, LabeledPosition, NotInViriformat, Record, Writer, epd_line, plain_text_line,
    to_pgn,
};

/// Why something cannot be written.
pub struct Refusal {
    /// With its place.
    pub reason: String,
    /// The kind of thing, to be counted.
    pub kind: String,
    /// Whether it can be written without flags and moves not played.
    pub without_extras: bool,
}

/// A file of games being written.
pub enum GameSink<R: Codes> {
    /// The lab's own format.
    Qgames(Box<Writer<R>>),
    Viriformat(BufWriter<File>),
    Pgn(BufWriter<File>),
}

impl<R: Codes> GameSink<R> {
    /// Begins a file.
    pub fn create(path: &Path, format: Format, header: &Header) -> Result<Self, ConvertError> {
        Ok(match format {
            Format::Qgames => Self::Qgames(Box::new(Writer::create(path, header)?)),
            Format::Viriformat => Self::Viriformat(create(path)?),
            Format::Pgn => Self::Pgn(create(path)?),
            Format::Xqf | Format::Dhtmlxq => return Err(Mismatch::InputOnly(format).into()),
            Format::Bulletformat | Format::Epd | Format::Text => {
                let what = "games";
                return Err(Mismatch::Without { format, what }.into());
            }
        })
    }

    /// Writes a game, or says why the format cannot hold it.
    pub fn put(&mut self, game: &Game<R>) -> Result<Result<(), Refusal>, ConvertError> {
        match self {
            Self::Qgames(writer) => {
                writer.write(game)?;
                Ok(Ok(()))
            }
            Self::Viriformat(stream) => {
                let written = chess::write(game, stream)?;
                Ok(written.map_err(|reason| viriformat_refusal(&reason)))
            }
            Self::Pgn(stream) => match to_pgn(game) {
                Ok(game) => write_pgn(&game, stream).map(Ok),
                Err(reason) => Ok(Err(Refusal {
                    reason: reason.to_string(),
                    kind: "games with flags or alternative moves".to_owned(),
                    without_extras: true,
                })),
            },
        }
    }

    /// Completes the file.
    pub fn finish(self) -> Result<(), ConvertError> {
        match self {
            Self::Qgames(writer) => writer.finish().map(drop).map_err(Into::into),
            Self::Viriformat(stream) | Self::Pgn(stream) => complete(stream),
        }
    }
}

fn viriformat_refusal(reason: &NotInViriformat) -> Refusal {
    let kind = match reason {
        NotInViriformat::Result => "games without a result",
        NotInViriformat::Unscored(_) => "games with unscored moves",
        NotInViriformat::Extras(_) => "games with flags or alternative moves",
        NotInViriformat::Clocks => "games with move counters too large",
    };
    Refusal {
        reason: reason.to_string(),
        kind: kind.to_owned(),
        without_extras: matches!(reason, NotInViriformat::Extras(_)),
    }
}

/// A file of positions being written.
pub struct PositionSink {
    stream: BufWriter<File>,
    format: Format,
}

impl PositionSink {
    /// Begins a file.
    pub fn create(path: &Path, format: Format) -> Result<Self, ConvertError> {
        let stream = create(path)?;
        Ok(Self { stream, format })
    }

    /// Writes a position, or says why the format cannot hold it.
    pub fn put<R: Codes>(
        &mut self,
        labeled: &LabeledPosition<R>,
    ) -> Result<Result<(), Refusal>, ConvertError> {
        let written = match self.format {
            Format::Bulletformat => {
                let bytes = [labeled.record()];
                Some(self.stream.write_all(Record::as_bytes(&bytes)))
            }
            Format::Epd => Some(writeln!(self.stream, "{}", epd_line(labeled))),
            Format::Text => plain_text_line(labeled).map(|line| writeln!(self.stream, "{line}")),
            format => {
                let what = "positions";
                return Err(Mismatch::Without { format, what }.into());
            }
        };
        match written {
            Some(written) => written.map(Ok).map_err(ConvertError::Write),
            None => Ok(Err(Refusal {
                reason: format!("{} cannot hold a position without a result", self.format),
                kind: "positions without a result".to_owned(),
                without_extras: false,
            })),
        }
    }

    /// Completes the file.
    pub fn finish(self) -> Result<(), ConvertError> {
        complete(self.stream)
    }
}

/// Begins a file.
pub fn create(path: &Path) -> Result<BufWriter<File>, ConvertError> {
    let cannot_write = |error| ConvertError::Create {
        path: path.to_owned(),
        error,
    };
    let file = File::create(path).map_err(cannot_write)?;
    Ok(BufWriter::with_capacity(1 << 20, file))
}

/// Writes a game as PGN.
pub fn write_pgn<R: Notation>(
    game: &pgn::Game<R>,
    stream: &mut impl Write,
) -> Result<(), ConvertError> {
    pgn::write(game, stream).map_err(ConvertError::Write)
}

/// Completes a file.
pub fn complete(stream: BufWriter<File>) -> Result<(), ConvertError> {
    let file = stream.into_inner().map_err(|error| error.into_error());
    file.map(drop).map_err(ConvertError::Write)
}
