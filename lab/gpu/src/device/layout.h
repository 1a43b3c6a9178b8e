/* Sizes and offsets of the structures of abi.h as this compiler sees them, and the scores, for the test in src/code.rs. */
#define SIZE(type) sizeof(type)
#define OFFSET(type, field) __builtin_offsetof(type, field)

static const u64 layout[] = {
  SIZE(PackedPosition), OFFSET(PackedPosition, pieces), OFFSET(PackedPosition, extra), OFFSET(PackedPosition, ply),
  OFFSET(PackedPosition, clock), OFFSET(PackedPosition, side), OFFSET(PackedPosition, en_passant),
  SIZE(Start), OFFSET(Start, candidates), OFFSET(Start, played_out), OFFSET(Start, positions),
  SIZE(NodeLimits), OFFSET(NodeLimits, hard),
  SIZE(Settings), OFFSET(Settings, verification), OFFSET(Settings, cut), OFFSET(Settings, win_score),
  OFFSET(Settings, win_plies), OFFSET(Settings, draw_score), OFFSET(Settings, draw_plies),
  OFFSET(Settings, draw_from_ply), OFFSET(Settings, max_plies), OFFSET(Settings, table_bits),
  SIZE(GamePly), OFFSET(GamePly, score),
  SIZE(Counters), OFFSET(Counters, written), OFFSET(Counters, nodes), OFFSET(Counters, plies),
  SIZE(Device), OFFSET(Device, feature_weights), OFFSET(Device, feature_biases), OFFSET(Device, output_weights),
  OFFSET(Device, output_biases), OFFSET(Device, counters), OFFSET(Device, starts), OFFSET(Device, ring),
  OFFSET(Device, memory), OFFSET(Device, start_mask), OFFSET(Device, ring_mask), OFFSET(Device, filled),
  OFFSET(Device, drained), OFFSET(Device, warps), OFFSET(Device, words), OFFSET(Device, qa), OFFSET(Device, qb),
  OFFSET(Device, eval_scale), OFFSET(Device, mirrored), OFFSET(Device, bucket_of), OFFSET(Device, settings),
  SIZE(MoveList), OFFSET(MoveList, moves),
  CANDIDATES, LONGEST_GAME, CELL, HEADER_CELLS, BLOCK_WARPS, ALL_REJECTED, MATE, INFINITE, MAX_EVALUATION,
};

/* One of the numbers, and ~0 after the last. */
static u64 layout_at(u64 place) {
  return place < sizeof layout / sizeof *layout ? layout[place] : ~0ull;
}
