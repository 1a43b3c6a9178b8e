//! Hexapawn on a board of 4 by 5 squares: pawns step one square forward and capture diagonally, as in
//! chess. Who reaches the last rank wins; who has no move loses.

use game::{Dense, Game, Keys, MoveList, Observer, PackedMove, Params, Score, Stage, Verdict};

const FILES: usize = 4;
const RANKS: usize = 5;
const SQUARES: usize = FILES * RANKS;
/// The least significant rank: the home of the first side.
const FIRST_RANK: u32 = (1 << FILES) - 1;
const LAST_RANK: u32 = FIRST_RANK << (SQUARES - FILES);
const PAWN_VALUE: i32 = 100;
const WIN_VALUE: i32 = 1000;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn;

/// A square, by rank and then file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Dense for Square {
    const COUNT: usize = SQUARES;

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: Square,
    to: Square,
}

impl PackedMove for Move {
    const FILLER: Self = Self {
        from: Square(0),
        to: Square(FILES as u8),
    };

    fn code(self) -> u16 {
        u16::from(self.from.0) << 8 | u16::from(self.to.0)
    }

    fn from_code(code: u16) -> Option<Self> {
        let [from, to] = code.to_be_bytes();
        let is_move = from != to && from.max(to) < SQUARES as u8;
        is_move.then_some(Self {
            from: Square(from),
            to: Square(to),
        })
    }
}

/// The squares that the side not to move attacks.
#[derive(Clone, Copy, Debug)]
pub struct Threats(u32);

impl game::Threats<Hexapawn> for Threats {
    fn has(&self, square: Square) -> bool {
        self.0 & bit(square) != 0
    }

    fn by_lesser(&self, _: bool, _: Square) -> bool {
        false
    }
}

/// A side is `false` if it moves first, and so is its pawn.
impl Game for Hexapawn {
    type Color = bool;
    type Piece = bool;
    type Square = Square;
    type Move = Move;
    type Position = Position;
    type Threats = Threats;
    type CheckSquares = ();

    const PARAMS: &'static Params = &Params {
        column: 7,
        values: &[],
    };
    const STALEMATE_LOSES: bool = true;
    const CLOCK_LIMIT: u32 = u32::MAX;

    fn origin(mv: Move) -> Square {
        mv.from
    }

    fn target(mv: Move) -> Square {
        mv.to
    }
}

fn bit(square: Square) -> u32 {
    1 << square.0
}

/// A position with the pawns before each move made.
#[derive(Clone, Debug)]
pub struct Position {
    /// The pawns of both sides, one bit a square.
    pawns: [u32; 2],
    side: bool,
    keys: Keys,
    history: Vec<[u32; 2]>,
}

/// The pawns of both sides, and the side to move.
pub type State = ([u32; 2], bool);

impl Position {
    /// One rank of pawns each.
    pub fn start() -> Self {
        Self::new(([FIRST_RANK, LAST_RANK], false))
    }

    pub fn new((pawns, side): State) -> Self {
        let mut position = Self {
            pawns,
            side,
            keys: Keys::default(),
            history: Vec::new(),
        };
        position.update_keys();
        position
    }

    pub fn state(&self) -> State {
        (self.pawns, self.side)
    }

    /// The number of pawns of each side.
    pub fn counts(&self) -> [i32; 2] {
        self.pawns.map(|pawns| pawns.count_ones() as i32)
    }

    /// Whether the side that has just moved reached the last rank.
    pub fn is_lost(&self) -> bool {
        let goal = if self.side { LAST_RANK } else { FIRST_RANK };
        self.pawns[usize::from(!self.side)] & goal != 0
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        game::Position::generate(self, Stage::All, &mut moves);
        moves.to_vec()
    }

    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        game::Position::make(&mut next, mv, &mut ());
        next
    }

    fn own(&self) -> u32 {
        self.pawns[usize::from(self.side)]
    }

    fn theirs(&self) -> u32 {
        self.pawns[usize::from(!self.side)]
    }

    fn update_keys(&mut self) {
        let [first, second] = self.pawns.map(u64::from);
        let pawn = game::Rng::new(first << 32 | second).next_u64();
        self.keys.pawn = pawn;
        self.keys.full = if self.side { !pawn } else { pawn };
    }

    fn reaches_last_rank(mv: Move) -> bool {
        bit(mv.to) & (FIRST_RANK | LAST_RANK) != 0
    }
}

