// From the first layer's sums to the loss and back.

// Pieces of eight outputs that a lane has.
#define CHUNKS ((2 * OUTPUTS + WARP * 8 - 1) / (WARP * 8))

// The sums of eight neurons of a side with their biases.
__device__ __forceinline__ Eight sums_at(const u16 *sums, const float *biases, u32 neuron) {
    Eight sum = load_halves(sums + neuron), bias = load_reals(biases + neuron);
#pragma unroll
    for (int i = 0; i < 8; i++) sum.x[i] += bias.x[i];
    return sum;
}

// What sums become; `b` are the partners of pairs.
__device__ __forceinline__ float activated(float a, float b) {
#if ACTIVATION == RELU
    return fmaxf(a, 0.0f);
#elif ACTIVATION == CLIPPED
    return clip(a);
#elif ACTIVATION == SQUARED
    return clip(a) * clip(a);
#else
    return clip(a) * clip(b);
#endif
}

// How much of a change of the first sum comes through.
__device__ __forceinline__ float slope_at(float a, float b) {
#if ACTIVATION == RELU
    return a > 0.0f ? 1.0f : 0.0f;
#elif ACTIVATION == CLIPPED
    return is_open(a);
#elif ACTIVATION == SQUARED
    return 2.0f * a * is_open(a);
#else
    return is_open(a) * clip(b);
#endif
}

// Eight outputs' sums, kept in registers from the way forward to the way back.
struct Sums {
    Eight a;
#if ACTIVATION == PAIRWISE
    Eight b;
#endif
};

__device__ __forceinline__ float partner(const Sums &sums, int i) {
#if ACTIVATION == PAIRWISE
    return sums.b.x[i];
#else
    return 0.0f;
#endif
}

__device__ __forceinline__ Sums load_sums(const u16 *side, const float *biases, u32 output) {
    Sums sums;
    sums.a = sums_at(side, biases, output);
#if ACTIVATION == PAIRWISE
    sums.b = sums_at(side, biases, output + OUTPUTS);
#endif
    return sums;
}

// Turns the gradients of eight outputs into those of their sums.
__device__ __forceinline__ void store_gradients(u16 *side, u32 output, const Sums &sums,
                                                const Eight &errors) {
    Eight gradient;
#pragma unroll
    for (int i = 0; i < 8; i++)
        gradient.x[i] = errors.x[i] * slope_at(sums.a.x[i], partner(sums, i));
    store_halves(side + output, gradient);
#if ACTIVATION == PAIRWISE
#pragma unroll
    for (int i = 0; i < 8; i++)
        gradient.x[i] = errors.x[i] * slope_at(sums.b.x[i], sums.a.x[i]);
    store_halves(side + output + OUTPUTS, gradient);
#endif
}

// The loss of an output and its slope, which is scaled as all gradients of 16 bits are.
__device__ __forceinline__ float loss_of(float output, float target, float *slope) {
    float expected = sigmoid(output);
    float distance = expected - target;
    float size = fabsf(distance);
    float root = POWER == 2.0f ? size : powf(size, POWER - 1.0f);
    *slope = GRADIENT_SCALE * POWER * copysignf(root, distance) * expected * (1.0f - expected);
    return size * root;
}

// Adds the losses of a block's warps to the step's, or writes each where it is asked for.
__device__ __forceinline__ void add_loss(float loss, float *losses, u32 current, u32 position) {
#if SHUFFLED
    __shared__ float shared[WARP];
    u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == 0) shared[warp] = loss;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (u32 other = 0; other < blockDim.x / WARP; other++) sum += shared[other];
        atomicAdd(losses + current, sum);
    }
#else
    if (threadIdx.x % WARP == 0 && position < BATCH) losses[position] = loss;
#endif
}

// One warp for each position, for networks without small layers: activation, output, loss, and the
// gradients of sums and outputs.
extern "C" __global__ void layers(u16 *sums, const u32 *slots, u16 *activations, const float *biases,
                                  const float *weights, const float *output_biases,
                                  const float *targets, const u8 *buckets, u16 *errors,
                                  float *losses, const u32 *current) {
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP;
    float loss = 0.0f;
    if (position < BATCH) {
        u16 *sides[2];
        for (u32 side = 0; side < 2; side++)
            sides[side] = sums + (u64)slot_of(slots, position, side) * WIDTH;
        u16 *own = activations + (u64)position * 2 * OUTPUTS;
        u32 bucket = buckets[position];
        const float *own_weights = weights + bucket * 2 * OUTPUTS;
        Sums kept[CHUNKS];
        float output = 0.0f;
#pragma unroll
        for (u32 chunk = 0; chunk < CHUNKS; chunk++) {
            u32 place = (chunk * WARP + lane) * 8;
            if (place >= 2 * OUTPUTS) break;
            kept[chunk] = load_sums(sides[place / OUTPUTS], biases, place % OUTPUTS);
            Eight weight = load_reals(own_weights + place), x;
#pragma unroll
            for (int i = 0; i < 8; i++) {
                x.x[i] = activated(kept[chunk].a.x[i], partner(kept[chunk], i));
                output += x.x[i] * weight.x[i];
            }
#if SHUFFLED
            store_halves(own + place, x);
#endif
        }
        for (int other = 16; other > 0; other /= 2) output += __shfl_xor_sync(ALL, output, other);
        float slope;
        loss = loss_of(output + output_biases[bucket], targets[position], &slope);
#if SHUFFLED
        if (lane < 8) errors[(u64)position * 8 + lane] = lane == bucket ? half_of(slope) : 0;
#pragma unroll
        for (u32 chunk = 0; chunk < CHUNKS; chunk++) {
            u32 place = (chunk * WARP + lane) * 8;
            if (place >= 2 * OUTPUTS) break;
            Eight error = load_reals(own_weights + place);
#pragma unroll
            for (int i = 0; i < 8; i++) error.x[i] *= slope;
            store_gradients(sides[place / OUTPUTS], place % OUTPUTS, kept[chunk], error);
        }
#endif
    }
    add_loss(loss, losses, *current, position);
}
