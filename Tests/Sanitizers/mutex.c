// The thread sanitizer knows the fast path of Swift's Mutex, which is inlined into its callers, but not the slow path in
// libswiftSynchronization, and so would report false races after a contended lock. This library is preloaded, and reports
// the slow path to the sanitizer. The names are those of _MutexHandle's methods in Swift 6.3.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void Lock(uint32_t thread, SELF void *self);
typedef SWIFT void Unlock(SELF void *self);
typedef SWIFT bool TryLock(SELF void *self);

static void *symbol(void *where, const char *name) {
    void *found = dlsym(where, name);
    // Without it, the sanitizer would report false races, or miss some.
    if (!found) abort();
    return found;
}

static void acquire(void *lock) { ((void (*)(void *))symbol(RTLD_DEFAULT, "__tsan_acquire"))(lock); }
static void release(void *lock) { ((void (*)(void *))symbol(RTLD_DEFAULT, "__tsan_release"))(lock); }

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void domo_lock(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT void domo_lock(uint32_t thread, SELF void *self) {
    ((Lock *)symbol(RTLD_NEXT, LOCK))(thread, self);
    acquire(self);
}

SWIFT void domo_unlock(SELF void *self) __asm__(UNLOCK);
SWIFT void domo_unlock(SELF void *self) {
    release(self);
    ((Unlock *)symbol(RTLD_NEXT, UNLOCK))(self);
}

SWIFT bool domo_try_lock(SELF void *self) __asm__(TRY_LOCK);
SWIFT bool domo_try_lock(SELF void *self) {
    bool taken = ((TryLock *)symbol(RTLD_NEXT, TRY_LOCK))(self);
    if (taken) acquire(self);
    return taken;
}
