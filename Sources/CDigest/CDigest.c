#include "CDigest.h"

#include <dlfcn.h>
#include <pthread.h>

// SHA256 of <openssl/sha.h>.
typedef unsigned char *(*Sha256)(const unsigned char *bytes, size_t count, unsigned char *digest);

// EVP_sha256 of <openssl/evp.h>, HMAC of <openssl/hmac.h>.
typedef const void *(*EvpSha256)(void);
typedef unsigned char *(*Hmac)(
    const void *algorithm, const void *key, int key_count, const unsigned char *bytes, size_t count,
    unsigned char *digest, unsigned int *digest_count);

static Sha256 sha256;
static EvpSha256 evp_sha256;
static Hmac hmac;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    sha256 = (Sha256)dlsym(library, "SHA256");
    evp_sha256 = (EvpSha256)dlsym(library, "EVP_sha256");
    hmac = (Hmac)dlsym(library, "HMAC");
}

const char *domo_sha256(const unsigned char *bytes, size_t count, unsigned char digest[32]) {
    pthread_once(&once, find);
    if (!sha256) return "libcrypto.so.3 can't be opened; install the package libssl3";
    return sha256(bytes, count, digest) ? NULL : "libcrypto could not compute a SHA-256";
}

const char *domo_hmac_sha256(
    const unsigned char *key, size_t key_count, const unsigned char *bytes, size_t count, unsigned char digest[32]) {
    pthread_once(&once, find);
    if (!hmac || !evp_sha256) return "libcrypto.so.3 can't be opened; install the package libssl3";
    unsigned int written = 0;
    if (!hmac(evp_sha256(), key, (int)key_count, bytes, count, digest, &written) || written != 32)
        return "libcrypto could not compute an HMAC";
    return NULL;
}
