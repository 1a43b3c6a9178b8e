//! The keys of the configuration.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::table::sections;
use super::words::{Kind, Level, Mode, Speed, TimeControl, Variant};

sections! {
    /// Where Lichess is, and how patient the bot is with it.
    server: ServerConfig {
        /// The server. `--server` comes first.
        url: String = "https://lichess.org".to_owned();
        /// The server of the analysis board's engines (`--provide`).
        engine_url: String = "https://engine.lichess.ovh".to_owned();
        /// Seconds without a byte after which a stream is opened again. Lichess sends one every 7 s.
        silence: f64 = 10.0;
        /// Seconds to wait when Lichess says "too many requests" and not for how long. Doubles each
        /// time. Requests of a running game come back after 1, 2 and 4 s instead.
        retry: f64 = 60.0;
    }

    /// Who plays.
    account: AccountConfig {
        /// A file that holds the access token. The environment variable LICHESS_TOKEN comes first.
        token_file: PathBuf = PathBuf::new();
        /// How Lichess can reach you, for example your user name there. It is part of every request.
        contact: String = String::new();
    }

    /// The engine, any that speaks UCI. It runs once for each game.
    engine: EngineConfig {
        /// The program. A bare name is looked up beside quietus-bot first, then in PATH.
        command: PathBuf = PathBuf::from("quietus");
        /// Arguments of the program.
        args: Vec<String> = Vec::new();
        /// UCI options. An option that the engine does not have is an error.
        options: BTreeMap<String, toml::Value> = default_options();
        /// An opening book in Polyglot format; empty for none. Sets OwnBook and BookFile.
        book: PathBuf = PathBuf::new();
        /// Folders of Syzygy tables, separated as in PATH; empty for none. Sets SyzygyPath.
        tables: String = String::new();
        /// Strength: "full", a number in Elo such as 1500, or "opponent" for the opponent's rating.
        /// Sets UCI_LimitStrength and UCI_Elo.
        level: Level = Level::default();
        /// Milliseconds a move to keep for the way to Lichess, besides the delay that is measured.
        overhead: u64 = 100;
        /// Longest thinking time of a move in seconds; 0 for the clock alone.
        longest: f64 = 0.0;
    }

    /// Which challenges are accepted. The first rule that is not met declines, and tells the reason.
    challenge: ChallengeConfig {
        /// Whether challenges are accepted at all.
        accept: bool = true;
        /// From whom: "human", "bot".
        from: Vec<Kind> = vec![Kind::Human, Kind::Bot];
        /// "standard", "chess960", "fromPosition".
        variants: Vec<Variant> = vec![Variant::Standard, Variant::Chess960, Variant::FromPosition];
        /// "ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence".
        speeds: Vec<Speed> = vec![Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];
        /// "casual", "rated". Play casual while you test.
        modes: Vec<Mode> = vec![Mode::Casual, Mode::Rated];
        /// Shortest and longest time on the clock in seconds.
        time: [u32; 2] = [0, 10_800];
        /// Smallest and largest increment in seconds.
        increment: [u32; 2] = [0, 60];
        /// Fewest and most days a move in correspondence games.
        days: [u32; 2] = [1, 14];
        /// Lowest and highest rating of bots.
        bot_rating: [u32; 2] = [0, 4000];
        /// Names that are always declined.
        block: Vec<String> = Vec::new();
        /// If not empty, only these names are accepted.
        allow: Vec<String> = Vec::new();
        /// Games in a row with the same opponent, rematches included; 0 for no limit.
        in_a_row: u32 = 5;
        /// Challenges that wait for their turn. Humans come before bots.
        queue: usize = 10;
    }

    /// How many games, and when they end early.
    game: GameConfig {
        /// Games at the same time, without correspondence games. One for each two cores is plenty.
        at_once: usize = 1;
        /// Of these, how many are kept for humans.
        for_humans: usize = 0;
        /// Ends after so many games; 0 for never. `--games` comes first.
        until: u64 = 0;
        /// Takebacks that are granted to a human in a game.
        takebacks: u32 = 0;
        /// Seconds for the opponent's first move; then the game is aborted.
        first_move: u64 = 40;
        /// Whether a win is claimed when the opponent has left for as long as Lichess asks.
        claim: bool = true;
    }

    /// When the bot resigns.
    resign: ResignConfig {
        /// Whether it resigns at all.
        enabled: bool = false;
        /// At this score in centipawns or a lower one,
        score: i32 = -1000;
        /// for so many of its moves in a row.
        moves: u32 = 4;
    }

    /// When the bot offers and accepts draws.
    draw: DrawConfig {
        /// Whether it does so at all.
        enabled: bool = true;
        /// At a score in centipawns of at most this, for either side,
        score: u32 = 10;
        /// for so many of its moves in a row,
        moves: u32 = 8;
        /// from this move of the game on.
        from: u32 = 40;
    }

    /// What the bot says. {opponent}, {me} and {engine} are replaced; empty texts are not sent.
    chat: ChatConfig {
        /// To the opponent at the start.
        hello: String = "Hello {opponent}! I am {engine}. Good luck. (!help)".to_owned();
        /// To the opponent at the end.
        goodbye: String = "Thank you for the game!".to_owned();
        /// To spectators at the start.
        spectators: String = String::new();
        /// Whether !help, !engine and !level are answered.
        answers: bool = true;
    }

    /// Where finished games are kept.
    archive: ArchiveConfig {
        /// A PGN file to which each finished game is added, with clocks and scores; empty for none.
        file: PathBuf = PathBuf::from("games.pgn");
    }

    /// Games of several days. The engine runs only while it moves.
    correspondence: CorrespondenceConfig {
        /// Games at the same time.
        at_once: usize = 4;
        /// Seconds of thinking for a move.
        think: f64 = 20.0;
        /// Minutes between two looks whether it is our turn.
        look: f64 = 10.0;
    }

    /// Challenges that the bot sends to other bots while nobody wants to play.
    matchmaking: MatchmakingConfig {
        /// Whether it challenges at all.
        enabled: bool = false;
        /// Minutes without a game before it does.
        idle: f64 = 5.0;
        /// Time controls to choose from, minutes+seconds.
        clocks: Vec<TimeControl> = vec![TimeControl::new(180, 2), TimeControl::new(300, 3)];
        /// "standard", "chess960".
        variants: Vec<Variant> = vec![Variant::Standard];
        /// Whether these games are rated.
        rated: bool = false;
        /// How much weaker and stronger than the bot the opponent may be, in rating points.
        window: [u32; 2] = [300, 300];
        /// Games with bots in 24 hours. Lichess allows 100.
        a_day: usize = 80;
        /// Minutes between two challenges.
        pause: f64 = 0.5;
        /// Hours without a challenge to a bot that has declined. Doubles each time.
        decline: f64 = 6.0;
        /// Whether a second game with other colors is offered after each.
        rematch: bool = true;
    }

    /// The engine on the analysis board of your own Lichess account (`--provide`).
    provider: ProviderConfig {
        /// Its name on the board.
        name: String = "Quietus".to_owned();
        /// Threads and hash that the board may ask for; 0 threads for all cores.
        threads: u32 = 0;
        /// In MiB.
        hash: u32 = 256;
        /// Where the secret of the registration is kept. It is made when it is missing.
        secret_file: PathBuf = PathBuf::from("quietus-bot.secret");
    }
}

fn default_options() -> BTreeMap<String, toml::Value> {
    [("Hash", 256), ("Threads", 1)]
        .map(|(name, value)| (name.to_owned(), toml::Value::Integer(value)))
        .into()
}
