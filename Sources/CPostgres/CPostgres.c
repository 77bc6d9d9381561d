#include "CPostgres.h"

#ifdef __linux__
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_bool skips_library_exit_handlers;

static void flush(FILE *file) {
  // Does not wait for the lock of the file, because a thread that waits for input or output holds it.
  if (ftrylockfile(file)) return;
  fflush(file);
  funlockfile(file);
}

static void exit_without_library_exit_handlers(int status, void *unused) {
  (void)unused;
  if (!atomic_load(&skips_library_exit_handlers)) return;
  flush(stdout);
  flush(stderr);
  _exit(status);
}

// Exit handlers run in the reverse order of their registration. The C library registers the exit handlers of shared
// libraries before the program's constructors run, and the program registers its own handlers after that. This handler
// therefore runs after the handlers of the program and before those of the libraries.
__attribute__((constructor)) static void register_exit_handler(void) {
  on_exit(exit_without_library_exit_handlers, NULL);
}

void svvs_pq_skip_library_exit_handlers(void) { atomic_store(&skips_library_exit_handlers, 1); }
#else
void svvs_pq_skip_library_exit_handlers(void) {}
#endif
