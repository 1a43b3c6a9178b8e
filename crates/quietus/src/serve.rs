//! `serve`: sessions for the pages, each with the options of this one.

use std::io::{self, Write};
use std::path::PathBuf;

use chess::Chess;
use uci::Command;
use web::{Backend, UciSession};

use crate::error::Error;
use crate::options::{Effect, Settings};
use crate::output::Output;
use crate::session::Session;
use crate::variant;
use crate::variant_session::book;
use crate::{network, syzygy};

/// Serves the page with default options, and what is in these folders, until the program is ended.
///
/// # Errors
/// If it cannot listen there.
pub fn serve(
    arguments: &web::Arguments,
    folders: Vec<PathBuf>,
    lab: Box<dyn web::Lab>,
) -> Result<(), Error> {
    Session::new(Output::new(io::stdout())).serve(arguments, folders, Some(lab))
}

impl Session {
    /// Serves the page, and what is in these folders, until the program is ended.
    pub(crate) fn serve(
        &mut self,
        arguments: &web::Arguments,
        folders: Vec<PathBuf>,
        lab: Option<Box<dyn web::Lab>>,
    ) -> Result<(), Error> {
        let mut settings = self.settings.clone();
        let named = [
            (&arguments.syzygy, &mut settings.syzygy_path),
            (&arguments.book, &mut settings.book_file),
        ];
        for (argument, setting) in named {
            if let Some(path) = argument {
                path.clone_into(setting);
            }
        }
        let network = network::from_file(&settings.network_file)?;
        let backend = Backend {
            evaluation: variant::evaluator::<Chess>(network.as_ref(), &settings),
            tables: syzygy::open(&settings.syzygy_path, &self.output),
            book: book::open(&settings.book_file)?,
            folders,
            lab,
            open_session: Box::new(move |output| {
                Box::new(Self::with_settings(output, settings.clone()))
            }),
        };
        web::serve(arguments, backend, &mut self.output)
            .map_err(|error| Error::Failed(format!("cannot serve: {error}")))
    }

    /// A session with these options.
    fn with_settings(output: Box<dyn Write + Send>, settings: Settings) -> Self {
        let mut session = Self::new(Output::new(output));
        session.settings = settings;
        // The game anew, with its files. If those are no good, whoever named them was told.
        let _ = session.apply(Effect::Variant, "");
        session
    }
}

impl UciSession for Session {
    fn execute(&mut self, line: &str) {
        let result = Self::execute(self, Command::parse(line));
        if let Err(error) = result {
            let _ = self.report(error);
        }
    }

    fn stop(&mut self) {
        Self::stop(self);
        self.wait();
    }
}
