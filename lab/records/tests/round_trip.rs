//! Round trips of games through every format.

mod common;

use std::collections::HashMap;
use std::io::Cursor;
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use bulletformat::{BulletFormat, ChessBoard, DataLoader};
use chess::{Chess, pgn};
use common::{ANYTHING, PLAIN, random_game};
use game::Rng;
use records::{
    Filters, Game, GameResult, Header, HoldOut, LabeledPosition, Part, PlainTextPositions, Reader,
    Record, Sibling, Start, ViriformatReader, Writer, epd_line, expand, for_each_block, from_pgn,
    plain_text_line, read_records, to_pgn, write_viriformat,
};
use viriformat::dataformat::WDL;

fn write(path: &Path, games: &[Game], block_plies: u32) {
    let writer = <Writer>::create(path, &Header::default()).expect("a file to write");
    let writer = writer.with_block_plies(block_plies);
    games
        .iter()
        .for_each(|game| writer.write(game).expect("a legal game"));
    writer.finish().expect("room on the disk");
}

fn read(path: &Path) -> Vec<Game> {
    let reader = <Reader>::open(path).expect("a file of games");
    assert!(reader.is_indexed());
    assert_eq!(reader.check(), []);
    reader
        .games()
        .collect::<Result<_, _>>()
        .expect("sound blocks")
}

/// The game for formats without unscored moves.
fn without_opening(game: &Game) -> Game {
    let mut position = game.start.position();
    let (opening, scored) = game.plies.split_at(game.opening_plies());
    opening.iter().for_each(|ply| position.play(ply.mv));
    Game {
        start: <Start>::of(&position),
        plies: scored.to_vec(),
        result: game.result,
    }
}

fn through_viriformat(game: &Game) -> Game {
    let mut bytes = Vec::new();
    write_viriformat(game, &mut bytes)
        .expect("memory, and a plain game")
        .expect("memory, and a plain game");
    let mut reader = ViriformatReader::new(&bytes[..]);
    let read = reader.next().expect("one more").expect("one more");
    assert!(reader.next().is_none());
    // The viriformat crate reads the same.
    let theirs =
        viriformat::dataformat::Game::deserialise_from(&mut Cursor::new(&bytes), Vec::new())
            .expect("what was just written");
    assert_eq!(theirs.len(), read.plies.len());
    let mut again = Vec::new();
    theirs.serialise_into(&mut again).expect("memory");
    assert_eq!(again, bytes);
    let board = theirs.initial_position().to_string();
    let placement = |fen: &str| fen.split(' ').next().map(str::to_owned);
    assert_eq!(
        placement(&board),
        placement(&read.start.position().fen()),
        "{board}"
    );
    let result = match theirs.outcome() {
        WDL::Loss => GameResult::BlackWins,
        WDL::Draw => GameResult::Draw,
        WDL::Win => GameResult::WhiteWins,
    };
    assert_eq!(result, game.result);
    for ((mv, score), ply) in theirs.moves.iter().zip(&read.plies) {
        assert_eq!(mv.display(true).to_string(), ply.mv.to_string());
        assert_eq!(Some(score.get()), ply.score);
    }
    read
}

fn through_pgn(game: &Game) -> Game {
    let mut text = Vec::new();
    pgn::write(&to_pgn(game).expect("a plain game"), &mut text).expect("a plain game");
    let read = pgn::Reader::new(&text[..])
        .next()
        .expect("one more")
        .expect("one more");
    from_pgn(&read)
}

/// Every scored position as a record; some are compared with the bulletformat crate.
fn through_positions(game: &Game) -> Vec<Record> {
    let mut position = game.start.position();
    let mut records = Vec::new();
    for ply in &game.plies {
        if let Some(score) = ply.score {
            let labeled: LabeledPosition = LabeledPosition {
                position: position.clone(),
                score,
                result: game.result,
                group: 0,
            };
            let record = labeled.record();
            // Their reader negates Black's scores, which overflows for the smallest number.
            if score != i16::MIN && records.len() % 8 == 0 {
                let text = plain_text_line(&labeled).expect("a known result");
                let theirs: ChessBoard = text.parse().expect("text that they can read");
                assert_eq!(
                    ChessBoard::as_bytes_slice(&[theirs]),
                    Record::as_bytes(&[record])
                );
                assert_eq!(theirs.result_idx(), usize::from(record.double_points()));
                assert!(theirs.into_iter().eq(record.pieces()));
            }
            records.push(record);
        }
        position.play(ply.mv);
    }
    records
}

