// Gradients of biases and of the factorizer, and the optimizer.

// Adds the column sums of a matrix, the first `wanted` of them. Blocks share the rows.
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

// The gradients of the feature transformer's biases, for sets with own kings as features: all that are
// not gathered. Every perspective has exactly one own king, so they are the sums of the gradients of
// all own-king features, which are already summed over the batch.
extern "C" __global__ void bias_gradients(const float *gradients, float *biases) {
    u32 neuron = blockIdx.x * blockDim.x + threadIdx.x;
    if (neuron >= WIDTH) return;
    float sum = 0.0f;
    for (u32 king = blockIdx.y; king < 64 * KING_BUCKETS; king += gridDim.y)
        sum += gradients[(u64)(king / 64 * BUCKET_INPUTS + 5 * 64 + king % 64) * WIDTH + neuron];
    atomicAdd(biases + neuron, sum);
}

// The gradients of the factorizer: the sums of those of the king buckets.
extern "C" __global__ void factorizer_gradients(const float *gradients, float *factorizer) {
    u32 index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= BUCKET_INPUTS * WIDTH) return;
    float sum = 0.0f;
    for (u32 bucket = 0; bucket < KING_BUCKETS; bucket++)
        sum += gradients[(u64)bucket * BUCKET_INPUTS * WIDTH + index];
    factorizer[index] = sum;
}

// The feature transformer's weights in fp16, with the factorizer merged.
extern "C" __global__ void merge_factorizer(const float *own, const float *factorizer,
                                            u16 *halves) {
    u32 index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= KING_BUCKETS * BUCKET_INPUTS * WIDTH) return;
    halves[index] = half_of(own[index] + factorizer[index % (BUCKET_INPUTS * WIDTH)]);
}

// Parameters that the optimizer treats alike: those up to an end.
struct Group {
    u32 end;
    float max;
    float learning_rate;
    float decay;
};

struct Groups {
    Group list[MAX_PARAMETER_GROUPS];
};

// AdamW for all parameters, with an fp16 copy of each. Gradients are reset to zero.
extern "C" __global__ void adam(float *parameters, float *momentum, float *variance,
                                float *gradients, float *average, u16 *halves, Groups groups,
                                const StepParameters *steps, const u32 *current) {
    u32 index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= PARAMETERS) return;
    const StepParameters &step = steps[*current];
    u32 number = 0;
    while (index >= groups.list[number].end) number++;
    Group group = groups.list[number];
    float gradient = gradients[index] * (step.inverse_batch / LOSS_SCALE);
    float mean = BETA1 * momentum[index] + (1.0f - BETA1) * gradient;
    float square = BETA2 * variance[index] + (1.0f - BETA2) * gradient * gradient;
    float root = sqrtf(square) * step.root_correction + EPSILON;
    float decay = fmaf(-step.learning_rate, group.decay, 1.0f);
    float step_size = step.step_size * group.learning_rate;
    float moved = parameters[index] * decay - step_size * mean / root;
    moved = fminf(fmaxf(moved, -group.max), group.max);
    gradients[index] = 0.0f;
    momentum[index] = mean;
    variance[index] = square;
    parameters[index] = moved;
    if (step.average_weight > 0.0f)
        average[index] += (moved - average[index]) * step.average_weight;
    halves[index] = half_of(moved);
}

// On to the next step.
extern "C" __global__ void advance(u32 *current) { *current += 1; }

extern "C" __global__ void to_halves(const float *from, u16 *to, u32 count) {
    u32 index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < count) to[index] = half_of(from[index]);
}
