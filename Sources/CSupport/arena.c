#include "arena.h"

#include <assert.h>
#include <stdlib.h>

// A larger block has a chunk of its own. When the parser replaces a buffer by a larger one, the chunk of the old buffer
// can therefore be released.
#define LARGEST_SHARED_BLOCK ((size_t)1 << 10)
#define LARGEST_SHARED_CHUNK ((size_t)1 << 16)

// Memory from `malloc`. The chunks of an arena form a circular list.
struct chunk {
  struct chunk *previous, *next;
};

// The header of a block. It contains the block's own chunk, or null if the block is in a chunk that other blocks share.
struct header {
  struct chunk *own;
};

struct svvs_arena {
  struct chunk chunks;
  // The size of the current shared chunk, and the part of it that is free.
  size_t size;
  char *free, *end;
};

static _Thread_local svvs_arena *open_arena;

static void share(svvs_arena *arena, void *memory, size_t size) {
  arena->size = size;
  arena->free = memory;
  arena->end = arena->free + size;
}

svvs_arena *svvs_arena_open(size_t size) {
  assert(!open_arena);
  if (size > LARGEST_SHARED_CHUNK) size = LARGEST_SHARED_CHUNK;
  svvs_arena *arena = malloc(sizeof *arena + size);
  if (!arena) return NULL;
  arena->chunks.previous = arena->chunks.next = &arena->chunks;
  share(arena, arena + 1, size);
  return open_arena = arena;
}

void svvs_arena_close(void) { open_arena = NULL; }

void svvs_arena_free(svvs_arena *arena) {
  for (struct chunk *chunk = arena->chunks.next, *next; chunk != &arena->chunks; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  free(arena);
}

static struct chunk *add_chunk(svvs_arena *arena, size_t size) {
  struct chunk *chunk = malloc(sizeof *chunk + size);
  if (!chunk) return NULL;
  chunk->previous = &arena->chunks;
  chunk->next = arena->chunks.next;
  return chunk->previous->next = chunk->next->previous = chunk;
}

static void *take_chunk(svvs_arena *arena, size_t size) {
  struct chunk *chunk = add_chunk(arena, size);
  if (!chunk) return NULL;
  struct header *block = (struct header *)(chunk + 1);
  block->own = chunk;
  return block + 1;
}

// Each shared chunk is twice as large as the one before it, up to a maximum, so that a small tree wastes little memory.
static int add_shared_chunk(svvs_arena *arena) {
  size_t size = arena->size * 2;
  if (size < LARGEST_SHARED_BLOCK) size = LARGEST_SHARED_BLOCK;
  if (size > LARGEST_SHARED_CHUNK) size = LARGEST_SHARED_CHUNK;
  struct chunk *chunk = add_chunk(arena, size);
  if (chunk) share(arena, chunk + 1, size);
  return chunk != NULL;
}

void *svvs_allocate(size_t size) {
  svvs_arena *arena = open_arena;
  if (!arena) return malloc(size);
  const size_t unit = sizeof(struct header);
  size_t needed = unit + (size + unit - 1) / unit * unit;
  if (needed < size) return NULL;
  if (needed > LARGEST_SHARED_BLOCK) return take_chunk(arena, needed);
  if (needed > (size_t)(arena->end - arena->free) && !add_shared_chunk(arena)) return NULL;
  struct header *block = (struct header *)arena->free;
  arena->free += needed;
  block->own = NULL;
  return block + 1;
}

void svvs_release(void *memory) {
  if (!open_arena) return free(memory);
  struct chunk *own = memory ? ((struct header *)memory - 1)->own : NULL;
  // A block in a shared chunk is released with the arena.
  if (!own) return;
  own->previous->next = own->next;
  own->next->previous = own->previous;
  free(own);
}