fn check_formats(rng: &mut Rng) {
    let game = random_game(rng, PLAIN);
    assert_eq!(through_viriformat(&game), without_opening(&game));
    assert_eq!(through_pgn(&game), game);
    let records = through_positions(&game);
    // Text is slow, so only a few positions of each game.
    for record in records.into_iter().step_by(1 + rng.below(16)) {
        let labeled = record
            .unpack::<chess::Chess>()
            .expect("a possible position");
        assert_eq!(labeled.record(), record);
        let epd = epd_line(&labeled);
        let (read, score) = <records::EpdPositions<_>>::new(epd.as_bytes())
            .next()
            .expect("what was just written")
            .expect("what was just written");
        assert_eq!((read.record(), score), (record, Some(record.score())));
        let text = plain_text_line(&labeled).expect("a known result");
        let read = PlainTextPositions::new(text.as_bytes())
            .next()
            .expect("one more");
        assert_eq!(read.as_ref(), Ok(&labeled));
    }
}

fn check_qgames(count: usize, seed: u64) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut rng = Rng::new(seed);
    let games: Vec<Game> = (0..count)
        .map(|_| random_game(&mut rng, ANYTHING))
        .collect();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    write(&one, &games, 5_000);
    assert!(read(&one) == games, "other games came back");
    // The same games give the same bytes.
    write(&two, &games, 5_000);
    assert!(
        std::fs::read(&one).expect("a readable file")
            == std::fs::read(&two).expect("a readable file")
    );
}

#[test]
fn thousands_of_games_round_trip() {
    check_qgames(4_000, 1);
}

#[test]
fn games_round_trip_through_every_format() {
    let mut rng = Rng::new(2);
    (0..1000).for_each(|_| check_formats(&mut rng));
}

#[test]
#[ignore = "a quarter of an hour of a core: cargo test --release -p records --test round_trip -- --ignored"]
fn a_million_games_round_trip_through_every_format() {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..1000_u64).into_par_iter().for_each(|seed| {
        check_qgames(1000, seed);
        let mut rng = Rng::new(!seed);
        (0..1000).for_each(|_| check_formats(&mut rng));
    });
}

#[test]
fn many_threads_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let writer = <Writer>::create(&path, &Header::default()).unwrap();
    let writer = writer.with_block_plies(3_000);
    let games_of = |seed: u64| {
        let mut rng = Rng::new(seed);
        (0..200).map(move |_| random_game(&mut rng, ANYTHING))
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let writer = &writer;
            scope.spawn(move || games_of(seed).for_each(|game| writer.write(&game).unwrap()));
        }
    });
    assert_eq!(writer.finish().unwrap().games, 800);
    let text = |game: Game| format!("{game:?}");
    let mut found: Vec<String> = read(&path).into_iter().map(text).collect();
    let mut expected: Vec<String> = (0..4).flat_map(games_of).map(text).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert!(found == expected);
}

/// Every game is a block of its own until the writer finishes, and comes into one that is full.
/// Who begins a file of the same name at the same time must not take it away.
#[test]
fn only_one_of_several_begins_a_file() {
    const WRITERS: usize = 4;
    let folder = tempfile::tempdir().unwrap();
    for round in 0..50 {
        let path = folder.path().join(format!("{round}.qgames"));
        let start = Barrier::new(WRITERS);
        let begin = || {
            start.wait();
            Writer::create(&path, &Header::default()).ok()
        };
        let begun: Vec<Writer> = thread::scope(|scope| {
            let threads: Vec<_> = (0..WRITERS).map(|_| scope.spawn(begin)).collect();
            let begun = threads.into_iter().map(|thread| thread.join().unwrap());
            begun.flatten().collect()
        });
        assert_eq!(begun.len(), 1, "round {round}");
        begun[0]
            .write(&random_game(&mut Rng::new(1), PLAIN))
            .unwrap();
        begun.into_iter().for_each(|writer| {
            writer.finish().unwrap();
        });
        assert_eq!(read(&path).len(), 1);
    }
}

