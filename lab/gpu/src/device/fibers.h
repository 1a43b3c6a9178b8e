/* The lanes as fibers: they run one after the other from one warp operation to the next, lane 0 first,
 * or lane 31 first after every other start. That is the harshest schedule for a missing SYNC():
 * lanes that rely on each other without one get wrong results, and lanes that reach different warp
 * operations abort. For x86-64 on systems with its usual calling convention. */
#ifndef FIBERS_H
#define FIBERS_H

#include <stdio.h>
#include <stdlib.h>

enum { STACK_BYTES = 1 << 18 };
enum Operation { SYNCHRONIZE, BALLOT, REDUCE_MAX, REDUCE_ADD, RESERVE, END };

/* The fibers of this thread. */
static _Thread_local struct {
  int lane, step, done;                  /* step: from a lane to the one after it */
  int turn[LANES_PER_WARP];              /* operations so far */
  int operation[2][LANES_PER_WARP];      /* of the last turn and the one before */
  u64 value[2][LANES_PER_WARP];
  void *stack[LANES_PER_WARP + 1];       /* saved stack pointers; the last is the caller's */
  char *memory[LANES_PER_WARP];
  void (*work)(const void *);
  const void *argument;
} fibers;

/* Saves the registers and the stack, and goes on where another fiber was. Known in this object only: each game has
 * one. */
void quietus_gpu_switch(void **save, void *load);
__asm__(".text\nquietus_gpu_switch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n");

static void next_fiber(void) {
  int from = fibers.lane;
  fibers.lane = (from + fibers.step) & 31;
  quietus_gpu_switch(&fibers.stack[from], fibers.stack[fibers.lane]);
}

/* Meets the other lanes, each with a value; gives where the values are. */
__attribute__((noinline)) static const u64 *meet(int operation, u64 value) {
  int lane = fibers.lane, slot = ++fibers.turn[lane] & 1;
  fibers.operation[slot][lane] = operation;
  fibers.value[slot][lane] = value;
  next_fiber();
  int apart = fibers.turn[lane] - fibers.turn[0];
  if (fibers.operation[slot][lane] != fibers.operation[slot][0] || apart > 1 || apart < -1) {
    fprintf(stderr, "lane %d is at operation %d, lane 0 at %d\n", lane, operation,
            fibers.operation[slot][0]);
    abort();
  }
  return fibers.value[slot];
}

static void run_lane(void) {
  fibers.work(fibers.argument);
  meet(END, 0);
  if (++fibers.done == LANES_PER_WARP)
    quietus_gpu_switch(&fibers.stack[fibers.lane], fibers.stack[LANES_PER_WARP]);
  for (;;) next_fiber();
}

/* Runs the 32 lanes to their end. */
static void run_fibers(void (*work)(const void *), const void *argument) {
  fibers.work = work;
  fibers.argument = argument;
  fibers.done = 0;
  fibers.step = fibers.step == 1 ? 31 : 1;
  fibers.lane = fibers.step == 1 ? 0 : 31;
  for (int lane = 0; lane < LANES_PER_WARP; lane++) {
    if (!fibers.memory[lane]) fibers.memory[lane] = aligned_alloc(64, STACK_BYTES);
    if (!fibers.memory[lane]) abort();
    void **top = (void **)(fibers.memory[lane] + STACK_BYTES);
    *--top = NULL; /* aligns the stack as a call would */
    *--top = (void *)run_lane;
    for (int i = 0; i < 6; i++) *--top = NULL;
    fibers.turn[lane] = 0;
    fibers.stack[lane] = top;
  }
  quietus_gpu_switch(&fibers.stack[LANES_PER_WARP], fibers.stack[fibers.lane]);
}

#define SYNC() ((void)meet(SYNCHRONIZE, 0))
#define LANES for (int lane = fibers.lane, once = lane | 1; once; once = 0)
#define ONE_LANE if (fibers.lane == 0)
#define PER_LANE(type, name) type name
#define OF(name) name

static inline u32 ballot(u32 bit) {
  const u64 *bits = meet(BALLOT, bit);
  u32 mask = 0;
  for (int lane = 0; lane < LANES_PER_WARP; lane++) mask |= (u32)(bits[lane] != 0) << lane;
  return mask;
}
static inline u32 reduce_max(u32 value) {
  const u64 *values = meet(REDUCE_MAX, value);
  u64 most = 0;
  for (int lane = 0; lane < LANES_PER_WARP; lane++) most = values[lane] > most ? values[lane] : most;
  return (u32)most;
}
static inline u32 reduce_add(u32 value) {
  const u64 *values = meet(REDUCE_ADD, value);
  u64 sum = 0;
  for (int lane = 0; lane < LANES_PER_WARP; lane++) sum += values[lane];
  return (u32)sum;
}
static inline u64 reserve(u64 *counter, u64 count, u64 limit) {
  u64 old = 0;
  ONE_LANE {
    old = *counter;
    if (old + count > limit) old = ~0ull;
    else *counter = old + count;
  }
  return meet(RESERVE, old)[0];
}
static inline void count_up(u64 *counter, u64 count) { ONE_LANE *counter += count; }

#endif
