#ifndef DOMO_CCLOCK_H
#define DOMO_CCLOCK_H

// No system header is included here: Swift would attribute its declarations to this module instead of Glibc.

/// Whether a time service synchronizes the machine's clock: 1 or 0; -1 if unknown. adjtimex(2).
int domo_clock_is_synchronized(void);

#endif
