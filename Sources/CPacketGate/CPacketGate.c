#define _GNU_SOURCE
#include "CPacketGate.h"

#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

// openssl/ssl.h, which has no other use here.
enum { ssl_error_syscall = 5, ssl_error_want_read = 2 };
int SSL_read(void *ssl, void *bytes, int count);
int SSL_get_error(const void *ssl, int result);

static _Thread_local struct {
    domo_gate_take take;
    void *context;
    int socket;
    int is_secure;
    /// Set while SSL_read is called.
    void *ssl;
    /// Why the last call of `take` returned −1.
    int error;
} gate;

void domo_gate_open(int socket, int is_secure, void *context, domo_gate_take take) {
    gate.take = take;
    gate.is_secure = is_secure;
    gate.context = context;
    gate.socket = socket;
    gate.error = 0;
}

void domo_gate_close(void) { gate.take = NULL; }

void domo_gate_fail(int error) { gate.error = error; }

/// The function that is replaced: libmosquitto has loaded libssl if it calls those of it below.
static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static ssize_t next_plain_read(int descriptor, void *bytes, size_t count) {
    static ssize_t (*function)(int, void *, size_t);
    if (!function) function = next("read");
    return function(descriptor, bytes, count);
}

static int next_read(void *ssl, void *bytes, int count) {
    static int (*function)(void *, void *, int);
    if (!function) function = next("SSL_read");
    return function ? function(ssl, bytes, count) : -1;
}

static int next_error(const void *ssl, int result) {
    static int (*function)(const void *, int);
    if (!function) function = next("SSL_get_error");
    return function ? function(ssl, result) : ssl_error_syscall;
}

long domo_gate_pull(unsigned char *bytes, size_t count) {
    if (!gate.ssl) {
        long got = next_plain_read(gate.socket, bytes, count);
        if (got < 0) gate.error = errno;
        return got;
    }
    int got = next_read(gate.ssl, bytes, (int)count);
    if (got > 0) return got;
    int reason = next_error(gate.ssl, got);
    // Its end in order (SSL_ERROR_ZERO_RETURN) is the end of the connection.
    if (reason == 6) return 0;
    gate.error = reason == ssl_error_want_read ? EAGAIN : EPROTO;
    return -1;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    // With TLS, this is called for its records.
    if (!gate.take || gate.is_secure || descriptor != gate.socket) return next_plain_read(descriptor, bytes, count);
    long got = gate.take(gate.context, bytes, count);
    if (got < 0) errno = gate.error;
    return got;
}

int SSL_read(void *ssl, void *bytes, int count) {
    if (!gate.take) return next_read(ssl, bytes, count);
    gate.error = 0;
    gate.ssl = ssl;
    long got = gate.take(gate.context, bytes, (size_t)count);
    gate.ssl = NULL;
    return (int)got;
}

// libmosquitto asks it what −1 means.
int SSL_get_error(const void *ssl, int result) {
    if (!gate.take || gate.error == 0) return next_error(ssl, result);
    return gate.error == EAGAIN ? ssl_error_want_read : ssl_error_syscall;
}
