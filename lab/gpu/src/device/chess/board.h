/* The board: attacks, making and unmaking moves, draws by material and repetition. */
#ifndef BOARD_H
#define BOARD_H

DEVICE u64 bit_of(int square) { return 1ull << square; }

/* The king's square after castling with a rook. */
DEVICE int castled_king(int from, int rook) { return (from & 56) | (rook > from ? 6 : 2); }
DEVICE int castled_rook(int from, int rook) { return (from & 56) | (rook > from ? 5 : 3); }

DEVICE u64 occupied(const Warp *w) { return w->board.sets[6] | w->board.sets[7]; }
DEVICE int king_square(const Warp *w, int color) {
  return lowest(w->board.sets[KING - 1] & w->board.sets[6 + color]);
}

/* Attacks of a slider along a line without its own square (hyperbola quintessence). */
DEVICE u64 line_attacks(u64 all, u64 line, int square) {
  u64 blockers = all & line;
  u64 up = blockers - bit_of(square);
  u64 down = reversed(reversed(blockers) - bit_of(63 - square));
  return (up ^ down) & line;
}

/* Whether a color attacks a square: lanes 0 to 3 look along lines, 4 to 6 at knights, kings, pawns. */
DEVICE int attacked(const Warp *w, const Tables *t, int square, int by) {
  PER_LANE(u32, hits);
  LANES {
    u64 attackers = 0;
    if (lane < 4) {
      attackers = line_attacks(occupied(w), LOAD(&t->line[lane][square]), square) &
                  (w->board.sets[QUEEN - 1] | w->board.sets[lane < 2 ? ROOK - 1 : BISHOP - 1]);
    } else if (lane < 7) {
      int type = lane == 4 ? KNIGHT : lane == 5 ? KING : PAWN;
      attackers = LOAD(&t->leaper[lane == 6 ? 2 + (by ^ 1) : lane - 4][square]) & w->board.sets[type - 1];
    }
    OF(hits) = (attackers & w->board.sets[6 + by]) != 0;
  }
  return ballot(hits) != 0;
}
RARE int attacked_rare(const Warp *w, const Tables *t, int square, int by) {
  return attacked(w, t, square, by);
}

/* XORs a move into the sets; doing it twice undoes it. */
DEVICE void toggle(Warp *w, int us, u64 from, u64 to, int type, int new_type, int victim,
                   u64 victim_bit, u64 rooks) {
  SYNC();
  LANES if (lane < 8) {
    u64 set = w->board.sets[lane];
    if (lane == type - 1) set ^= from;
    if (lane == new_type - 1) set ^= to;
    if (lane == victim - 1) set ^= victim_bit;
    if (lane == 6 + us) set ^= from ^ to;
    if (lane == 7 - us && victim) set ^= victim_bit;
    if (lane == ROOK - 1 || lane == 6 + us) set ^= rooks;
    w->board.sets[lane] = set;
  }
  SYNC();
}

/* Castling rights that are left when these squares were touched. */
DEVICE u32 untouched(u32 castling, u64 squares) {
  return castling & ~((u32)(squares & 0xff) | (u32)(squares >> 56) << 8);
}

DEVICE u64 castling_key(const Tables *t, u32 rights) {
  u64 key = 0;
  ROLLED for (; rights; rights &= rights - 1) key ^= LOAD(&t->castling_key[lowest(rights)]);
  return key;
}

