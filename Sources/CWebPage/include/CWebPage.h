// The files of the page, as they are in the folder `page`. Made by `sh Sources/scripts/page-table.sh`.
#pragma once

#include <stddef.h>

typedef struct {
    /// Below `page`: `core/api.js`
    const char *name;
    const unsigned char *bytes;
    size_t count;
} DomoPageFile;

extern const DomoPageFile domo_page_files[];
extern const size_t domo_page_file_count;

/// An array of unknown size is none in Swift.
static inline const DomoPageFile *domo_page_files_start(void) { return domo_page_files; }
