// Calls that Swift can't make directly: syscall(2) and prctl(2) are variadic, ioctl(2) takes unions, and malloc.h is not in Swift's Glibc.

#ifndef DOMO_CLINUX_H
#define DOMO_CLINUX_H

#include <errno.h>
#include <malloc.h>
#include <net/if.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// The first version of struct sched_attr, 48 bytes: sched_setattr(2).
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

/// Requests time slices of this many nanoseconds for the calling thread, whose share stays the same: a thread with
/// short slices need not wait for the longer slices of others to end. Works on Linux 6.12 and later; no effect before
/// that.
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

/// The flags of a network interface (IFF_UP and others), or −1: netdevice(7). `descriptor` is any socket.
static inline int domo_interface_flags(int descriptor, const char *name) {
    struct ifreq request = {0};
    if (strlen(name) >= sizeof request.ifr_name) return -1;
    strcpy(request.ifr_name, name);
    return ioctl(descriptor, SIOCGIFFLAGS, &request) == 0 ? (unsigned short)request.ifr_flags : -1;
}

// glibc 2.30 and later declare it only for _GNU_SOURCE, which Swift does not define.
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);

/// Waits until the semaphore is signalled or CLOCK_MONOTONIC reaches this many nanoseconds. sem_timedwait(3) uses
/// CLOCK_REALTIME instead, and hangs if that is set back.
///
/// Returns 1 if it was signalled, 0 after a timeout.
static inline int domo_semaphore_wait_until(sem_t *semaphore, uint64_t nanoseconds) {
    struct timespec end = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0)
        if (errno != EINTR) return 0;
    return 1;
}

/// Waits until the semaphore is signalled.
static inline void domo_semaphore_wait(sem_t *semaphore) {
    while (sem_wait(semaphore) != 0 && errno == EINTR) {}
}

/// The body of a thread that waits until the semaphore is signalled. It allocates nothing, since malloc(3) would map an
/// arena for the thread.
static inline void *domo_wait_for_semaphore(void *semaphore) {
    domo_semaphore_wait((sem_t *)semaphore);
    return NULL;
}

#endif
