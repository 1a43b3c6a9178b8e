//! Making, taking back and generating moves takes no heap memory, and variations of a game little.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use chess::{Move, Position, pgn};
use common::sample;
use game::{MoveList, PackedMove, Stage, perft, perft_without_bulk};

/// The system's allocator, counting what each thread asks of it.
struct Counting;

thread_local! {
    /// How often, and how many bytes.
    static ALLOCATIONS: Cell<(u64, usize)> = const { Cell::new((0, 0)) };
}

fn count(size: usize) {
    // A thread that is ending has no counter any more, and nothing to prove.
    let _ = ALLOCATIONS.try_with(|allocations| {
        let (calls, bytes) = allocations.get();
        allocations.set((calls + 1, bytes + size));
    });
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block came from the system's allocator with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the block came from the system's allocator with this layout.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations the work makes.
fn allocations(work: impl FnOnce()) -> u64 {
    let (before, _) = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get().0 - before
}

/// How many bytes the work allocates.
fn allocated(work: impl FnOnce()) -> usize {
    let (_, before) = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get().1 - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

#[test]
fn perft_does_not_allocate() {
    for mut position in sample(100, 20) {
        let depth = if position.count_legal_moves() > 60 {
            2
        } else {
            3
        };
        let mut nodes = (0, 0);
        let made = allocations(|| {
            nodes = (
                perft(&mut position, depth),
                perft_without_bulk(&mut position, depth),
            );
        });
        assert_eq!(made, 0, "{}", position.fen());
        assert_eq!(nodes.0, nodes.1);
    }
}

#[test]
fn asking_about_moves_does_not_allocate() {
    for mut position in sample(100, 21) {
        let mut moves = MoveList::new();
        let mut answers = 0;
        let made = allocations(|| {
            for stage in [Stage::Noisy, Stage::Quiet, Stage::All] {
                position.generate(stage, &mut moves);
            }
            for mv in (0..=u16::MAX).filter_map(Move::from_code) {
                if position.is_pseudo_legal(mv) && position.is_legal(mv) {
                    answers += u32::from(position.gives_check(mv));
                    answers += u32::from(position.see_ge(mv, 0));
                    answers += u32::from(position.is_noisy(mv));
                }
            }
            answers += position.threats().all.count() + position.threatened().count();
            answers += u32::from(position.null_move_is_safe());
            if !position.in_check() {
                position.make_null();
                position.unmake_null();
            }
            answers += u32::from(matches!(position.verdict(3), game::Verdict::Open));
        });
        assert_eq!(made, 0, "{}", position.fen());
        std::hint::black_box(answers);
    }
}

/// A search may go 512 moves deep before the history needs more room.
#[test]
fn a_long_line_does_not_allocate() {
    let mut played = Position::start();
    let to_and_fro = play_all(&mut played, ["g1f3", "g8f6", "f3g1", "f6g8"]);
    for mut position in [Position::start(), played.clone(), played] {
        let made = allocations(|| {
            for _ in 0..512 / to_and_fro.len() {
                to_and_fro.iter().for_each(|&mv| position.make(mv, &mut ()));
            }
            for _ in 0..512 / to_and_fro.len() {
                to_and_fro.iter().rev().for_each(|&mv| position.unmake(mv));
            }
        });
        assert_eq!(made, 0, "{}", position.fen());
    }
}

/// A copy of the position for each variation would copy all moves before it: 200 MB here.
#[test]
fn variations_of_a_long_game_copy_no_history() {
    let text = "Nf3 (Nc3) Nf6 (Nc6) Ng1 (Rg1) Ng8 (Rg8) ".repeat(500) + "*";
    let mut game = None;
    let reading = allocated(|| game = pgn::Reader::new(text.as_bytes()).next());
    let game = game.expect("a game").expect("of legal moves");
    assert_eq!(game.moves().len(), 2000);
    let mut written = Vec::new();
    let writing = allocated(|| pgn::write(&game, &mut written).expect("memory takes everything"));
    assert!(written.len() > text.len());
    for bytes in [reading, writing] {
        assert!(bytes < 4 << 20, "{reading} and {writing} bytes");
    }
    let mut end = game.end();
    let bytes = allocated(|| end = end.without_history());
    assert_eq!((bytes, end), (0, game.end()));
}

fn play_all<const N: usize>(position: &mut Position, moves: [&str; N]) -> [Move; N] {
    moves.map(|text| {
        let legal = position.legal_moves();
        let mv = legal.iter().find(|mv| mv.to_string() == text);
        let mv = *mv.expect("the moves are legal");
        position.play(mv);
        mv
    })
}

#[test]
fn hot_types_are_small() {
    assert_eq!(size_of::<Move>(), 2);
    assert_eq!(size_of::<Option<Move>>(), 2);
    assert!(size_of::<MoveList<Move>>() <= 514);
    assert!(size_of::<Position>() <= 256, "{}", size_of::<Position>());
}
