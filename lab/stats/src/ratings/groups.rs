//! Connected components of the graph of who met whom: only connected players can be compared.

/// The connected components by union-find, the largest first.
pub fn groups(players: usize, meetings: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut roots: Vec<usize> = (0..players).collect();
    for (one, two) in meetings {
        let (one, two) = (root(&mut roots, one), root(&mut roots, two));
        roots[one.max(two)] = one.min(two);
    }
    let mut groups = vec![Vec::new(); players];
    for player in 0..players {
        groups[root(&mut roots, player)].push(player);
    }
    groups.retain(|group| !group.is_empty());
    // Stable: groups of one size stay in the order of their first players.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The root of a player's component, with path halving.
fn root(roots: &mut [usize], mut player: usize) -> usize {
    while roots[player] != player {
        roots[player] = roots[roots[player]];
        player = roots[player];
    }
    player
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn players_connect_through_others() {
        let meetings = [(5, 1), (2, 3), (1, 2), (6, 4)];
        assert_eq!(
            groups(7, meetings.into_iter()),
            [vec![1, 2, 3, 5], vec![4, 6], vec![0]]
        );
        assert_eq!(groups(0, std::iter::empty()), Vec::<Vec<usize>>::new());
    }
}
