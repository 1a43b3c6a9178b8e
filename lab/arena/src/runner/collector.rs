//! The result collector: journals and counts the pairs of all workers, on the thread of the match.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use super::event::EventLog;
use super::journal::Journal;
use super::live::Live;
use super::worker::Message;
use super::{
    Control, Event, Flow, MatchError, Outcome, PairRecord, Progress, Settings, Standings, Watcher,
};

/// Receives the workers' messages. Nothing else writes the files or the standings of a match.
pub(super) struct ResultCollector<'a> {
    settings: &'a Settings,
    standings: Standings,
    journal: Journal,
    events_path: PathBuf,
    events: EventLog,
    watcher: &'a mut dyn Watcher,
    control: &'a Control,
    started: Instant,
    session_pairs: u64,
    live: &'a Live<'a>,
}

impl<'a> ResultCollector<'a> {
    pub(super) fn new(
        live: &'a Live<'a>,
        folder: &Path,
        journal: Journal,
        control: &'a Control,
        watcher: &'a mut dyn Watcher,
    ) -> Result<Self, MatchError> {
        let settings = live.settings;
        let path = settings.events.clone();
        let path = path.unwrap_or_else(|| folder.join("events.jsonl"));
        let events = EventLog::open(&path).map_err(|error| MatchError::Events {
            path: path.clone(),
            error,
        })?;
        Ok(Self {
            settings,
            standings: Standings::new(settings.players.len(), settings.pairings()),
            journal,
            events_path: path,
            events,
            watcher,
            control,
            started: Instant::now(),
            session_pairs: 0,
            live,
        })
    }

    /// Counts the pairs of the journal, and publishes the start of the match.
    pub(super) fn start(
        &mut self,
        replayed: Vec<PairRecord>,
        is_new: bool,
        warnings: Vec<String>,
    ) -> Result<(), MatchError> {
        for record in replayed {
            self.standings.add(&record);
            let (watcher, progress) = self.split();
            watcher.replay(&record, &progress);
            self.live.count(&self.split().1);
        }
        let pairs = self.settings.total_pairs();
        let first = if is_new {
            Event::MatchStarted {
                settings: Box::new(self.settings.clone()),
                pairs,
            }
        } else {
            Event::MatchResumed {
                done: self.standings.pairs(),
                pairs,
            }
        };
        self.publish(&first)?;
        warnings
            .into_iter()
            .try_for_each(|text| self.publish(&Event::Warning { text }))
    }

    /// Handles messages until the last worker has ended.
    pub(super) fn collect(&mut self, messages: &Receiver<Message>) -> Result<(), MatchError> {
        for message in messages {
            match message {
                Message::Event(event) => self.publish(&event)?,
                Message::Pair(record, pgn) => self.add_pair(record, &pgn)?,
                Message::Failed(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Journals a pair and counts it. Pairs that end after the match was aborted do not count.
    fn add_pair(&mut self, mut record: Box<PairRecord>, pgn: &str) -> Result<(), MatchError> {
        if self.control.is_aborted() {
            return Ok(());
        }
        self.journal.add(&mut record, pgn)?;
        self.standings.add(&record);
        self.session_pairs += 1;
        self.live.count(&self.split().1);
        let pairing = (record.first, record.second);
        let pairings = self.standings.pairings().iter();
        let mut score = pairings.filter(|(known, _)| *known == pairing);
        let pentanomial = score.next().map_or([0; 5], |(_, score)| score.pairs().0);
        self.publish(&Event::PairFinished {
            record,
            pentanomial,
        })
    }

    fn publish(&mut self, event: &Event) -> Result<(), MatchError> {
        self.events
            .write(event)
            .map_err(|error| MatchError::Events {
                path: self.events_path.clone(),
                error,
            })?;
        let (watcher, progress) = self.split();
        if watcher.event(event, &progress) == Flow::Stop {
            self.control.abort();
        }
        Ok(())
    }

    fn split(&mut self) -> (&mut dyn Watcher, Progress<'_>) {
        let progress = Progress {
            settings: self.settings,
            standings: &self.standings,
            total_pairs: self.settings.total_pairs(),
            elapsed: self.started.elapsed(),
            session_pairs: self.session_pairs,
        };
        (self.watcher, progress)
    }

    /// Syncs the journal, whether the match succeeded or not, and gives the outcome.
    pub(super) fn finish(mut self, result: Result<(), MatchError>) -> Result<Outcome, MatchError> {
        self.journal.sync()?;
        result?;
        let (done, pairs) = (self.standings.pairs(), self.settings.total_pairs());
        self.publish(&Event::MatchFinished { done, pairs })?;
        Ok(Outcome {
            standings: self.standings,
            is_complete: done >= pairs,
        })
    }
}
