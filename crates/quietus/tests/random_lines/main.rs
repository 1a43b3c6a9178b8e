//! Random lines to the program: it must not panic or hang, must answer every `go` with exactly one
//! `bestmove` and every `isready` with one `readyok`, and must leave cleanly at the end of its input.

mod conversation;
mod lines;

use conversation::{Account, Conversation};
use game::Rng;

/// Lines in one conversation, and between two pauses in which everything must be answered.
const LINES: usize = 2_000;
const BETWEEN_PAUSES: usize = 100;

/// One conversation; the same for the same seed, but for the time that searches take.
fn converse(seed: u64) -> Account {
    let mut rng = Rng::new(seed);
    let mut conversation = Conversation::start();
    conversation.say("setoption name Hash value 1");
    for number in 1..=LINES {
        let line = lines::next(&mut rng);
        conversation.send(&line);
        if line.is_long_search() && rng.below(2) == 0 {
            conversation.say("isready");
        }
        if line.is_long_search() {
            conversation.say("stop");
        }
        if number % BETWEEN_PAUSES == 0 && number < LINES {
            conversation.say("stop");
            conversation.say("isready");
            conversation.settle();
        }
    }
    // Whatever runs now is ended by the end of the input.
    conversation.finish()
}

fn converse_all(seeds: std::ops::Range<u64>) {
    let mut searches = 0;
    let mut questions = 0;
    for seed in seeds.clone() {
        let account = converse(seed);
        searches += account.searches;
        questions += account.questions;
    }
    let lines = LINES as u64 * (seeds.end - seeds.start);
    println!("{lines} lines, {searches} searches, {questions} questions");
    assert!(searches > lines / 20 && questions > lines / 100);
}

/// Twenty thousand, or fewer where the program is slow.
#[test]
fn thousands_of_lines() {
    converse_all(0..if cfg!(debug_assertions) { 2 } else { 10 });
}

#[test]
#[ignore = "many minutes: cargo test --release -p quietus --test random_lines -- --ignored"]
fn a_million_lines() {
    converse_all(1_000..1_500);
}
