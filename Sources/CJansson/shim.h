// Jansson for Swift, with a wrapper for json_error_t, whose fixed arrays Swift can't use.
#pragma once

#include <jansson.h>
#include <stddef.h>

/// Parses a document of any kind of value; NULL if it is invalid. The caller frees it with json_decref().
static inline json_t *domo_json_load(const char *bytes, size_t count) {
    size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_error_t error;
    json_t *json = json_loadb(bytes, count, flags, &error);
    // If an integer does not fit into 64 bits, all numbers are read as floating point.
    if (!json && json_error_code(&error) == json_error_numeric_overflow) {
        json = json_loadb(bytes, count, flags | JSON_DECODE_INT_AS_REAL, &error);
    }
    return json;
}
