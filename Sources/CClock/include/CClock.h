#ifndef DOMO_CCLOCK_H
#define DOMO_CCLOCK_H

// No system header is included here: Swift would attribute its declarations to this module instead of Glibc.

/// What the kernel reports of the machine's clock.
typedef struct {
    /// Whether a time service synchronizes it: 1 or 0; -1 if unknown. The kernel forgets it when the clock is set.
    int is_synchronized;
    /// By how much it may be wrong, in microseconds. It grows until the time service sets it again.
    long long max_error;
} domo_clock;

/// adjtimex(2), which changes nothing here.
domo_clock domo_clock_state(void);

#endif
