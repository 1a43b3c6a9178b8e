/* Draws and losses by rule. At the end of a game the host judges again, with chases, which a search ignores. */
#ifndef DRAWS_H
#define DRAWS_H

/* Whether neither side can win: no pawn, and at most a cannon that finds no screens. Cannons that can still win by a
 * mate in one count as enough. */
DEVICE int is_insufficient(const Warp *w) {
  const u8 *red = w->board.counts, *black = red + BLACK_PIECE;
  if (red[PAWN] | red[ROOK] | red[HORSE] | black[PAWN] | black[ROOK] | black[HORSE]) return 0;
  int cannons = red[CANNON] + black[CANNON], advisors = red[ADVISOR] + black[ADVISOR];
  if (!cannons) return 1;
  if (red[CANNON] == 1 && black[CANNON] == 1) return !advisors && !(red[ELEPHANT] | black[ELEPHANT]);
  const u8 *owner = red[CANNON] ? red : black;
  return cannons == 1 && !owner[ADVISOR] && (!advisors || (advisors == 1 && !owner[ELEPHANT]));
}

/* No material wins at once. */
DEVICE int wins_by_material(const Warp *w) { return (void)w, 0; }

/* Whether a side was in check before all of its moves of the last plies, by their keys: 0 for the side to move. */
DEVICE int was_always_in_check(const Context *c, int now, int plies, int side) {
  int misses = 0;
  ROLLED for (int first = side; first < plies; first += 64) {
    PER_LANE(u32, free);
    LANES {
      int distance = first + 2 * lane;
      OF(free) = distance < plies && !(c->keys[now - distance] & CHECK_BIT);
    }
    misses |= ballot(free) != 0;
  }
  return !misses;
}

/* Whether the rules end the game `ply` plies below the root; then `value` is its score. A side that checked on each move
 * of a cycle, while the other did not, loses at the third occurrence; before, it can still leave the cycle, so that it
 * has at most a draw. */
DEVICE int ends_by_rule(const Context *c, int ply, int in_check, int alpha, int beta, int *value) {
  const Warp *w = c->warp;
  int now = w->game_ply + ply;
  *value = 0;
  if (is_insufficient(w) || (w->board.clock >= MOVE_LIMIT_PLIES && !in_check)) return 1;
  Occurrences found = occurrences(c, now);
  if (!is_repeated(found, ply)) return 0;
  int cycle = found.before ? found.before : found.last;
  int they_check = was_always_in_check(c, now, cycle, 0), we_check = was_always_in_check(c, now, cycle, 1);
  if (they_check == we_check) return 1;
  if (found.before) {
    *value = they_check ? MATE - ply : ply - MATE;
    return 1;
  }
  return they_check ? beta <= 0 : alpha >= 0;
}

#endif
