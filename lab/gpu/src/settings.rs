//! Settings of self-play as the device reads them.

use datagen::{NodeLimits, Settings};

use crate::abi::{self, LONGEST_GAME};
use crate::error::Error;

/// Entries of a warp's TT, as a power of two: 64 KiB.
pub const TABLE_BITS: u32 = 12;

impl abi::Settings {
    /// The device's part of the settings.
    ///
    /// # Errors
    /// If the device cannot play such games.
    pub fn new(settings: &Settings) -> Result<Self, Error> {
        if settings.siblings > 0.0 {
            return Err(Error::Settings("it scores no siblings"));
        }
        if settings.table_men > 0 {
            return Err(Error::Settings("it has no tablebases"));
        }
        let max_plies = settings.adjudication.max_plies.unwrap_or(u32::MAX);
        if max_plies > LONGEST_GAME as u32 {
            return Err(Error::Settings("its games have at most 1024 plies"));
        }
        let (win, draw) = (settings.adjudication.win, settings.adjudication.draw);
        Ok(Self {
            nodes: limits(settings.nodes)?,
            verification: limits(settings.openings.verification)?,
            cut: settings.openings.cut,
            win_score: win.map_or(0, |rule| rule.score),
            win_plies: win.map_or(0, |rule| rule.plies),
            draw_score: draw.map_or(0, |rule| rule.score),
            draw_plies: draw.map_or(0, |rule| rule.plies),
            draw_from_ply: draw.map_or(0, |rule| rule.from_ply),
            max_plies,
            table_bits: TABLE_BITS,
        })
    }
}

fn limits(limits: NodeLimits) -> Result<abi::NodeLimits, Error> {
    let fit = |nodes: u64| {
        u32::try_from(nodes).map_err(|_| Error::Settings("its node limits have 32 bits"))
    };
    Ok(abi::NodeLimits {
        soft: fit(limits.soft)?,
        hard: fit(limits.hard)?,
    })
}
