//! Reviews of games: what each move was worth. The answer comes when all is searched; meanwhile the
//! page hears of progress through its event stream.

use analysis::{HASH, analyze, annotate};
use evaluation::Evaluated;
use game::Facts;
use games::{GameId, for_game};
use search::{Limits, Pool, TranspositionTable};
use serde::{Deserialize, Serialize};

use super::Failure;
use super::pgn::{game_of_text, text_of};
use super::search::{cores, listening_tab, search_bytes};
use crate::http::{Client, MEMORY};
use crate::tab::NO_MEMORY;
use crate::{NAME, Reviewed, Site, saved_page};

/// Nodes of a position: from a glance to a long look.
const NODES: std::ops::RangeInclusive<u64> = 1_000..=100_000_000;

/// Said of a review that ended before its time.
const STOPPED: &str = "the review was stopped";

/// A game to review.
#[derive(Deserialize)]
pub struct Query {
    /// The page.
    tab: String,
    /// The page's number of this review; its events carry it.
    id: u64,
    #[serde(default)]
    game: GameId,
    /// The game as PGN.
    text: String,
    /// Which one, if there are several: from 0.
    #[serde(default)]
    number: usize,
    /// Nodes a position.
    nodes: u64,
    #[serde(default)]
    threads: u32,
}

/// How far a review is.
#[derive(Serialize)]
struct Progress {
    id: u64,
    done: usize,
    total: usize,
}

/// A reviewed game.
#[derive(Serialize)]
pub struct Review {
    #[serde(flatten)]
    reviewed: Reviewed,
    /// The annotated game as PGN.
    pgn: String,
    /// A page of its own.
    html: String,
    /// The hash of its searches, in MiB.
    hash: usize,
}

/// Reviews a game.
pub fn run(site: &Site, query: &Query, client: &dyn Client) -> Result<Review, Failure> {
    for_game!(query.game, G => run_in::<G>(site, query, client))
}

fn run_in<G: Facts + Evaluated>(
    site: &Site,
    query: &Query,
    client: &dyn Client,
) -> Result<Review, Failure> {
    let tab = listening_tab(site, &query.tab)?;
    let (mut game, problem) = game_of_text::<G>(&query.text, query.number)?;
    let moves: Vec<G::Move> = game.moves().collect();
    // Memory is needed only once the review before this one has given back its own.
    let turn = tab.review.begin().ok_or(STOPPED)?;
    let threads = query.threads.clamp(1, cores()) as usize;
    let memory = MEMORY
        .take_now(search_bytes(HASH, threads))
        .ok_or(NO_MEMORY)?;
    let table = TranspositionTable::new(HASH).ok_or(NO_MEMORY)?;
    let judge = site.backend.judges.of::<G>();
    let mut pool = Pool::<G, _>::new(threads, &G::start(), table, judge.evaluation)
        .map_err(|error| error.to_string())?;
    pool.set_tablebase(judge.tablebase);
    // It is allocated.
    drop(memory);
    let limits = Limits {
        nodes: Some(query.nodes.clamp(*NODES.start(), *NODES.end())),
        ..Limits::default()
    };
    let total = moves.len() + 1;
    let analysis = analyze::<G>(&game.start, &moves, |ply, position| {
        let progress = Progress {
            id: query.id,
            done: total - 1 - ply,
            total,
        };
        tab.log.push("progress", &progress);
        let is_unwanted = || !turn.is_wanted() || !tab.log.is_open() || client.has_left();
        let outcome = pool.search(position, limits.clone(), is_unwanted);
        (!is_unwanted()).then_some(outcome)
    });
    let analysis = analysis.ok_or(STOPPED)?;
    annotate(&mut game, &analysis, NAME);
    let reviewed = Reviewed::new(&game, &analysis, problem);
    Ok(Review {
        pgn: text_of(&game),
        html: saved_page(std::slice::from_ref(&reviewed)),
        hash: HASH,
        reviewed,
    })
}
