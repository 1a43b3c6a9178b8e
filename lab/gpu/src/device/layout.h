/* Sizes and offsets of the structures of abi.h as this compiler sees them, and the scores, for the test in src/abi.rs. */
#define SIZE(type) sizeof(type)
#define OFFSET(type, field) __builtin_offsetof(type, field)

const u64 quietus_gpu_layout[] = {
  SIZE(PackedPosition), OFFSET(PackedPosition, pieces), OFFSET(PackedPosition, castling), OFFSET(PackedPosition, ply),
  OFFSET(PackedPosition, side), OFFSET(PackedPosition, en_passant), OFFSET(PackedPosition, clock),
  SIZE(Start), OFFSET(Start, candidates), OFFSET(Start, played_out), OFFSET(Start, positions),
  SIZE(NodeLimits), OFFSET(NodeLimits, hard),
  SIZE(Settings), OFFSET(Settings, verification), OFFSET(Settings, cut), OFFSET(Settings, win_score),
  OFFSET(Settings, win_plies), OFFSET(Settings, draw_score), OFFSET(Settings, draw_plies),
  OFFSET(Settings, draw_from_ply), OFFSET(Settings, max_plies), OFFSET(Settings, table_bits),
  SIZE(GamePly), OFFSET(GamePly, score),
  SIZE(Counters), OFFSET(Counters, written), OFFSET(Counters, nodes), OFFSET(Counters, plies),
  SIZE(Tables), OFFSET(Tables, leaper), OFFSET(Tables, piece_key), OFFSET(Tables, castling_key),
  OFFSET(Tables, en_passant_key), OFFSET(Tables, black_key), OFFSET(Tables, lines),
  OFFSET(Tables, see_value), OFFSET(Tables, log),
  SIZE(Device), OFFSET(Device, feature_weights), OFFSET(Device, feature_biases), OFFSET(Device, output_weights),
  OFFSET(Device, output_biases), OFFSET(Device, counters), OFFSET(Device, starts), OFFSET(Device, ring),
  OFFSET(Device, memory), OFFSET(Device, start_mask), OFFSET(Device, ring_mask), OFFSET(Device, filled),
  OFFSET(Device, drained), OFFSET(Device, warps), OFFSET(Device, words), OFFSET(Device, qa), OFFSET(Device, qb),
  OFFSET(Device, eval_scale), OFFSET(Device, buckets), OFFSET(Device, bucket_pieces),
  OFFSET(Device, mirrored), OFFSET(Device, settings),
  SIZE(MoveList), OFFSET(MoveList, moves),
  CANDIDATES, LONGEST_GAME, CELL, HEADER_CELLS, BLOCK_WARPS, ALL_REJECTED, MATE, INFINITE, MAX_EVALUATION,
};
const u64 quietus_gpu_layout_length = sizeof quietus_gpu_layout / sizeof *quietus_gpu_layout;
