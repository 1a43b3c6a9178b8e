//! Damaged, truncated and forged files are refused, without a panic and without taking much memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use game::Rng;
use nnue::container::{HEADER_LEN, crc32};
use nnue::{Activation, Architecture, BucketMap, Container, FeatureSet, Hidden, Network, Scales};

/// The system's allocator, keeping count of each thread's memory.
struct Counting;

thread_local! {
    /// What is allocated now, and the most it ever was.
    static MEMORY: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    // A thread that is ending has no counter any more, and nothing to prove.
    let _ = MEMORY.try_with(|memory| {
        let (now, most) = memory.get();
        memory.set((now + bytes, most.max(now + bytes)));
    });
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the block came from the system's allocator with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory that the work takes beyond what is already in use.
fn most_memory<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (before, _) = MEMORY.get();
    MEMORY.set((before, before));
    let result = work();
    let (_, most) = MEMORY.get();
    (result, (most - before).unsigned_abs())
}

/// Good files to start from: with and without hidden layers.
fn good_files() -> [Vec<u8>; 2] {
    let mut map = [0; 32];
    map[16..].fill(1);
    let small = Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 32,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 2,
        scales: Scales::default(),
    };
    let deep = Architecture {
        features: FeatureSet::KingBucket(BucketMap(map)),
        activation: Activation::Crelu,
        hidden: Some(Hidden {
            sizes: vec![16, 32],
            activation: Activation::Screlu,
            dual: true,
            sum_bits: 14,
        }),
        ..small.clone()
    };
    [small, deep].map(|architecture| {
        let network = Network::random(architecture, 3).expect("a supported architecture");
        let card = "{\"name\": \"härd\"}".to_owned();
        Container { network, card }.write().expect("a short card")
    })
}

/// Changes a file in one of many ways.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    // The header is small, and most can go wrong there.
    let reach = if rng.below(2) == 0 {
        HEADER_LEN.min(bytes.len())
    } else {
        bytes.len()
    };
    let at = rng.below(reach.max(1)).min(bytes.len().saturating_sub(1));
    let some = rng.below(40).min(bytes.len() - at);
    match rng.below(9) {
        0 => bytes.truncate(rng.below(reach + 1)),
        1 => bytes.truncate(bytes.len() - some),
        2 => drop(bytes.drain(at..at + some)),
        3 => drop(bytes.splice(at..at, [0; 40].into_iter().take(some))),
        4 => bytes[at..at + some].fill(rng.next_u64() as u8),
        5 => bytes[at..at + some].fill([0, 0x7F, 0x80, 0xFF][rng.below(4)]),
        6 if some > 0 => bytes[at] = bytes[at].wrapping_add([1, 255, 32, 16][rng.below(4)]),
        7 if some > 0 => bytes[at] = rng.next_u64() as u8,
        _ if some > 0 => bytes[at] ^= 1 << rng.below(8),
        _ => {}
    }
}

/// Makes the checksum at the end right again.
fn forge(bytes: &mut [u8]) {
    if let Some((content, checksum)) = bytes.split_last_chunk_mut::<4>() {
        *checksum = crc32(content).to_le_bytes();
    }
}

/// Reads a file as an engine would, and says whether it was good.
fn check(bytes: &[u8]) -> bool {
    // Parameters are held twice for a moment, and small vectors are rounded up to cache
    // lines.
    let allowed = 4 * bytes.len() + 16_384;
    let (result, memory) = most_memory(|| Container::<FeatureSet>::read(bytes));
    assert!(memory <= allowed, "{memory} for {} bytes", bytes.len());
    match result {
        Ok(container) => {
            assert_eq!(
                container.write().expect("the card was read"),
                bytes,
                "it is written as it was"
            );
            true
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
            false
        }
    }
}

fn check_many(rounds: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let files = good_files();
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..rounds {
        let original = &files[round % files.len()];
        let mut bytes = original.clone();
        for _ in 0..=rng.below(3) {
            damage(&mut bytes, &mut rng);
        }
        let is_forged = rng.below(2) == 0;
        if is_forged {
            forge(&mut bytes);
        }
        let is_good = check(&bytes);
        if !is_forged {
            assert_eq!(is_good, bytes == *original, "damage is seen");
        }
        refused += usize::from(!is_good);
        accepted += usize::from(is_good);
    }
    // Both must happen, or nothing is tried behind the checksum.
    assert!(refused > rounds / 2, "{refused} of {rounds} refused");
    assert!(accepted > rounds / 50, "{accepted} of {rounds} accepted");
}

#[test]
fn valid_files_are_accepted() {
    for file in good_files() {
        assert!(check(&file));
    }
}

#[test]
fn truncated_files_are_refused() {
    for file in good_files() {
        let lengths = (0..300).chain((300..file.len()).step_by(997));
        for length in lengths {
            assert!(!check(&file[..length]), "{length}");
        }
    }
}

#[test]
fn huge_headers_allocate_nothing() {
    let [mut file, _] = good_files();
    file[24..40].copy_from_slice(b"half_kp\0\0\0\0\0\0\0\0\0");
    file[72..75].copy_from_slice(&[0, 16, 0]);
    forge(&mut file);
    let (result, memory) = most_memory(|| Container::<FeatureSet>::read(&file).map(drop));
    let error = result.unwrap_err().to_string();
    assert!(error.contains("but the architecture needs 335"), "{error}");
    assert!(memory < 1000, "{memory}");
}

#[test]
fn a_few_thousand_damaged_files() {
    check_many(6_000, 1);
}

#[test]
#[ignore = "takes a while: cargo test --release -p nnue --test damaged_files -- --ignored"]
fn two_hundred_thousand_damaged_files() {
    check_many(200_000, 2);
}
