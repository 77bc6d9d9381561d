#include "CCrash.h"
#include "internal.h"

#include <pthread.h>
#include <time.h>

#if defined(DEBUG)
enum { seconds_of_blocking = 1 };
#else
enum { seconds_of_blocking = 5 };
#endif
enum { looks = 5 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t awakened = PTHREAD_COND_INITIALIZER;

/// Sleeps until the main thread runs again.
static void sleep_deeply(void) {
  pthread_mutex_lock(&mutex);
  atomic_store(&crash_state.is_watched, false);
  if (atomic_load(&crash_state.runs)) atomic_store(&crash_state.is_watched, true);
  while (!atomic_load(&crash_state.is_watched)) pthread_cond_wait(&awakened, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void report_blocking(void) {
  // The server itself works in slices of time.
  if (!atomic_load(&crash_state.work)) return;
  struct crash_line line = crash_line();
  crash_append_blocking(&line, seconds_of_blocking == 1 ? " for 1 s" : " for 5 s");
  crash_write_line(&line);
}

/// Compares the progress of the main thread at regular times. Counts the comparisons instead of measuring the time,
/// because the process may be suspended.
static void *watch(void *unused) {
  (void)unused;
  const long look = seconds_of_blocking * 1000000000L / looks;
  const struct timespec time = {look / 1000000000L, look % 1000000000L};
  uint32_t last = 0;
  int unchanged = 0;
  while (true) {
    // Until the time is over, however many signals arrive on this thread.
    for (struct timespec rest = time; nanosleep(&rest, &rest) != 0;) {}
    const uint32_t progress = atomic_load_explicit(&crash_state.progress, memory_order_acquire);
    const bool runs = atomic_load(&crash_state.runs);
    if (progress != last) {
      unchanged = 0;
    } else if (!runs) {
      sleep_deeply();
    } else if (++unchanged == looks && !crash_is_ending()) {
      report_blocking();
    }
    last = progress;
  }
}

void crash_wake_watchdog(bool begins_work) {
  static bool is_created;
  if (!crash_is_installed() || (!is_created && !begins_work)) return;
  pthread_mutex_lock(&mutex);
  atomic_store(&crash_state.is_watched, true);
  pthread_cond_signal(&awakened);
  pthread_mutex_unlock(&mutex);
  if (is_created) return;
  is_created = true;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  pthread_t thread;
  pthread_create(&thread, &attributes, watch, NULL);
  pthread_attr_destroy(&attributes);
}
