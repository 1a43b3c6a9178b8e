/* Move generation and move ordering. */
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

DEVICE int is_slider_on(int type, int diagonal) {
  return type == QUEEN || type == (diagonal ? BISHOP : ROOK);
}

/* Targets of a piece. The lower 16 lanes look along ranks and files, at leapers and pawn pushes; the
 * upper 16 along diagonals and at pawn captures. */
DEVICE u64 targets_of(const Warp *w, const Tables *t, int from, int upper, int captures) {
  int us = w->side, type = w->board[from] & TYPE;
  u64 enemy = w->sets[7 - us], all = occupied(w), wanted = captures ? enemy : ~w->sets[6 + us];
  if (is_slider_on(type, upper))
    return (line_attacks(all, LOAD(&t->line[2 * upper][from]), from) |
            line_attacks(all, LOAD(&t->line[2 * upper + 1][from]), from)) &
           wanted;
  if (type == PAWN && upper) {
    u64 en_passant = w->en_passant == NO_SQUARE ? 0 : bit_of(w->en_passant);
    return LOAD(&t->leaper[2 + us][from]) & (enemy | en_passant);
  }
  if (type == PAWN) {
    u64 empty = ~all, third = us ? 0xffull << 40 : 0xffull << 16;
    u64 push = (us ? bit_of(from) >> 8 : bit_of(from) << 8) & empty;
    if (captures) return push & 0xff000000000000ffull;
    u64 from_third = push & third;
    return push | ((us ? from_third >> 8 : from_third << 8) & empty);
  }
  if (!upper && (type == KNIGHT || type == KING)) return LOAD(&t->leaper[type == KING][from]) & wanted;
  return 0;
}

/* Squares from one to another of the same rank, both included. */
DEVICE u64 span_of(int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  return (2ull << high) - bit_of(low);
}

/* Puts castling moves into w->scratch; gives how many. The target square is left to the test of
 * legality after the move. */
RARE int add_castling(Warp *w, const Tables *t) {
  int us = w->side, king = king_square(w, us), count = 0;
  u32 files = us ? w->castling >> 8 : w->castling & 0xff;
  u64 all = occupied(w);
  ROLLED for (; files; files &= files - 1) {
    int rook = lowest(files) | (us ? 56 : 0), target = castled_king(king, rook);
    u64 ours = bit_of(king) | bit_of(rook), crossed = span_of(king, target);
    int free = !((crossed | span_of(rook, castled_rook(king, rook))) & all & ~ours);
    crossed &= ~bit_of(king) & ~bit_of(target);
    ROLLED for (; free && crossed; crossed &= crossed - 1)
      free = !attacked_rare(w, t, lowest(crossed), us ^ 1);
    if (free) {
      ONE_LANE w->scratch[count] = (u16)(CASTLE << 12 | king << 6 | rook);
      count++;
    }
  }
  return count;
}

/* Puts the pseudo-legal moves into w->scratch, or only captures and promotions to a queen; gives
 * how many. */
DEVICE int list_pseudo_legal(Warp *w, const Tables *t, int captures, int in_check) {
  int us = w->side, count = 0, en_passant = w->en_passant;
  u64 own = w->sets[6 + us];
  SYNC();
  LANES for (int square = lane; square < 64; square += 32)
    if (own >> square & 1) w->squares[popcount(own & (bit_of(square) - 1)) & 31] = (u8)square;
  SYNC();
  int pieces = popcount(own);
  PER_LANE(u64, targets);
  PER_LANE(u32, origin);
  PER_LANE(u32, promotion);
  LANES {
    int piece = lane & 15, from = piece < pieces ? w->squares[piece] : 0;
    OF(targets) = piece < pieces ? targets_of(w, t, from, lane >> 4, captures) : 0;
    OF(origin) = (u32)from | (u32)(w->board[from] & TYPE) << 8;
    OF(promotion) = PROMOTE_QUEEN;
  }
  if (!captures && !in_check && (us ? w->castling >> 8 : w->castling & 0xff))
    count = add_castling(w, t);
  ROLLED for (;;) { /* every lane with targets left emits a move */
    PER_LANE(u32, has);
    LANES OF(has) = OF(targets) != 0;
    u32 emitting = ballot(has);
    if (!emitting || count > MOST_PSEUDO - 32) break;
    LANES if (OF(has)) {
      u64 left = OF(targets);
      int to = lowest(left), from = (int)OF(origin) & 63, kind = NORMAL;
      left &= left - 1;
      if (OF(origin) >> 8 == PAWN) {
        if (to < 8 || to >= 56) {
          kind = (int)OF(promotion);
          if (kind > PROMOTE_KNIGHT && !captures) {
            left = OF(targets);
            OF(promotion) = (u32)kind - 1;
          } else {
            OF(promotion) = PROMOTE_QUEEN;
          }
        } else if (lane >= 16 && to == en_passant) {
          kind = EN_PASSANT;
        } else if ((from ^ to) == 16) {
          kind = DOUBLE_PUSH;
        }
      }
      OF(targets) = left;
      int slot = count + popcount(emitting & ((1u << lane) - 1));
      w->scratch[slot] = (u16)(kind << 12 | from << 6 | to);
    }
    count += popcount(emitting);
  }
  SYNC();
  return count;
}

/* The score of a move in move ordering. */
DEVICE int order(const Warp *w, const Tables *t, const Frame *f, const i16 *history, int move,
                 int captures) {
  int kind = kind_of(move), type = w->board[from_of(move)] & TYPE;
  int victim = kind == EN_PASSANT ? PAWN : kind == CASTLE ? 0 : w->board[to_of(move)] & TYPE;
  if (move == f->tt_move) return TT_MOVE;
  if (kind == PROMOTE_QUEEN) return PROMOTION + victim;
  if (kind >= PROMOTE_KNIGHT) return UNDERPROMOTION + kind;
  if (victim) {
    int by_value = 64 * victim - type;
    if (victim >= type || see_ge(w, t, move, 0)) return GOOD_CAPTURE + by_value;
    return captures ? UNWANTED : BAD_CAPTURE + by_value;
  }
  if (move == f->killers[0]) return KILLER + 1;
  if (move == f->killers[1]) return KILLER;
  return HISTORY_BAND + MOST_HISTORY + history[w->side << 12 | (move & 4095)];
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
