/* A release for x86-64 has several builds in one program, the slices; this chooses one for the CPU.
 * The environment variable QUIETUS_SLICE names another one, which the CPU must have too. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int slice_v2(int argc, char **argv);
int slice_v3_magics(int argc, char **argv);
int slice_v3(int argc, char **argv);
int slice_v4(int argc, char **argv);

/* Zen 1 and 2 have BMI2, but their PEXT takes as long as a hundred other instructions. */
static bool has_slow_pext(void) {
    return __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
}

struct slice {
    const char *name;
    int (*run)(int argc, char **argv);
    bool has, wants;
};

int main(int argc, char **argv) {
    __builtin_cpu_init();
    bool v2 = __builtin_cpu_supports("x86-64-v2");
    bool v3 = __builtin_cpu_supports("x86-64-v3");
    bool v4 = __builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vnni");
    const struct slice slices[] = {
        {"v4", slice_v4, v4, true},
        {"v3", slice_v3, v3, !has_slow_pext()},
        {"v3-magics", slice_v3_magics, v3, true},
        {"v2", slice_v2, v2, true},
    };
    const char *name = getenv("QUIETUS_SLICE");
    for (size_t n = 0; n < sizeof slices / sizeof *slices; n++) {
        const struct slice *slice = &slices[n];
        bool is_it = name ? !strcmp(name, slice->name) : slice->wants;
        if (slice->has && is_it)
            return slice->run(argc, argv);
    }
    if (name)
        fprintf(stderr, "error: there is no slice '%s' for this CPU; there are v4, v3, v3-magics and v2\n", name);
    else
        fputs("error: this program needs a CPU of the level x86-64-v2 (SSE4.2 and POPCNT)\n", stderr);
    return 3;
}
