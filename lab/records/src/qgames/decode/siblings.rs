//! Siblings: moves that were searched but not played.

use super::super::varint::{take, unzigzag};
use super::{BlockDecoder, take_count};
use crate::game::Sibling;
use game::Codes;

/// Decodes the siblings of a game.
pub(super) struct Siblings {
    left: usize,
    /// Moves before the next sibling.
    distance: usize,
}

impl Siblings {
    /// Starts at the first move of a game.
    pub(super) fn new<R: Codes>(decoder: &mut BlockDecoder<'_, R>) -> Result<Self, String> {
        let mut siblings = Self {
            left: 0,
            distance: 0,
        };
        if decoder.has_siblings {
            siblings.left = take_count(&mut decoder.siblings)?;
            siblings.approach(decoder)?;
        }
        Ok(siblings)
    }

    fn approach<R: Codes>(&mut self, decoder: &mut BlockDecoder<'_, R>) -> Result<(), String> {
        if self.left > 0 {
            self.distance = take_count(&mut decoder.siblings)?;
        }
        Ok(())
    }

    /// The sibling of the next move.
    #[inline]
    pub(super) fn next<R: Codes>(
        &mut self,
        decoder: &mut BlockDecoder<'_, R>,
        moves: &[R::Move],
        score: Option<i16>,
    ) -> Result<Option<Sibling<R::Move>>, String> {
        if self.left == 0 {
            return Ok(None);
        }
        if self.distance > 0 {
            self.distance -= 1;
            return Ok(None);
        }
        let (&index, rest) = decoder
            .siblings
            .split_first()
            .ok_or("siblings are missing")?;
        decoder.siblings = rest;
        let mv = R::pick(moves, index).ok_or("a sibling is not a legal move")?;
        let difference = take(&mut decoder.siblings).ok_or("siblings are missing")?;
        let score = u32::try_from(difference)
            .ok()
            .and_then(|number| unzigzag(number).checked_add(i32::from(score.unwrap_or(0))))
            .and_then(|score| i16::try_from(score).ok())
            .ok_or("a sibling has an invalid score")?;
        self.left -= 1;
        self.approach(decoder)?;
        Ok(Some(Sibling { mv, score }))
    }
}
