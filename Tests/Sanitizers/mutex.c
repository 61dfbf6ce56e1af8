// The thread sanitizer sees the fast path of Swift's Mutex, which is compiled into its callers, and not the slow one, in
// libswiftSynchronization: whoever had to wait for a lock would be reported. Loaded before that library, this tells it.
// Swift 6.3; the names are those of _MutexHandle's methods.

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
    // A sanitizer that is not told would report races that are none, or miss some.
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
