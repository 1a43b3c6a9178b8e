// The first layer by lists of inputs, where they are too many for rows of ones and zeros.

// Threads of one side of a position: eight neurons each.
#define THREADS (WIDTH / 8)

// The sums of the weights of all inputs.
extern "C" __global__ void gather(const u16 *lists, const u16 *weights, u16 *sums) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 half = thread / THREADS, neuron = thread % THREADS * 8;
    if (half >= 2 * BATCH) return;
    Eight sum = {};
    for (u32 place = 0; place < WARP; place++) {
        u32 input = lists[(u64)half * WARP + place];
        if (input == NO_INPUT) continue;
        Eight weight = load_halves(weights + (u64)input * WIDTH + neuron);
#pragma unroll
        for (int i = 0; i < 8; i++) sum.x[i] += weight.x[i];
    }
    store_halves(sums + (u64)half * WIDTH + neuron, sum);
}

// Adds the gradients of the sums to those of the weights of all inputs.
extern "C" __global__ void scatter(const u16 *lists, const u16 *sums, float *gradients) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 half = thread / THREADS, neuron = thread % THREADS * 8;
    if (half >= 2 * BATCH) return;
    Eight gradient = load_halves(sums + (u64)half * WIDTH + neuron);
    for (u32 place = 0; place < WARP; place++) {
        u32 input = lists[(u64)half * WARP + place];
        if (input == NO_INPUT) continue;
        float *to = gradients + (u64)input * WIDTH + neuron;
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (gradient.x[i] != 0.0f) atomicAdd(to + i, gradient.x[i]);
    }
}
