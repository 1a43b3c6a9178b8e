// Small layers between the first layer and the output. HIDDEN is how many there are, SIZES how many
// neurons each has.

#if HIDDEN > 0

__device__ const u32 sizes[HIDDEN] = {SIZES};

// Neurons of the largest small layer.
#define LARGEST LARGEST_SIZE

__device__ __forceinline__ float small_activated(float a) {
    return HIDDEN_SQUARED ? clip(a) * clip(a) : clip(a);
}

__device__ __forceinline__ float small_slope(float a) {
    return HIDDEN_SQUARED ? 2.0f * a * is_open(a) : is_open(a);
}

// One thread for eight outputs: what the first layer's sums become.
extern "C" __global__ void activate(const u16 *sums, const u32 *slots, u16 *activations,
                                    const float *biases) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 position = thread / (2 * OUTPUTS / 8), place = thread % (2 * OUTPUTS / 8) * 8;
    if (position >= BATCH) return;
    const u16 *side = sums + (u64)slot_of(slots, position, place / OUTPUTS) * WIDTH;
    Sums own = load_sums(side, biases, place % OUTPUTS);
    Eight x;
#pragma unroll
    for (int i = 0; i < 8; i++) x.x[i] = activated(own.a.x[i], partner(own, i));
    store_halves(activations + (u64)position * 2 * OUTPUTS + place, x);
}

// One thread for eight outputs: from the gradients of outputs to those of sums.
extern "C" __global__ void activate_back(u16 *sums, const u32 *slots, const u16 *back,
                                         const float *biases) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 position = thread / (2 * OUTPUTS / 8), place = thread % (2 * OUTPUTS / 8) * 8;
    if (position >= BATCH) return;
    u16 *side = sums + (u64)slot_of(slots, position, place / OUTPUTS) * WIDTH;
    Sums own = load_sums(side, biases, place % OUTPUTS);
    Eight errors = load_halves(back + (u64)position * 2 * OUTPUTS + place);
    store_gradients(side, place % OUTPUTS, own, errors);
}

// A layer's numbers: where weights and biases begin among the parameters, and what the gradients of
// its weights are made of.
struct Small {
    u32 weights;
    u32 biases;
    // What goes into the layer: [position][input]; not for the first, whose inputs are there.
    u16 *inputs;
    // The gradients of its sums, in the columns of the position's bucket: [position][column].
    u16 *errors;
    u32 columns;
};

struct Smalls {
    Small list[HIDDEN + 1];
};

// Writes a layer's errors in the columns of the bucket, and zeros in the others.
__device__ __forceinline__ void store_errors(const Small &layer, u32 position, u32 first,
                                             const float *errors, u32 count) {
    u16 *own = layer.errors + (u64)position * layer.columns;
    for (u32 column = threadIdx.x % WARP; column < layer.columns; column += WARP) {
        u32 neuron = column - first;
        own[column] = neuron < count ? half_of(errors[neuron]) : 0;
    }
}

// One warp for each position: from the first small layer's products to the loss and back to the
// gradients of that layer's sums.
extern "C" __global__ void small_layers(const float *products, const float *parameters,
                                        Smalls layers, const float *targets, const u8 *buckets,
                                        float *losses, const u32 *current) {
    extern __shared__ float memory[];
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    float *sums = memory + warp * (2 * HIDDEN + 2) * LARGEST;  // [layer][neuron]
    float *outputs = sums + HIDDEN * LARGEST;                  // [layer][neuron]
    float *above = outputs + HIDDEN * LARGEST, *below = above + LARGEST;
    float loss = 0.0f;
    if (position < BATCH) {
        u32 bucket = buckets[position];
        for (u32 number = 0; number < HIDDEN; number++) {
            const Small &layer = layers.list[number];
            u32 size = sizes[number];
            for (u32 neuron = lane; neuron < size; neuron += WARP) {
                float sum = parameters[layer.biases + bucket * size + neuron];
                if (number == 0) {
                    sum += products[(u64)position * layer.columns + bucket * size + neuron];
                } else {
                    u32 inputs = sizes[number - 1];
                    const float *weights =
                        parameters + layer.weights + (bucket * size + neuron) * inputs;
                    for (u32 input = 0; input < inputs; input++)
                        sum += weights[input] * outputs[(number - 1) * LARGEST + input];
                }
                float x = small_activated(sum);
                sums[number * LARGEST + neuron] = sum;
                outputs[number * LARGEST + neuron] = x;
                layers.list[number + 1].inputs[(u64)position * size + neuron] = half_of(x);
            }
            __syncwarp(ALL);
        }
        const Small &last = layers.list[HIDDEN];
        u32 inputs = sizes[HIDDEN - 1];
        const float *weights = parameters + last.weights + bucket * inputs;
        float output = 0.0f;
        for (u32 input = lane; input < inputs; input += WARP)
            output += weights[input] * outputs[(HIDDEN - 1) * LARGEST + input];
        for (int other = 16; other > 0; other /= 2) output += __shfl_xor_sync(ALL, output, other);
        float slope;
        loss = loss_of(output + parameters[last.biases + bucket], targets[position], &slope);
#if SHUFFLED
        if (lane == 0) above[0] = slope;
        __syncwarp(ALL);
        for (u32 number = HIDDEN; number > 0; number--) {
            const Small &layer = layers.list[number];
            u32 size = number == HIDDEN ? 1 : sizes[number], inputs = sizes[number - 1];
            store_errors(layer, position, bucket * size, above, size);
            for (u32 input = lane; input < inputs; input += WARP) {
                float error = 0.0f;
                for (u32 neuron = 0; neuron < size; neuron++)
                    error += above[neuron] *
                             parameters[layer.weights + (bucket * size + neuron) * inputs + input];
                below[input] = error * small_slope(sums[(number - 1) * LARGEST + input]);
            }
            __syncwarp(ALL);
            float *free = above;
            above = below;
            below = free;
        }
        store_errors(layers.list[0], position, bucket * sizes[0], above, sizes[0]);
#endif
    }
    add_loss(loss, losses, *current, position);
}

#endif
