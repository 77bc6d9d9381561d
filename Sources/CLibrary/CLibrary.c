#include "CLibrary.h"

#include <dlfcn.h>
#include <stdint.h>

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

static void skip_library_exit_handlers(void) { atomic_store(&skips_library_exit_handlers, 1); }
#else
static void skip_library_exit_handlers(void) {}
#endif

static void keep_openssl(void *library) {
  int (*initialize)(uint64_t options, const void *settings) =
      (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  const uint64_t without_cleaning_up = 0x00080000; // OPENSSL_INIT_NO_ATEXIT
  if (initialize) initialize(without_cleaning_up, 0);
}

void *svvs_load_library(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  keep_openssl(library);
  skip_library_exit_handlers();
  return library;
}
