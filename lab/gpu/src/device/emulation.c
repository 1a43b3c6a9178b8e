/* The device on the CPU, for tests and for machines without a GPU: what src/emulation.rs calls. The
 * build script compiles this file twice for each game, whose folder is an include path, with a NAME
 * for what it exports. */
#include "abi.h"
#include "lanes.h"
#include "rules.h"
#include "warp.h"
#include "board.h"
#include "see.h"
#include "generate.h"
#include "repetition.h"
#include "draws.h"
#include "inputs.h"
#include "moves.h"
#include "evaluation.h"
#include "search.h"
#include "game.h"
#include "kernels.h"

/* What a warp is to do. */
typedef struct {
  Context context;
  const PackedPosition *positions;
  void *output;
  u32 count, depth;
  i64 budget;
} Job;

#ifdef FIBERS
static void run(void (*work)(const void *), const Job *job) { run_fibers(work, job); }
#else
static void run(void (*work)(const void *), const Job *job) { work(job); }
#endif

/* A warp's state stays in its global memory. */
static Job job_of(const Device *device, u32 warp) {
  Job job = {0};
  u64 bytes = memory_bytes(device->words, device->settings.table_bits);
  job.context = context_of(device, warp, device->memory + warp * bytes);
  return job;
}

static void play_job(const void *argument) {
  const Job *job = (const Job *)argument;
  play_games(&job->context, job->budget);
}
static void play(const Device *device, i64 budget) {
  for (u32 warp = 0; warp < device->warps; warp++) {
    Job job = job_of(device, warp);
    job.budget = budget;
    run(play_job, &job);
  }
}

static void perft_job(const void *argument) {
  const Job *job = (const Job *)argument;
  u64 leaves = count_leaves(&job->context, job->positions, (int)job->depth, 0, 1);
  count_up((u64 *)job->output, leaves);
}
static void perft(const Device *device, const PackedPosition *positions, u32 count, u32 depth,
                     u64 *leaves) {
  Job job = job_of(device, 0);
  job.depth = depth;
  for (u32 i = 0; i < count; i++) {
    job.positions = positions + i;
    job.output = leaves + i;
    run(perft_job, &job);
  }
}

static void legal_moves_job(const void *argument) {
  const Job *job = (const Job *)argument;
  list_legal(&job->context, job->positions, (MoveList *)job->output);
}
static void legal_moves(const Device *device, const PackedPosition *positions, u32 count,
                           MoveList *lists) {
  Job job = job_of(device, 0);
  for (u32 i = 0; i < count; i++) {
    job.positions = positions + i;
    job.output = lists + i;
    run(legal_moves_job, &job);
  }
}

static void evaluations_job(const void *argument) {
  const Job *job = (const Job *)argument;
  evaluate_all(&job->context, job->positions, job->count, (i32 *)job->output);
}
static void evaluations(const Device *device, const PackedPosition *positions, u32 count,
                           i32 *scores) {
  Job job = job_of(device, 0);
  job.positions = positions;
  job.count = count;
  job.output = scores;
  run(evaluations_job, &job);
}

static u64 tables_bytes(void) { return sizeof(Tables); }

#include "layout.h"

/* What src/code.rs knows as Functions. */
const struct {
  void (*play)(const Device *, i64);
  void (*perft)(const Device *, const PackedPosition *, u32, u32, u64 *);
  void (*legal_moves)(const Device *, const PackedPosition *, u32, MoveList *);
  void (*evaluations)(const Device *, const PackedPosition *, u32, i32 *);
  u64 (*memory_bytes)(u32, u32);
  u64 (*shared_bytes)(u32);
  u64 (*tables_bytes)(void);
  u64 (*layout)(u64);
} NAME = {play, perft, legal_moves, evaluations, memory_bytes, shared_bytes, tables_bytes, layout_at};
