/* The search of one position: iterative deepening with principal variation search (PVS) and
 * quiescence, without recursion. The states of the automaton up to STORE belong to nodes, the others
 * to the game; see game.h. */
#ifndef SEARCH_H
#define SEARCH_H

enum State {
  TAKE_START, /* zeroed memory begins here */
  SET_UP,
  NEW_SEARCH,
  ENTER,    /* the node of frame `ply` begins */
  GENERATE, /* lists its moves */
  NEXT,     /* tries its next move */
  STORE,    /* it ends with `value`: writes it to the TT */
  RETURN,   /* the child of frame `ply` returned `value` */
  ROOT_DONE,
  GAME_OVER
};

/* How the current child of a node is searched. */
enum Phase { FULL_WINDOW, ZERO_WINDOW, NULL_MOVE };

enum { UPPER_BOUND = 1, LOWER_BOUND, EXACT };

/* Margins in centipawns, depths in plies. */
enum {
  EXTENSION_DEPTH = 6,
  RFP_DEPTH = 7,
  RFP_MARGIN = 75,
  NULL_MOVE_DEPTH = 3,
  PRUNING_DEPTH = 5, /* LMP, futility and SEE pruning */
  FUTILITY_BASE = 90,
  FUTILITY_MARGIN = 85,
  DELTA_MARGIN = 150,
  LMR_DEPTH = 3,
  IIR_DEPTH = 4,
  ASPIRATION_DEPTH = 4,
  ASPIRATION_DELTA = 25,
  WIDEST_DELTA = 400,
  HISTORY_BONUS = 16,
  MOST_BONUS = 1200,
  MAX_DEPTH = 40
};

/* What the loop of play() keeps in registers. */
typedef struct {
  int state, ply, value, waits;
  u64 nodes;
} Machine;

DEVICE int is_decisive(int score) { return score > MAX_EVALUATION || score < -MAX_EVALUATION; }

/* Mate scores count plies from the node in the TT, from the root elsewhere. */
DEVICE int to_table(int score, int ply) {
  return !is_decisive(score) ? score : score > 0 ? score + ply : score - ply;
}
DEVICE int from_table(int score, int ply) {
  return !is_decisive(score) ? score : score > 0 ? score - ply : score + ply;
}

DEVICE void set_child(Frame *child, int first, int alpha, int beta, int depth, int may_null) {
  child->alpha = (i16)alpha;
  child->beta = (i16)beta;
  child->depth = (i16)depth;
  child->may_null = (u8)may_null;
  child->first = child->end = (u16)first;
}

/* Enters a node: draws, TT, evaluation, and pruning before any move. */
DEVICE void enter_node(const Context *c, Machine *m) {
  Warp *w = c->warp;
  const Tables *t = c->tables;
  int ply = m->ply;
  Frame *f = &w->frames[ply];
  int alpha = f->alpha, beta = f->beta, depth = f->depth, is_pv = beta - alpha > 1;
  int ends = 0, value = 0, eval = NO_SCORE, best = -INFINITE, tt_move = 0, null_move = 0;
  Entry entry = c->table[w->board.key & c->table_mask]; /* on its way during the test for check */
  int in_check = is_in_check(w, t);
  int quiescence = depth <= 0;
  if (in_check && ply > 0 && depth < EXTENSION_DEPTH) {
    depth = quiescence ? 1 : depth + 1; /* check extension */
    quiescence = 0;
  }
  m->nodes++;
  ONE_LANE c->keys[w->game_ply + ply] = w->board.key;
  SYNC();
  if (m->nodes - w->first_node > w->hard && w->root_depth > 1) {
    w->stopped = ends = 1; /* depth 1 is always finished: it finds a move */
  } else if (ply > 0) {
    ends = ends_by_rule(c, ply, in_check, alpha, beta, &value);
  }
  if (!ends) {
    if ((entry.check ^ entry.data) == w->board.key) {
      int bound = (int)(entry.data >> 56), score = from_table((i16)(entry.data >> 16), ply);
      int enough = bound == EXACT || (bound == LOWER_BOUND ? score >= beta : score <= alpha);
      tt_move = (int)(entry.data & 0xffff);
      if (!in_check) eval = (i16)(entry.data >> 32);
      if (!is_pv && (i8)(entry.data >> 48) >= depth && enough) {
        ends = 1;
        value = score;
      }
    }
    if (!ends && !in_check && eval == NO_SCORE) eval = evaluate(c);
    if (!ends && (ply >= MAX_PLY - 1 || f->first > LIST - MOST_PSEUDO)) {
      ends = 1;
      value = in_check ? 0 : eval;
    }
  }
  int improving = !in_check && ply >= 2 && eval > w->frames[ply - 2].eval;
  if (!ends && !in_check) {
    if (quiescence) {
      best = eval; /* standing pat */
      ends = best >= beta;
      value = best;
    } else if (!is_pv && !is_decisive(beta)) {
      if (depth <= RFP_DEPTH && eval - RFP_MARGIN * (depth - improving) >= beta) {
        ends = 1;
        value = eval;
      } else {
        null_move = depth >= NULL_MOVE_DEPTH && eval >= beta && f->may_null && null_move_is_safe(w);
      }
    }
  }
  SYNC();
  if (ends) {
    m->value = value;
    m->ply--;
    m->state = RETURN;
    return;
  }
  if (depth >= IIR_DEPTH && !tt_move) depth--;
  f->alpha0 = (i16)alpha;
  f->alpha = (i16)(best > alpha ? best : alpha);
  f->best = (i16)best;
  f->eval = (i16)eval;
  f->depth = (i16)depth;
  f->quiescence = (u8)quiescence;
  f->in_check = (u8)in_check;
  f->improving = (u8)improving;
  f->tried = 0;
  f->best_move = 0;
  f->tt_move = (u16)tt_move;
  f->phase = FULL_WINDOW;
  f->reduction = 0;
  w->frames[ply + 2].killers[0] = w->frames[ply + 2].killers[1] = 0;
  m->state = GENERATE;
  if (null_move) {
    int gain = eval - beta;
    int reduction = 3 + depth / 4 + (gain > 400 ? 2 : gain / 200);
    f->phase = NULL_MOVE;
    make_null(w, t, f);
    set_child(&w->frames[ply + 1], f->first, -beta, 1 - beta, depth - reduction, 0);
    m->ply++;
    m->state = ENTER;
  }
  SYNC();
}

