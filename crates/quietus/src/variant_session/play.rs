//! A game in the terminal (`play`).

use std::io::{self, Write};

use super::{Context, VariantSession};
use crate::about;
use crate::error::Error;
use crate::input::{self, Line};
use crate::variant::Variant;

impl<V: Variant> VariantSession<V> {
    /// Plays until the human leaves. Says whether there was a game, not only help.
    pub(super) fn play_in_terminal(
        &mut self,
        words: &[String],
        context: &mut Context<'_>,
    ) -> Result<bool, Error> {
        let request = play::Request::<V>::parse(words)
            .map_err(|error| Error::Usage(error).in_plain_words())?;
        let arguments = match request {
            play::Request::Game(arguments) => arguments,
            play::Request::Opponents => {
                write!(context.output, "{}", play::opponents())?;
                return Ok(false);
            }
            play::Request::Help => {
                writeln!(context.output, "{}", V::HELP)?;
                return Ok(false);
            }
        };
        // Dropping the pool stops a running search, which still gives its best move, and frees the
        // hash for the game.
        self.pool = None;
        self.level = None;
        let engine = play::EngineOptions {
            name: about::VERSION,
            position: self.position.clone(),
            threads: context.settings.threads,
            hash: context.settings.hash,
            evaluation: self.evaluator(context.settings),
        };
        let mut errors = context.output.clone();
        let mut lines = || loop {
            match input::read_line(&mut io::stdin().lock())? {
                Line::Text(text) => return Ok(Some(text)),
                Line::TooLong => writeln!(errors, "That line is too long.")?,
                Line::End => return Ok(None),
            }
        };
        play::run(*arguments, engine, &mut lines, context.output)
            .map(|()| true)
            .map_err(|error| Error::from(error).in_plain_words())
    }
}
