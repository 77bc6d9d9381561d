#pragma once

#include <stddef.h>

// Memory for a parsed tree, which is released all at once. This code is in C because the allocation hooks of the parser
// have no argument for an arena. They need a thread-local variable instead, which Swift does not have.

/// The memory of one tree.
typedef struct svvs_arena svvs_arena;

/// Creates an arena. On this thread, `svvs_allocate` takes memory from the arena until `svvs_arena_close` is called.
/// Returns null if there is no memory.
///
/// - Parameter size: The expected number of bytes. The arena grows if it needs more.
svvs_arena *svvs_arena_open(size_t size);

/// Closes the open arena of this thread, from which no more memory is then allocated. The memory of the arena stays
/// valid.
void svvs_arena_close(void);

/// Releases a closed arena with all its memory. This function may be called on any thread.
void svvs_arena_free(svvs_arena *arena);

/// Allocates memory like `malloc`. If an arena is open on this thread, the memory is taken from the arena.
void *svvs_allocate(size_t size);

/// Releases memory like `free`. The arena that was open when the memory was allocated must be open again.
void svvs_release(void *memory);
