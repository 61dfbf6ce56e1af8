#ifndef DOMO_CCLOCK_H
#define DOMO_CCLOCK_H

// No system header is included here: what it declares would then count as this module's, and no longer as Glibc's.

/// Whether a time service keeps the machine's clock right: 1 or 0; -1 where the kernel does not say. adjtimex(2).
int domo_clock_is_synchronized(void);

#endif
