// OpenSSL's libcrypto for Swift: key derivation, and the keys and encryption of Web Push.
#pragma once

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

/// A new key on the curve P-256; NULL if that fails. The caller frees it with EVP_PKEY_free().
static inline EVP_PKEY *domo_p256_key(void) { return EVP_EC_gen("P-256"); }
