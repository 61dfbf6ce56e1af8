// Jansson as Swift sees it, and what Swift can't say to it: fixed arrays in a struct.
#pragma once

#include <jansson.h>
#include <stddef.h>

/// Reads a document of any kind of value; NULL for what is none. To be given back with json_decref().
static inline json_t *domo_json_load(const char *bytes, size_t count) {
    size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_error_t error;
    json_t *json = json_loadb(bytes, count, flags, &error);
    // A whole number may be larger than 64 bits: all are read as floating point then.
    if (!json && json_error_code(&error) == json_error_numeric_overflow) {
        json = json_loadb(bytes, count, flags | JSON_DECODE_INT_AS_REAL, &error);
    }
    return json;
}
