//! Random games and positions that the test files share.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use chess::{Castling, Color, File, Move, MoveKind, Piece, PieceType, Placement, Position, Square};
use game::{MoveList, Rng, Stage};

/// How the first rank is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As always.
    Standard,
    /// Drawn by lot, the same for both sides.
    Chess960,
    /// Drawn by lot for each side.
    Double,
}

/// Which moves a random game likes better than others, so that odd positions come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All moves alike.
    Plain,
    /// Captures and promotions to queens.
    Captures,
    /// Checks, castling, en passant and all promotions.
    Special,
    /// Pawn moves.
    Pawns,
    /// Quiet moves of pieces, and often back again.
    Shuffling,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 5] = [
        Self::Plain,
        Self::Captures,
        Self::Special,
        Self::Pawns,
        Self::Shuffling,
    ];

    /// Whether a legal move is one that this style likes.
    fn likes(self, position: &Position, mv: Move) -> bool {
        let is_pawn = position.piece_on(mv.from()).map(Piece::kind) == Some(PieceType::Pawn);
        match self {
            Self::Plain => true,
            Self::Captures => position.is_noisy(mv),
            Self::Special => {
                !matches!(mv.kind(), MoveKind::Normal | MoveKind::DoublePush)
                    || position.gives_check(mv)
            }
            Self::Pawns => is_pawn,
            Self::Shuffling => !is_pawn && !position.is_noisy(mv),
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

/// A start position of a variant, as FEN (with Shredder's castling letters in Chess960).
pub fn start_fen(variant: Variant, rng: &mut Rng) -> String {
    if variant == Variant::Standard {
        return Position::START_FEN.to_owned();
    }
    let white = back_rank(rng);
    let black = if variant == Variant::Double {
        back_rank(rng)
    } else {
        white
    };
    let text = |rank: [char; 8]| rank.iter().collect::<String>();
    let castling: String = castling_letters(white).to_ascii_uppercase() + &castling_letters(black);
    let (upper, lower) = (text(white), text(black).to_ascii_lowercase());
    format!("{lower}/pppppppp/8/8/8/8/PPPPPPPP/{upper} w {castling} - 0 1")
}

/// A first rank by the rules of Chess960: bishops on both colors, the king between the rooks.
fn back_rank(rng: &mut Rng) -> [char; 8] {
    let mut rank = [' '; 8];
    rank[rng.below(4) * 2] = 'B';
    rank[rng.below(4) * 2 + 1] = 'B';
    for piece in ['Q', 'N', 'N'] {
        let empty: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[*rng.choose(&empty).expect("five squares are left at least")] = piece;
    }
    let mut rest = ['R', 'K', 'R'].into_iter();
    for square in &mut rank {
        if *square == ' ' {
            *square = rest.next().expect("three squares are left");
        }
    }
    rank
}

/// The files of the rooks, the short side first.
fn castling_letters(rank: [char; 8]) -> String {
    let rooks = File::ALL
        .into_iter()
        .rev()
        .filter(|file| rank[file.index()] == 'R');
    rooks.map(File::letter).collect()
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

/// The start of random game number `game`, of which every fourth is Chess960 or double Chess960,
/// and its style.
pub fn random_opening(game: usize, rng: &mut Rng) -> (Position, Style) {
    let variant = match game % 8 {
        0 => Variant::Chess960,
        4 => Variant::Double,
        _ => Variant::Standard,
    };
    let fen = start_fen(variant, rng);
    let mut position = Position::from_fen(&fen).expect("a valid start position");
    position.set_chess960(variant != Variant::Standard);
    (position, Style::ALL[game / 8 % Style::ALL.len()])
}

/// Positions to test things on: one from each of `games` random games of all variants and styles,
/// with the game's history, and as many scattered ones.
pub fn sample(games: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    for game in 0..games {
        let (mut position, style) = random_opening(game, &mut rng);
        let plies = rng.below(150);
        play_random(&mut position, style, plies, &mut rng, |_| ());
        positions.push(position);
        positions.push(scattered(&mut rng));
    }
    positions
}

/// A valid position with pieces strewn at random: more pins, checks and odd material than any
/// game has. Castling rights and en-passant squares come up too.
pub fn scattered(rng: &mut Rng) -> Position {
    scattered_with_target(rng).0
}

/// A scattered position together with the en-passant square it was set up with, which the position
/// keeps only if a capture there is legal.
pub fn scattered_with_target(rng: &mut Rng) -> (Position, Option<Square>) {
    loop {
        let placement = strew(rng);
        if let Ok(position) = placement.validate() {
            return (position, placement.en_passant);
        }
    }
}

fn strew(rng: &mut Rng) -> Placement {
    let mut placement = Placement {
        board: [None; 64],
        side: Color::from_index(rng.below(2)),
        castling: Castling::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    for color in Color::ALL {
        if rng.below(2) == 0 {
            strew_castling(&mut placement, color, rng);
        } else {
            put(
                &mut placement,
                Piece::new(color, PieceType::King),
                Square::from_index(rng.below(64)),
            );
        }
    }
    for _ in 0..rng.below(26) {
        let square = Square::from_index(rng.below(64));
        let pieces = Piece::ALL
            .map(Piece::kind)
            .map(|kind| [kind, PieceType::Pawn]);
        let kind = *rng.choose(pieces.as_flattened()).expect("there are pieces");
        let is_on_edge = matches!(square.index() / 8, 0 | 7);
        if kind != PieceType::King && !(kind == PieceType::Pawn && is_on_edge) {
            put(
                &mut placement,
                Piece::new(Color::from_index(rng.below(2)), kind),
                square,
            );
        }
    }
    placement.en_passant = random_en_passant(&placement, rng);
    placement
}

/// A king on its first rank with one or two rooks that may castle.
fn strew_castling(placement: &mut Placement, color: Color, rng: &mut Rng) {
    let home = |file: usize| Square::from_index(file).relative_to(color);
    let king = 1 + rng.below(6);
    put(placement, Piece::new(color, PieceType::King), home(king));
    let wings = [rng.below(king), king + 1 + rng.below(7 - king)];
    let wanted = 1 + rng.below(3);
    for (wing, file) in wings.into_iter().enumerate() {
        if wanted >> wing & 1 == 1 {
            put(placement, Piece::new(color, PieceType::Rook), home(file));
            let right = Castling::with_rook(color, File::from_index(file));
            placement.castling = placement.castling.and(right);
        }
    }
}

/// Puts a piece on a square if it is empty.
fn put(placement: &mut Placement, piece: Piece, square: Square) {
    placement.board[square.index()].get_or_insert(piece);
}

/// Often an en-passant square, if some pawn can have just gone two squares.
fn random_en_passant(placement: &Placement, rng: &mut Rng) -> Option<Square> {
    let them = !placement.side;
    let passed: Vec<Square> = (0..8)
        .map(|file| Square::from_index(16 + file).relative_to(them))
        .filter(|&target| {
            let on = |square: Square| placement.board[square.index()];
            let pawn = Some(Piece::new(them, PieceType::Pawn));
            let origin = target.forward(!them);
            on(target.forward(them)) == pawn && on(target).is_none() && on(origin).is_none()
        })
        .collect();
    rng.choose(&passed).copied().filter(|_| rng.below(4) > 0)
}

/// The legal moves of a stage, sorted.
pub fn sorted_moves(position: &Position, stage: Stage) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

/// The positions of a perft file: FEN and counts by depth.
pub fn read_perft_file(text: &str) -> Vec<(&str, Vec<(u32, u64)>)> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
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

/// The perft files: name and text.
pub const PERFT_FILES: [(&str, &str); 3] = [
    ("standard", include_str!("../data/standard.epd")),
    ("tricky", include_str!("../data/tricky.epd")),
    ("chess960", include_str!("../data/chess960.epd")),
];
