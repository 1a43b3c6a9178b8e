// Shared by all kernels. The network and the plan are macros set at compile time: WIDTH, NEURONS,
// OUTPUT_BUCKETS, KING_BUCKETS, POSITIONS, HALF_BITS, BATCH_SIZE, SHUFFLED, EVAL_SCALE,
// LOSS_EXPONENT and the optimizer's hyperparameters. fp16 numbers are handled as their bits, so that
// no CUDA header is needed.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define WARP 32
#define ALL 0xffffffffu

// Inputs of one king bucket.
#define BUCKET_INPUTS 768

// A piece that is no feature.
#define NO_INPUT 0xffffu

// Outputs of one perspective. With two neurons an output, the partner of a neuron is OUTPUTS further.
#define OUTPUTS (WIDTH / NEURONS)

// Loss scaling: fp16 gradients are multiplied by this.
#define LOSS_SCALE 128.0f

// The parameters of a step. The host uploads an array of them; `current` is the index of this step.
struct StepParameters {
    u64 start;
    u32 keys[4];
    u32 next_keys[4];
    float wdl;
    float inverse_batch;
    float learning_rate;
    float step_size;
    float root_correction;
    float average_weight;
};

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

struct Eight {
    float x[8];
};

__device__ __forceinline__ Eight load_halves(const u16 *from) {
    uint4 bits = *(const uint4 *)from;
    u32 words[4] = {bits.x, bits.y, bits.z, bits.w};
    Eight eight;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        eight.x[2 * i] = real_of((u16)words[i]);
        eight.x[2 * i + 1] = real_of((u16)(words[i] >> 16));
    }
    return eight;
}

__device__ __forceinline__ void store_halves(u16 *to, const Eight &eight) {
    u32 words[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        words[i] = (u32)half_of(eight.x[2 * i]) | ((u32)half_of(eight.x[2 * i + 1]) << 16);
    *(uint4 *)to = make_uint4(words[0], words[1], words[2], words[3]);
}

__device__ __forceinline__ Eight load_reals(const float *from) {
    float4 low = ((const float4 *)from)[0], high = ((const float4 *)from)[1];
    return Eight{{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

__device__ __forceinline__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

// What the formulas of activations are made of. The host adds `activated`, `slope_at` and the same for
// hidden layers from the descriptions in crates/nnue.
__device__ __forceinline__ float relu(float a) { return fmaxf(a, 0.0f); }
__device__ __forceinline__ float relu_slope(float a) { return a > 0.0f ? 1.0f : 0.0f; }
__device__ __forceinline__ float clip(float a) { return fminf(fmaxf(a, 0.0f), 1.0f); }
__device__ __forceinline__ float clip_slope(float a) { return a > 0.0f && a < 1.0f ? 1.0f : 0.0f; }

// The slot of one perspective of a position: its row among the accumulators.
__device__ __forceinline__ u32 slot_of(const u32 *slots, u32 position, u32 side) {
#if KING_BUCKETS > 1
    return slots[2 * position + side];
#else
    return 2 * position + side;
#endif
}
