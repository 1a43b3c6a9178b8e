/* Pseudo-legal moves. */
#ifndef GENERATE_H
#define GENERATE_H

DEVICE int is_slider_on(int type, int diagonal) {
  return type == QUEEN || type == (diagonal ? BISHOP : ROOK);
}

/* Targets of a piece. The lower 16 lanes look along ranks and files, at leapers and pawn pushes; the
 * upper 16 along diagonals and at pawn captures. */
DEVICE u64 targets_of(const Warp *w, const Tables *t, int from, int upper, int captures) {
  int us = w->board.side, type = w->board.pieces[from] & TYPE;
  u64 enemy = w->board.sets[7 - us], all = occupied(w), wanted = captures ? enemy : ~w->board.sets[6 + us];
  if (is_slider_on(type, upper))
    return (line_attacks(all, LOAD(&t->line[2 * upper][from]), from) |
            line_attacks(all, LOAD(&t->line[2 * upper + 1][from]), from)) &
           wanted;
  if (type == PAWN && upper) {
    u64 en_passant = w->board.en_passant == NO_SQUARE ? 0 : bit_of(w->board.en_passant);
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
  int us = w->board.side, king = king_square(w, us), count = 0;
  u32 files = us ? w->board.castling >> 8 : w->board.castling & 0xff;
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
  int us = w->board.side, count = 0, en_passant = w->board.en_passant;
  u64 own = w->board.sets[6 + us];
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
    OF(origin) = (u32)from | (u32)(w->board.pieces[from] & TYPE) << 8;
    OF(promotion) = PROMOTE_QUEEN;
  }
  if (!captures && !in_check && (us ? w->board.castling >> 8 : w->board.castling & 0xff))
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

#endif
