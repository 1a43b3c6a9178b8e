/* The features of xiangqi networks: a piece on a square that it can reach, as the perspective sees it. */
#ifndef INPUTS_H
#define INPUTS_H

/* A piece that there is not: its row has zeros. */
enum { NO_FEATURE = 0 };

/* A piece on a square as lists of changes have it, in 15 bits: its place. */
DEVICE u32 feature_of(u32 piece, u32 square) { return piece << 7 | square; }

/* What all pieces add to the right wing, as a perspective sees it. */
DEVICE int lean_of(const Context *c, int side) {
  const u8 *pieces = c->warp->board.pieces;
  PER_LANE(u32, sum);
  LANES {
    OF(sum) = 0;
    ROLLED for (int square = lane; square < SQUARES; square += 32)
      OF(sum) += (u32)LOAD(&c->tables->lean[side][(u32)pieces[square] << 7 | (u32)square]);
  }
  return (int)reduce_add(sum);
}

/* Not 0 if a perspective's board is mirrored: by the wing of its king; or of the other one, if that is between the
 * wings; or else of more pieces. */
DEVICE int mirror_of(const Context *c, int side) {
  const u8 *kings = c->warp->board.kings;
  int own = kings[side] % FILES, other = kings[side ^ 1] % FILES, middle = FILES / 2;
  if (!c->device->mirrored) return 0;
  return own != middle ? own > middle : other != middle ? other > middle : lean_of(c, side) > 0;
}

/* What row_of() needs of a perspective: where its part of Tables.row begins. */
DEVICE u32 view_of(int side, int mirror) { return (u32)(2 * side + (mirror != 0)) << 11; }

/* The row of a feature in a view. */
DEVICE u32 row_of(const Tables *t, u32 view, u32 feature) {
  return LOAD(&t->row[0][0][0] + view + (feature & 2047));
}

/* What selects the output bucket: twice the rooks, and the horses and cannons. */
DEVICE int material_of(const Warp *w) {
  const u8 *red = w->board.counts, *black = red + BLACK_PIECE;
  return 2 * (red[ROOK] + black[ROOK]) + red[HORSE] + black[HORSE] + red[CANNON] + black[CANNON];
}

#endif
