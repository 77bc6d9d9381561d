#define _GNU_SOURCE
#include "CCrash.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char crash_task[] = "a task of the main actor\0";

// MARK: - Calls in progress

enum { maximum_calls = 16, maximum_named_calls = 3 };

static struct {
  _Atomic(const char *) work, client;
} calls[maximum_calls];
static _Atomic(uint32_t) calls_in_use;

int crash_begin_call(void) {
  uint32_t in_use = atomic_load_explicit(&calls_in_use, memory_order_relaxed);
  if (in_use == (1u << maximum_calls) - 1) return -1;
  int number = __builtin_ctz(~in_use);
  calls[number].work = atomic_load_explicit(&crash_state.work, memory_order_relaxed);
  calls[number].client = atomic_load_explicit(&crash_state.client, memory_order_relaxed);
  if (!calls[number].work) return -1;
  atomic_store_explicit(&calls_in_use, in_use | 1u << number, memory_order_release);
  return number;
}

void crash_end_call(int number) {
  if (number < 0) return;
  uint32_t in_use = atomic_load_explicit(&calls_in_use, memory_order_relaxed);
  atomic_store_explicit(&calls_in_use, in_use & ~(1u << number), memory_order_release);
}

// MARK: - Lines

struct crash_line crash_line(void) {
  struct crash_line line;
  line.count = 0;
#if defined(__linux__)
  crash_append(&line, program_invocation_short_name);
#else
  crash_append(&line, getprogname());
#endif
  crash_append(&line, ": ");
  return line;
}

void crash_append(struct crash_line *line, const char *text) {
  while (*text && line->count < sizeof line->text - 1) line->text[line->count++] = *text++;
}

static void append_work(struct crash_line *line, const char *work, const char *client) {
  crash_append(line, work);
  crash_append(line, work + strlen(work) + 1);
  if (!client) return;
  crash_append(line, ", called by ");
  crash_append(line, client);
}

static void append_calls(struct crash_line *line) {
  const uint32_t in_use = atomic_load(&calls_in_use);
  int count = 0;
  for (int number = 0; number < maximum_calls; number++) {
    if (!(in_use & 1u << number)) continue;
    if (count++ == maximum_named_calls) {
      crash_append(line, " and others");
      return;
    }
    crash_append(line, count == 1 ? "; in progress: " : "; ");
    append_work(line, calls[number].work, calls[number].client);
  }
}

void crash_append_place(struct crash_line *line, bool is_on_main_thread) {
  const char *work = atomic_load(&crash_state.work), *client = atomic_load(&crash_state.client);
  if (!is_on_main_thread) crash_append(line, " on a thread other than the main thread");
  if (work) {
    crash_append(line, is_on_main_thread ? " in " : ", which was in ");
    append_work(line, work, client);
    if (work == crash_task) append_calls(line);
    return;
  }
  if (client) {
    crash_append(line, is_on_main_thread ? " while" : ", while");
    crash_append(line, " the server handled a message of ");
    crash_append(line, client);
  } else if (is_on_main_thread) {
    crash_append(line, " outside of a call");
  }
  append_calls(line);
}

void crash_append_blocking(struct crash_line *line, const char *time) {
  const char *work = atomic_load(&crash_state.work);
  crash_append(line, work ? work : "the server");
  crash_append(line, " has blocked the main thread");
  crash_append(line, time);
  if (work == crash_task) append_calls(line);
}

void crash_write_line(struct crash_line *line) {
  line->text[line->count++] = '\n';
  struct pollfd file = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&file, 1, 100) <= 0) return;
  ssize_t written = write(STDERR_FILENO, line->text, line->count);
  (void)written;
}

// MARK: - The log

static off_t start_of_log = -1;

void crash_find_log(void) {
  struct stat file;
  if (fstat(STDERR_FILENO, &file) == 0 && S_ISREG(file.st_mode)) start_of_log = file.st_size;
}

const char *crash_logged_message(void) {
  static char end_of_log[8193];
  struct stat file;
  if (start_of_log < 0 || fstat(STDERR_FILENO, &file) != 0) return NULL;
  // Only what this process has written. The server may have shortened the file since it started.
  off_t start = start_of_log <= file.st_size ? start_of_log : 0;
  const off_t limit = sizeof end_of_log - 1;
  if (file.st_size - start > limit) start = file.st_size - limit;
  int log = open("/dev/stderr", O_RDONLY | O_CLOEXEC);
  if (log < 0) return NULL;
  const ssize_t count = pread(log, end_of_log, limit, start);
  close(log);
  end_of_log[count < 0 ? 0 : count] = 0;
  char *message = NULL;
  for (char *next = end_of_log; (next = strstr(next, "Fatal error: ")); next++) message = next;
  if (!message) return NULL;
  message[strcspn(message, "\n")] = 0;
  for (char *byte = message; *byte; byte++) {
    if ((unsigned char)*byte < ' ' || *byte == 127) *byte = '?';
  }
  if (strlen(message) > 300) message[300] = 0;
  return message;
}
