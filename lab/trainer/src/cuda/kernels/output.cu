// From the accumulators to the loss and back.

// Chunks of eight outputs for each lane.
#define CHUNKS ((2 * OUTPUTS + WARP * 8 - 1) / (WARP * 8))

// Eight neurons of an accumulator with their biases.
__device__ __forceinline__ Eight values_at(const u16 *values, const float *biases, u32 neuron) {
    Eight sum = load_halves(values + neuron), bias = load_reals(biases + neuron);
#pragma unroll
    for (int i = 0; i < 8; i++) sum.x[i] += bias.x[i];
    return sum;
}

// The accumulator values of eight outputs, kept in registers from the forward to the backward pass.
struct Values {
    Eight a;
#if NEURONS == 2
    Eight b;
#endif
};

__device__ __forceinline__ float partner(const Values &values, int i) {
#if NEURONS == 2
    return values.b.x[i];
#else
    return 0.0f;
#endif
}

__device__ __forceinline__ Values load_values(const u16 *side, const float *biases, u32 output) {
    Values values;
    values.a = values_at(side, biases, output);
#if NEURONS == 2
    values.b = values_at(side, biases, output + OUTPUTS);
#endif
    return values;
}

// From the gradients of eight outputs to those of the accumulator.
__device__ __forceinline__ void store_gradients(u16 *side, u32 output, const Values &values,
                                                const Eight &errors) {
    Eight gradient;
#pragma unroll
    for (int i = 0; i < 8; i++)
        gradient.x[i] = errors.x[i] * slope_at(values.a.x[i], partner(values, i));
    store_halves(side + output, gradient);
#if NEURONS == 2
#pragma unroll
    for (int i = 0; i < 8; i++)
        gradient.x[i] = errors.x[i] * slope_at(values.b.x[i], values.a.x[i]);
    store_halves(side + output + OUTPUTS, gradient);
#endif
}

// The loss of an output and its derivative, multiplied by LOSS_SCALE.
__device__ __forceinline__ float loss_of(float output, float target, float *slope) {
    float expected = sigmoid(output);
    float error = expected - target;
    float size = fabsf(error);
    float power = LOSS_EXPONENT == 2.0f ? size : powf(size, LOSS_EXPONENT - 1.0f);
    *slope = LOSS_SCALE * LOSS_EXPONENT * copysignf(power, error) * expected * (1.0f - expected);
    return size * power;
}

// When training, adds the losses of a block's warps to the step's; else writes the loss of each
// position.
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
    if (threadIdx.x % WARP == 0 && position < BATCH_SIZE) losses[position] = loss;
#endif
}

// One warp for each position, for networks without hidden layers: activation, output layer, loss,
// and the gradients of accumulators and outputs.
extern "C" __global__ void output_layer(u16 *accumulators, const u32 *slots, u16 *activations,
                                        const float *biases, const float *weights,
                                        const float *output_biases, const float *targets,
                                        const u8 *buckets, u16 *errors, float *losses,
                                        const u32 *current) {
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP;
    float loss = 0.0f;
    if (position < BATCH_SIZE) {
        u16 *sides[2];
        for (u32 side = 0; side < 2; side++)
            sides[side] = accumulators + (u64)slot_of(slots, position, side) * WIDTH;
        u16 *own = activations + (u64)position * 2 * OUTPUTS;
        u32 bucket = buckets[position];
        const float *own_weights = weights + bucket * 2 * OUTPUTS;
        Values kept[CHUNKS];
        float output = 0.0f;
#pragma unroll
        for (u32 chunk = 0; chunk < CHUNKS; chunk++) {
            u32 index = (chunk * WARP + lane) * 8;
            if (index >= 2 * OUTPUTS) break;
            kept[chunk] = load_values(sides[index / OUTPUTS], biases, index % OUTPUTS);
            Eight weight = load_reals(own_weights + index), x;
#pragma unroll
            for (int i = 0; i < 8; i++) {
                x.x[i] = activated(kept[chunk].a.x[i], partner(kept[chunk], i));
                output += x.x[i] * weight.x[i];
            }
#if SHUFFLED
            store_halves(own + index, x);
#endif
        }
        for (int other = 16; other > 0; other /= 2) output += __shfl_xor_sync(ALL, output, other);
        float slope;
        loss = loss_of(output + output_biases[bucket], targets[position], &slope);
#if SHUFFLED
        if (lane < 8) errors[(u64)position * 8 + lane] = lane == bucket ? half_of(slope) : 0;
#pragma unroll
        for (u32 chunk = 0; chunk < CHUNKS; chunk++) {
            u32 index = (chunk * WARP + lane) * 8;
            if (index >= 2 * OUTPUTS) break;
            Eight error = load_reals(own_weights + index);
#pragma unroll
            for (int i = 0; i < 8; i++) error.x[i] *= slope;
            store_gradients(sides[index / OUTPUTS], index % OUTPUTS, kept[chunk], error);
        }
#endif
    }
    add_loss(loss, losses, *current, position);
}
