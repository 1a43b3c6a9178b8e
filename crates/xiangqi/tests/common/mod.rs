//! Random games and positions that the test files share.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

pub mod slow;

use game::{MoveList, Rng, Stage};
use xiangqi::{Color, Move, Piece, PieceType, Placement, Position, Square};

/// Which moves a random game likes better than others, so that odd positions come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All moves alike.
    Plain,
    /// Captures.
    Captures,
    /// Checks.
    Checks,
    /// Moves that come near the other king's lines.
    Attacking,
    /// Quiet moves, and often back again.
    Shuffling,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 5] = [
        Self::Plain,
        Self::Captures,
        Self::Checks,
        Self::Attacking,
        Self::Shuffling,
    ];

    /// Whether a legal move is one that this style likes.
    fn likes(self, position: &Position, mv: Move) -> bool {
        let king = position.king(!position.side_to_move());
        match self {
            Self::Plain => true,
            Self::Captures => position.is_capture(mv),
            Self::Checks => position.gives_check(mv),
            Self::Attacking => xiangqi::cross_of(king).has(mv.to()),
            Self::Shuffling => !position.is_capture(mv),
        }
    }

    /// A random legal move, more than half the time one that the style likes.
    pub fn choose(self, position: &Position, rng: &mut Rng) -> Option<Move> {
        let moves = position.legal_moves();
        if rng.below(100) < 60 {
            let liked: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| self.likes(position, mv))
                .collect();
            if let Some(&mv) = rng.choose(&liked) {
                return Some(mv);
            }
        }
        rng.choose(&moves).copied()
    }
}

/// Plays a random game of at most `plies` from a position and shows each position on the way,
/// the first one and the last one included.
pub fn play_random(
    position: &mut Position,
    style: Style,
    plies: usize,
    rng: &mut Rng,
    mut visit: impl FnMut(&mut Position),
) {
    visit(position);
    for _ in 0..plies {
        let Some(mv) = style.choose(position, rng) else {
            return;
        };
        position.play(mv);
        visit(position);
    }
}

/// Positions to test things on: one from each of `games` random games of all styles, with the
/// game's history, and as many scattered ones.
pub fn sample(games: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = Position::start();
        let plies = rng.below(200);
        let style = Style::ALL[game % Style::ALL.len()];
        play_random(&mut position, style, plies, &mut rng, |_| ());
        positions.push(position);
        positions.push(scattered(&mut rng));
    }
    positions
}

/// A valid position with pieces strewn at random: more pins, checks and odd material than any
/// game has.
pub fn scattered(rng: &mut Rng) -> Position {
    loop {
        let mut placement = Placement {
            board: [None; 90],
            side: Color::from_index(rng.below(2)),
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        let near_kings = rng.below(2) == 0;
        for piece in Piece::ALL {
            let most = piece.kind().max_count() as usize;
            let count = match piece.kind() {
                PieceType::King => 1,
                _ => rng.below(most + 1),
            };
            for _ in 0..count {
                put(&mut placement, piece, near_kings, rng);
            }
        }
        if let Ok(position) = placement.validate() {
            return position;
        }
    }
}

/// Puts a piece on a random empty square that it can stand on, if a few tries find one.
fn put(placement: &mut Placement, piece: Piece, near_kings: bool, rng: &mut Rng) {
    let home = |square: Square| square.relative_to(piece.color());
    let advisors = [Square::D0, Square::F0, Square::E1, Square::D2, Square::F2].map(home);
    let elephants = [
        Square::C0,
        Square::G0,
        Square::A2,
        Square::E2,
        Square::I2,
        Square::C4,
        Square::G4,
    ]
    .map(home);
    for _ in 0..10 {
        let anywhere = if near_kings {
            Square::from_index(rng.below(10) * 9 + 2 + rng.below(5))
        } else {
            Square::from_index(rng.below(90))
        };
        let square = match piece.kind() {
            PieceType::King => home(Square::from_index(rng.below(3) * 9 + 3 + rng.below(3))),
            PieceType::Advisor => *rng.choose(&advisors).expect("five squares"),
            PieceType::Elephant => *rng.choose(&elephants).expect("seven squares"),
            PieceType::Pawn => home(Square::from_index(45 + rng.below(45))),
            _ => anywhere,
        };
        let slot = &mut placement.board[square.index()];
        if slot.is_none() {
            *slot = Some(piece);
            return;
        }
    }
}

/// The legal moves of a stage, sorted.
pub fn sorted_moves(position: &Position, stage: Stage) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

/// The same position with the colors changed and the board turned upside down.
pub fn swapped(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a FEN has fields");
    let ranks: Vec<&str> = board.rsplit('/').collect();
    let swap_case = |c: char| {
        if c.is_ascii_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    let board: String = ranks.join("/").chars().map(swap_case).collect();
    let (side, rest) = rest.split_at(1);
    let side = if side == "w" { "b" } else { "w" };
    format!("{board} {side}{rest}")
}

/// The same position with left and right changed.
pub fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a FEN has fields");
    let ranks: Vec<String> = board
        .split('/')
        .map(|rank| rank.chars().rev().collect())
        .collect();
    format!("{} {rest}", ranks.join("/"))
}

/// The positions of the perft file: FEN and counts by depth.
pub fn perft_lines() -> Vec<(&'static str, Vec<(u32, u64)>)> {
    let lines = include_str!("../data/perft.epd").lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let fen = parts.next().expect("each line begins with a FEN");
            let counts = parts.filter_map(|part| {
                let (depth, count) = part.strip_prefix('D')?.split_once(' ')?;
                let depth = depth.parse().expect("a depth");
                Some((depth, count.parse().expect("a count")))
            });
            (fen, counts.collect())
        })
        .collect()
}
