/* Games: verification of their openings, searches, adjudication, and the ring of finished games. */
#ifndef GAME_H
#define GAME_H

/* Starts a search with one ply, to be deepened. */
DEVICE void begin_search(const Context *c, Machine *m, const NodeLimits *limits) {
  Warp *w = c->warp;
  u32 soft = limits->soft, hard = limits->hard;
  SYNC();
  LANES ROLLED for (int i = lane; i <= MAX_PLY; i += 32)
    w->frames[i].killers[0] = w->frames[i].killers[1] = 0;
  w->soft = soft;
  w->hard = hard;
  w->first_node = m->nodes;
  w->stopped = 0;
  w->root_depth = 1;
  w->done_depth = 0;
  w->best = 0;
  w->score = 0;
  set_child(&w->frames[0], 0, -INFINITE, INFINITE, 1, 0);
  m->ply = 0;
  m->state = ENTER;
  SYNC();
}

/* Searches the root again: one ply deeper, or with a wider window. Gives whether it does. */
DEVICE int deepen(Warp *w, Machine *m) {
  int depth = w->root_depth, delta = w->delta, score = w->score;
  Frame *f = &w->frames[0];
  int fails_low = f->best <= f->alpha0, fails_high = f->best >= f->beta;
  int alpha = f->alpha0, beta = f->beta;
  if (w->stopped || !f->tried) return 0;
  if (fails_low || fails_high) {
    delta *= 4;
  } else {
    if (m->nodes - w->first_node >= w->soft || depth >= MAX_DEPTH) return 0;
    depth++;
    delta = depth < ASPIRATION_DEPTH || is_decisive(score) ? WIDEST_DELTA + 1 : ASPIRATION_DELTA;
    alpha = score - delta;
    beta = score + delta;
  }
  if (fails_low) alpha = score - delta;
  if (fails_high) beta = score + delta;
  if (delta > WIDEST_DELTA) {
    alpha = -INFINITE;
    beta = INFINITE;
  }
  SYNC();
  w->root_depth = depth;
  w->delta = delta;
  set_child(f, 0, alpha, beta, depth, 0);
  m->ply = 0;
  m->state = ENTER;
  SYNC();
  return 1;
}

/* Takes what an iteration found; when it was stopped, what it had found by then. */
DEVICE void take_root(Warp *w) {
  const Frame *f = &w->frames[0];
  int best_move = f->best_move, score = f->best, stopped = w->stopped, depth = w->root_depth;
  SYNC();
  if (best_move) w->best = best_move;
  if (best_move || !stopped) w->score = score;
  if (!stopped) w->done_depth = depth;
  SYNC();
}

/* Follows the scores as the CPU's adjudicator does, whose verdict counts. */
DEVICE void adjudicate(Warp *w, const Settings *s, int white_score) {
  int leader = white_score >= s->win_score ? 1 : white_score <= -s->win_score ? -1 : 0;
  int leading = leader == w->leader ? w->leading + 1 : 1, ply = w->first_ply + (int)w->plies;
  int is_even = ply >= (int)s->draw_from_ply && white_score <= s->draw_score &&
                white_score >= -s->draw_score;
  int even = is_even ? w->even + 1 : 0;
  SYNC();
  w->leader = leader;
  w->leading = leading;
  w->even = even;
  SYNC();
}

/* Why the game ends in this position after its last score, or -1; mate and stalemate are left to the
 * search. */
DEVICE int ending_here(const Context *c) {
  Warp *w = c->warp;
  const Settings *s = &c->device->settings;
  int plies = w->first_ply + (int)w->plies;
  if (is_insufficient(w)) return INSUFFICIENT_MATERIAL;
  if (occurrences(c, w->game_ply).before) return THREEFOLD_REPETITION;
  if (!w->played_out && wins_by_material(w)) return BARE_KING;
  if (!w->played_out && w->plies && is_decisive(w->score)) return MATE_SCORE;
  if (!w->played_out && s->win_plies && w->leader && w->leading >= (int)s->win_plies) return WIN_SCORE;
  if (s->draw_plies && w->even >= (int)s->draw_plies) return DRAW_SCORE;
  if (plies >= (int)s->max_plies || w->plies >= LONGEST_GAME) return TOO_LONG;
  return -1;
}

/* Ends the game in the state GAME_OVER. */
DEVICE void end_game(Warp *w, Machine *m, int ending) {
  SYNC();
  w->ending = (u32)ending;
  m->state = GAME_OVER;
  SYNC();
}

/* Begins the search of the game's next move, unless the game is over. */
DEVICE void new_search(const Context *c, Machine *m) {
  Warp *w = c->warp;
  SYNC();
  ONE_LANE c->keys[w->game_ply] = w->board.key;
  SYNC();
  int verifying = w->verifying, ending = verifying ? -1 : ending_here(c);
  const Settings *s = &c->device->settings;
  if (ending >= 0) end_game(w, m, ending);
  else begin_search(c, m, verifying ? &s->verification : &s->nodes);
}

