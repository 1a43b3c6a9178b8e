// From gradients to parameters.

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

// The gradients of the first layer's biases. Every side has exactly one king of its own, so they are
// the sums of the gradients of all inputs that are one, which need not be summed again.
extern "C" __global__ void bias_gradients(const float *gradients, float *biases) {
    u32 neuron = blockIdx.x * blockDim.x + threadIdx.x;
    if (neuron >= WIDTH) return;
    float sum = 0.0f;
    for (u32 group = 0; group < GROUPS; group++)
        for (u32 square = blockIdx.y; square < 64; square += gridDim.y)
            sum += gradients[(u64)(group * BLOCK_INPUTS + 5 * 64 + square) * WIDTH + neuron];
    atomicAdd(biases + neuron, sum);
}

// The gradients of weights that all king buckets share: the sums of those of the buckets.
extern "C" __global__ void shared_gradients(const float *gradients, float *shared) {
    u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= BLOCK_INPUTS * WIDTH) return;
    float sum = 0.0f;
    for (u32 group = 0; group < GROUPS; group++)
        sum += gradients[(u64)group * BLOCK_INPUTS * WIDTH + place];
    shared[place] = sum;
}

// The first layer's weights in 16 bits, with what king buckets share.
extern "C" __global__ void merge(const float *own, const float *shared, u16 *halves) {
    u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= GROUPS * BLOCK_INPUTS * WIDTH) return;
    halves[place] = half_of(own[place] + shared[place % (BLOCK_INPUTS * WIDTH)]);
}

// Parameters that are treated alike: those up to an end.
struct Group {
    u32 end;
    float clip;
    u32 decays;
};

struct Groups {
    Group list[MAX_PARAMETER_GROUPS];
};

// AdamW for all parameters, with a copy of each in 16 bits. Gradients are zero afterwards.
extern "C" __global__ void adam(float *parameters, float *momentum, float *variance,
                                float *gradients, float *average, u16 *halves, Groups groups,
                                const Step *steps, const u32 *current) {
    u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= PARAMETERS) return;
    const Step &step = steps[*current];
    u32 number = 0;
    while (place >= groups.list[number].end) number++;
    Group group = groups.list[number];
    float gradient = gradients[place] * (step.gradient / GRADIENT_SCALE);
    float mean = BETA1 * momentum[place] + (1.0f - BETA1) * gradient;
    float square = BETA2 * variance[place] + (1.0f - BETA2) * gradient * gradient;
    float root = sqrtf(square) * step.root + EPSILON;
    float kept = group.decays ? step.kept : 1.0f;
    float moved = parameters[place] * kept - step.rate * mean / root;
    moved = fminf(fmaxf(moved, -group.clip), group.clip);
    gradients[place] = 0.0f;
    momentum[place] = mean;
    variance[place] = square;
    parameters[place] = moved;
    if (step.share > 0.0f) average[place] += (moved - average[place]) * step.share;
    halves[place] = half_of(moved);
}

// On to the next step.
extern "C" __global__ void advance(u32 *current) { *current += 1; }

extern "C" __global__ void to_halves(const float *from, u16 *to, u32 count) {
    u32 place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place < count) to[place] = half_of(from[place]);
}
