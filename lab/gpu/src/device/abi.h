/* What host and device exchange. `src/abi.rs` mirrors this file; a test compares every size and offset. */
#ifndef ABI_H
#define ABI_H

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;

enum {
  LANES_PER_WARP = 32,
  CANDIDATES = 4,      /* start positions that a game may choose from */
  LONGEST_GAME = 1024, /* plies after the start position */
  CELL = 16,           /* bytes of a cell of the ring of games */
  MOST_MOVES = 255,    /* of a MoveList; no legal position has so many */
  MOST_MATERIAL = 64   /* what selects the output bucket */
};

/* Why a game ended. The host judges again while it replays: these only say why the device stopped. */
enum Ending {
  CHECKMATE,
  STALEMATE,
  INSUFFICIENT_MATERIAL,
  MOVE_LIMIT,
  THREEFOLD_REPETITION,
  BARE_KING,    /* a bare king against mating material, the winner to move */
  MATE_SCORE,
  WIN_SCORE,
  DRAW_SCORE,
  TOO_LONG,
  ALL_REJECTED  /* every candidate was one-sided: the game has no plies */
};

/* A position. Repetitions of earlier positions are not known to the device. */
typedef struct {
  u64 occupied[2]; /* the first square in the lowest bit */
  u8 pieces[16];   /* a nibble for each occupied square: type from 1, 8 added for the second side */
  u16 extra;       /* chess: files of the rooks that may castle; xiangqi: checks since the last capture; of
                      the first side in the low byte */
  u16 ply;         /* plies of the game before this position */
  u16 clock;       /* plies that count for the move limit */
  u8 side;         /* 0: the first side moves */
  u8 en_passant;   /* the square behind a pawn that can be taken so, or 64 */
} PackedPosition;

/* A game to play: from the first of its candidates that verification does not find one-sided. */
typedef struct {
  u64 number;
  u32 candidates;
  u32 played_out; /* a bit for each candidate: not adjudicated as won, neither by score nor by material */
  PackedPosition positions[CANDIDATES];
} Start;

/* No iteration begins after `soft` nodes; the search stops after `hard`. */
typedef struct {
  u32 soft;
  u32 hard;
} NodeLimits;

typedef struct {
  NodeLimits nodes;
  NodeLimits verification; /* soft = 0: starts are not verified */
  i32 cut;                 /* starts with a larger absolute score are rejected */
  i32 win_score;
  u32 win_plies;           /* 0: no win adjudication */
  i32 draw_score;
  u32 draw_plies;          /* 0: no draw adjudication */
  u32 draw_from_ply;
  u32 max_plies;           /* of a game, opening included; at most LONGEST_GAME after the start */
  u32 table_bits;          /* entries of a warp's transposition table, as a power of two */
} Settings;

/* A played move, as the game's moves are coded in Rust, and its score for the side that moves. */
typedef struct {
  u16 move;
  i16 score;
} GamePly;

/* A finished game in the ring: two cells, then its plies, padded to whole cells. The words of the two:
 *   number of the game
 *   nodes of all its searches, verification included
 *   sum of the completed depths of its plies | plies << 32 | candidates rejected << 48 | ending << 56
 *   0 */
enum { HEADER_CELLS = 2 };

/* Counters in device memory. */
typedef struct {
  u64 taken;   /* starts taken from the queue */
  u64 written; /* cells written to the ring */
  u64 nodes;   /* nodes and plies of all warps up to their last launch, for figures of speed */
  u64 plies;
} Counters;

/* By game: see rules.h of each. */
typedef struct Tables Tables;

/* Everything that a kernel gets. Rows have 32 * WORDS words of two neurons each. */
typedef struct {
  const Tables *tables;       /* constants of the game's rules and features, and of the search */
  const u32 *feature_weights; /* rows of the features: 65536 * high + low */
  const u32 *feature_biases;  /* one row: 65536 * high + low */
  const u32 *output_weights;  /* [buckets][2] rows: low | high << 16 */
  const i32 *output_biases;   /* [buckets] */
  Counters *counters;
  const Start *starts;        /* ring; start n is at n & start_mask */
  u8 *ring;                   /* ring of finished games; cell n is at n & ring_mask */
  u8 *memory;                 /* memory_bytes() of each warp, zeroed before the first launch */
  u64 start_mask;
  u64 ring_mask;
  u64 filled;                 /* starts that the host has put into the queue so far */
  u64 drained;                /* cells that the host has read so far */
  u32 warps;
  u32 words;                  /* width / 64, rounded up, which CUDA gets as the macro WORDS */
  i32 qa, qb, eval_scale;     /* CUDA gets these as macros, too */
  u32 mirrored;
  u8 bucket_of[MOST_MATERIAL + 1]; /* the output bucket by material */
  Settings settings;
} Device;

/* The legal moves of a position, in no particular order. */
typedef struct {
  u16 count;
  u16 moves[MOST_MOVES];
} MoveList;

/* Kernels; a warp has 32 lanes, a block BLOCK_WARPS warps and BLOCK_WARPS * shared_bytes() of dynamic
 * shared memory:
 *   play(Device, i64 budget)                                       games, for so many clock cycles
 *   perft(Device, const PackedPosition *, u32 count, u32 depth, u64 *leaves)  leaves[count] are added to
 *   legal_moves(Device, const PackedPosition *, u32 count, MoveList *)
 *   evaluations(Device, const PackedPosition *, u32 count, i32 *)       for the side to move
 * A search of a single position is a game with max_plies one ply after the start. */
enum { BLOCK_WARPS = 4 };

#endif