/* Moves a history value toward its bound. */
DEVICE void update_history(i16 *entry, int bonus) {
  int value = *entry;
  *entry = (i16)(value + bonus - value * (bonus < 0 ? -bonus : bonus) / MOST_HISTORY);
}

/* After a cutoff by a quiet move: killers, and history of all quiets that were tried. */
DEVICE void reward(const Context *c, Frame *f) {
  Warp *w = c->warp;
  int move = f->move, depth = f->depth, first = f->first, end = f->end, killer = f->killers[0];
  SYNC();
  if (killer != move) {
    f->killers[1] = (u16)killer;
    f->killers[0] = (u16)move;
  }
  int bonus = HISTORY_BONUS * depth * depth + 32;
  if (bonus > MOST_BONUS) bonus = MOST_BONUS;
  i16 *history = c->history + (w->board.side << QUIET_BITS);
  LANES ROLLED for (int i = first + lane; i < end; i += 32) {
    u32 entry = c->list[i];
    int other = (int)entry;
    if (entry < 1u << 16 && !is_promotion(other) && !victim_of(w, other))
      update_history(history + quiet_index(other), other == move ? bonus : -bonus);
  }
  SYNC();
}

DEVICE int is_quiet(const Frame *f, int move) {
  return !f->captured && !is_promotion(move);
}

/* Takes the value of a child. */
DEVICE void take_value(const Context *c, Machine *m) {
  Warp *w = c->warp;
  int ply = m->ply, value = -m->value;
  Frame *f = &w->frames[ply];
  int alpha = f->alpha, beta = f->beta, depth = f->depth, phase = f->phase, reduction = f->reduction;
  SYNC();
  if (phase == NULL_MOVE) {
    unmake_null(w, f);
    if (w->stopped) {
      m->ply--;
      m->value = 0;
    } else if (value >= beta) {
      m->ply--;
      m->value = is_decisive(value) ? beta : value;
    } else {
      f->phase = FULL_WINDOW;
      m->state = GENERATE;
    }
  } else if (w->stopped) {
    unmake(w, f);
    m->ply--;
    m->value = 0;
  } else if (phase == ZERO_WINDOW && value > alpha && (reduction || value < beta)) {
    /* first without reduction, then with the full window */
    f->reduction = 0;
    f->phase = reduction ? ZERO_WINDOW : FULL_WINDOW;
    set_child(&w->frames[ply + 1], f->end, reduction ? -alpha - 1 : -beta, -alpha, depth - 1, 1);
    m->ply++;
    m->state = ENTER;
  } else {
    unmake(w, f);
    m->state = NEXT;
    if (value > f->best) {
      SYNC();
      f->best = (i16)value;
      if (value > alpha) {
        f->alpha = (i16)value;
        f->best_move = f->move;
        if (value >= beta) {
          if (!f->quiescence && is_quiet(f, f->move)) reward(c, f);
          m->value = value;
          m->state = STORE;
        }
      }
    }
  }
  SYNC();
}

