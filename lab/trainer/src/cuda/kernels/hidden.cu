// Hidden layers between the feature transformer and the output. HIDDEN is their number, HIDDEN_SIZES
// the neurons of each.

#if HIDDEN > 0

__device__ const u32 sizes[HIDDEN] = {HIDDEN_SIZES};

// Neurons of the largest hidden layer.
#define LARGEST LARGEST_HIDDEN

// One thread for eight outputs: the activation of the accumulators.
extern "C" __global__ void activate(const u16 *accumulators, const u32 *slots, u16 *activations,
                                    const float *biases) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 position = thread / (2 * OUTPUTS / 8), index = thread % (2 * OUTPUTS / 8) * 8;
    if (position >= BATCH_SIZE) return;
    const u16 *side = accumulators + (u64)slot_of(slots, position, index / OUTPUTS) * WIDTH;
    Values own = load_values(side, biases, index % OUTPUTS);
    Eight x;
#pragma unroll
    for (int i = 0; i < 8; i++) x.x[i] = activated(own.a.x[i], partner(own, i));
    store_halves(activations + (u64)position * 2 * OUTPUTS + index, x);
}

// One thread for eight outputs: from the gradients of outputs to those of the accumulators.
extern "C" __global__ void activate_backward(u16 *accumulators, const u32 *slots, const u16 *back,
                                             const float *biases) {
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    u32 position = thread / (2 * OUTPUTS / 8), index = thread % (2 * OUTPUTS / 8) * 8;
    if (position >= BATCH_SIZE) return;
    u16 *side = accumulators + (u64)slot_of(slots, position, index / OUTPUTS) * WIDTH;
    Values own = load_values(side, biases, index % OUTPUTS);
    Eight errors = load_halves(back + (u64)position * 2 * OUTPUTS + index);
    store_gradients(side, index % OUTPUTS, own, errors);
}

// A layer: the offsets of its weights and biases among the parameters, and the factors of its weights'
// gradients.
struct DeviceLayer {
    u32 weights;
    u32 biases;
    // The layer's inputs: [position][input]; unused for the first layer.
    u16 *inputs;
    // The gradients of its sums, in the columns of the position's output bucket: [position][column].
    u16 *errors;
    u32 columns;
};

struct DeviceLayers {
    DeviceLayer list[HIDDEN + 1];
};

// Writes a layer's errors in the columns of the output bucket, and zeros in the others.
__device__ __forceinline__ void store_errors(const DeviceLayer &layer, u32 position, u32 first,
                                             const float *errors, u32 count) {
    u16 *own = layer.errors + (u64)position * layer.columns;
    for (u32 column = threadIdx.x % WARP; column < layer.columns; column += WARP) {
        u32 neuron = column - first;
        own[column] = neuron < count ? half_of(errors[neuron]) : 0;
    }
}

// One warp for each position: from the first hidden layer's products to the loss and back to the
// gradients of that layer's sums.
extern "C" __global__ void hidden_layers(const float *products, const float *parameters,
                                         DeviceLayers layers, const float *targets,
                                         const u8 *buckets, float *losses, const u32 *current) {
    extern __shared__ float memory[];
    u32 position = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    float *sums = memory + warp * (2 * HIDDEN + 2) * LARGEST;  // [layer][neuron]
    float *outputs = sums + HIDDEN * LARGEST;                  // [layer][neuron]
    float *above = outputs + HIDDEN * LARGEST, *below = above + LARGEST;
    float loss = 0.0f;
    if (position < BATCH_SIZE) {
        u32 bucket = buckets[position];
        for (u32 number = 0; number < HIDDEN; number++) {
            const DeviceLayer &layer = layers.list[number];
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
                float x = hidden_activated(sum, sum);
                sums[number * LARGEST + neuron] = sum;
                outputs[number * LARGEST + neuron] = x;
                layers.list[number + 1].inputs[(u64)position * size + neuron] = half_of(x);
            }
            __syncwarp(ALL);
        }
        const DeviceLayer &last = layers.list[HIDDEN];
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
            const DeviceLayer &layer = layers.list[number];
            u32 size = number == HIDDEN ? 1 : sizes[number], inputs = sizes[number - 1];
            store_errors(layer, position, bucket * size, above, size);
            for (u32 input = lane; input < inputs; input += WARP) {
                float error = 0.0f;
                for (u32 neuron = 0; neuron < size; neuron++)
                    error += above[neuron] *
                             parameters[layer.weights + (bucket * size + neuron) * inputs + input];
                float own = sums[(number - 1) * LARGEST + input];
                below[input] = error * hidden_slope_at(own, own);
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
