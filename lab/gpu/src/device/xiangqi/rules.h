/* Xiangqi: its constants, pieces, moves and board. Squares are numbered rank by rank from a0; pieces that step have
 * their squares in tables, the others look along the lines of the board. */
#ifndef RULES_H
#define RULES_H

enum { FILES = 9, RANKS = 10, SQUARES = 90 };

/* Constants of rules, search and evaluation, filled in by the host: src/game/xiangqi.rs lists them in this order. A
 * place is code << 7 | square. */
struct Tables {
  u64 leaps[16][SQUARES];   /* by piece code: the squares it steps to, a byte each, 255 for none */
  u64 sources[16][SQUARES]; /* the squares it steps from */
  u64 piece_key[16][SQUARES]; /* Zobrist keys without the highest bit */
  u64 black_key;
  i32 lean[2][16 << 7];     /* by perspective and place: what a piece adds to the right wing */
  u16 row[2][2][16 << 7];   /* by perspective, mirroring and place: of the feature weights */
  i16 see_value[8];         /* of a piece type, for SEE */
  u8 log[256];              /* 45.25 ln(n): the product of two is 2048 ln ln */
};

enum { PAWN = 1, ELEPHANT, ADVISOR, HORSE, CANNON, ROOK, KING };

enum {
  BOARD_BYTES = 128, /* squares, with room to have as many for each lane */
  QUIET_BITS = 13,   /* of quiet_index() */
  MOVE_LIMIT_PLIES = 120,
  FREE_CHECKS = 10,  /* checks of a side since the last capture that count for the move limit */
  STALEMATE_LOSES = 1
};

/* A lane's squares of a board: the four from 4 * lane on. */
typedef u32 LaneSquares;

/* The highest bit of a key: the side to move is in check. So earlier keys tell who checked. */
#define CHECK_BIT (1ull << 63)

/* The line of a rank or file has its occupied squares from this bit on; below and above are two bits each that are
 * always set, so that a search for two pieces ends. */
enum { LINE_SHIFT = 2, FIRST_FILE = RANKS, LINES = RANKS + FILES };

typedef struct {
  u64 key;
  u8 pieces[BOARD_BYTES]; /* 0, or type + 8 for black */
  u16 lines[LINES];       /* ranks, then files */
  u16 clock, reversible;  /* plies that count for the move limit; since no position can repeat */
  u8 counts[16];          /* by piece code */
  u8 kings[2];
  u8 checks[2];           /* by side: given since the last capture */
  u8 side;
} Board;

/* What unmake() needs besides the move and the victim. */
typedef struct {
  u64 key;
  u16 clock, reversible;
  u8 checks[2];
} Undo;

/* A move is from << 7 | to. */
DEVICE int from_of(int move) { return move >> 7; }
DEVICE int to_of(int move) { return move & 127; }

/* The place of a quiet move in the history of a side. */
DEVICE int quiet_index(int move) { return from_of(move) * SQUARES + to_of(move); }

/* Nothing promotes. */
DEVICE int is_promotion(int move) { return (void)move, 0; }
DEVICE int is_best_promotion(int move) { return (void)move, 0; }
DEVICE int promotion_order(int move) { return (void)move, 0; }

#endif