/// The squares one step forward of a pawn: to the left, straight, to the right.
fn steps(square: Square, side: bool) -> [u32; 3] {
    let (file, rank) = (square.index() % FILES, square.index() / FILES);
    let next = if side {
        rank.checked_sub(1)
    } else {
        Some(rank + 1)
    };
    let Some(next) = next.filter(|&next| next < RANKS) else {
        return [0; 3];
    };
    [file.wrapping_sub(1), file, file + 1].map(|file| match file < FILES {
        true => 1 << (next * FILES + file),
        false => 0,
    })
}

/// The squares of a set.
fn squares(set: u32) -> impl Iterator<Item = Square> {
    (0..SQUARES as u8)
        .map(Square)
        .filter(move |&square| set & bit(square) != 0)
}

impl game::Position<Hexapawn> for Position {
    fn side_to_move(&self) -> bool {
        self.side
    }

    fn piece_on(&self, square: Square) -> Option<bool> {
        [false, true]
            .into_iter()
            .find(|&side| self.pawns[usize::from(side)] & bit(square) != 0)
    }

    fn victim(&self, mv: Move) -> Option<bool> {
        self.piece_on(mv.to)
    }

    fn immediate_gain(&self, mv: Move) -> i32 {
        let captured = PAWN_VALUE * i32::from(self.theirs() & bit(mv.to) != 0);
        captured + WIN_VALUE * i32::from(Self::reaches_last_rank(mv))
    }

    fn threats(&self) -> Threats {
        let attacks = squares(self.theirs()).map(|square| {
            let [left, _, right] = steps(square, !self.side);
            left | right
        });
        Threats(attacks.fold(0, |all, attacks| all | attacks))
    }

    fn keys(&self) -> &Keys {
        &self.keys
    }

    fn likely_key_after(&self, mv: Move) -> u64 {
        self.after(mv).keys.full
    }

    fn generate(&self, stage: Stage, moves: &mut MoveList<Move>) {
        for from in squares(self.own()) {
            let [left, straight, right] = steps(from, self.side);
            let occupied = self.own() | self.theirs();
            let targets = (left | right) & self.theirs() | straight & !occupied;
            for mv in squares(targets).map(|to| Move { from, to }) {
                let is_wanted = match stage {
                    Stage::Noisy => self.is_noisy(mv),
                    Stage::Quiet => !self.is_noisy(mv),
                    Stage::All => true,
                };
                if is_wanted {
                    moves.push(mv);
                }
            }
        }
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    fn is_legal(&self, _: Move) -> bool {
        true
    }

    fn make<O: Observer<Hexapawn>>(&mut self, mv: Move, observer: &mut O) {
        self.history.push(self.pawns);
        if self.theirs() & bit(mv.to) != 0 {
            observer.vanished(!self.side, mv.to);
            self.pawns[usize::from(!self.side)] ^= bit(mv.to);
        }
        observer.moved(self.side, mv.from, mv.to);
        self.pawns[usize::from(self.side)] ^= bit(mv.from) | bit(mv.to);
        self.side = !self.side;
        self.update_keys();
    }

    fn unmake(&mut self, _: Move) {
        self.pawns = self.history.pop().expect("a move was made");
        self.side = !self.side;
        self.update_keys();
    }

    fn make_null(&mut self) {
        self.side = !self.side;
        self.update_keys();
    }

    fn unmake_null(&mut self) {
        self.make_null();
    }

    fn in_check(&self) -> bool {
        false
    }

    fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    fn gives_check(&self, _: Move) -> bool {
        false
    }

    fn check_squares(&self) {}

    fn gives_check_from(&self, (): &(), _: Move) -> bool {
        false
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.immediate_gain(mv) > 0
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let is_retaken = self.threats().0 & bit(mv.to) != 0;
        self.immediate_gain(mv) - PAWN_VALUE * i32::from(is_retaken) >= threshold
    }

    fn null_move_is_safe(&self) -> bool {
        self.own().count_ones() > 2
    }

    fn move_pruning_is_safe(&self) -> bool {
        self.null_move_is_safe()
    }

    fn halfmove_clock(&self) -> u32 {
        0
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if self.is_lost() {
            Verdict::Final(Score::mated_in(ply))
        } else {
            Verdict::Open
        }
    }
}
