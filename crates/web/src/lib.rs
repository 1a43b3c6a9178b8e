//! The page of Quietus: play, analyze and review in a browser, served on the own machine.
//!
//! [`serve`] listens and answers. The page holds no rules of any game: positions, moves and PGN come
//! from here as JSON, and what a search finds as an event stream. The engine enters as a
//! [`EngineSession`], one for each open page that searches. Nothing here asks another host.

#![forbid(unsafe_code)]

mod api;
mod arguments;
mod assets;
mod bundle;
mod folders;
mod games;
mod guard;
pub mod http;
mod judges;
mod reviewed;
mod tab;
mod turns;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use api::About;
pub use arguments::{Arguments, HELP, Request, parse_token};
pub use folders::{Found, find_file, find_files, tail};
use guard::Guard;
use http::{Client, Handler, Head, Refusal, Reply, Response, Standing};
pub use judges::{Judge, Judges};
use polyglot::Book;
pub use reviewed::{Reviewed, saved_page};
use serde_json::Value;
use tab::Tabs;
pub use tab::{EngineSession, OpenSession};
use tablebase::Tablebases;

/// Name and version.
const NAME: &str = concat!("Quietus ", env!("CARGO_PKG_VERSION"));

/// What the engine brings to the page.
pub struct Backend {
    /// Opens a session for a page.
    pub open_session: Box<OpenSession>,
    /// What judges positions.
    pub judges: Judges,
    /// The tablebases of chess.
    pub tables: Option<Arc<Tablebases>>,
    /// The book of chess.
    pub book: Option<Book>,
    /// Folders to watch: matches, trainings and reports.
    pub folders: Vec<PathBuf>,
    /// The lab, if there is one.
    pub lab: Option<Box<dyn Lab>>,
}

/// What a lab knows beside the runs in its folders.
pub trait Lab: Send + Sync {
    /// The entries of its ledgers.
    ///
    /// # Errors
    /// If one cannot be read.
    fn ledger(&self) -> Result<Value, String>;

    /// Its networks, and what they come from.
    ///
    /// # Errors
    /// If one cannot be read.
    fn networks(&self) -> Result<Value, String>;

    /// Does something about the runs that the page has started, and tells how they stand. Who may do that may run
    /// programs on this machine, so the page asks only if it has a token.
    ///
    /// # Errors
    /// If it cannot be done.
    fn queue(&self, order: &QueueOrder) -> Result<Value, String>;

    /// A look into a network that a request names, as an HTML page.
    fn network(&self, id: &str) -> Option<String>;
}

/// What to do about the runs that the page has started.
pub enum QueueOrder {
    /// Nothing.
    List,
    /// Start one when those before it have ended.
    Start(String),
    /// The same for the rest of a match, by its folder.
    Resume(PathBuf),
    /// End one.
    Stop(u64),
}

/// All that requests need.
struct Site {
    guard: Guard,
    tabs: Tabs,
    about: About,
    backend: Arc<Backend>,
}

impl Site {
    fn new(guard: Guard, backend: Backend) -> Self {
        Self {
            about: About::new(&backend, guard.token.is_some()),
            guard,
            tabs: Tabs::default(),
            backend: Arc::new(backend),
        }
    }
}

impl Handler for Site {
    fn admit(&self, head: &Head) -> Result<Standing, Refusal> {
        self.guard.check(head)
    }

    fn handle(&self, request: &http::Request, client: &dyn Client) -> Reply {
        let head = &request.head;
        match head.path.starts_with("/api/") {
            true => api::respond(self, request, client),
            false => assets::find(head)
                .unwrap_or_else(|| Response::error(404, "there is nothing here"))
                .into(),
        }
    }
}

/// Serves the page until the program is ended. Prints its address first.
///
/// # Errors
/// If it cannot listen there, or cannot print.
pub fn serve(arguments: &Arguments, backend: Backend, output: &mut impl Write) -> io::Result<()> {
    let listener = TcpListener::bind((arguments.host, arguments.port))?;
    let address = listener.local_addr()?;
    let is_private = address.ip().is_loopback() && arguments.token.is_none();
    let token = (!is_private).then(|| arguments.token.clone().unwrap_or_else(random_token));
    let url = url(address, token.as_deref());
    writeln!(output, "Quietus is at {url}\nCtrl-C ends it.")?;
    output.flush()?;
    if arguments.open {
        open_browser(&url);
    }
    let guard = Guard {
        port: address.port(),
        address: address.ip(),
        token,
    };
    http::accept(&listener, &Arc::new(Site::new(guard, backend)));
    Ok(())
}

/// The link to the page. The token is in the fragment, which browsers keep to themselves.
fn url(address: SocketAddr, token: Option<&str>) -> String {
    let shown = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(IpAddr::from([127, 0, 0, 1]), address.port()),
        _ => address,
    };
    let token = token.map(|token| format!("#token={token}"));
    format!("http://{shown}/{}", token.unwrap_or_default())
}

/// 128 bits from the keys that the standard library draws from the system.
fn random_token() -> String {
    let part = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", part(), part())
}

/// Asks the system to show the page; if it cannot, the printed link remains.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let _ = command.stderr(Stdio::null()).spawn();
}