#[test]
fn early_blocks_are_merged_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, early) = (folder.path().join("plain"), folder.path().join("early"));
    let mut rng = Rng::new(21);
    let games: Vec<Game> = (0..90).map(|_| random_game(&mut rng, ANYTHING)).collect();
    write(&plain, &games, 1_500);
    for part in games.chunks(40) {
        let writer = <Writer>::append(&early, &Header::default()).unwrap();
        let writer = writer
            .with_block_plies(1_500)
            .with_flush_interval(Duration::ZERO);
        let before = writer.written().games;
        for (game, number) in part.iter().zip(1..) {
            writer.write(game).unwrap();
            // On the disk at once, for anybody to read.
            assert_eq!(writer.written().games, before + number);
        }
        assert!(<Reader>::open(&early).unwrap().blocks() >= part.len());
        writer.finish().unwrap();
        assert_eq!(read(&early).len() as u64, before + part.len() as u64);
    }
    assert_eq!(
        std::fs::read(&early).unwrap(),
        std::fs::read(&plain).unwrap()
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "no draft is left"
    );
}

#[test]
fn files_are_expanded_and_shuffled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let mut rng = Rng::new(5);
    let games: Vec<Game> = (0..300).map(|_| random_game(&mut rng, PLAIN)).collect();
    write(&path, &games, 2_000);
    let paths = [path.clone(), path];
    let grouped = |game: &Game| {
        let (records, group) = (through_positions(game), game.group());
        records
            .into_iter()
            .map(move |record| record.in_group(group))
    };
    let mut in_order: Vec<Record> = games.iter().flat_map(grouped).collect();
    in_order.extend_from_within(..);
    let shuffled = expand::<Chess>(&paths, &Filters::KEEP_ALL, 7).unwrap();
    assert_eq!(shuffled.tally.kept, in_order.len() as u64);
    assert_eq!(shuffled.tally.games, 600);
    assert!(shuffled.records != in_order);
    // One thread or many, the order is the same; another seed gives another one.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    let alone = pool.install(|| expand::<Chess>(&paths, &Filters::KEEP_ALL, 7).unwrap());
    assert!(alone.records == shuffled.records);
    let other = expand::<Chess>(&paths, &Filters::KEEP_ALL, 8).unwrap();
    assert!(other.records != shuffled.records);
    let sorted = |mut records: Vec<Record>| {
        records.sort_unstable_by(|a, b| Record::as_bytes(&[*a]).cmp(Record::as_bytes(&[*b])));
        records
    };
    let expected = sorted(in_order);
    assert!(sorted(shuffled.records) == expected);
    assert!(sorted(other.records) == expected);
}

#[test]
fn unsupported_games_are_refused() {
    let mut rng = Rng::new(9);
    let game = loop {
        let game = random_game(&mut rng, PLAIN);
        if game.plies.len() > game.opening_plies() + 2 {
            break game;
        }
    };
    let refusal = |game: &Game| {
        let refused = write_viriformat(game, &mut Vec::new()).unwrap();
        refused.unwrap_err().to_string()
    };
    let mut unknown = game.clone();
    unknown.result = GameResult::Unknown;
    assert!(refusal(&unknown).contains("without a result"));
    let mut gap = game.clone();
    if let Some(last) = gap.plies.last_mut() {
        last.score = None;
    }
    assert!(refusal(&gap).contains("without a score"));
    let mut flagged = game;
    flagged.plies[1].flags = 1;
    assert!(refusal(&flagged).contains("flags"));
    assert_eq!(to_pgn(&flagged).unwrap_err().ply, 1);
}

