// SHA-256 by OpenSSL's libcrypto, which is opened when it is first needed.
#pragma once

#include <stddef.h>

/// - Returns: NULL, or why there is no digest; it holds until the thread's next call.
const char *domo_sha256(const unsigned char *bytes, size_t count, unsigned char digest[32]);
