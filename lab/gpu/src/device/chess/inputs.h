/* The features of chess networks: a piece on a square, by color << 9 | (type - 1) << 6 | square as White sees it. */
#ifndef INPUTS_H
#define INPUTS_H

/* Features that are no piece, for either perspective. */
enum { NO_FEATURE = 6 << 6 };

/* A piece on a square as lists of changes have it, in 15 bits. */
DEVICE u32 feature_of(u32 piece, u32 square) { return (piece - PAWN) << 6 | square; }

/* Not 0 if a perspective's board is mirrored: by the wing of its king. */
DEVICE int mirror_of(const Context *c, int side) {
  return c->device->mirrored && (king_square(c->warp, side) & 4) ? 7 : 0;
}

/* What row_of() needs of a perspective. */
DEVICE u32 view_of(int side, int mirror) { return (u32)mirror | (side ? 8 << 6 | 56 : 0); }

/* The row of a feature in a view. */
DEVICE u32 row_of(const Tables *t, u32 view, u32 feature) {
  (void)t;
  return (feature ^ view) & 1023;
}

/* What selects the output bucket: the pieces. */
DEVICE int material_of(const Warp *w) { return popcount(occupied(w)); }

#endif
