#include "CDigest.h"

#include <dlfcn.h>
#include <pthread.h>

// SHA256 of <openssl/sha.h>.
typedef unsigned char *(*Sha256)(const unsigned char *bytes, size_t count, unsigned char *digest);

static Sha256 sha256;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library) sha256 = (Sha256)dlsym(library, "SHA256");
}

const char *domo_sha256(const unsigned char *bytes, size_t count, unsigned char digest[32]) {
    pthread_once(&once, find);
    if (!sha256) return "libcrypto.so.3 can't be opened; install the package libssl3";
    return sha256(bytes, count, digest) ? NULL : "libcrypto could not compute a SHA-256";
}