/* Makes a pseudo-legal move and saves in the frame what unmake() needs. */
DEVICE void make(Warp *w, const Tables *t, Frame *f, int move) {
  SYNC();
  int us = w->board.side, from = from_of(move), to = to_of(move), kind = kind_of(move);
  int piece = w->board.pieces[from], type = piece & TYPE;
  int placed = kind >= PROMOTE_KNIGHT ? (kind - PROMOTE_KNIGHT + KNIGHT) | (us << 3) : piece;
  int castles = kind == CASTLE, rook = to, rook_to = 0;
  int victim_square = kind == EN_PASSANT ? to ^ 8 : to;
  int victim = castles ? 0 : w->board.pieces[victim_square];
  int clock = w->board.clock, en_passant = w->board.en_passant, new_en_passant = NO_SQUARE;
  u32 castling = w->board.castling, rights = untouched(castling, bit_of(from) | bit_of(to));
  u64 key = w->board.key, rooks = 0;
  SYNC();
  f->move = (u16)move;
  f->captured = (u8)victim;
  f->undo.castling = (u16)castling;
  f->undo.en_passant = (u8)en_passant;
  f->undo.clock = (u8)clock;
  f->undo.key = key;
  if (type == KING) rights &= us ? 0x00ffu : 0xff00u;
  if (castles) {
    rook_to = castled_rook(from, rook);
    to = castled_king(from, rook);
    rooks = bit_of(rook) ^ bit_of(rook_to);
    int code = ROOK | us << 3;
    key ^= LOAD(&t->piece_key[code][rook]) ^ LOAD(&t->piece_key[code][rook_to]);
  }
  key ^= LOAD(&t->piece_key[piece][from]) ^ LOAD(&t->piece_key[placed][to]) ^ LOAD(&t->black_key);
  if (victim) key ^= LOAD(&t->piece_key[victim][victim_square]);
  if (en_passant != NO_SQUARE) key ^= LOAD(&t->en_passant_key[en_passant & 7]);
  if (rights != castling) key ^= castling_key(t, castling ^ rights);
  toggle(w, us, bit_of(from), bit_of(to), type, placed & TYPE, victim & TYPE,
         bit_of(victim_square), rooks);
  if (kind == DOUBLE_PUSH) {
    int passed = (from + to) >> 1;
    if (LOAD(&t->leaper[2 + us][passed]) & w->board.sets[PAWN - 1] & w->board.sets[7 - us]) {
      new_en_passant = passed;
      key ^= LOAD(&t->en_passant_key[passed & 7]);
    }
  }
  w->board.pieces[from] = 0;
  if (kind == EN_PASSANT) w->board.pieces[victim_square] = 0;
  if (castles) {
    w->board.pieces[rook] = 0;
    SYNC();
    w->board.pieces[rook_to] = (u8)(ROOK | us << 3);
  }
  w->board.pieces[to] = (u8)placed;
  w->board.castling = (u16)rights;
  w->board.en_passant = (u8)new_en_passant;
  w->board.clock = (u8)(type == PAWN || victim ? 0 : clock < 250 ? clock + 1 : clock);
  w->board.key = key;
  w->board.side = (u8)(us ^ 1);
  SYNC();
}

DEVICE void unmake(Warp *w, const Frame *f) {
  SYNC();
  int us = w->board.side ^ 1, move = f->move, from = from_of(move), to = to_of(move);
  int kind = kind_of(move), castles = kind == CASTLE, rook = to, rook_to = 0;
  int victim = f->captured, victim_square = kind == EN_PASSANT ? to ^ 8 : to;
  u64 rooks = 0;
  if (castles) {
    rook_to = castled_rook(from, rook);
    to = castled_king(from, rook);
    rooks = bit_of(rook) ^ bit_of(rook_to);
  }
  int placed = w->board.pieces[to], piece = kind >= PROMOTE_KNIGHT ? PAWN | us << 3 : placed;
  toggle(w, us, bit_of(from), bit_of(to), piece & TYPE, placed & TYPE, victim & TYPE,
         bit_of(victim_square), rooks);
  if (castles) w->board.pieces[rook_to] = 0;
  w->board.pieces[to] = 0;
  SYNC();
  if (castles) w->board.pieces[rook] = (u8)(ROOK | us << 3);
  if (victim) w->board.pieces[victim_square] = (u8)victim;
  w->board.pieces[from] = (u8)piece;
  w->board.castling = f->undo.castling;
  w->board.en_passant = f->undo.en_passant;
  w->board.clock = f->undo.clock;
  w->board.key = f->undo.key;
  w->board.side = (u8)us;
  SYNC();
}
RARE void make_rare(Warp *w, const Tables *t, Frame *f, int move) { make(w, t, f, move); }

