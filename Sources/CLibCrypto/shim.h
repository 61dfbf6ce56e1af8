// OpenSSL's libcrypto as Swift sees it: the derivation of keys alone.
#pragma once

#include <openssl/evp.h>
