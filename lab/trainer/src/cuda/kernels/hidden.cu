// Hidden layers between the feature transformer and the output. HIDDEN is their number, HIDDEN_SIZES
// the neurons of each.

#if HIDDEN > 0

__device__ const u32 sizes[HIDDEN] = {HIDDEN_SIZES};

// Outputs of the largest hidden layer.
#define LARGEST LARGEST_HIDDEN

// Outputs of a layer's neuron: two with dual activation, which only the first layer can have. Outputs of
// all neurons by one activation come before those by the next.
__device__ __forceinline__ u32 parts_of(u32 number) { return DUAL && number == 0 ? 2 : 1; }

__device__ __forceinline__ float part_of(u32 number, u32 part, float sum) {
    if (parts_of(number) == 1) return hidden_activated(sum, sum);
    return part == 0 ? dual_first_activated(sum, sum) : dual_second_activated(sum, sum);
}

__device__ __forceinline__ float part_slope_at(u32 number, u32 part, float sum) {
    if (parts_of(number) == 1) return hidden_slope_at(sum, sum);
    return part == 0 ? dual_first_slope_at(sum, sum) : dual_second_slope_at(sum, sum);
}

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
            u32 size = sizes[number], parts = parts_of(number);
            for (u32 neuron = lane; neuron < size; neuron += WARP) {
                float sum = parameters[layer.biases + bucket * size + neuron];
                if (number == 0) {
                    sum += products[(u64)position * layer.columns + bucket * size + neuron];
                } else {
                    u32 inputs = sizes[number - 1] * parts_of(number - 1);
                    const float *weights =
                        parameters + layer.weights + (bucket * size + neuron) * inputs;
                    for (u32 input = 0; input < inputs; input++)
                        sum += weights[input] * outputs[(number - 1) * LARGEST + input];
                }
                sums[number * LARGEST + neuron] = sum;
                u16 *above_inputs = layers.list[number + 1].inputs + (u64)position * parts * size;
                for (u32 part = 0; part < parts; part++) {
                    float x = part_of(number, part, sum);
                    outputs[number * LARGEST + part * size + neuron] = x;
                    above_inputs[part * size + neuron] = half_of(x);
                }
            }
            __syncwarp(ALL);
        }
        const DeviceLayer &last = layers.list[HIDDEN];
        u32 inputs = sizes[HIDDEN - 1] * parts_of(HIDDEN - 1);
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
            u32 size = number == HIDDEN ? 1 : sizes[number];
            u32 neurons = sizes[number - 1], parts = parts_of(number - 1), inputs = neurons * parts;
            store_errors(layer, position, bucket * size, above, size);
            for (u32 own = lane; own < neurons; own += WARP) {
                float sum = sums[(number - 1) * LARGEST + own], total = 0.0f;
                for (u32 part = 0; part < parts; part++) {
                    u32 input = part * neurons + own;
                    float error = 0.0f;
                    for (u32 neuron = 0; neuron < size; neuron++)
                        error += above[neuron] *
                                 parameters[layer.weights + (bucket * size + neuron) * inputs + input];
                    total += error * part_slope_at(number - 1, part, sum);
                }
                below[own] = total;
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
