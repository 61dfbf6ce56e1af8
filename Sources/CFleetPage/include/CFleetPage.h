// The files of the fleet page, from the folder `page`.
#pragma once

#include <stddef.h>

typedef struct {
    /// Relative to `page`, for example `app.js`.
    const char *name;
    const unsigned char *bytes;
    size_t count;
} DomoFleetPageFile;

extern const DomoFleetPageFile domo_fleet_page_files[];
extern const size_t domo_fleet_page_file_count;

/// Swift does not import arrays of unknown size.
static inline const DomoFleetPageFile *domo_fleet_page_files_start(void) { return domo_fleet_page_files; }
