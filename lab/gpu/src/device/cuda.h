/* The kernels. WORDS, QA, QB and EVAL_SCALE are macros; MIN_BLOCKS is how many blocks share a
 * multiprocessor. */

/* The shared memory of this warp, and its number. */
DEVICE u8 *shared_of_warp(void) {
  extern __shared__ uint4 shared[];
  return (u8 *)shared + (threadIdx.x / 32) * shared_bytes(WORDS);
}
DEVICE u32 warp_number(void) { return blockIdx.x * BLOCK_WARPS + threadIdx.x / 32; }

DEVICE void copy_state(uint4 *to, const uint4 *from) {
  LANES ROLLED for (u32 i = lane; i < shared_bytes(WORDS) / 16; i += 32) to[i] = from[i];
  SYNC();
}

extern "C" __global__ void __launch_bounds__(32 * BLOCK_WARPS, MIN_BLOCKS)
    play(const __grid_constant__ Device device, i64 budget) {
  u32 warp = warp_number();
  if (warp >= device.warps) return;
  u8 *shared = shared_of_warp();
  const Context c = context_of(&device, warp, shared);
  uint4 *saved = (uint4 *)(device.memory + warp * memory_bytes(WORDS, device.settings.table_bits));
  copy_state((uint4 *)shared, saved);
  play_games(&c, budget);
  copy_state(saved, (const uint4 *)shared);
}

extern "C" __global__ void __launch_bounds__(32 * BLOCK_WARPS)
    perft(const __grid_constant__ Device device, const PackedPosition *positions, u32 count, u32 depth,
          u64 *leaves) {
  u32 warp = warp_number(), shares = device.warps < count ? 1 : device.warps / count;
  if (warp >= device.warps) return;
  const Context c = context_of(&device, warp, shared_of_warp());
  ROLLED for (u32 i = warp; i < shares * count; i += device.warps) {
    u64 sum = count_leaves(&c, positions + i % count, depth, i / count, shares);
    count_up(leaves + i % count, sum);
  }
}

extern "C" __global__ void __launch_bounds__(32 * BLOCK_WARPS)
    legal_moves(const __grid_constant__ Device device, const PackedPosition *positions, u32 count,
                MoveList *lists) {
  if (warp_number() >= device.warps) return;
  const Context c = context_of(&device, warp_number(), shared_of_warp());
  ROLLED for (u32 i = warp_number(); i < count; i += device.warps)
    list_legal(&c, positions + i, lists + i);
}

extern "C" __global__ void __launch_bounds__(32 * BLOCK_WARPS)
    evaluations(const __grid_constant__ Device device, const PackedPosition *positions, u32 count,
                i32 *scores) {
  u32 warp = warp_number(), each = (count + device.warps - 1) / device.warps, first = warp * each;
  if (warp >= device.warps || first >= count) return;
  const Context c = context_of(&device, warp, shared_of_warp());
  evaluate_all(&c, positions + first, count - first < each ? count - first : each, scores + first);
}
