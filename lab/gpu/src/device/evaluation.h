/* The network: a feature for each piece, SCReLU, one set of output weights by material.
 *
 * A word holds two neurons as 65536 * high + low, so that one addition adds both. A lane has a word
 * of every 32. The accumulators in shared memory belong to the boards in Warp.accumulated: the
 * squares that differ are brought up to date first, so that making and unmaking moves costs nothing
 * and neither do positions without evaluation. */
#ifndef EVALUATION_H
#define EVALUATION_H

/* A lane's words of a row. */
typedef struct {
  u32 word[ROW_WORDS];
} Row;

/* Where a lane's word is in a row: four at a time, as a GPU loads them, as long as there are four. */
DEVICE int word_at(int i, int lane, int words) {
  return i < words / 4 * 4 ? i / 4 * 128 + lane * 4 + i % 4 : i * 32 + lane;
}

#ifdef __CUDACC__
DEVICE void load_row(Row *row, const u32 *memory, int lane, int words) {
  UNROLLED for (int i = 0; i < WORDS / 4; i++) {
    uint4 four = *((const uint4 *)memory + 32 * i + lane);
    row->word[4 * i] = four.x;
    row->word[4 * i + 1] = four.y;
    row->word[4 * i + 2] = four.z;
    row->word[4 * i + 3] = four.w;
  }
  UNROLLED for (int i = WORDS / 4 * 4; i < WORDS; i++) row->word[i] = memory[word_at(i, lane, words)];
}
DEVICE void load_weights(Row *row, const u32 *memory, int lane, int words) {
  UNROLLED for (int i = 0; i < WORDS / 4; i++) {
    uint4 four = __ldg((const uint4 *)memory + 32 * i + lane);
    row->word[4 * i] = four.x;
    row->word[4 * i + 1] = four.y;
    row->word[4 * i + 2] = four.z;
    row->word[4 * i + 3] = four.w;
  }
  UNROLLED for (int i = WORDS / 4 * 4; i < WORDS; i++) row->word[i] = LOAD(memory + word_at(i, lane, words));
}
DEVICE void store_row(const Row *row, u32 *memory, int lane, int words) {
  UNROLLED for (int i = 0; i < WORDS / 4; i++)
    *((uint4 *)memory + 32 * i + lane) = make_uint4(row->word[4 * i], row->word[4 * i + 1],
                                                    row->word[4 * i + 2], row->word[4 * i + 3]);
  UNROLLED for (int i = WORDS / 4 * 4; i < WORDS; i++) memory[word_at(i, lane, words)] = row->word[i];
}
#else
DEVICE void load_row(Row *row, const u32 *memory, int lane, int words) {
  for (int i = 0; i < words; i++) row->word[i] = memory[word_at(i, lane, words)];
}
DEVICE void load_weights(Row *row, const u32 *memory, int lane, int words) {
  load_row(row, memory, lane, words);
}
DEVICE void store_row(const Row *row, u32 *memory, int lane, int words) {
  for (int i = 0; i < words; i++) memory[word_at(i, lane, words)] = row->word[i];
}
#endif

/* Two neurons, each clamped to 0..qa. */
DEVICE u32 clamped(u32 neurons, i32 qa) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  u32 halves = (neurons + 0x8000) ^ 0x8000; /* high << 16 | low: no borrow from a negative low */
  return __vimin_s16x2_relu(halves, (u32)qa << 16 | (u32)qa);
#else
  i32 low = (i16)neurons, high = (i32)(neurons - (u32)low) >> 16;
  low = low < 0 ? 0 : low > qa ? qa : low;
  high = high < 0 ? 0 : high > qa ? qa : high;
  return (u32)high << 16 | (u32)low;
#endif
}

/* Two neurons: activation times output weight. */
DEVICE i32 activated(u32 neurons, u32 weights, i32 qa) {
  u32 halves = clamped(neurons, qa);
  i32 low = (i32)(halves & 0xffff), high = (i32)(halves >> 16);
  return low * low * (i16)weights + high * high * ((i32)weights >> 16);
}

/* Brings the accumulator of the other mirroring in when a king has changed wings; gives whether. */
DEVICE int mirror_accumulator(const Context *c, int side, int mirror) {
  Warp *w = c->warp;
  int words = WORDS_OF(c->device), row = 32 * words, before = w->mirror[side];
  if (before == mirror) return 0;
  int from = 2 * side + (before != 0), to = 2 * side + (mirror != 0);
  LANES {
    Row words_of_lane;
    u32 *own = c->accumulators + side * row;
    load_row(&words_of_lane, own, lane, words);
    store_row(&words_of_lane, c->other_accumulators + from * row, lane, words);
    load_row(&words_of_lane, c->other_accumulators + to * row, lane, words);
    store_row(&words_of_lane, own, lane, words);
    LaneSquares *board = (LaneSquares *)w->accumulated[side] + lane, kept = *board;
    *board = *((LaneSquares *)(c->other_boards + BOARD_BYTES * to) + lane);
    *((LaneSquares *)(c->other_boards + BOARD_BYTES * from) + lane) = kept;
  }
  SYNC();
  w->mirror[side] = (u8)mirror;
  return 1;
}

