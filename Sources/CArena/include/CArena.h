#pragma once

#include <stddef.h>

// Memory for a parsed tree, released all at once. It is in C because the allocation hooks of the parser have no
// argument for an arena, and Swift has no thread-local variables.

/// The memory of one tree.
typedef struct svvs_arena svvs_arena;

/// Creates an arena, from which `svvs_allocate` takes memory on this thread until `svvs_arena_close`. Returns null if
/// there is no memory.
///
/// - Parameter size: The expected number of bytes. The arena grows if it needs more.
svvs_arena *svvs_arena_open(size_t size);

/// Ends the allocation from the open arena. Its memory stays valid.
void svvs_arena_close(void);

/// Releases a closed arena with all its memory. It may be called on any thread.
void svvs_arena_free(svvs_arena *arena);

/// Allocates memory like `malloc`, from the open arena of the thread if there is one.
void *svvs_allocate(size_t size);

/// Releases memory like `free`. The arena that was open when the memory was allocated must be open again.
void svvs_release(void *memory);
