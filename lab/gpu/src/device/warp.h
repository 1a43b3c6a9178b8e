/* The state of a warp, and where it lives. */
#ifndef WARP_H
#define WARP_H

enum { TYPE = 7, BLACK_PIECE = 8 }; /* of the code of a piece */
enum { WHITE, BLACK };

/* The scores of game::Score. */
enum { MATE = 32000, INFINITE = 32001, MAX_EVALUATION = 31506, NO_SCORE = 32100 };

enum {
  MAX_PLY = 48,
  LIST = 4096,         /* entries of a warp's move list */
  MOST_PSEUDO = 256,   /* room for the pseudo-legal moves of a position */
  KEYS = LONGEST_GAME + MAX_PLY + 8,
  HISTORY = 2 << QUIET_BITS, /* [side][quiet_index()] */
  MOST_WORDS = 64      /* of a row for each lane */
};

/* One ply of the search. */
typedef struct {
  Undo undo; /* of the move that is being searched */
  i16 alpha, beta, alpha0, best, eval, depth;
  u16 move, best_move, tt_move;
  u16 killers[2];
  u16 first, end; /* its moves in the list */
  u8 captured, phase, tried, in_check, quiescence, reduction, may_null, improving;
} Frame;

/* In shared memory while a kernel runs. */
typedef struct {
  Board board;
  u64 nodes; /* so far; then those before the current game and the current search */
  u64 first_game_node, first_node;
  u8 accumulated[2][BOARD_BYTES]; /* the pieces that each perspective's accumulator stands for */
  u16 scratch[MOST_PSEUDO];
  u16 changes[72]; /* features to add or remove */
  u8 squares[32];
  u8 mirror[2]; /* of the accumulators; 0: they are not mirrored */
  u8 ready;
  i32 state, ply, value, stopped; /* of the search: see search.h */
  i32 root_depth, done_depth, best, score, delta;
  u32 soft, hard;
  i32 verifying, candidate, played_out, game_ply, first_ply, leader, leading, even;
  u32 depths, plies, plies_played, ending;
  Frame frames[MAX_PLY + 1];
} Warp;

typedef struct {
  u64 check; /* key ^ data */
  u64 data;
} Entry;

/* Where the parts of a warp's memory are. */
typedef struct {
  Warp *warp;        /* shared */
  u32 *accumulators; /* shared: [perspective] rows */
  u32 *list;         /* score << 16 | move; a score of 0: tried or unwanted */
  i16 *history;
  u64 *keys; /* by ply of the game */
  u32 *other_accumulators; /* [perspective][mirrored] rows, for when a king changes wings */
  u8 *other_boards;        /* [perspective][mirrored][BOARD_BYTES] */
  GamePly *plies;
  Start *start; /* of the game: the queue's may be overwritten */
  Entry *table;
  u64 table_mask;
  const Device *device;
  const Tables *tables;
} Context;

/* The network's numbers are macros on a GPU, where the sources are compiled for a network. */
#ifdef __CUDACC__
#define WORDS_OF(device) WORDS
#define ROW_WORDS WORDS
#define QA_OF(device) QA
#define QB_OF(device) QB
#define EVAL_SCALE_OF(device) EVAL_SCALE
#else
#define WORDS_OF(device) ((int)(device)->words)
#define ROW_WORDS MOST_WORDS
#define QA_OF(device) ((device)->qa)
#define QB_OF(device) ((device)->qb)
#define EVAL_SCALE_OF(device) ((device)->eval_scale)
#endif

/* Bytes of a row of 32 * words words. */
DEVICE u64 row_bytes(u32 words) { return 128ull * words; }

/* Bytes of a warp's shared memory: its state and the accumulators. */
DEVICE u64 shared_bytes(u32 words) { return (sizeof(Warp) + 15) / 16 * 16 + 2 * row_bytes(words); }

/* Bytes of a warp's global memory: a copy of the shared memory between kernels, and the rest. */
DEVICE u64 memory_bytes(u32 words, u32 table_bits) {
  return shared_bytes(words) + 4 * row_bytes(words) + 4 * BOARD_BYTES + LIST * sizeof(u32) +
         HISTORY * sizeof(i16) + KEYS * sizeof(u64) + LONGEST_GAME * sizeof(GamePly) +
         sizeof(Start) + (sizeof(Entry) << table_bits);
}

/* The table, whose size the compiler does not know, comes last: all others have constant addresses. */
DEVICE Context context_of(const Device *device, u32 warp, u8 *shared) {
  Context c;
  u32 words = (u32)WORDS_OF(device), bits = device->settings.table_bits;
  u8 *memory = device->memory + warp * memory_bytes(words, bits) + shared_bytes(words);
  c.device = device;
  c.tables = device->tables;
  c.warp = (Warp *)shared;
  c.accumulators = (u32 *)(shared + shared_bytes(words) - 2 * row_bytes(words));
  c.other_accumulators = (u32 *)memory;
  memory += 4 * row_bytes(words);
  c.keys = (u64 *)memory;
  memory += KEYS * sizeof(u64);
  c.start = (Start *)memory;
  memory += sizeof(Start);
  c.list = (u32 *)memory;
  memory += LIST * sizeof(u32);
  c.plies = (GamePly *)memory;
  memory += LONGEST_GAME * sizeof(GamePly);
  c.history = (i16 *)memory;
  memory += HISTORY * sizeof(i16);
  c.other_boards = memory;
  memory += 4 * BOARD_BYTES;
  c.table = (Entry *)memory;
  c.table_mask = (1ull << bits) - 1;
  return c;
}

#endif
