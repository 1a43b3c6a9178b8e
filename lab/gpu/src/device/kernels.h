/* What a warp does in each kernel. */
#ifndef KERNELS_H
#define KERNELS_H

/* Lists the moves of the frame at a ply, after those of the frame before. */
DEVICE void list_at(const Context *c, int ply) {
  Warp *w = c->warp;
  Frame *f = &w->frames[ply];
  int in_check = is_in_check(w, c->tables);
  int first = ply ? w->frames[ply - 1].end : 0;
  SYNC();
  f->in_check = (u8)in_check;
  f->tt_move = f->killers[0] = f->killers[1] = 0;
  f->first = (u16)first;
  SYNC();
  list_moves(c, f, 0);
}

/* Makes a move if that is legal, and gives whether it is. */
DEVICE int make_legal(const Context *c, Frame *f, int move) {
  Warp *w = c->warp;
  make(w, c->tables, f, move);
  if (!leaves_king(w, c->tables)) return 1;
  unmake(w, f);
  return 0;
}

/* Perft of a position, of every `shares`-th root move. */
DEVICE u64 count_leaves(const Context *c, const PackedPosition *position, int depth, u32 share, u32 shares) {
  Warp *w = c->warp;
  u64 leaves = 0;
  int ply = 0;
  set_up(w, c->tables, position);
  list_at(c, 0);
  w->frames[0].depth = (i16)share; /* here the next move to try */
  SYNC();
  ROLLED while (ply >= 0) {
    Frame *f = &w->frames[ply];
    int next = f->depth, end = f->end;
    SYNC();
    f->depth = (i16)(next + (ply ? 1 : (int)shares));
    SYNC();
    if (next >= end) {
      ply--;
      if (ply >= 0) unmake(w, &w->frames[ply]);
    } else if (make_legal(c, f, (int)(c->list[next] & 0xffff))) {
      if (ply + 1 == depth) {
        leaves++;
        unmake(w, f);
      } else {
        ply++;
        list_at(c, ply);
        w->frames[ply].depth = (i16)w->frames[ply].first;
        SYNC();
      }
    }
  }
  return leaves;
}

/* Lists the legal moves of a position. */
DEVICE void list_legal(const Context *c, const PackedPosition *position, MoveList *list) {
  Frame *f = &c->warp->frames[0];
  int count = 0;
  set_up(c->warp, c->tables, position);
  list_at(c, 0);
  ROLLED for (int i = 0; i < f->end; i++) {
    int move = (int)(c->list[i] & 0xffff);
    if (make_legal(c, f, move)) {
      unmake(c->warp, f);
      ONE_LANE list->moves[count] = (u16)move;
      count++;
    }
  }
  ONE_LANE list->count = (u16)count;
  SYNC();
}

/* Evaluates positions one after the other, as a search does. */
DEVICE void evaluate_all(const Context *c, const PackedPosition *positions, u32 count, i32 *scores) {
  clear_accumulators(c);
  ROLLED for (u32 i = 0; i < count; i++) {
    set_up(c->warp, c->tables, positions + i);
    int score = evaluate(c);
    ONE_LANE scores[i] = score;
  }
}

#endif
