/* The 32 lanes of a warp, three ways: threads of a GPU, loops of a CPU, or (FIBERS) fibers of a CPU.
 *
 * Rules of all code of the device:
 *   - What stands outside LANES is uniform: all lanes compute the same.
 *   - Variables that differ between lanes are PER_LANE, used inside LANES as OF(name), and passed
 *     to warp operations by name. LANES has no break, continue or return.
 *   - What some lanes write is read by others only after SYNC(). Uniform data in memory that is
 *     both read and written has a SYNC() in between, or is written in ONE_LANE.
 */
#ifndef LANES_H
#define LANES_H

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define RARE __device__ __noinline__ /* out of the way: instruction fetch is the bottleneck */
#define ROLLED _Pragma("unroll 1")
#define UNROLLED _Pragma("unroll")
#define ALL_LANES 0xffffffffu
#define SYNC() __syncwarp()
#define LANES for (int lane = threadIdx.x & 31, once = lane | 1; once; once = 0)
#define ONE_LANE if ((threadIdx.x & 31) == 0)
#define PER_LANE(type, name) type name
#define OF(name) name
#define LOAD(pointer) __ldg(pointer) /* of memory that no kernel writes */

DEVICE u32 ballot(u32 bit) { return __ballot_sync(ALL_LANES, bit); }
DEVICE u32 reduce_max(u32 value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(ALL_LANES, value);
#else
  for (int step = 16; step; step >>= 1) {
    u32 other = __shfl_xor_sync(ALL_LANES, value, step);
    value = other > value ? other : value;
  }
  return value;
#endif
}
DEVICE u32 reduce_add(u32 value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(ALL_LANES, value);
#else
  for (int step = 16; step; step >>= 1) value += __shfl_xor_sync(ALL_LANES, value, step);
  return value;
#endif
}
DEVICE int popcount(u64 bits) { return __popcll(bits); }
DEVICE int lowest(u64 bits) { return __ffsll((i64)bits) - 1; }
DEVICE int highest(u32 bits) { return 31 - __clz((int)bits); }
DEVICE u64 reversed(u64 bits) { return __brevll(bits); }

/* Adds to a counter unless that would bring it above the limit; gives its old value, or ~0. */
DEVICE u64 reserve(u64 *counter, u64 count, u64 limit) {
  u64 old = 0;
  ONE_LANE {
    u64 expected;
    old = *(volatile u64 *)counter;
    do {
      expected = old;
      if (expected + count > limit) {
        old = ~0ull;
        break;
      }
      old = atomicCAS(counter, expected, expected + count);
    } while (old != expected);
  }
  return __shfl_sync(ALL_LANES, old, 0);
}
/* Adds to a counter. */
DEVICE void count_up(u64 *counter, u64 count) { ONE_LANE atomicAdd(counter, count); }

#else
#define DEVICE static inline
#define RARE static
#define ROLLED
#define UNROLLED
#define LOAD(pointer) (*(pointer))

#ifdef FIBERS
#include "fibers.h"
#else
#define SYNC() ((void)0)
#define LANES for (int lane = 0; lane < LANES_PER_WARP; lane++)
#define ONE_LANE
#define PER_LANE(type, name) type name[LANES_PER_WARP]
#define OF(name) name[lane]

static inline u32 ballot(const u32 *bits) {
  u32 mask = 0;
  LANES mask |= (u32)(bits[lane] != 0) << lane;
  return mask;
}
static inline u32 reduce_max(const u32 *values) {
  u32 most = 0;
  LANES most = values[lane] > most ? values[lane] : most;
  return most;
}
static inline u32 reduce_add(const u32 *values) {
  u32 sum = 0;
  LANES sum += values[lane];
  return sum;
}
static inline u64 reserve(u64 *counter, u64 count, u64 limit) {
  u64 old = *counter;
  if (old + count > limit) return ~0ull;
  *counter = old + count;
  return old;
}
static inline void count_up(u64 *counter, u64 count) { *counter += count; }
#endif

DEVICE int popcount(u64 bits) { return __builtin_popcountll(bits); }
DEVICE int lowest(u64 bits) { return __builtin_ctzll(bits); }
DEVICE int highest(u32 bits) { return 31 - __builtin_clz(bits); }
DEVICE u64 reversed(u64 bits) {
  bits = (bits >> 1 & 0x5555555555555555ull) | (bits & 0x5555555555555555ull) << 1;
  bits = (bits >> 2 & 0x3333333333333333ull) | (bits & 0x3333333333333333ull) << 2;
  bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0full) | (bits & 0x0f0f0f0f0f0f0f0full) << 4;
  return __builtin_bswap64(bits);
}
#endif

#endif
