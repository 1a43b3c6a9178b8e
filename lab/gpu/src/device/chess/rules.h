/* Chess: its constants, pieces, moves and board. Other files of this folder have the same names and functions as
 * those of other games: the automaton is compiled with one of the folders. */
#ifndef RULES_H
#define RULES_H

/* Constants of rules, search and evaluation, filled in by the host: src/game/chess.rs lists them in this order. */
struct Tables {
  u64 line[4][64];        /* rank, file, diagonal and antidiagonal through a square, without it */
  u64 leaper[4][64];      /* attacks of a knight, king, white pawn, black pawn */
  u64 piece_key[16][64];  /* Zobrist keys, by piece code */
  u64 castling_key[16];   /* by bit of the castling rights */
  u64 en_passant_key[8];
  u64 black_key;
  u64 lines[64];          /* all lines through a square */
  i16 see_value[8];       /* of a piece type, for SEE */
  u8 log[256];            /* 45.25 ln(n): the product of two is 2048 ln ln */
};

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING };
/* The kinds of chess::MoveKind. A move is kind << 12 | from << 6 | to; a king castles by taking its
 * own rook. */
enum { NORMAL = 1, DOUBLE_PUSH, EN_PASSANT, CASTLE, PROMOTE_KNIGHT, PROMOTE_QUEEN = 8 };
enum { NO_SQUARE = 64 };

enum {
  BOARD_BYTES = 64, /* squares, with room to have as many for each lane */
  QUIET_BITS = 12,  /* of quiet_index() */
  MOVE_LIMIT_PLIES = 100,
  STALEMATE_LOSES = 0
};

/* A lane's squares of a board: 2 * lane and the next one. */
typedef u16 LaneSquares;

typedef struct {
  u64 sets[8]; /* squares by type, from pawn to king, then of White and Black */
  u64 key;
  u8 pieces[BOARD_BYTES]; /* 0, or type + 8 for black */
  u8 side, en_passant, clock;
  u16 castling; /* files of the rooks that may castle, White's in the low byte */
} Board;

/* What unmake() needs besides the move and the victim. */
typedef struct {
  u64 key;
  u16 castling;
  u8 en_passant, clock;
} Undo;

DEVICE int from_of(int move) { return move >> 6 & 63; }
DEVICE int to_of(int move) { return move & 63; }
DEVICE int kind_of(int move) { return move >> 12; }

/* The place of a quiet move in the history of a side. */
DEVICE int quiet_index(int move) { return move & 4095; }

DEVICE int is_promotion(int move) { return kind_of(move) >= PROMOTE_KNIGHT; }
/* Whether a move promotes to the piece that is nearly always the best. */
DEVICE int is_best_promotion(int move) { return kind_of(move) == PROMOTE_QUEEN; }
/* Orders the other promotions. */
DEVICE int promotion_order(int move) { return kind_of(move); }

#endif
