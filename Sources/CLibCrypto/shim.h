// OpenSSL's libcrypto for Swift: only key derivation.
#pragma once

#include <openssl/evp.h>
