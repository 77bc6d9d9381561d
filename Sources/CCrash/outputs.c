#define _GNU_SOURCE
#include "CCrash.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#if !defined(MSG_NOSIGNAL)
#define MSG_NOSIGNAL 0
#endif

struct crash_state crash_state = {.changing = -1};

/// How long a reader may take nothing when the process ends.
enum { milliseconds_without_progress = 1000 };

static int output_count;

int crash_add_output(int descriptor, int flags) {
  static int capacity;
  struct crash_output added = {descriptor, flags, NULL, 0};
  for (int number = 0; number < output_count; number++) {
    if (crash_state.outputs[number].descriptor >= 0) continue;
    crash_state.outputs[number] = added;
    return number;
  }
  if (output_count == capacity) {
    int larger = capacity ? 2 * capacity : 8;
    struct crash_output *outputs = malloc(larger * sizeof *outputs), *former = crash_state.outputs;
    if (!outputs) return -1;
    if (former) memcpy(outputs, former, output_count * sizeof *outputs);
    atomic_signal_fence(memory_order_seq_cst);
    crash_state.outputs = outputs;
    atomic_signal_fence(memory_order_seq_cst);
    free(former);
    capacity = larger;
  }
  crash_state.outputs[output_count] = added;
  atomic_signal_fence(memory_order_seq_cst);
  return output_count++;
}

void crash_remove_output(int number) {
  if (number < 0) return;
  crash_state.outputs[number].count = 0;
  atomic_signal_fence(memory_order_seq_cst);
  crash_state.outputs[number].descriptor = -1;
}

/// Writes what an output takes now. Returns whether it has taken anything.
static bool write_some(struct crash_output *output) {
  bool has_progress = false;
  while (output->count > 0) {
    struct pollfd file = {output->descriptor, POLLOUT, 0};
    if (poll(&file, 1, 0) <= 0) return has_progress;
    // A pipe that is ready accepts this many bytes without blocking. The descriptor may be in either mode.
    size_t count = output->count < 4096 ? output->count : 4096;
    ssize_t written = send(output->descriptor, output->bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK) written = write(output->descriptor, output->bytes, count);
    if (written < 0 && (errno == EAGAIN || errno == EINTR)) return has_progress;
    if (written < 0) {
      output->count = 0;
      return has_progress;
    }
    output->bytes += written;
    output->count -= written;
    has_progress = true;
  }
  return has_progress;
}

void crash_write_outputs(void) {
  const int64_t start = crash_milliseconds();
  int64_t last_progress = start;
  while (true) {
    struct pollfd waiting[64];
    nfds_t count = 0;
    bool has_progress = false;
    for (int number = 0; number < output_count; number++) {
      struct crash_output *output = &crash_state.outputs[number];
      if (output->descriptor < 0 || output->count == 0 || number == crash_state.changing) continue;
      has_progress = write_some(output) || has_progress;
      if (output->count > 0 && count < 64) waiting[count++] = (struct pollfd){output->descriptor, POLLOUT, 0};
    }
    if (count == 0) break;
    const int64_t now = crash_milliseconds();
    if (has_progress) last_progress = now;
    if (now - last_progress >= milliseconds_without_progress || now - start >= crash_milliseconds_to_write) break;
    poll(waiting, count, 20);
  }
  for (int number = 0; number < output_count; number++) {
    const struct crash_output *output = &crash_state.outputs[number];
    if (output->descriptor >= 0 && output->flags >= 0) fcntl(output->descriptor, F_SETFL, output->flags);
  }
}

void crash_disconnect_outputs(void) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (int number = 0; number < output_count; number++) {
    if (crash_state.outputs[number].descriptor >= 0) dup2(nowhere, crash_state.outputs[number].descriptor);
  }
}