/* The search is done: judges the opening, or records the move and plays it. */
DEVICE void finish_search(const Context *c, Machine *m) {
  Warp *w = c->warp;
  int score = w->score, plies = (int)w->plies, move = w->best, side = w->board.side;
  int candidate = w->candidate, game_ply = w->game_ply, depth = w->done_depth;
  Frame *f = &w->frames[0];
  int in_check = f->in_check, depths = (int)w->depths;
  u32 played = w->plies_played;
  if (w->verifying) {
    int cut = c->device->settings.cut, fits = score <= cut && score >= -cut;
    SYNC();
    w->verifying = 0;
    w->score = 0;
    m->state = NEW_SEARCH;
    if (!fits) {
      w->candidate = candidate + 1;
      m->state = SET_UP;
      if (candidate + 1 == (int)c->start->candidates) end_game(w, m, ALL_REJECTED);
    }
  } else if (!f->tried) {
    end_game(w, m, in_check ? CHECKMATE : STALEMATE);
  } else if (w->board.clock >= MOVE_LIMIT_PLIES) {
    end_game(w, m, MOVE_LIMIT);
  } else {
    SYNC();
    ONE_LANE {
      c->plies[plies].move = (u16)move;
      c->plies[plies].score = (i16)score;
    }
    adjudicate(w, &c->device->settings, side ? -score : score);
    make_rare(w, c->tables, f, move);
    w->plies = (u32)plies + 1;
    w->plies_played = played + 1;
    w->depths = (u32)(depths + depth);
    w->game_ply = game_ply + 1;
    m->state = NEW_SEARCH;
  }
  SYNC();
}

/* Copies the finished game to the ring; gives 0 if there is no room. */
DEVICE int write_game(const Context *c, const Machine *m) {
  Warp *w = c->warp;
  const Device *d = c->device;
  u32 plies = w->ending == ALL_REJECTED ? 0 : w->plies;
  u64 cells = HEADER_CELLS + (plies * sizeof(GamePly) + CELL - 1) / CELL;
  u64 first = reserve(&d->counters->written, cells, d->drained + d->ring_mask + 1);
  if (first == ~0ull) return 0;
  ONE_LANE {
    u64 *cell = (u64 *)(d->ring + (first & d->ring_mask) * CELL);
    cell[0] = c->start->number;
    cell[1] = m->nodes - w->first_game_node;
    cell = (u64 *)(d->ring + ((first + 1) & d->ring_mask) * CELL);
    cell[0] = w->depths | (u64)plies << 32 | (u64)w->candidate << 48 | (u64)w->ending << 56;
    cell[1] = 0;
  }
  first += HEADER_CELLS;
  LANES ROLLED for (u32 i = (u32)lane; i < plies; i += 32) {
    u64 cell = first + i * sizeof(GamePly) / CELL;
    *(GamePly *)(d->ring + (cell & d->ring_mask) * CELL + i * sizeof(GamePly) % CELL) = c->plies[i];
  }
  SYNC();
  return 1;
}

/* Takes a game to play from the queue; gives 0 if there is none. */
DEVICE int take_start(const Context *c, Machine *m) {
  Warp *w = c->warp;
  const Device *d = c->device;
  u64 number = reserve(&d->counters->taken, 1, d->filled);
  if (number == ~0ull) return 0;
  const u64 *start = (const u64 *)(d->starts + (number & d->start_mask));
  LANES if (lane < (int)sizeof(Start) / 8) ((u64 *)c->start)[lane] = start[lane];
  w->candidate = 0;
  w->first_game_node = m->nodes;
  m->state = SET_UP;
  if (!w->ready) clear_accumulators(c);
  SYNC();
  w->ready = 1;
  /* What earlier games left would make this one depend on them. */
  LANES {
    ROLLED for (int i = lane; i < HISTORY / 4; i += 32) ((u64 *)c->history)[i] = 0;
    ROLLED for (u64 i = (u64)lane; i <= c->table_mask; i += 32) c->table[i].check = c->table[i].data = 0;
  }
  SYNC();
  return 1;
}

/* Sets up the current candidate of the game. */
DEVICE void set_up_candidate(const Context *c, Machine *m) {
  Warp *w = c->warp;
  int candidate = w->candidate;
  const PackedPosition *position = &c->start->positions[candidate];
  set_up(w, c->tables, position);
  w->first_ply = position->ply;
  w->played_out = c->start->played_out >> candidate & 1;
  w->verifying = c->device->settings.verification.soft > 0;
  w->game_ply = 0;
  w->plies = w->depths = 0;
  w->leader = w->leading = w->even = 0;
  w->score = 0;
  m->state = NEW_SEARCH;
  SYNC();
}

/* One step between searches. By value: registers whose address is taken would be memory. */
RARE Machine step_game(const Context context, Machine m) {
  const Context *c = &context;
  if (m.state == ROOT_DONE) {
    take_root(c->warp);
    if (!deepen(c->warp, &m)) finish_search(c, &m);
  }
  if (m.state == GAME_OVER) {
    if (write_game(c, &m)) m.state = TAKE_START;
    else m.waits = 1;
  }
  if (m.state == TAKE_START && !take_start(c, &m)) m.waits = 1;
  if (m.state == SET_UP) set_up_candidate(c, &m);
  if (m.state == NEW_SEARCH) new_search(c, &m);
  return m;
}

/* Plays for a number of steps, or of clock cycles on a GPU, or until there is nothing to do. */
DEVICE void play_games(const Context *c, i64 budget) {
  Warp *w = c->warp;
  u32 steps = 0, plies = w->plies_played;
  u64 nodes = w->nodes;
  Machine m;
  m.state = w->state;
  m.ply = w->ply;
  m.value = w->value;
  m.nodes = nodes;
  m.waits = 0;
#ifdef __CUDACC__
  i64 began = clock64();
#endif
  ROLLED while (!m.waits) {
    SYNC();
    if ((++steps & 63) == 0) {
#ifdef __CUDACC__
      if (__any_sync(ALL_LANES, clock64() - began > budget)) break;
#else
      if ((i64)steps > budget) break;
#endif
    }
    if (m.state >= ENTER && m.state <= RETURN) step_node(c, &m);
    else m = step_game(*c, m);
  }
  SYNC();
  w->state = m.state;
  w->ply = m.ply;
  w->value = m.value;
  w->nodes = m.nodes;
  count_up(&c->device->counters->nodes, m.nodes - nodes);
  count_up(&c->device->counters->plies, w->plies_played - plies);
  SYNC();
}

#endif
