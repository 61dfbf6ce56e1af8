// SHA-256 with OpenSSL's libcrypto, which is loaded on first use.
#pragma once

#include <stddef.h>

/// HMAC-SHA256 of RFC 2104.
///
/// - Returns: NULL, or an error message, which is valid until the thread's next call.
const char *domo_hmac_sha256(
    const unsigned char *key, size_t key_count, const unsigned char *bytes, size_t count, unsigned char digest[32]);

/// - Returns: NULL, or an error message, which is valid until the thread's next call.
const char *domo_sha256(const unsigned char *bytes, size_t count, unsigned char digest[32]);
