//! What the program says about itself.

/// Name and version.
pub const VERSION: &str = concat!("Quietus ", env!("CARGO_PKG_VERSION"));

/// Shown when a person starts the program in a terminal.
pub const BANNER: &str = concat!(
    "Quietus ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine. It speaks UCI; a GUI will send 'uci'.\n",
    "Type 'play' for a game, 'help' for the commands, 'go movetime 1000' for a move, 'd' for the\n",
    "board, 'quit' to leave."
);

/// Shown when a game on the terminal has ended at the prompt.
pub const AFTER_PLAY: &str = "This is the UCI prompt again; 'quit' leaves.";

/// Shown by `help`.
pub const HELP: &str = "\
Commands, at the prompt or as words on the command line (quietus perft 6):
  position startpos [moves M...]      set up a position; moves as e2e4, e7e8q
  position fen FEN [moves M...]
  go [depth N] [nodes N] [movetime MS] [infinite] [wtime MS btime MS ...]
                                      search, and answer with the best move; 'stop' ends it
  eval                                the static evaluation: terms, and what each piece brings
  play [COLOR] [options]              play against it in the terminal; 'play --help' explains
  bench [DEPTH]                       search a fixed set of positions: one number for the search
  speedtest [THREADS] [MIB] [SECONDS] search a game on a clock: the speed of this machine
  d                                   show the board, its FEN and its key
  flip                                exchange the colors of the position
  perft DEPTH [options]               count the legal move sequences of a length
      --fen FEN                       from this position instead of the current one
      --divide                        the count of each first move
      --stats                         captures, en passant, castles, promotions, checks, mates
      --table                         a Markdown table of all depths up to DEPTH
      --threads N                     count on N threads
      --no-bulk                       make the last moves too instead of counting them
  go perft DEPTH [options]            the same, divided by first moves
  uci, isready, ucinewgame            what GUIs send
  setoption name NAME value VALUE     'uci' lists the options
  compiler                            how the program was built
  help                                this text
  quit                                leave

Options of the program: --help, --version.";
