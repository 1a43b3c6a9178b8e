/* Move ordering. */
#ifndef MOVES_H
#define MOVES_H

/* Scores of move ordering; each band is followed by the next. In quiescence only the bands above
 * HISTORY_BAND are searched. */
enum {
  UNWANTED = 0,
  UNDERPROMOTION = 100,
  BAD_CAPTURE = 1000, /* SEE below 0 */
  HISTORY_BAND = 20000,
  MOST_HISTORY = 12000, /* either way */
  KILLER = 45000,
  GOOD_CAPTURE = 50000,
  PROMOTION = 62000,
  TT_MOVE = 65535
};

/* The score of a move in move ordering. */
DEVICE int order(const Warp *w, const Tables *t, const Frame *f, const i16 *history, int move,
                 int captures) {
  int type = w->board.pieces[from_of(move)] & TYPE, victim = victim_of(w, move);
  if (move == f->tt_move) return TT_MOVE;
  if (is_best_promotion(move)) return PROMOTION + victim;
  if (is_promotion(move)) return UNDERPROMOTION + promotion_order(move);
  if (victim) {
    int by_value = 64 * victim - type;
    if (victim >= type || see_ge(w, t, move, 0)) return GOOD_CAPTURE + by_value;
    return captures ? UNWANTED : BAD_CAPTURE + by_value;
  }
  if (move == f->killers[0]) return KILLER + 1;
  if (move == f->killers[1]) return KILLER;
  return HISTORY_BAND + MOST_HISTORY + history[w->board.side << QUIET_BITS | quiet_index(move)];
}

/* Gives the best entry of the node's list and marks it as tried; 0 if none is wanted. */
DEVICE u32 pick(u32 *list, int first, int end) {
  PER_LANE(u32, best);
  PER_LANE(i32, place);
  LANES {
    OF(best) = 0;
    OF(place) = first;
    ROLLED for (int i = first + lane; i < end; i += 32) {
      u32 entry = list[i];
      if (entry > OF(best)) {
        OF(best) = entry;
        OF(place) = i;
      }
    }
  }
  u32 top = reduce_max(best);
  if (top < 1u << 16) return 0;
  LANES if (OF(best) == top) list[OF(place)] = top & 0xffff;
  SYNC();
  return top;
}

/* Lists the moves of a node, after those of its parent, with their scores. */
DEVICE void list_moves(const Context *c, Frame *f, int captures) {
  Warp *w = c->warp;
  int first = f->first, count = list_pseudo_legal(w, c->tables, captures, f->in_check);
  LANES ROLLED for (int i = lane; i < count; i += 32) {
    int move = w->scratch[i];
    int score = order(w, c->tables, f, c->history, move, captures);
    c->list[first + i] = (u32)score << 16 | (u32)move;
  }
  f->end = (u16)(first + count);
  SYNC();
}

#endif
