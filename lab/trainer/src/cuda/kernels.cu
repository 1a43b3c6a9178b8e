// What the GPU does beside matrix products. WIDTH, ACTIVATION, BUCKETS and MIRRORED are set when
// this text is compiled. 16-bit floating point numbers are handled as their bits, so that no header
// of CUDA is needed.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define RELU 0
#define CLIPPED 1
#define SQUARED 2
#define PAIRWISE 3

#define INPUTS 768
#define WARP 32
#define ALL 0xffffffffu

#if ACTIVATION == PAIRWISE
#define OUTPUTS (WIDTH / 2)
#else
#define OUTPUTS WIDTH
#endif

// Gradients are multiplied by this while they are 16 bits wide.
#define GRADIENT_SCALE 128.0f

__device__ __forceinline__ u16 half_of(float x) {
    u16 bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}

__device__ __forceinline__ float real_of(u16 bits) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
}

struct Order {
    u64 bound;
    u64 start;
    u32 half_bits;
    u32 batch;
    u32 keys[4];
    u32 next_keys[4];
    float result_weight;
    float scale;
};

__device__ __forceinline__ u32 scramble(u32 value, u32 key) {
    u32 x = value + key;
    x = (x ^ (x >> 16)) * 0x7FEB352Du;
    x = (x ^ (x >> 15)) * 0x846CA68Bu;
    return x ^ (x >> 16);
}

// The number at a place of the shuffled order: the same as Permutation::at.
__device__ u64 number_at(const Order &order, const u32 *keys, u64 place) {
    u32 mask = 0xffffffffu >> (32 - order.half_bits);
    u64 number = place;
    do {
        u32 left = (u32)(number >> order.half_bits);
        u32 right = (u32)number & mask;
        for (int round = 0; round < 4; round++) {
            u32 mixed = left ^ (scramble(right, keys[round]) & mask);
            left = right;
            right = mixed;
        }
        number = ((u64)left << order.half_bits) | right;
    } while (number >= order.bound);
    return number;
}

__device__ __forceinline__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

// One warp for each position: its record becomes two rows of inputs, a target and a bucket.
extern "C" __global__ void expand(const u8 *records, Order order, u16 *rows, float *targets,
                                  u8 *buckets) {
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP;
    if (position >= order.batch) return;
    u64 place = order.start + position;
    bool is_next = place >= order.bound;
    const u32 *keys = is_next ? order.next_keys : order.keys;
    u64 number = number_at(order, keys, is_next ? place - order.bound : place);
    const u8 *record = records + number * 32;

    u16 *row = rows + (u64)position * 2 * INPUTS;
    uint4 zero = make_uint4(0, 0, 0, 0);
    for (u32 chunk = lane; chunk < 2 * INPUTS / 8; chunk += WARP) ((uint4 *)row)[chunk] = zero;
    __syncwarp(ALL);

    u64 occupied = *(const u64 *)record;
    u32 count = __popcll(occupied);
    if (lane < count) {
        u64 rest = occupied;
        for (u32 skipped = 0; skipped < lane; skipped++) rest &= rest - 1;
        u32 square = __ffsll((long long)rest) - 1;
        u32 code = (record[8 + lane / 2] >> (4 * (lane % 2))) & 15;
        u32 owner = code >> 3, kind = code & 7;
        u32 turn = (MIRRORED && (record[27] & 7) >= 4) ? 7 : 0;
        u32 other_turn = 56 ^ ((MIRRORED && (record[28] & 7) >= 4) ? 7 : 0);
        u16 one = 0x3c00;
        row[(owner * 6 + kind) * 64 + (square ^ turn)] = one;
        row[INPUTS + ((owner ^ 1) * 6 + kind) * 64 + (square ^ other_turn)] = one;
    }
    if (lane == 0) {
        float score = (float)*(const short *)(record + 24);
        float result = 0.5f * (float)record[26];
        float weight = order.result_weight;
        targets[position] = weight * result + (1.0f - weight) * sigmoid(score / order.scale);
        u32 bucket = (count < 2 ? 0 : count - 2) / ((32 + BUCKETS - 1) / BUCKETS);
        buckets[position] = (u8)(bucket < BUCKETS ? bucket : BUCKETS - 1);
    }
}

