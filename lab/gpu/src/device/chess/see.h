/* Static exchange evaluation (SEE). Each lane may ask about a move of its own. */
#ifndef SEE_H
#define SEE_H

/* Sliders of both colors that attack a square. */
DEVICE u64 slider_attackers(const Warp *w, const Tables *t, int square, u64 all) {
  u64 attackers = 0;
  ROLLED for (int line = 0; line < 4; line++)
    attackers |= line_attacks(all, LOAD(&t->line[line][square]), square) &
                 (w->board.sets[QUEEN - 1] | w->board.sets[line < 2 ? ROOK - 1 : BISHOP - 1]);
  return attackers & all;
}

/* Whether the captures that a move starts on its square are worth at least `threshold`: both sides
 * capture with their least valuable attacker and stop when going on would lose. Pins are ignored. */
DEVICE int see_ge(const Warp *w, const Tables *t, int move, int threshold) {
  int from = from_of(move), to = to_of(move), kind = kind_of(move), side = w->board.side;
  if (kind == CASTLE) return threshold <= 0;
  int victim = kind == EN_PASSANT ? PAWN : w->board.pieces[to] & TYPE;
  int swap = LOAD(&t->see_value[victim]) - threshold;
  if (swap < 0) return 0;
  swap = LOAD(&t->see_value[w->board.pieces[from] & TYPE]) - swap;
  if (swap <= 0) return 1;
  u64 all = (occupied(w) & ~bit_of(from)) | bit_of(to);
  if (kind == EN_PASSANT) all ^= bit_of(to ^ 8);
  u64 others = (LOAD(&t->leaper[0][to]) & w->board.sets[KNIGHT - 1]) |
               (LOAD(&t->leaper[1][to]) & w->board.sets[KING - 1]) |
               (LOAD(&t->leaper[2][to]) & w->board.sets[PAWN - 1] & w->board.sets[7]) |
               (LOAD(&t->leaper[3][to]) & w->board.sets[PAWN - 1] & w->board.sets[6]);
  int wins = 1;
  ROLLED for (;;) {
    side ^= 1;
    u64 attackers = (others | slider_attackers(w, t, to, all)) & all;
    u64 own = attackers & w->board.sets[6 + side];
    if (!own) break;
    wins ^= 1;
    int type = PAWN;
    ROLLED while (!(own & w->board.sets[type - 1])) type++;
    if (type == KING) {
      if (attackers & w->board.sets[7 - side]) wins ^= 1; /* it may not capture what is defended */
      break;
    }
    swap = LOAD(&t->see_value[type]) - swap;
    if (swap < wins) break;
    all ^= bit_of(lowest(own & w->board.sets[type - 1]));
  }
  return wins;
}

#endif
