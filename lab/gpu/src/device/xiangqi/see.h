/* Static exchange evaluation (SEE). Each lane may ask about a move of its own. */
#ifndef SEE_H
#define SEE_H

/* The captures so far on a square, and who has left for them. */
typedef struct {
  Point to;
  u64 gone_low; /* squares that their piece has left: below 64, and the others */
  u32 gone_high;
} Exchange;

DEVICE int is_gone(const Exchange *e, int square) {
  return (int)(square < 64 ? e->gone_low >> square & 1 : e->gone_high >> (square - 64) & 1);
}
DEVICE void leave(Exchange *e, int square) {
  if (square < 64) e->gone_low |= 1ull << square;
  else e->gone_high |= 1u << (square - 64);
}

/* The square of a piece that steps to the square of the exchange, or -1. */
DEVICE int leaper_of(const Board *b, const Tables *t, const Exchange *e, int code) {
  int type = code & TYPE, to = e->to.square;
  u64 sources = LOAD(&t->sources[code][to]);
  ROLLED for (int i = 0; i < 8; i++) {
    int from = square_in(sources, i);
    if (from >= SQUARES || b->pieces[from] != code || is_gone(e, from)) continue;
    int block = type == HORSE ? leg_to(to, i) : type == ELEPHANT ? (from + to) >> 1 : from;
    if (block == from || !b->pieces[block] || is_gone(e, block)) return from;
  }
  return -1;
}

/* The square of a rook or cannon that attacks the square of the exchange, or -1. */
DEVICE int slider_of(const Board *b, const Exchange *e, int code) {
  ROLLED for (int direction = 0; direction < 4; direction++) {
    Ray r = ray_of(b, e->to, direction & 1);
    int bit = r.at, pieces = (code & TYPE) == CANNON ? 2 : 1, square = -1;
    ROLLED while (pieces) {
      bit = next_on(r.line, bit, direction & 2);
      if (bit < LINE_SHIFT || bit >= r.end) break;
      square = r.base + r.stride * bit;
      pieces -= !is_gone(e, square);
    }
    if (!pieces && b->pieces[square] == code) return square;
  }
  return -1;
}

/* Whether the captures that a move starts on its square are worth at least `threshold`: both sides capture with their
 * least valuable attacker and stop when going on would lose. Pins are ignored. */
DEVICE int see_ge(const Warp *w, const Tables *t, int move, int threshold) {
  const Board *b = &w->board;
  int to = to_of(move), side = b->side;
  int swap = LOAD(&t->see_value[b->pieces[to] & TYPE]) - threshold;
  if (swap < 0) return 0;
  swap = LOAD(&t->see_value[b->pieces[from_of(move)] & TYPE]) - swap;
  if (swap <= 0) return 1;
  Exchange e = {point_of(to), 0, 0};
  leave(&e, from_of(move));
  int wins = 1;
  ROLLED for (;;) {
    side ^= 1;
    int from = -1, type = 0;
    ROLLED while (from < 0 && type < KING) {
      type++;
      int code = type | side * BLACK_PIECE;
      if (!b->counts[code]) continue;
      from = type == CANNON || type == ROOK ? slider_of(b, &e, code) : leaper_of(b, t, &e, code);
    }
    if (from < 0) break;
    wins ^= 1;
    leave(&e, from);
    if (type == KING) {
      /* It may not capture what is defended; the other king counts as a rook. */
      ROLLED for (int other = PAWN; other <= KING; other++) {
        int code = other | (side ^ 1) * BLACK_PIECE;
        int defender = other >= CANNON ? slider_of(b, &e, code) : leaper_of(b, t, &e, code);
        if (defender >= 0) return wins ^ 1;
      }
      break;
    }
    swap = LOAD(&t->see_value[type]) - swap;
    if (swap < wins) break;
  }
  return wins;
}

#endif
