/* The board: lines, checks, making and unmaking moves. */
#ifndef BOARD_H
#define BOARD_H

/* A square and the lines through it. */
typedef struct {
  int square, file, rank;
} Point;

DEVICE Point point_of(int square) {
  Point p = {square, square % FILES, square / FILES};
  return p;
}

/* A rank or file through a square. */
typedef struct {
  u32 line;         /* its word of Board.lines */
  int at;           /* the square's bit */
  int base, stride; /* the square of a bit is base + stride * bit */
  int end;          /* the first bit beyond */
} Ray;

DEVICE Ray ray_of(const Board *b, Point p, int along_file) {
  Ray r;
  r.stride = along_file ? FILES : 1;
  r.at = LINE_SHIFT + (along_file ? p.rank : p.file);
  r.base = p.square - r.stride * r.at;
  r.end = LINE_SHIFT + (along_file ? RANKS : FILES);
  r.line = b->lines[along_file ? FIRST_FILE + p.file : p.rank];
  return r;
}

/* The next occupied bit of a line, up or down; both ends have two. */
DEVICE int next_on(u32 line, int bit, int up) {
  return up ? lowest(line & (~1u << bit)) : highest(line & ((1u << bit) - 1));
}

/* The piece on a bit of a ray; 0 beyond the board. */
DEVICE int piece_on(const Board *b, const Ray *r, int bit) {
  return bit >= LINE_SHIFT && bit < r->end ? b->pieces[r->base + r->stride * bit] : 0;
}

/* A byte of a word of squares. */
DEVICE int square_in(u64 squares, int i) { return (int)(squares >> 8 * i & 255); }

/* The leg of a horse that steps from a square, in the order of Tables.leaps, and of one that steps to it, in the order
 * of Tables.sources: next to the horse either way. */
DEVICE int leg_from(int square, int i) { return square + (i & 2 ? 1 : FILES) * (i & 4 ? 1 : -1); }
DEVICE int leg_to(int square, int i) { return square + (i & 2 ? FILES : -FILES) + (i & 4 ? 1 : -1); }

/* Whether a color's king is attacked: lanes 0 to 3 look along its lines, 8 to 15 at horses, 16 to 23 at pawns. */
DEVICE int king_attacked(const Warp *w, const Tables *t, int color) {
  const Board *b = &w->board;
  int by = (color ^ 1) * BLACK_PIECE;
  Point king = point_of(b->kings[color]);
  PER_LANE(u32, hits);
  LANES {
    OF(hits) = 0;
    if (lane < 4) {
      Ray r = ray_of(b, king, lane & 1);
      int first = next_on(r.line, r.at, lane & 2), second = next_on(r.line, first, lane & 2);
      int piece = piece_on(b, &r, first);
      OF(hits) = piece == (ROOK | by) || piece == (KING | by) || piece_on(b, &r, second) == (CANNON | by);
    } else if (lane >= 8 && lane < 24) {
      int code = (lane < 16 ? HORSE : PAWN) | by;
      int from = square_in(LOAD(&t->sources[code][king.square]), lane & 7);
      OF(hits) = from < SQUARES && b->pieces[from] == code &&
                 (lane >= 16 || !b->pieces[leg_to(king.square, lane & 7)]);
    }
  }
  return ballot(hits) != 0;
}
RARE int king_attacked_rare(const Warp *w, const Tables *t, int color) { return king_attacked(w, t, color); }

/* Puts a piece on a square or takes it away: changes the lines through it. Each lane has a line. */
DEVICE void toggle_lines(Warp *w, Point a, Point b, int toggles_b) {
  LANES if (lane < LINES) {
    u32 line = w->board.lines[lane];
    if (lane == a.rank) line ^= 1u << LINE_SHIFT << a.file;
    if (lane == FIRST_FILE + a.file) line ^= 1u << LINE_SHIFT << a.rank;
    if (toggles_b && lane == b.rank) line ^= 1u << LINE_SHIFT << b.file;
    if (toggles_b && lane == FIRST_FILE + b.file) line ^= 1u << LINE_SHIFT << b.rank;
    w->board.lines[lane] = (u16)line;
  }
}

