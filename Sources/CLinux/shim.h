// Calls that Swift can't make: syscall(2) and prctl(2) are variadic, and malloc.h is not in its Glibc.

#ifndef DOMO_CLINUX_H
#define DOMO_CLINUX_H

#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/// struct sched_attr in its first version, of 48 bytes: sched_setattr(2).
struct domo_sched_attr {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

/// Asks for turns of so many nanoseconds on a processor for the calling thread, which keeps its share: a thread of short
/// turns does not wait for the longer ones of others to end. Linux 6.12 and later do so; before that it changes nothing.
static inline int domo_take_short_turns(uint64_t nanoseconds) {
    struct domo_sched_attr attributes = {0};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0 || attributes.policy != 0) return -1;
    attributes.size = sizeof attributes;
    attributes.flags = 0;
    attributes.runtime = nanoseconds;
    return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/// Names the calling thread; at most 15 bytes. (pthread_setname_np is not in Swift's Glibc.)
static inline int domo_thread_set_name(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
