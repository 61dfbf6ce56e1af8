// The files of the page, from the folder `page`.
#pragma once

#include <stddef.h>

typedef struct {
    /// Relative to `page`, for example `core/api.js`.
    const char *name;
    const unsigned char *bytes;
    size_t count;
} DomoPageFile;

extern const DomoPageFile domo_page_files[];
extern const size_t domo_page_file_count;

/// Swift does not import arrays of unknown size.
static inline const DomoPageFile *domo_page_files_start(void) { return domo_page_files; }
