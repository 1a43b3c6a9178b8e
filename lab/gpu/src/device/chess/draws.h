/* Draws by rule, and material that wins. */
#ifndef DRAWS_H
#define DRAWS_H

#define LIGHT_SQUARES 0x55aa55aa55aa55aaull

/* Bare kings, one minor piece, or nothing but bishops on squares of one color. */
DEVICE int is_insufficient(const Warp *w) {
  if (w->board.sets[PAWN - 1] | w->board.sets[ROOK - 1] | w->board.sets[QUEEN - 1]) return 0;
  u64 knights = w->board.sets[KNIGHT - 1], bishops = w->board.sets[BISHOP - 1];
  return popcount(knights | bishops) <= 1 ||
         (!knights && (!(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES)));
}

/* Whether the side to move has mating material against a bare king. */
DEVICE int wins_by_material(const Warp *w) {
  if (popcount(w->board.sets[7 - w->board.side]) > 1) return 0;
  u64 knights = w->board.sets[KNIGHT - 1], bishops = w->board.sets[BISHOP - 1];
  return (w->board.sets[QUEEN - 1] | w->board.sets[ROOK - 1]) != 0 ||
         ((bishops & LIGHT_SQUARES) && (bishops & ~LIGHT_SQUARES)) || (bishops && knights);
}

/* Whether the rules end the game `ply` plies below the root; then `value` is its score. They may narrow the window,
 * too. */
DEVICE int ends_by_rule(const Context *c, int ply, int in_check, int alpha, int beta, int *value) {
  const Warp *w = c->warp;
  (void)alpha, (void)beta;
  *value = 0;
  return (w->board.clock >= MOVE_LIMIT_PLIES && !in_check) || is_insufficient(w) ||
         is_repeated(occurrences(c, w->game_ply + ply), ply);
}

#endif