/* Passes the turn. */
DEVICE void make_null(Warp *w, const Tables *t, Frame *f) {
  int us = w->board.side, en_passant = w->board.en_passant, clock = w->board.clock, castling = w->board.castling;
  u64 key = w->board.key;
  SYNC();
  f->undo.key = key;
  f->undo.castling = (u16)castling;
  f->undo.en_passant = (u8)en_passant;
  f->undo.clock = (u8)clock;
  f->move = 0;
  key ^= LOAD(&t->black_key);
  if (en_passant != NO_SQUARE) key ^= LOAD(&t->en_passant_key[en_passant & 7]);
  w->board.key = key;
  w->board.en_passant = NO_SQUARE;
  w->board.clock = 0; /* no repetitions across a null move */
  w->board.side = (u8)(us ^ 1);
  SYNC();
}
DEVICE void unmake_null(Warp *w, const Frame *f) {
  int us = w->board.side ^ 1;
  SYNC();
  w->board.en_passant = f->undo.en_passant;
  w->board.clock = f->undo.clock;
  w->board.key = f->undo.key;
  w->board.side = (u8)us;
  SYNC();
}

/* Sets up a position. */
RARE void set_up(Warp *w, const Tables *t, const PackedPosition *p) {
  SYNC();
  u64 all = p->occupied[0], key = 0;
  LANES for (int square = lane; square < 64; square += 32) {
    int index = popcount(all & (bit_of(square) - 1)), nibbles = p->pieces[index >> 1 & 15];
    w->board.pieces[square] = (u8)(all >> square & 1 ? nibbles >> 4 * (index & 1) & 15 : 0);
  }
  SYNC();
  ROLLED for (int set = 0; set < 8; set++) {
    PER_LANE(u32, low);
    PER_LANE(u32, high);
    LANES {
      int a = w->board.pieces[lane], b = w->board.pieces[lane + 32];
      OF(low) = a && (set < 6 ? (a & TYPE) == set + 1 : a >> 3 == set - 6);
      OF(high) = b && (set < 6 ? (b & TYPE) == set + 1 : b >> 3 == set - 6);
    }
    u64 squares = ballot(low) | (u64)ballot(high) << 32;
    w->board.sets[set] = squares;
  }
  ROLLED for (int square = 0; square < 64; square++)
    if (w->board.pieces[square]) key ^= LOAD(&t->piece_key[w->board.pieces[square]][square]);
  int side = p->side, en_passant = p->en_passant;
  u32 castling = p->extra;
  if (side) key ^= LOAD(&t->black_key);
  if (en_passant != NO_SQUARE) key ^= LOAD(&t->en_passant_key[en_passant & 7]);
  w->board.side = (u8)side;
  w->board.en_passant = (u8)en_passant;
  w->board.castling = (u16)castling;
  w->board.clock = (u8)p->clock;
  w->board.key = key ^ castling_key(t, castling);
  SYNC();
}

/* How many plies back a position can be the same. */
DEVICE int reversible_plies(const Board *b) { return b->clock; }

DEVICE int is_in_check(const Warp *w, const Tables *t) {
  return attacked(w, t, king_square(w, w->board.side), w->board.side ^ 1);
}
/* After a move: whether it left the own king to be taken. */
DEVICE int leaves_king(const Warp *w, const Tables *t) {
  int us = w->board.side ^ 1;
  return attacked(w, t, king_square(w, us), us ^ 1);
}
/* Whether a move may leave the own king to be taken: a piece on no line of its king cannot expose it. */
DEVICE int may_expose(const Warp *w, const Tables *t, int move) {
  int from = from_of(move), king = king_square(w, w->board.side);
  return kind_of(move) == EN_PASSANT || from == king || (LOAD(&t->lines[king]) >> from & 1);
}

/* The type of the piece that a move captures. */
DEVICE int victim_of(const Warp *w, int move) {
  int kind = kind_of(move);
  return kind == EN_PASSANT ? PAWN : kind == CASTLE ? 0 : w->board.pieces[to_of(move)] & TYPE;
}

/* Whether passing is no help: a side with nothing but pawns may be in zugzwang. */
DEVICE int null_move_is_safe(const Warp *w) {
  return (w->board.sets[6 + w->board.side] & ~(w->board.sets[PAWN - 1] | w->board.sets[KING - 1])) != 0;
}

#endif
