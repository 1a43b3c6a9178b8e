//! The files of a path: found at once, opened when first needed.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use chess::Position;

use crate::file::FileBytes;
use crate::material::Material;
use crate::table::{Kind, StoredDtz, Table};
use crate::value::Wdl;

/// The most men of a table.
pub const MAX_MEN: usize = 7;

/// A file that is opened when first needed.
struct LazyFile {
    path: PathBuf,
    /// The bytes and what their headers say; nothing if the file is damaged.
    content: OnceLock<Option<(FileBytes, Table)>>,
}

/// The files of one material.
#[derive(Default)]
struct Files {
    wdl: Option<LazyFile>,
    dtz: Option<LazyFile>,
}

/// Receives one line about each file that cannot be used.
type Notice = Box<dyn Fn(&str) + Send + Sync>;

/// The tablebases of a path. Probing is thread-safe and needs no lock.
pub struct Tablebases {
    /// By the material of the file's name, the stronger side first.
    files: BTreeMap<Material, Files>,
    max_men: usize,
    notice: Notice,
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let materials = self.files.keys();
        f.debug_struct("Tablebases")
            .field("max_men", &self.max_men)
            .field("materials", &materials.len())
            .finish_non_exhaustive()
    }
}

impl Tablebases {
    /// Finds the tables in the directories of a path, separated as in `PATH`. Nothing is read yet.
    /// `notice` receives one line about each directory or file that cannot be used, when that turns
    /// out.
    pub fn open(path: &str, notice: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let mut tables = Self {
            files: BTreeMap::new(),
            max_men: 0,
            notice: Box::new(notice),
        };
        for directory in std::env::split_paths(path).filter(|path| !path.as_os_str().is_empty()) {
            match fs::read_dir(&directory) {
                Ok(entries) => entries
                    .filter_map(Result::ok)
                    .for_each(|entry| tables.add(entry.path())),
                Err(error) => (tables.notice)(&format!(
                    "cannot read the tablebases in {}: {error}",
                    directory.display()
                )),
            }
        }
        tables
    }

    /// Adds a file if its name is that of a table. The first of several with one name counts.
    fn add(&mut self, path: PathBuf) {
        let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| {
            let extension = path.extension();
            extension.is_some_and(|extension| extension == kind.extension())
        });
        let name = path.file_stem().and_then(|name| name.to_str());
        let (Some(kind), Some(material)) = (kind, name.and_then(Material::from_name)) else {
            return;
        };
        if !(3..=MAX_MEN).contains(&material.men()) {
            return;
        }
        let files = self.files.entry(material).or_default();
        let file = match kind {
            Kind::Wdl => &mut files.wdl,
            Kind::Dtz => &mut files.dtz,
        };
        file.get_or_insert(LazyFile {
            path,
            content: OnceLock::new(),
        });
        if kind == Kind::Wdl {
            self.max_men = self.max_men.max(material.men());
        }
    }

    /// The most men of a WDL table that was found; zero if none was.
    pub const fn max_men(&self) -> usize {
        self.max_men
    }

    /// How many WDL and DTZ files were found.
    pub fn counts(&self) -> (usize, usize) {
        let files = self.files.values();
        files.fold((0, 0), |(wdl, dtz), files| {
            let wdl = wdl + usize::from(files.wdl.is_some());
            (wdl, dtz + usize::from(files.dtz.is_some()))
        })
    }

    /// The files of a position's material.
    fn find(&self, position: &Position) -> Option<(Material, &Files)> {
        let material = Material::of(position);
        [material, material.swapped()]
            .into_iter()
            .find_map(|material| Some((material, self.files.get(&material)?)))
    }

    /// The WDL stored for a position with tables.
    pub(crate) fn stored_wdl(&self, position: &Position) -> Option<Wdl> {
        let (material, files) = self.find(position)?;
        let file = files.wdl.as_ref()?;
        let (bytes, table) = file.content(Kind::Wdl, material, &self.notice)?;
        table.wdl(bytes, position)
    }

    /// The DTZ stored for a position with tables and a WDL.
    pub(crate) fn stored_dtz(&self, position: &Position, wdl: Wdl) -> Option<StoredDtz> {
        let (material, files) = self.find(position)?;
        let file = files.dtz.as_ref()?;
        let (bytes, table) = file.content(Kind::Dtz, material, &self.notice)?;
        table.dtz(bytes, position, wdl)
    }
}

impl LazyFile {
    /// The content, read on first use. Damage is reported then, and only then.
    fn content(
        &self,
        kind: Kind,
        material: Material,
        notice: &Notice,
    ) -> Option<&(FileBytes, Table)> {
        let content = self.content.get_or_init(|| {
            load(&self.path, kind, material)
                .map_err(|problem| {
                    let path = self.path.display();
                    notice(&format!("the tablebase {path} is ignored: {problem}"));
                })
                .ok()
        });
        content.as_ref()
    }
}

fn load(path: &Path, kind: Kind, material: Material) -> Result<(FileBytes, Table), String> {
    let bytes = FileBytes::open(path).map_err(|error| error.to_string())?;
    let table = Table::read(&bytes, kind, material);
    let table = table.map_err(|_| "it is damaged or no Syzygy table".to_owned())?;
    Ok((bytes, table))
}
