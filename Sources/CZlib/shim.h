// zlib as Swift sees it. deflateInit2 is a macro, and so is not seen.
#pragma once

#include <zlib.h>

/// Prepares a stream that writes the gzip format.
static inline int domo_gzip_begin(z_stream *stream) {
    return deflateInit2(stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
