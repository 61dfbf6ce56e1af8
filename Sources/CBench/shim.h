// What the benchmark needs from Linux and Swift's Glibc lacks: epoll(7), memmem(3), and the CPU affinity of threads.
#pragma once

#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { domo_bench_most_cores = 1024 };

typedef struct {
    unsigned long bits[domo_bench_most_cores / (8 * sizeof(unsigned long))];
} domo_bench_cores;

static inline void domo_bench_add_core(domo_bench_cores *cores, int core) {
    const int width = 8 * sizeof(unsigned long);
    cores->bits[core / width] |= 1UL << (core % width);
}

static inline int domo_bench_has_core(const domo_bench_cores *cores, int core) {
    const int width = 8 * sizeof(unsigned long);
    return (cores->bits[core / width] >> (core % width)) & 1;
}

/// Gets the CPU affinity of the calling thread; returns 0, or -1 with errno.
static inline int domo_bench_get_cores(domo_bench_cores *cores) {
    memset(cores, 0, sizeof *cores);
    return syscall(SYS_sched_getaffinity, 0, sizeof *cores, cores) < 0 ? -1 : 0;
}

/// Sets the CPU affinity of the calling thread, and of programs that it starts later; returns 0, or -1 with errno.
static inline int domo_bench_set_cores(const domo_bench_cores *cores) {
    return (int)syscall(SYS_sched_setaffinity, 0, sizeof *cores, cores);
}

extern void *memmem(const void *bytes, size_t count, const void *wanted, size_t length);

/// Returns the offset of the first occurrence of `wanted` in `bytes`; -1 if there is none.
static inline long domo_bench_find(const void *bytes, size_t count, const void *wanted, size_t length) {
    const char *found = memmem(bytes, count, wanted, length);
    return found ? found - (const char *)bytes : -1;
}