/* Tries the next move of a node, or ends it. */
DEVICE void next_move(const Context *c, Machine *m) {
  Warp *w = c->warp;
  const Tables *t = c->tables;
  int ply = m->ply;
  Frame *f = &w->frames[ply];
  u32 entry = pick(c->list, f->first, f->end);
  int move = (int)(entry & 0xffff), score = (int)(entry >> 16), victim = victim_of(w, move);
  int depth = f->depth, tried = f->tried, alpha = f->alpha, beta = f->beta, best = f->best;
  int in_check = f->in_check, quiescence = f->quiescence, improving = f->improving;
  int quiet = !victim && !is_promotion(move), ends = !move;
  int is_pv = beta - alpha > 1;
  if (!ends && !in_check && best >= -MAX_EVALUATION && (quiescence || !is_pv)) {
    /* What prunes a move ends the node: no later move is more promising. The score of a PV node that
     * did not look at all its moves would be wrong. */
    if (quiescence)
      ends = !is_promotion(move) && f->eval + LOAD(&t->see_value[victim]) + DELTA_MARGIN <= alpha;
    else if (quiet && depth <= PRUNING_DEPTH)
      ends = tried > 3 + depth * depth ||
             f->eval + FUTILITY_BASE + FUTILITY_MARGIN * depth <= alpha;
    else if (depth <= PRUNING_DEPTH)
      ends = score < HISTORY_BAND;
  }
  SYNC();
  if (ends) {
    if (!move && !tried && (!quiescence || in_check))
      f->best = (i16)(in_check || STALEMATE_LOSES ? ply - MATE : 0);
    SYNC();
    m->value = f->best;
    m->state = STORE;
    return;
  }
  int exposes = in_check || may_expose(w, t, move);
  make(w, t, f, move);
  if (exposes && leaves_king(w, t)) {
    unmake(w, f);
    return;
  }
  int reduction = 0;
  if (quiet && !quiescence && !in_check && depth >= LMR_DEPTH && tried >= 2 + is_pv) {
    int product = LOAD(&t->log[depth]) * LOAD(&t->log[tried < 254 ? tried + 1 : 255]);
    int history = score < KILLER ? score - HISTORY_BAND - MOST_HISTORY : 8000;
    reduction = (product + 1500 - history / 6) >> 12; /* 0.37 + ln(depth) ln(tried) / 2 */
    reduction += !improving;
    reduction = reduction > depth - 2 ? depth - 2 : reduction < 0 ? 0 : reduction;
  }
  int full = !tried || quiescence;
  SYNC();
  f->tried = (u8)(tried < 255 ? tried + 1 : tried);
  f->reduction = (u8)reduction;
  f->phase = (u8)(full ? FULL_WINDOW : ZERO_WINDOW);
  set_child(&w->frames[ply + 1], f->end, full ? -beta : -alpha - 1, -alpha, depth - 1 - reduction, 1);
  m->ply++;
  m->state = ENTER;
  SYNC();
}

/* Writes a finished node to the TT. */
DEVICE void store_node(const Context *c, Machine *m) {
  Warp *w = c->warp;
  const Frame *f = &w->frames[m->ply];
  int value = m->value, depth = f->depth < -1 ? -1 : f->depth;
  int bound = value >= f->beta ? LOWER_BOUND : value > f->alpha0 ? EXACT : UPPER_BOUND;
  u64 data = (u64)(f->best_move ? f->best_move : f->tt_move) |
             (u64)(u16)to_table(value, m->ply) << 16 | (u64)(u16)f->eval << 32 |
             (u64)(u8)depth << 48 | (u64)bound << 56;
  ONE_LANE {
    Entry *entry = c->table + (w->board.key & c->table_mask);
    entry->check = w->board.key ^ data;
    entry->data = data;
  }
  m->ply--;
  m->state = RETURN;
}

/* One step of a node. */
DEVICE void step_node(const Context *c, Machine *m) {
  if (m->state == ENTER) enter_node(c, m);
  if (m->state == RETURN) {
    if (m->ply < 0) {
      m->state = ROOT_DONE;
      return;
    }
    take_value(c, m);
  }
  if (m->state == GENERATE) {
    Frame *f = &c->warp->frames[m->ply];
    int captures = f->quiescence && !f->in_check;
    SYNC();
    list_moves(c, f, captures);
    m->state = NEXT;
  }
  if (m->state == NEXT) next_move(c, m);
  if (m->state == STORE) store_node(c, m);
}

#endif
