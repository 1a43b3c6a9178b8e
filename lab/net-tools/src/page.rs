//! The page about a network: its picture, and what `net info` shows folded below it.

use std::path::Path;

use evaluation::Evaluated;
use games::for_game;
use nnue::features::PositionOf;
use nnue::{Features, Network};
use plot::{Page, columns};

use crate::Inspected;
use crate::net_file::{NetFile, NetFileError, game_of};
use crate::picture::{View, picture};
use crate::{PartStatistics, random_positions, statistics};

/// Positions that show how often each bucket is used.
const POSITIONS: usize = 1000;

/// The page about a network that the defaults give.
///
/// # Errors
/// If the file cannot be read, or is no network.
pub fn default_page(path: &Path) -> Result<String, NetFileError> {
    for_game!(game_of(path)?, G => page_of::<<G as Evaluated>::Features>(path))
}

fn page_of<F: Features<Game: Inspected>>(path: &Path) -> Result<String, NetFileError> {
    let file = NetFile::<F>::read(path)?;
    let positions = random_positions::<F::Game>(POSITIONS, 1);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(net_page(&file, &name, View::default(), &positions))
}

/// The page, with the use of the buckets in these positions.
pub fn net_page<F: Features<Game: Inspected>>(
    file: &NetFile<F>,
    name: &str,
    view: View,
    positions: &[PositionOf<F>],
) -> String {
    let network = &file.container.network;
    let mut page = Page::new(name);
    page.lead(&network.architecture().to_string());
    page.figure(
        &picture(network, "Feature transformer weights", view, positions),
        "Every neuron is a row of boards, one for each piece type: upper case for own pieces, with \
         the own first rank at the bottom. Red squares push the neuron up, blue ones down. The bars \
         above show how often each bucket is used.",
    );
    page.folded("Properties", |page| page.facts(file.facts()));
    page.folded("Parameters", |page| {
        page.table(&columns(PART_COLUMNS), part_rows(network));
    });
    page.folded("Card", |page| match file.container.card.as_str() {
        "" => page.paragraph("none"),
        card => page.code(card),
    });
    page.finish()
}

/// The columns of [`part_rows`].
pub const PART_COLUMNS: &str = "Part|>Count|>Min|>Max|>Mean|>Std dev|>Zeros";

/// The statistics of each part's parameters, as the rows of a table.
pub fn part_rows<F: Features>(network: &Network<F>) -> Vec<[String; 7]> {
    let row = |part: &PartStatistics| {
        [
            part.name.clone(),
            part.count.to_string(),
            part.min.to_string(),
            part.max.to_string(),
            format!("{:.2}", part.mean),
            format!("{:.2}", part.deviation),
            format!("{:.1} %", 100.0 * part.zeros as f64 / part.count as f64),
        ]
    };
    statistics(network).iter().map(row).collect()
}