/* Lists the features that differ between a perspective's accumulator and the board in w->changes, as
 * feature_of() has them, those to add with the highest bit; gives how many. */
DEVICE int list_changes(Warp *w, int side) {
  int count = 0;
  PER_LANE(u32, before); /* of the lane's squares */
  PER_LANE(u32, now);
  LANES {
    OF(before) = ((const LaneSquares *)w->accumulated[side])[lane];
    OF(now) = ((const LaneSquares *)w->board.pieces)[lane];
  }
  ROLLED for (int turn = 0; turn < 2 * (int)sizeof(LaneSquares); turn++) {
    int shift = 8 * (turn >> 1), adds = turn & 1;
    PER_LANE(u32, differs);
    LANES {
      u32 old = OF(before) >> shift & 255, new_piece = OF(now) >> shift & 255;
      OF(differs) = old != new_piece && (adds ? new_piece : old);
    }
    u32 changed = ballot(differs);
    LANES if (OF(differs)) {
      u32 piece = (adds ? OF(now) : OF(before)) >> shift & 255;
      u32 feature = feature_of(piece, (u32)((int)sizeof(LaneSquares) * lane + (turn >> 1)));
      w->changes[count + popcount(changed & ((1u << lane) - 1))] = (u16)(feature | (u32)adds << 15);
    }
    count += popcount(changed);
  }
  SYNC();
  LANES if (lane < 2) w->changes[count + lane] = NO_FEATURE;
  SYNC();
  return count;
}

/* The evaluation for the side to move. */
DEVICE int evaluate(const Context *c) {
  Warp *w = c->warp;
  const Device *d = c->device;
  int words = WORDS_OF(d), row = 32 * words;
  SYNC();
  int us = w->board.side, bucket = d->bucket_of[material_of(w)];
  int count = 0, mirrors = 0;
  PER_LANE(i32, sum);
  LANES OF(sum) = 0;
  ROLLED for (int side = 0; side < 2; side++) {
    int mirror = mirror_of(c, side);
    u32 view = view_of(side, mirror);
    mirrors |= mirror_accumulator(c, side, mirror);
    /* Both accumulators stand for the board of the last evaluation, unless one was just brought in. */
    if (side == 0 || mirrors) count = list_changes(w, side);
    u32 *own = c->accumulators + side * row;
    PER_LANE(Row, accumulator);
    LANES {
      load_row(&OF(accumulator), own, lane, words);
      ((LaneSquares *)w->accumulated[side])[lane] = ((const LaneSquares *)w->board.pieces)[lane];
    }
    ROLLED for (int i = 0; i < count; i += 2) { /* two rows are on their way at a time */
      LANES {
        Row a, b;
        u32 first = w->changes[i], second = w->changes[i + 1];
        load_weights(&a, d->feature_weights + row_of(c->tables, view, first) * row, lane, words);
        load_weights(&b, d->feature_weights + row_of(c->tables, view, second) * row, lane, words);
        u32 sign_a = first >> 15 ? 1u : ~0u, sign_b = second >> 15 ? 1u : ~0u;
        UNROLLED for (int j = 0; j < words; j++)
          OF(accumulator).word[j] += a.word[j] * sign_a + b.word[j] * sign_b;
      }
    }
    LANES {
      Row weights;
      if (count) store_row(&OF(accumulator), own, lane, words);
      load_weights(&weights, d->output_weights + (2 * bucket + (side != us)) * row, lane, words);
      UNROLLED for (int j = 0; j < words; j++)
        OF(sum) += activated(OF(accumulator).word[j], weights.word[j], QA_OF(d));
    }
    SYNC();
  }
  PER_LANE(u32, low); /* the sum of all lanes may need more than 32 bits */
  PER_LANE(u32, high);
  LANES {
    OF(low) = (u32)OF(sum) & 0xffff;
    OF(high) = (u32)(OF(sum) >> 16);
  }
  i64 total = (i64)reduce_add(low) + (i64)(i32)reduce_add(high) * 65536;
  i64 output = total / QA_OF(d) + LOAD(&d->output_biases[bucket]);
  i64 value = output * EVAL_SCALE_OF(d) / ((i64)QA_OF(d) * QB_OF(d));
  return value > MAX_EVALUATION ? MAX_EVALUATION : value < -MAX_EVALUATION ? -MAX_EVALUATION : (int)value;
}

/* Makes all accumulators those of empty boards. */
RARE void clear_accumulators(const Context *c) {
  Warp *w = c->warp;
  int words = WORDS_OF(c->device), row = 32 * words;
  SYNC();
  LANES {
    Row biases;
    load_weights(&biases, c->device->feature_biases, lane, words);
    ROLLED for (int i = 0; i < 4; i++) {
      store_row(&biases, c->other_accumulators + i * row, lane, words);
      ((LaneSquares *)(c->other_boards + BOARD_BYTES * i))[lane] = 0;
      if (i < 2) {
        store_row(&biases, c->accumulators + i * row, lane, words);
        ((LaneSquares *)w->accumulated[i])[lane] = 0;
      }
    }
  }
  w->mirror[0] = w->mirror[1] = 0;
  SYNC();
}

#endif
