#pragma once

#include <jansson.h>

// `json_typeof` and `json_is_*` are macros, which Swift does not import.
static inline json_type svvs_json_typeof(const json_t *value) { return value->type; }
