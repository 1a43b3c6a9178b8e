//! `serve`: sessions for the pages, each with the options of this one.

use std::io;
use std::path::PathBuf;

use games::{GameId, for_game};
use uci::{GoCommand, Listener, PositionCommand, SetOption, UciOption};
use web::{Backend, EngineSession, Judge, Judges};

use crate::error::Error;
use crate::option_table::Effect;
use crate::options::Settings;
use crate::output::Output;
use crate::session::Session;
use crate::variant::{self, Variant};
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
    let mut session = Session::new(Output::new(io::stdout()));
    serve_from(&mut session, arguments, folders, Some(lab))
}

/// Serves the page with the options of a session, and what is in these folders, until the program is
/// ended.
pub fn serve_from(
    session: &mut Session,
    arguments: &web::Arguments,
    folders: Vec<PathBuf>,
    lab: Option<Box<dyn web::Lab>>,
) -> Result<(), Error> {
    let mut settings = session.settings.clone();
    let named = [
        (&arguments.syzygy, &mut settings.games.chess.syzygy_path),
        (&arguments.book, &mut settings.book_file),
    ];
    for (argument, setting) in named {
        if let Some(path) = argument {
            path.clone_into(setting);
        }
    }
    if let Some(path) = &arguments.syzygy {
        syzygy::require_tables(path)?;
    }
    let mut judges = Judges::default();
    for &game in GameId::ALL {
        for_game!(game, G => judges.add(judge::<G>(&settings)?));
    }
    let backend = Backend {
        judges,
        tables: syzygy::open(&settings.games.chess.syzygy_path, &session.output),
        book: book::open(&settings.book_file)?,
        folders,
        lab,
        open_session: Box::new(move || Box::new(page_session(settings.clone()))),
    };
    web::serve(arguments, backend, &mut session.output)
        .map_err(|error| Error::Failed(format!("cannot serve: {error}")))
}

/// What judges the positions of a game with these options. Of tables that cannot be used the command has heard.
fn judge<V: Variant>(settings: &Settings) -> Result<Judge<V>, Error> {
    let network = network::from_file::<V>(settings.network.files.of(GameId::of::<V>()))?;
    let tables = V::open_tables(settings, &mut Output::new(io::sink()))?;
    Ok(Judge {
        evaluation: variant::evaluator::<V>(network.as_ref(), settings),
        tablebase: tables.and_then(|tables| V::tablebase(&tables, settings)),
    })
}

/// A session with these options. What it says beside its searches nobody hears; if its files are no
/// good, whoever named them was told.
fn page_session(settings: Settings) -> Session {
    let mut session = Session::with_settings(Output::new(io::sink()), settings);
    let (game, mut context) = session.game();
    for effect in Effect::FILES {
        let _ = game.apply(effect, &mut context);
    }
    session
}

impl EngineSession for Session {
    fn options(&self) -> Vec<UciOption> {
        let groups = self.settings.groups();
        groups.iter().flat_map(|group| group.announced()).collect()
    }

    fn set_option(&mut self, option: &SetOption) -> Result<(), String> {
        let set = Self::set_option(self, option);
        set.map_err(|error| error.to_string())
    }

    fn search(
        &mut self,
        position: &PositionCommand,
        go: &GoCommand,
        listener: Box<dyn Listener>,
    ) -> Result<(), String> {
        let (game, mut context) = self.game();
        game.set_position(position, context.settings)
            .and_then(|()| game.go(go, listener, &mut context))
            .map_err(|error| error.to_string())
    }

    fn stop(&mut self) {
        Self::stop(self);
        self.wait();
    }
}
