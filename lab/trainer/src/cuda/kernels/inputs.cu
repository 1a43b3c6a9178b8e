// From records to features.

__device__ __forceinline__ u32 scramble(u32 value, u32 key) {
    u32 x = value + key;
    x = (x ^ (x >> 16)) * 0x7FEB352Du;
    x = (x ^ (x >> 15)) * 0x846CA68Bu;
    return x ^ (x >> 16);
}

// The number at an index of the shuffled order: the same as Permutation::at.
__device__ u64 number_at(const u32 *keys, u64 index) {
    u32 mask = 0xffffffffu >> (32 - HALF_BITS);
    u64 number = index;
    do {
        u32 left = (u32)(number >> HALF_BITS);
        u32 right = (u32)number & mask;
        for (int round = 0; round < 4; round++) {
            u32 mixed = left ^ (scramble(right, keys[round]) & mask);
            left = right;
            right = mixed;
        }
        number = ((u64)left << HALF_BITS) | right;
    } while (number >= POSITIONS);
    return number;
}

// A position of the batch. Without shuffling, the last one fills what is left of the last batch.
__device__ __forceinline__ const u8 *record_of(const u8 *records, const StepParameters &step,
                                                     u32 position) {
    u64 index = step.start + position;
#if SHUFFLED
    bool is_next = index >= POSITIONS;
    const u32 *keys = is_next ? step.next_keys : step.keys;
    u64 number = number_at(keys, is_next ? index - POSITIONS : index);
#else
    u64 number = index < POSITIONS ? index : POSITIONS - 1;
#endif
    return records + number * 32;
}

// The feature index of a piece in a perspective: inputs[side][king][piece][square].
__device__ __forceinline__ u32 input_of(const u16 *inputs, const u8 *record, u32 side, u32 piece,
                                        u32 square) {
    u32 king = side == 0 ? record[27] : record[28] ^ 56;
    return inputs[((side * 64 + king) * 12 + piece) * 64 + square];
}

// The piece and square of a lane's piece on the board.
__device__ __forceinline__ u32 piece_of(const u8 *record, u64 occupied, u32 lane, u32 *square) {
    u64 rest = occupied;
    for (u32 skipped = 0; skipped < lane; skipped++) rest &= rest - 1;
    *square = __ffsll((long long)rest) - 1;
    u32 code = (record[8 + lane / 2] >> (4 * (lane % 2))) & 15;
    return (code >> 3) * 6 + (code & 7);
}

// Flag of a record without a known result.
#define NO_RESULT 1

// The target of a position, and its output bucket.
__device__ __forceinline__ void label(const u8 *record, const StepParameters &step, u32 count,
                                      float *target, u8 *bucket) {
    float score = (float)*(const short *)(record + 24);
    float result = 0.5f * (float)record[26];
    float wdl = record[29] & NO_RESULT ? 0.0f : step.wdl;
    *target = wdl * result + (1.0f - wdl) * sigmoid(score / EVAL_SCALE);
    u32 number = (count < 2 ? 0 : count - 2) / ((32 + OUTPUT_BUCKETS - 1) / OUTPUT_BUCKETS);
    *bucket = (u8)(number < OUTPUT_BUCKETS ? number : OUTPUT_BUCKETS - 1);
}

// A warp fills a dense row with zeros.
__device__ __forceinline__ void clear_row(u16 *row) {
    uint4 zero = make_uint4(0, 0, 0, 0);
    for (u32 chunk = threadIdx.x % WARP; chunk < BUCKET_INPUTS / 8; chunk += WARP)
        ((uint4 *)row)[chunk] = zero;
}

// A slot that no perspective has: king buckets have slots from starts[bucket] on, and the first
// taken[bucket] are in use. NO_SLOT beyond the last one.
#define NO_SLOT 0xffffffffu
__device__ __forceinline__ u32 free_slot(const u32 *starts, const u32 *taken, u32 index) {
    for (u32 bucket = 0; bucket < KING_BUCKETS; bucket++) {
        u32 first = starts[bucket] + taken[bucket], count = starts[bucket + 1] - first;
        if (index < count) return first + index;
        index -= count;
    }
    return NO_SLOT;
}

