//! Matches of the contrasts.

use ::matches::{Display, Shown, open_match};
use ::study::{Contrast, Side};
use arena::runner::{Rules, Settings, fault_summary};
use arena::{OpeningSource, Player};
use game::adjudication::{Adjudication, DrawRule, WinRule};
use gate::with_options;

use super::Session;

/// Plies of random openings.
const OPENING: usize = 8;
/// Pairs between two lines of progress.
const INTERVAL: u64 = 50;

/// Both sides agree, so that the scale of neither evaluation decides a game alone.
const ADJUDICATION: Adjudication = Adjudication {
    win: Some(WinRule {
        score: 1500,
        plies: 6,
        one_sided: false,
    }),
    draw: Some(DrawRule {
        score: 10,
        plies: 16,
        from_ply: 80,
    }),
    max_plies: Some(400),
};

impl Session {
    /// Plays a contrast with the networks of a seed; false if it was interrupted.
    pub fn play(&self, contrast: &Contrast, seed: u64) -> anyhow::Result<bool> {
        if self.folder.score(&contrast.name, seed)?.is_some() {
            return Ok(true);
        }
        let name = format!("{}-{seed}", contrast.name);
        say!("\n== {name}: {} games", contrast.games);
        let settings = Settings {
            event: format!("Study {}: {name}", self.plan.name),
            players: vec![
                self.side(contrast, &contrast.first, seed)?,
                self.side(contrast, &contrast.second, seed)?,
            ],
            rounds: contrast.games / 2,
            concurrency: self.threads,
            openings: OpeningSource::Random {
                plies: OPENING,
                seed,
                start: 0,
            },
            game: self.plan.game,
            rules: Rules {
                adjudication: ADJUDICATION,
                ..Rules::default()
            },
            ..Settings::default()
        };
        let folder = self.folder.file(format!("matches/{name}"));
        let playing = open_match(&folder, settings.clone(), &self.interrupt)?;
        let display = Display::new(false, INTERVAL, &self.interrupt);
        let outcome = playing.run(&mut Shown(display))?;
        if !outcome.is_complete {
            return Ok(false);
        }
        let standings = &outcome.standings;
        let has_faults = |player| {
            standings
                .totals(player)
                .faults
                .iter()
                .any(|&count| count > 0)
        };
        if [0, 1].into_iter().any(has_faults) {
            warn!("{}", fault_summary(&settings, standings));
        }
        let score = standings.player(0);
        self.folder.write_score(&contrast.name, seed, score)?;
        Ok(true)
    }

    fn side(&self, contrast: &Contrast, name: &str, seed: u64) -> anyhow::Result<Player> {
        let network = |path: String| vec![("UseNNUE", "true".to_owned()), ("EvalFile", path)];
        let without = |tables: bool| {
            vec![
                ("UseNNUE", "false".to_owned()),
                ("TablesOnly", tables.to_string()),
            ]
        };
        let options = match self.plan.side(name) {
            Side::Arm(name) => network(self.network(&name, seed).display().to_string()),
            Side::Psqt => without(true),
            Side::Handcrafted => without(false),
            Side::Embedded => network("<empty>".to_owned()),
            Side::File(path) => {
                let path = std::path::absolute(self.base.join(path))?;
                network(path.display().to_string())
            }
        };
        Ok(with_options(
            &self.player,
            name,
            &contrast.limits(),
            &options,
        ))
    }
}
