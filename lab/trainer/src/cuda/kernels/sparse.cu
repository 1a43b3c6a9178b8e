// The feature transformer by sparse gather, where there are too many features for dense rows.

// Threads of one perspective: eight neurons each.
#define THREADS (WIDTH / 8)

// Accumulators: the sums of the weights of all active features.
extern "C" __global__ void gather(const u16 *lists, const u16 *weights, u16 *accumulators) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 half = thread / THREADS, neuron = thread % THREADS * 8;
    if (half >= 2 * BATCH_SIZE) return;
    Eight sum = {};
    for (u32 index = 0; index < WARP; index++) {
        u32 input = lists[(u64)half * WARP + index];
        if (input == NO_INPUT) continue;
        Eight weight = load_halves(weights + (u64)input * WIDTH + neuron);
#pragma unroll
        for (int i = 0; i < 8; i++) sum.x[i] += weight.x[i];
    }
    store_halves(accumulators + (u64)half * WIDTH + neuron, sum);
}

// Adds the gradients of the accumulators to those of the weights of all active features.
extern "C" __global__ void scatter(const u16 *lists, const u16 *accumulators, float *gradients) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 half = thread / THREADS, neuron = thread % THREADS * 8;
    if (half >= 2 * BATCH_SIZE) return;
    Eight gradient = load_halves(accumulators + (u64)half * WIDTH + neuron);
    for (u32 index = 0; index < WARP; index++) {
        u32 input = lists[(u64)half * WARP + index];
        if (input == NO_INPUT) continue;
        float *to = gradients + (u64)input * WIDTH + neuron;
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (gradient.x[i] != 0.0f) atomicAdd(to + i, gradient.x[i]);
    }
}
