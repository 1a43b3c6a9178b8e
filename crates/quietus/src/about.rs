//! What the program says about itself: version, banner, help and build.

use evaluation::Evaluated;
use games::{GameId, for_game};

/// Name and version.
pub const VERSION: &str = concat!("Quietus ", env!("CARGO_PKG_VERSION"));

/// The commit that this was built from, if it is known.
pub const COMMIT: Option<&str> = option_env!("QUIETUS_COMMIT");

/// Shown when the program starts in a terminal.
pub const BANNER: &str = concat!(
    "Quietus ",
    env!("CARGO_PKG_VERSION"),
    ", a UCI engine for chess, xiangqi and makruk.\n",
    "Type 'play' for a game, 'help' for the commands, 'quit' to exit."
);

/// Shown when a game in the terminal has ended at the prompt.
pub const AFTER_PLAY: &str = "Back at the UCI prompt; 'quit' exits.";

/// Shown by `help`.
pub const HELP: &str = "\
Commands, at the prompt or on the command line (quietus perft 6):
  position startpos [moves M...]
  position fen FEN [moves M...]
                              set up a position; moves as e2e4, e7e8q
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS ...] [infinite]
                              search for the best move; 'stop' ends the search
  play [COLOR] [options]      play a game in the terminal (see 'play --help')
  serve [options]             play, analyze and review in the browser
                              (see 'serve --help')
  eval                        static evaluation: terms, and value of each piece
  tb [FEN] [--syzygy PATH]    tablebases: WDL, DTZ and the moves, best first
  analyze FILE [options]      judge the moves of the games of a PGN file,
                              or of the standard input (-)
      --nodes N, --movetime MS, --depth N
                              limits of each position; default 200000 nodes
      --game N                only the Nth game
      --threads N, --hash MIB as the options Threads and Hash
      -o FILE                 write the annotated games
      --html FILE             write a page of the game, or of the first one
  d                           print the board, its FEN and its Zobrist key
  flip                        mirror the board and swap the colors
  bench [VARIANT] [DEPTH]     search a fixed set of positions: nodes and nps
  speedtest [THREADS] [MIB] [SECONDS]
                              search a game on a clock: nps of this machine
  perft DEPTH [options]       count the leaf nodes at DEPTH plies
      --fen FEN               from this position instead of the current one
      --divide                node count of each root move
      --stats                 captures, castles, promotions, checks, mates, ...
      --table                 Markdown table of the depths up to DEPTH
      --threads N             number of threads
      --no-bulk               make the moves of the last ply, too
  go perft DEPTH [options]    perft with --divide
  genfens N [seed S] [book FILE|None] [plies A-B] [chess960 PERCENT] [cut CP]
                              N balanced positions to start games from
  uci                         identify the engine and list its options
  setoption name N value V    set an option
  isready, ucinewgame, ponderhit, stop
                              as UCI defines them
  compiler                    commit, compiler, target, slice, CPU features and
                              networks of this build, and the kernels that they
                              use on this CPU
  help                        this text
  quit                        exit

Options: --help, --version
Xiangqi: 'quietus xiangqi [command]', the option UCI_Variant, or 'ucci' as the
         first command
Makruk: 'quietus makruk [command]', or the option UCI_Variant
Exit status: 0 success, 2 wrong usage, 3 the command could not be done";

/// The part of the help about one command, if there is one: its lines, and those indented below.
pub fn help_of(command: &str) -> Option<String> {
    let mut is_inside = false;
    let lines = HELP.lines().filter(|line| {
        match line.strip_prefix("  ") {
            Some(indented) if indented.starts_with(' ') => {}
            Some(entry) => is_inside = entry.split(' ').next() == Some(command),
            None => is_inside = false,
        }
        is_inside
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// How the program was built, and what it uses of this CPU, one fact to a line.
pub fn build_info() -> String {
    let features = env!("QUIETUS_FEATURES").replace(',', " ");
    let assertions = if cfg!(debug_assertions) { "on" } else { "off" };
    format!(
        "Commit: {} {}\nCompiler: {}\nTarget: {}\nSlice: {}\nCPU features: {}\nKernels: {}\nNetworks: {}\nOptimization level: {}\nDebug assertions: {assertions}",
        COMMIT.unwrap_or("unknown"),
        option_env!("QUIETUS_COMMIT_DATE").unwrap_or_default(),
        env!("QUIETUS_COMPILER"),
        env!("QUIETUS_TARGET"),
        option_env!("QUIETUS_BUILT_SLICE").unwrap_or("none"),
        if features.is_empty() {
            "none"
        } else {
            &features
        },
        nnue::with_best_isa!(I => <I as nnue::simd::Isa>::NAME),
        networks(),
        env!("QUIETUS_OPT_LEVEL"),
    )
}

/// The embedded network of each game, by the first digits of its SHA-256.
fn networks() -> String {
    let named = GameId::ALL.iter().map(|&game| {
        let file = for_game!(game, G => G::EMBEDDED);
        let hash = file.map_or("none", |file| &file.sha256[..8]);
        format!("{} {hash}", game.name())
    });
    named.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::help_of;

    #[test]
    fn a_command_has_its_part_of_the_help() {
        let analyze = help_of("analyze").unwrap();
        assert!(analyze.starts_with("  analyze FILE") && analyze.contains("--html FILE"));
        assert!(!analyze.contains("flip"), "the next command: {analyze}");
        assert_eq!(help_of("go").unwrap().matches("  go ").count(), 2);
        assert!(help_of("quit").is_some_and(|help| help.lines().count() == 1));
        assert_eq!(help_of("dance"), None);
    }
}
