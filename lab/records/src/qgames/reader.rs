//! Reads `.qgames` files.

use std::fs::File;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chess::Chess;
use game::{Codes, Rules};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::block::{BlockHeader, HEADER_BYTES};
use super::columns::{Columns, MAX_PAYLOAD_BYTES};
use super::decode::{BlockDecoder, GameHead, Step, Visitor};
use super::error::{Damage, Error};
use super::header::{BadHeader, Header};
use super::layout::{Entry, Layout};
use super::read_at;
use crate::game::{Game, Ply};

/// An open `.qgames` file. Blocks can be read in any order, from any number of threads. A block is read
/// as a whole before it is checked, so a file that another process changes meanwhile gives
/// [`Damage`], never a wrong game.
///
/// ```
/// # let path = std::env::temp_dir().join(format!("doc-{}.qgames", std::process::id()));
/// use records::{Game, Header, Ply, Reader, Writer};
/// let mv = chess::Position::start().parse_uci("e2e4").expect("a legal move");
/// let game = Game { plies: vec![Ply::scored(mv, 31)], ..<Game>::default() };
/// let writer = <Writer>::create(&path, &Header::default())?;
/// writer.write(&game)?;
/// writer.finish()?;
/// let reader = <Reader>::open(&path)?;
/// assert!(reader.games().all(|read| read.as_ref() == Ok(&game)));
/// # std::fs::remove_file(&path).expect("it was written");
/// # Ok::<(), records::Error>(())
/// ```
pub struct Reader<R: Rules = Chess> {
    path: PathBuf,
    file: Mutex<File>,
    bytes: u64,
    header: Header,
    layout: Layout,
    game: PhantomData<R>,
}

impl<R: Codes> Reader<R> {
    /// Opens a file and finds its blocks. A file with damaged parts can be opened; see
    /// [`Reader::damage`].
    ///
    /// # Errors
    /// If the file cannot be read or is not a `.qgames` file.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let io_error = Error::io(path);
        let mut file = File::open(path).map_err(&io_error)?;
        let header = Header::bytes_of(&mut file).map_err(&io_error)?;
        let (header, start) = Header::read::<R>(&header).map_err(|bad| bad.of::<R>(path))?;
        let layout = Layout::find(&mut file, start as u64).map_err(&io_error)?;
        Ok(Self {
            path: path.to_owned(),
            bytes: file.metadata().map_err(&io_error)?.len(),
            file: Mutex::new(file),
            header,
            layout,
            game: PhantomData,
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file header: how the games were made.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The size of the file.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the file has an index, which [`Writer::finish`](super::Writer::finish) writes.
    pub const fn is_indexed(&self) -> bool {
        self.layout.indexed
    }

    /// Parts of the file that are not complete blocks. Damage inside of complete blocks is found when
    /// they are read.
    pub fn damage(&self) -> &[Damage] {
        &self.layout.damage
    }

    /// The number of complete blocks.
    pub fn blocks(&self) -> usize {
        self.layout.entries.len()
    }

    pub fn block_headers(&self) -> impl ExactSizeIterator<Item = &BlockHeader> {
        self.layout.entries.iter().map(|entry| &entry.header)
    }

    /// The sums over all blocks.
    pub fn totals(&self) -> Totals {
        self.block_headers()
            .fold(Totals::default(), |mut sum, head| {
                sum.games += u64::from(head.games);
                sum.plies += u64::from(head.plies);
                sum.white_wins += u64::from(head.white_wins);
                sum.draws += u64::from(head.draws);
                sum.black_wins += u64::from(head.black_wins);
                sum
            })
    }

    /// Visits the games of a block in order.
    ///
    /// # Errors
    /// If the block is damaged. After a checksum error nothing was visited.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn walk(&self, block: usize, visitor: &mut impl Visitor<R>) -> Result<(), Damage> {
        let entry = &self.layout.entries[block];
        let hurt = |reason| Damage {
            block: entry.header.number,
            offset: entry.offset,
            reason,
        };
        let columns = self.columns(entry).map_err(hurt)?;
        let mut decoder = BlockDecoder::new(&columns, entry.header.plies);
        let mut games = 0;
        loop {
            let at_game = |reason: String| hurt(format!("game {games}: {reason}"));
            match decoder.next_game(visitor).map_err(at_game)? {
                Some(head) => visitor.end(head),
                None if games == entry.header.games => return Ok(()),
                None => return Err(hurt("it has fewer games than its header says".to_owned())),
            }
            games += 1;
        }
    }

    fn columns(&self, entry: &Entry) -> Result<Columns, String> {
        if entry.header.payload_bytes as usize > MAX_PAYLOAD_BYTES {
            return Err(format!("it has more than {} MiB", MAX_PAYLOAD_BYTES >> 20));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let block = read_at(&mut *file, entry.offset, entry.header.total_bytes());
        drop(file);
        let block = block.map_err(|error| error.to_string())?;
        // The index must agree with the block.
        if BlockHeader::read(&block) != Some(entry.header) {
            return Err("its header is damaged".to_owned());
        }
        let payload = &block[HEADER_BYTES..];
        if crc32fast::hash(payload) != entry.header.payload_checksum {
            return Err("its checksum does not match".to_owned());
        }
        Columns::unpack(payload)
    }

    /// The games of a block.
    ///
    /// # Errors
    /// If the block is damaged.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn decode(&self, block: usize) -> Result<Vec<Game<R>>, Damage> {
        let mut collector = Collector::<R> {
            games: Vec::new(),
            plies: Vec::new(),
        };
        self.walk(block, &mut collector)?;
        Ok(collector.games)
    }

    /// All games in file order; a damaged block gives one error, and reading continues after it.
    pub fn games(&self) -> impl Iterator<Item = Result<Game<R>, Damage>> {
        (0..self.blocks()).flat_map(|block| match self.decode(block) {
            Ok(games) => games.into_iter().map(Ok).collect(),
            Err(damage) => vec![Err(damage)],
        })
    }

    /// Reads all blocks on all cores and returns all damage in file order.
    pub fn check(&self) -> Vec<Damage> {
        let in_blocks: Vec<Damage> = (0..self.blocks())
            .into_par_iter()
            .filter_map(|block| self.walk(block, &mut ()).err())
            .collect();
        let mut damage = [self.damage(), &in_blocks].concat();
        damage.sort_by_key(|damage| damage.offset);
        damage
    }
}

/// Collects whole games.
struct Collector<R: Rules> {
    games: Vec<Game<R>>,
    plies: Vec<Ply<R::Move>>,
}

impl<R: Rules> Visitor<R> for Collector<R> {
    fn ply(&mut self, step: &Step<'_, R>) {
        if self.plies.is_empty() {
            // A damaged length must not fill the memory.
            self.plies.reserve_exact(step.head.plies.min(1 << 12));
        }
        self.plies.push(step.ply);
    }

    fn end(&mut self, head: GameHead<R>) {
        self.games.push(Game {
            start: head.start,
            plies: std::mem::take(&mut self.plies),
            result: head.result,
        });
    }
}

/// The sums over all blocks of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub games: u64,
    pub plies: u64,
    pub white_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
}

impl BadHeader {
    /// The error for a file.
    pub(super) fn of<R: Rules>(self, path: &Path) -> Error {
        let path = path.to_owned();
        match self {
            Self::Foreign => Error::Foreign(path),
            Self::Version(version) => Error::Version { path, version },
            Self::OtherGame(found) => Error::OtherGame {
                path,
                found,
                wanted: R::NAME,
            },
            Self::Damaged(reason) => Error::Header { path, reason },
        }
    }
}
