/* Repetitions of a position. */
#ifndef REPETITION_H
#define REPETITION_H

/* How many plies ago the position stood the last time, and the time before; 0: it did not. */
typedef struct {
  int last, before;
} Occurrences;

/* Looks for the position after so many plies of the game. */
DEVICE Occurrences occurrences(const Context *c, int now) {
  const Board *b = &c->warp->board;
  const u64 *keys = c->keys;
  Occurrences found = {0, 0};
  int reversible = reversible_plies(b), plies = reversible < now ? reversible : now;
  ROLLED for (int first = 4; first <= plies && !found.before; first += 64) {
    PER_LANE(u32, same);
    LANES {
      int distance = first + 2 * lane;
      OF(same) = distance <= plies && keys[now - distance] == b->key;
    }
    u32 lanes = ballot(same);
    if (lanes && !found.last) {
      found.last = first + 2 * lowest(lanes);
      lanes &= lanes - 1;
    }
    if (lanes) found.before = first + 2 * lowest(lanes);
  }
  return found;
}

/* Whether that is a draw in a search: the position stood twice before, or once after the root. */
DEVICE int is_repeated(Occurrences found, int ply) {
  return found.before || (found.last && found.last < ply);
}

#endif