/* Makes a pseudo-legal move and saves in the frame what unmake() needs. */
DEVICE void make(Warp *w, const Tables *t, Frame *f, int move) {
  Board *b = &w->board;
  SYNC();
  int us = b->side, them = us ^ 1, from = from_of(move), to = to_of(move);
  int piece = b->pieces[from], victim = b->pieces[to], left = b->counts[victim] - 1;
  int clock = b->clock, reversible = b->reversible, by_us = b->checks[us], by_them = b->checks[them];
  u64 key = b->key;
  int was_in_check = (key & CHECK_BIT) != 0;
  Point a = point_of(from), z = point_of(to);
  SYNC();
  f->move = (u16)move;
  f->captured = (u8)victim;
  f->undo.key = key;
  f->undo.clock = (u16)clock;
  f->undo.reversible = (u16)reversible;
  f->undo.checks[us] = (u8)by_us;
  f->undo.checks[them] = (u8)by_them;
  key &= ~CHECK_BIT;
  key ^= LOAD(&t->piece_key[piece][from]) ^ LOAD(&t->piece_key[piece][to]) ^ LOAD(&t->black_key);
  toggle_lines(w, a, z, !victim);
  b->pieces[from] = 0;
  b->pieces[to] = (u8)piece;
  if ((piece & TYPE) == KING) b->kings[us] = (u8)to;
  if (victim) {
    b->counts[victim] = (u8)left;
    key ^= LOAD(&t->piece_key[victim][to]);
  }
  b->side = (u8)them;
  SYNC();
  int checks = king_attacked(w, t, them);
  if (victim) {
    clock = reversible = by_us = by_them = 0;
  } else {
    if (checks && by_us < 255) by_us++;
    /* Checks beyond some do not count for the move limit, nor do the replies to them. */
    clock += !((checks && by_us > FREE_CHECKS) || (was_in_check && by_them > FREE_CHECKS));
    reversible = (piece & TYPE) == PAWN && a.file == z.file ? 0 : reversible + 1;
  }
  SYNC();
  b->key = checks ? key | CHECK_BIT : key;
  b->clock = (u16)clock;
  b->reversible = (u16)reversible;
  b->checks[us] = (u8)by_us;
  b->checks[them] = (u8)by_them;
  SYNC();
}
RARE void make_rare(Warp *w, const Tables *t, Frame *f, int move) { make(w, t, f, move); }

/* Takes back what make() and make_null() keep of the state. */
DEVICE void restore(Board *b, const Undo *undo) {
  b->key = undo->key;
  b->clock = undo->clock;
  b->reversible = undo->reversible;
  b->checks[0] = undo->checks[0];
  b->checks[1] = undo->checks[1];
}

DEVICE void unmake(Warp *w, const Frame *f) {
  Board *b = &w->board;
  SYNC();
  int us = b->side ^ 1, move = f->move, from = from_of(move), to = to_of(move), victim = f->captured;
  int piece = b->pieces[to], count = b->counts[victim] + 1;
  SYNC();
  toggle_lines(w, point_of(from), point_of(to), !victim);
  b->pieces[from] = (u8)piece;
  b->pieces[to] = (u8)victim;
  if ((piece & TYPE) == KING) b->kings[us] = (u8)from;
  if (victim) b->counts[victim] = (u8)count;
  b->side = (u8)us;
  restore(b, &f->undo);
  SYNC();
}

/* Passes the turn, out of check. */
DEVICE void make_null(Warp *w, const Tables *t, Frame *f) {
  Board *b = &w->board;
  int us = b->side, clock = b->clock, reversible = b->reversible, red = b->checks[0], black = b->checks[1];
  u64 key = b->key;
  SYNC();
  f->move = 0;
  f->undo.key = key;
  f->undo.clock = (u16)clock;
  f->undo.reversible = (u16)reversible;
  f->undo.checks[0] = (u8)red;
  f->undo.checks[1] = (u8)black;
  b->key = key ^ LOAD(&t->black_key);
  b->clock = (u16)(clock + 1);
  b->reversible = 0; /* no repetitions across a null move */
  b->side = (u8)(us ^ 1);
  SYNC();
}
DEVICE void unmake_null(Warp *w, const Frame *f) {
  Board *b = &w->board;
  int us = b->side ^ 1;
  SYNC();
  b->side = (u8)us;
  restore(b, &f->undo);
  SYNC();
}