#[test]
fn bulletformat_files_round_trip_and_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut rng = Rng::new(12);
    let games: Vec<Game> = (0..20).map(|_| random_game(&mut rng, PLAIN)).collect();
    let records: Vec<Record> = games.iter().flat_map(through_positions).collect();
    let bytes = Record::as_bytes(&records);
    std::fs::write(&path, bytes).unwrap();
    assert!(read_records(&path).unwrap() == records);
    // The bulletformat crate reads the same from the file.
    let loader = DataLoader::<ChessBoard>::new(&path, 1).unwrap();
    assert_eq!(loader.len(), records.len());
    let mut expected = records.iter();
    loader.map_positions(|theirs| {
        let ours = expected.next().unwrap();
        assert!(theirs.into_iter().eq(ours.pieces()));
        assert_eq!(theirs.score(), ours.score());
        assert_eq!(theirs.result_idx(), usize::from(ours.double_points()));
    });
    assert_eq!(expected.len(), 0);
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let error = read_records(&path).unwrap_err().to_string();
    assert!(
        error.contains("is not a multiple of the record size"),
        "{error}"
    );
    // An extra or missing byte shifts everything.
    std::fs::write(&path, &bytes[5..bytes.len() - 27]).unwrap();
    let error = read_records(&path).unwrap_err().to_string();
    assert_eq!(error, "record 0 is not a valid position");
}

#[test]
fn td_lambda_labels_the_positions_of_games_and_no_siblings() {
    const SIBLING: i16 = 700;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let mut rng = Rng::new(17);
    let mut games: Vec<Game> = (0..40).map(|_| random_game(&mut rng, PLAIN)).collect();
    for (game, last) in games.iter_mut().zip(1..) {
        game.result = GameResult::Draw;
        let mut position = game.start.position();
        let end = game.plies.len();
        for (ply, left) in game.plies.iter_mut().zip((0..end).rev()) {
            ply.score = Some(if left == 0 { last } else { -500 });
            let others = position.legal_moves();
            let other = others.iter().find(|&&mv| mv != ply.mv);
            ply.sibling = other.map(|&mv| Sibling { mv, score: SIBLING });
            position.play(ply.mv);
        }
    }
    write(&path, &games, 2_000);
    let filters = Filters {
        siblings: true,
        td_lambda: 1.0,
        ..Filters::KEEP_ALL
    };
    let last: HashMap<u16, i16> = games.iter().map(Game::group).zip(1..).collect();
    assert_eq!(last.len(), games.len(), "every game has a group of its own");
    let records = expand::<Chess>(&[path], &filters, 1).unwrap().records;
    let (own, siblings): (Vec<Record>, Vec<Record>) =
        records.into_iter().partition(Record::has_result);
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(own.len(), plies);
    assert!(siblings.len() > own.len() / 2);
    assert!(
        own.iter()
            .all(|record| record.score().abs() == last[&record.group()])
    );
    assert!(
        siblings
            .iter()
            .all(|record| record.score().abs() == SIBLING)
    );
}

#[test]
fn games_are_held_out_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let mut rng = Rng::new(13);
    let games: Vec<Game> = (0..200).map(|_| random_game(&mut rng, PLAIN)).collect();
    write(&path, &games, 2_000);
    for part in [Part::Training, Part::Validation] {
        let filters = Filters {
            hold_out: Some(HoldOut { share: 0.3, part }),
            ..Filters::KEEP_ALL
        };
        let wanted: Vec<&Game> = games.iter().filter(|game| filters.wants(game)).collect();
        assert!((20..180).contains(&wanted.len()), "{}", wanted.len());
        let expected: usize = wanted
            .iter()
            .map(|game| through_positions(game).len())
            .sum();
        let tally = expand::<Chess>(std::slice::from_ref(&path), &filters, 1)
            .unwrap()
            .tally;
        assert_eq!(
            (tally.games, tally.kept),
            (wanted.len() as u64, expected as u64)
        );
        assert_eq!(tally.games + tally.held_out, 200);
        // Without shuffling the positions are the same.
        let count = AtomicUsize::new(0);
        let add = |records: Vec<Record>| {
            count.fetch_add(records.len(), Ordering::Relaxed);
        };
        let streamed =
            for_each_block::<Chess>(std::slice::from_ref(&path), &filters, 1, add).unwrap();
        assert_eq!((streamed, count.into_inner()), (tally, expected));
    }
}
