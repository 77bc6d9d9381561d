#pragma once

#include <stddef.h>

// Memory for a parsed tree, released all at once. It is in C because the parser's hooks for memory have no argument
// to pass an arena by, and Swift has no variables of a thread.

/// The memory of one tree.
typedef struct svvs_arena svvs_arena;

/// Makes an arena, from which the thread takes memory until `svvs_arena_close`; null if there is no memory.
///
/// - Parameter size: How many bytes are likely to be taken. More are there when they are needed.
svvs_arena *svvs_arena_open(size_t size);

/// Ends the taking: what was taken stays.
void svvs_arena_close(void);

/// Releases all that was taken from a closed arena, on any thread.
void svvs_arena_free(svvs_arena *arena);

/// Takes memory as `malloc` does, from the thread's open arena if there is one.
void *svvs_allocate(size_t size);

/// Releases memory as `free` does, with the same arena open as when it was taken.
void svvs_release(void *memory);