// One warp for each position: its record becomes two dense rows of ones and zeros, a target and an
// output bucket. With king buckets, further warps clear the rows of free slots.
extern "C" __global__ void dense_inputs(const u8 *records, const StepParameters *steps,
                                        const u32 *current, const u16 *inputs, const u32 *slots,
                                        const u32 *starts, const u32 *taken, u16 *rows,
                                        float *targets, u8 *buckets) {
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP;
    if (position >= BATCH_SIZE) {
#if KING_BUCKETS > 1
        u32 slot = free_slot(starts, taken, position - BATCH_SIZE);
        if (slot != NO_SLOT) clear_row(rows + (u64)slot * BUCKET_INPUTS);
#endif
        return;
    }
    const StepParameters &step = steps[*current];
    const u8 *record = record_of(records, step, position);
    u16 *own[2];
    for (u32 side = 0; side < 2; side++) {
        own[side] = rows + (u64)slot_of(slots, position, side) * BUCKET_INPUTS;
        clear_row(own[side]);
    }
    __syncwarp(ALL);
    u64 occupied = *(const u64 *)record;
    u32 count = __popcll(occupied);
    if (lane < count) {
        u32 square, piece = piece_of(record, occupied, lane, &square);
        for (u32 side = 0; side < 2; side++)
            own[side][input_of(inputs, record, side, piece, square) % BUCKET_INPUTS] = 0x3c00;
    }
    if (lane == 0) label(record, step, count, targets + position, buckets + position);
}

// One warp for each position: its record becomes two lists of active features, a target and an output
// bucket.
extern "C" __global__ void sparse_inputs(const u8 *records, const StepParameters *steps,
                                         const u32 *current, const u16 *inputs, u16 *lists,
                                         float *targets, u8 *buckets) {
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP;
    if (position >= BATCH_SIZE) return;
    const StepParameters &step = steps[*current];
    const u8 *record = record_of(records, step, position);
    u64 occupied = *(const u64 *)record;
    u32 count = __popcll(occupied);
    u32 square = 0, piece = lane < count ? piece_of(record, occupied, lane, &square) : 0;
    for (u32 side = 0; side < 2; side++)
        lists[((u64)position * 2 + side) * WARP + lane] =
            lane < count ? (u16)input_of(inputs, record, side, piece, square) : NO_INPUT;
    if (lane == 0) label(record, step, count, targets + position, buckets + position);
}

// The king bucket of a perspective.
__device__ __forceinline__ u32 king_bucket_of(const u16 *inputs, const u8 *record, u32 side) {
    u32 king = side == 0 ? record[27] : record[28] ^ 56;
    return input_of(inputs, record, side, side * 6 + 5, king) / BUCKET_INPUTS;
}

// Counts the perspectives of each step's positions in each king bucket. One block for each part of a
// step.
extern "C" __global__ void count_king_buckets(const u8 *records, const StepParameters *steps,
                                              const u16 *inputs, u32 *counts) {
    __shared__ u32 own[KING_BUCKETS];
    if (threadIdx.x < KING_BUCKETS) own[threadIdx.x] = 0;
    __syncthreads();
    u32 position = blockIdx.x * blockDim.x + threadIdx.x;
    if (position < BATCH_SIZE) {
        const u8 *record = record_of(records, steps[blockIdx.y], position);
        for (u32 side = 0; side < 2; side++) atomicAdd(own + king_bucket_of(inputs, record, side), 1);
    }
    __syncthreads();
    if (threadIdx.x < KING_BUCKETS)
        atomicAdd(counts + blockIdx.y * KING_BUCKETS + threadIdx.x, own[threadIdx.x]);
}

// Assigns the slots from starts[bucket] on to the perspectives in each king bucket, in any order, and
// counts them in `taken`. A thread for each position.
extern "C" __global__ void assign_slots(const u8 *records, const StepParameters *steps,
                                        const u32 *current, const u16 *inputs, const u32 *starts,
                                        u32 *taken, u32 *slots) {
    __shared__ u32 own[KING_BUCKETS], first[KING_BUCKETS];
    if (threadIdx.x < KING_BUCKETS) own[threadIdx.x] = 0;
    __syncthreads();
    u32 position = blockIdx.x * blockDim.x + threadIdx.x;
    u32 buckets[2], ranks[2];
    if (position < BATCH_SIZE) {
        const u8 *record = record_of(records, steps[*current], position);
        for (u32 side = 0; side < 2; side++) {
            buckets[side] = king_bucket_of(inputs, record, side);
            ranks[side] = atomicAdd(own + buckets[side], 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < KING_BUCKETS)
        first[threadIdx.x] =
            starts[threadIdx.x] + atomicAdd(taken + threadIdx.x, own[threadIdx.x]);
    __syncthreads();
    if (position < BATCH_SIZE)
        for (u32 side = 0; side < 2; side++)
            slots[2 * position + side] = first[buckets[side]] + ranks[side];
}