/* Sets up a position. Moves before it that cannot be repeated are not known. */
RARE void set_up(Warp *w, const Tables *t, const PackedPosition *p) {
  Board *b = &w->board;
  SYNC();
  u64 low = p->occupied[0], high = p->occupied[1], key = 0;
  int side = p->side, before = popcount(low);
  LANES {
    for (int square = lane; square < BOARD_BYTES; square += 32) {
      u64 all = square < 64 ? low : high, bit = 1ull << (square & 63);
      int index = popcount(all & (bit - 1)) + (square < 64 ? 0 : before), nibbles = p->pieces[index >> 1 & 15];
      b->pieces[square] = (u8)(all & bit ? nibbles >> 4 * (index & 1) & 15 : 0);
    }
    if (lane < 16) b->counts[lane] = 0;
  }
  SYNC();
  LANES if (lane < LINES) {
    int is_rank = lane < FIRST_FILE, end = LINE_SHIFT + (is_rank ? FILES : RANKS);
    u32 line = 3 | 3u << end;
    for (int bit = LINE_SHIFT; bit < end; bit++) {
      int i = bit - LINE_SHIFT, square = is_rank ? lane * FILES + i : i * FILES + lane - FIRST_FILE;
      if (b->pieces[square]) line |= 1u << bit;
    }
    b->lines[lane] = (u16)line;
  }
  ROLLED for (int square = 0; square < SQUARES; square++) {
    int piece = b->pieces[square], count = b->counts[piece] + 1;
    SYNC();
    if (!piece) continue;
    key ^= LOAD(&t->piece_key[piece][square]);
    b->counts[piece] = (u8)count;
    if ((piece & TYPE) == KING) b->kings[piece >> 3] = (u8)square;
    SYNC();
  }
  if (side) key ^= LOAD(&t->black_key);
  b->side = (u8)side;
  b->clock = p->clock;
  b->reversible = p->clock;
  b->checks[0] = (u8)(p->extra & 255);
  b->checks[1] = (u8)(p->extra >> 8);
  SYNC();
  if (king_attacked_rare(w, t, side)) key |= CHECK_BIT;
  b->key = key;
  SYNC();
}

/* How many plies back a position can be the same. */
DEVICE int reversible_plies(const Board *b) { return b->reversible; }

DEVICE int is_in_check(const Warp *w, const Tables *t) { return (void)t, (w->board.key & CHECK_BIT) != 0; }
/* After a move: whether it left the own king to be taken. */
DEVICE int leaves_king(const Warp *w, const Tables *t) { return king_attacked(w, t, w->board.side ^ 1); }

/* Whether a move out of check may leave the own king to be taken: it may if it moves the king, if it leaves or enters a
 * line of the king, or leaves the leg of a horse, which is a diagonal neighbor. */
DEVICE int may_expose(const Warp *w, const Tables *t, int move) {
  (void)t;
  Point king = point_of(w->board.kings[w->board.side]), from = point_of(from_of(move)), to = point_of(to_of(move));
  int files = from.file - king.file, ranks = from.rank - king.rank;
  return !files || !ranks || to.file == king.file || to.rank == king.rank ||
         (files * files == 1 && ranks * ranks == 1);
}

/* The type of the piece that a move captures. */
DEVICE int victim_of(const Warp *w, int move) { return w->board.pieces[to_of(move)] & TYPE; }

/* Whether passing is no help: a side without rooks, horses and cannons may be in zugzwang. */
DEVICE int null_move_is_safe(const Warp *w) {
  const u8 *counts = w->board.counts + w->board.side * BLACK_PIECE;
  return counts[ROOK] || counts[HORSE] || counts[CANNON];
}

#endif
