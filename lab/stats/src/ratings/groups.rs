//! Which players can be compared: the connected groups of who met whom.

/// The groups of players that met directly or through others, each in order, the largest first.
pub fn groups(players: usize, meetings: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut leaders: Vec<usize> = (0..players).collect();
    for (one, two) in meetings {
        let (one, two) = (leader(&mut leaders, one), leader(&mut leaders, two));
        leaders[one.max(two)] = one.min(two);
    }
    let mut groups = vec![Vec::new(); players];
    for player in 0..players {
        groups[leader(&mut leaders, player)].push(player);
    }
    groups.retain(|group| !group.is_empty());
    // Stable: groups of one size stay in the order of their first players.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The leader of a player's group; shortens the way there for the next call.
fn leader(leaders: &mut [usize], mut player: usize) -> usize {
    while leaders[player] != player {
        leaders[player] = leaders[leaders[player]];
        player = leaders[player];
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
