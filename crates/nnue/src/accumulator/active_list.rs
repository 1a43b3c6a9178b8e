//! The listed features of an accumulator.

/// The active ones, and what the last replacement of them changed.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveList {
    /// Ascending.
    active: Vec<u16>,
    /// Those before; memory for the next ones.
    before: Vec<u16>,
    added: Vec<u16>,
    removed: Vec<u16>,
}

impl ActiveList {
    /// Replaces the list by one that `list` appends to an empty one.
    pub(super) fn replace(&mut self, list: impl FnOnce(&mut Vec<u16>)) {
        std::mem::swap(&mut self.active, &mut self.before);
        self.active.clear();
        list(&mut self.active);
        self.active.sort_unstable();
        self.compare();
    }

    /// The features that the last replacement added.
    pub(super) fn added(&self) -> &[u16] {
        &self.added
    }

    /// The features that the last replacement removed.
    pub(super) fn removed(&self) -> &[u16] {
        &self.removed
    }

    /// Merges both ascending lists.
    fn compare(&mut self) {
        self.added.clear();
        self.removed.clear();
        let mut before = self.before.iter().copied().peekable();
        for &feature in &self.active {
            while let Some(gone) = before.next_if(|&old| old < feature) {
                self.removed.push(gone);
            }
            if before.next_if_eq(&feature).is_none() {
                self.added.push(feature);
            }
        }
        self.removed.extend(before);
    }
}

#[cfg(test)]
mod tests {
    use super::ActiveList;

    #[test]
    fn replacements_tell_what_changed() {
        let mut list = ActiveList::default();
        for (next, added, removed) in [
            (&[7, 3, 5][..], &[3, 5, 7][..], &[][..]),
            (&[5, 7, 3], &[], &[]),
            (&[9, 5, 1, 2], &[1, 2, 9], &[3, 7]),
            (&[], &[], &[1, 2, 5, 9]),
        ] {
            list.replace(|active| active.extend(next));
            assert_eq!((list.added(), list.removed()), (added, removed));
        }
    }
}