struct Eight {
    float x[8];
};

__device__ __forceinline__ Eight load_halves(const u16 *from) {
    uint4 bits = *(const uint4 *)from;
    u32 words[4] = {bits.x, bits.y, bits.z, bits.w};
    Eight eight;
    for (int i = 0; i < 4; i++) {
        eight.x[2 * i] = real_of((u16)words[i]);
        eight.x[2 * i + 1] = real_of((u16)(words[i] >> 16));
    }
    return eight;
}

__device__ __forceinline__ void store_halves(u16 *to, const Eight &eight) {
    u32 words[4];
    for (int i = 0; i < 4; i++)
        words[i] = (u32)half_of(eight.x[2 * i]) | ((u32)half_of(eight.x[2 * i + 1]) << 16);
    *(uint4 *)to = make_uint4(words[0], words[1], words[2], words[3]);
}

__device__ __forceinline__ Eight load_reals(const float *from) {
    float4 low = ((const float4 *)from)[0], high = ((const float4 *)from)[1];
    return Eight{{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

__device__ __forceinline__ float clip(float a) { return fminf(fmaxf(a, 0.0f), 1.0f); }
__device__ __forceinline__ float is_open(float a) { return a > 0.0f && a < 1.0f ? 1.0f : 0.0f; }

// The sums of eight neurons with their biases. `place` counts over both sides.
__device__ __forceinline__ Eight sums_at(const u16 *sums, const float *biases, u32 place) {
    Eight sum = load_halves(sums + place), bias = load_reals(biases + place % WIDTH);
    for (int i = 0; i < 8; i++) sum.x[i] += bias.x[i];
    return sum;
}

// Where the first partner of eight outputs is among the sums.
__device__ __forceinline__ u32 sum_place(u32 output) {
    return output / OUTPUTS * WIDTH + output % OUTPUTS;
}

// One warp for each position: activation, output, loss, and the gradients of sums and outputs.
extern "C" __global__ void layers(u16 *sums, u16 *activations, const float *biases,
                                  const float *weights, const float *output_biases,
                                  const float *targets, const u8 *buckets, u16 *errors,
                                  float *loss, u32 batch, float power) {
    __shared__ float losses[32];
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == 0) losses[warp] = 0.0f;
    if (position < batch) {
        u16 *own_sums = sums + (u64)position * 2 * WIDTH;
        u16 *own = activations + (u64)position * 2 * OUTPUTS;
        u32 bucket = buckets[position];
        const float *own_weights = weights + bucket * 2 * OUTPUTS;
        float output = 0.0f;
        for (u32 place = lane * 8; place < 2 * OUTPUTS; place += WARP * 8) {
            Eight a = sums_at(own_sums, biases, sum_place(place));
            Eight weight = load_reals(own_weights + place), x;
#if ACTIVATION == PAIRWISE
            Eight b = sums_at(own_sums, biases, sum_place(place) + OUTPUTS);
#endif
            for (int i = 0; i < 8; i++) {
#if ACTIVATION == RELU
                x.x[i] = fmaxf(a.x[i], 0.0f);
#elif ACTIVATION == CLIPPED
                x.x[i] = clip(a.x[i]);
#elif ACTIVATION == SQUARED
                x.x[i] = clip(a.x[i]) * clip(a.x[i]);
#else
                x.x[i] = clip(a.x[i]) * clip(b.x[i]);
#endif
                output += x.x[i] * weight.x[i];
            }
            store_halves(own + place, x);
        }
        for (int other = 16; other > 0; other /= 2) output += __shfl_xor_sync(ALL, output, other);
        output += output_biases[bucket];

        float expected = sigmoid(output);
        float distance = expected - targets[position];
        float size = fabsf(distance);
        float root = power == 2.0f ? size : powf(size, power - 1.0f);
        float slope = power * copysignf(root, distance) * expected * (1.0f - expected);
        slope *= GRADIENT_SCALE;
        if (lane == 0) losses[warp] = size * root;
        if (lane < 8) errors[(u64)position * 8 + lane] = lane == bucket ? half_of(slope) : 0;

        for (u32 place = lane * 8; place < 2 * OUTPUTS; place += WARP * 8) {
            u32 first = sum_place(place);
            Eight a = sums_at(own_sums, biases, first);
            Eight weight = load_reals(own_weights + place), gradient;
#if ACTIVATION == PAIRWISE
            Eight b = sums_at(own_sums, biases, first + OUTPUTS), partner;
#endif
            for (int i = 0; i < 8; i++) {
                float error = slope * weight.x[i];
#if ACTIVATION == RELU
                gradient.x[i] = a.x[i] > 0.0f ? error : 0.0f;
#elif ACTIVATION == CLIPPED
                gradient.x[i] = error * is_open(a.x[i]);
#elif ACTIVATION == SQUARED
                gradient.x[i] = error * 2.0f * a.x[i] * is_open(a.x[i]);
#else
                gradient.x[i] = error * is_open(a.x[i]) * clip(b.x[i]);
                partner.x[i] = error * is_open(b.x[i]) * clip(a.x[i]);
#endif
            }
            store_halves(own_sums + first, gradient);
#if ACTIVATION == PAIRWISE
            store_halves(own_sums + first + OUTPUTS, partner);
#endif
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (u32 other = 0; other < blockDim.x / WARP; other++) sum += losses[other];
        atomicAdd(loss, sum);
    }
}

// Adds the sums of a matrix's columns, the first `wanted` of them. Blocks share the rows.
extern "C" __global__ void column_sums(const u16 *matrix, float *sums, u32 rows, u32 columns,
                                       u32 wanted) {
    u32 column = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (column >= columns) return;
    u32 share = (rows + gridDim.y - 1) / gridDim.y;
    u32 first = blockIdx.y * share;
    u32 end = first + share < rows ? first + share : rows;
    float left = 0.0f, right = 0.0f;
    for (u32 row = first; row < end; row++) {
        u32 bits = *(const u32 *)(matrix + (u64)row * columns + column);
        left += real_of((u16)bits);
        right += real_of((u16)(bits >> 16));
    }
    if (column < wanted) atomicAdd(sums + column, left);
    if (column + 1 < wanted) atomicAdd(sums + column + 1, right);
}

struct Step {
    float gradient;
    float rate;
    float root;
    float kept;
    float beta1;
    float beta2;
    float epsilon;
    float clip;
    float share;
};

// AdamW for a group of parameters. `halves` gets a copy in 16 bits if `has_halves` is not zero. The
// average takes `share` of what is new.
extern "C" __global__ void adam(float *parameters, float *momentum, float *variance,
                                const float *gradients, float *average, u16 *halves,
                                u32 has_halves, u32 count, Step step) {
    u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count) return;
    float gradient = gradients[place] * step.gradient;
    float mean = step.beta1 * momentum[place] + (1.0f - step.beta1) * gradient;
    float square = step.beta2 * variance[place] + (1.0f - step.beta2) * gradient * gradient;
    float root = sqrtf(square) * step.root + step.epsilon;
    float moved = parameters[place] * step.kept - step.rate * mean / root;
    moved = fminf(fmaxf(moved, -step.clip), step.clip);
    momentum[place] = mean;
    variance[place] = square;
    parameters[place] = moved;
    if (step.share > 0.0f) average[place] += (moved - average[place]) * step.share;
    if (has_halves) halves[place] = half_of(moved);
}

extern "C" __global__ void to_halves(const float *from, u16 *to, u32 count) {
    u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place < count) to[place] = half_of(from[place]);
}
