// zlib for Swift, with a wrapper for deflateInit2, which is a macro.
#pragma once

#include <zlib.h>

/// Prepares a stream that writes the gzip format. Level 1 is the fastest, 9 the smallest.
static inline int domo_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
