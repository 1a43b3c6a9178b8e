/* Pseudo-legal moves. */
#ifndef GENERATE_H
#define GENERATE_H

/* Targets of a rook or cannon along a line, as its bits. */
DEVICE u32 line_targets(const Board *b, const Ray *r, int cannon, int captures) {
  int them = b->side ^ 1;
  u32 targets = 0;
  ROLLED for (int up = 0; up < 2; up++) {
    int first = next_on(r->line, r->at, up), taken = cannon ? next_on(r->line, first, up) : first;
    int victim = piece_on(b, r, taken);
    if (victim && victim >> 3 == them) targets |= 1u << taken;
    if (!captures) targets |= up ? (1u << first) - (2u << r->at) : (1u << r->at) - (2u << first);
  }
  return targets & ((1u << r->end) - (1u << LINE_SHIFT));
}

/* Targets of a piece that steps, as bits of the bytes of its leaps. */
DEVICE u32 leap_targets(const Board *b, u64 leaps, int from, int type, int captures) {
  u32 targets = 0;
  ROLLED for (int i = 0; i < 8; i++) {
    int to = square_in(leaps, i);
    if (to >= SQUARES) continue;
    int victim = b->pieces[to];
    int is_wanted = victim ? victim >> 3 != b->side : !captures;
    int is_blocked = type == HORSE      ? b->pieces[leg_from(from, i)] != 0
                     : type == ELEPHANT ? b->pieces[(from + to) >> 1] != 0
                                        : 0;
    if (is_wanted && !is_blocked) targets |= 1u << i;
  }
  return targets;
}

/* Lists the squares of the side to move in w->squares; gives how many. */
DEVICE int list_own(Warp *w) {
  int count = 0;
  ROLLED for (int first = 0; first < SQUARES; first += 32) {
    PER_LANE(u32, own);
    LANES {
      int piece = w->board.pieces[first + lane];
      OF(own) = piece && piece >> 3 == w->board.side;
    }
    u32 lanes = ballot(own);
    LANES if (OF(own)) w->squares[(count + popcount(lanes & ((1u << lane) - 1))) & 31] = (u8)(first + lane);
    count += popcount(lanes);
  }
  SYNC();
  return count;
}

/* Puts the pseudo-legal moves into w->scratch, or only captures; gives how many. The lower 16 lanes look along ranks and
 * at pieces that step, the upper 16 along files. */
DEVICE int list_pseudo_legal(Warp *w, const Tables *t, int captures, int in_check) {
  const Board *b = &w->board;
  int count = 0;
  (void)in_check;
  SYNC();
  int pieces = list_own(w);
  PER_LANE(u32, targets);
  PER_LANE(u32, origin);
  PER_LANE(i32, base); /* of a line; -1 of a piece that steps */
  PER_LANE(u64, leaps);
  LANES {
    int place = lane & 15, upper = lane >> 4, from = place < pieces ? w->squares[place] : 0;
    int piece = b->pieces[from], type = piece & TYPE;
    OF(targets) = 0;
    OF(origin) = (u32)from;
    OF(base) = 0;
    OF(leaps) = 0;
    if (place < pieces && (type == ROOK || type == CANNON)) {
      Ray r = ray_of(b, point_of(from), upper);
      OF(targets) = line_targets(b, &r, type == CANNON, captures);
      OF(base) = r.base + SQUARES; /* never negative */
    } else if (place < pieces && !upper) {
      OF(leaps) = LOAD(&t->leaps[piece][from]);
      OF(targets) = leap_targets(b, OF(leaps), from, type, captures);
    }
  }
  ROLLED for (;;) { /* every lane with targets left emits a move */
    PER_LANE(u32, has);
    LANES OF(has) = OF(targets) != 0;
    u32 emitting = ballot(has);
    if (!emitting || count > MOST_PSEUDO - 32) break;
    LANES if (OF(has)) {
      int bit = lowest(OF(targets)), stride = lane < 16 ? 1 : FILES;
      int to = OF(base) ? OF(base) - SQUARES + stride * bit : square_in(OF(leaps), bit);
      OF(targets) &= OF(targets) - 1;
      w->scratch[count + popcount(emitting & ((1u << lane) - 1))] = (u16)(OF(origin) << 7 | (u32)to);
    }
    count += popcount(emitting);
  }
  SYNC();
  return count;
}

#endif
