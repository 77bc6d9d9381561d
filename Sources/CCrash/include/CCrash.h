#pragma once

// Writes the output that waits and names the current work when the process crashes, or ends by a signal or by `exit`.
//
// Everything that this header declares is called on the main thread, unless a comment says otherwise. A handler of a
// signal runs on the main thread, too, or makes the main thread run it. For this reason, a handler always finds the
// outputs as they were between two instructions of the main thread, and no lock is needed.

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Unblocks and catches the signals that end the process, and watches for an exit. The calling thread must be the main thread.
/// Signals that are ignored or handled already remain so. Only the first call has an effect.
void crash_install(void);

// MARK: - Outputs

/// The bytes of one output that wait in memory.
struct crash_output {
  int descriptor;
  /// The flags to restore when the process ends, or -1.
  int flags;
  const uint8_t *bytes;
  size_t count;
};

/// Adds an output without bytes. Returns its number.
///
/// - Parameter flags: The flags of the descriptor to restore when the process ends, or -1.
int crash_add_output(int descriptor, int flags);

/// Removes an output. Its number may be used again.
void crash_remove_output(int number);

// MARK: - Work

/// The state that the handlers read.
struct crash_state {
  /// The number of the output that is being changed, or -1. The bytes of this output may be freed already.
  volatile sig_atomic_t changing;
  /// The signal that has arrived while an output was being changed, or 0.
  volatile sig_atomic_t postponed;
  struct crash_output *outputs;
  /// The description of the current work: a noun phrase, directly followed by a second string with details. Null while
  /// no work runs.
  _Atomic(const char *) work;
  /// The client whose message is being handled, or null.
  _Atomic(const char *) client;
  /// Changes whenever the main thread begins or ends something.
  _Atomic(uint32_t) progress;
  /// Whether the main thread runs. It does not run while it waits for events.
  _Atomic(bool) runs;
  /// Whether the watchdog exists and is awake.
  _Atomic(bool) is_watched;
};

extern struct crash_state crash_state;

/// Ends the process by the signal that was postponed.
void crash_raise_postponed(void);

/// Wakes the watchdog. If there is none and work begins, creates it.
void crash_wake_watchdog(bool begins_work);

/// Begins to change the bytes of an output. Neither an app's code nor anything that waits may run until the change ends.
static inline void crash_begin_change(int number) {
  crash_state.changing = number;
  atomic_signal_fence(memory_order_seq_cst);
}

/// Ends the change. `bytes` must remain valid until the next change.
static inline void crash_end_change(int number, const uint8_t *bytes, size_t count) {
  if (number >= 0) {
    crash_state.outputs[number].bytes = bytes;
    crash_state.outputs[number].count = count;
  }
  atomic_signal_fence(memory_order_seq_cst);
  crash_state.changing = -1;
  atomic_signal_fence(memory_order_seq_cst);
  if (crash_state.postponed) crash_raise_postponed();
}

static inline void crash_progress(void) {
  uint32_t progress = atomic_load_explicit(&crash_state.progress, memory_order_relaxed);
  atomic_store_explicit(&crash_state.progress, progress + 1, memory_order_release);
}

/// Records work that runs an app's code. Returns the work around it, for `crash_end_work`. The string is never freed.
static inline const char *crash_begin_work(const char *work) {
  const char *outer = atomic_load_explicit(&crash_state.work, memory_order_relaxed);
  atomic_store_explicit(&crash_state.work, work, memory_order_relaxed);
  crash_progress();
  if (!atomic_load_explicit(&crash_state.is_watched, memory_order_relaxed)) crash_wake_watchdog(true);
  return outer;
}

static inline void crash_end_work(const char *outer) {
  atomic_store_explicit(&crash_state.work, outer, memory_order_relaxed);
  crash_progress();
}

/// A task of the main actor. A call in progress may have started it.
extern const char crash_task[];

/// Records that the tasks of the main actor run, until `crash_end_work(NULL)` is called.
static inline void crash_begin_tasks(void) {
  atomic_store_explicit(&crash_state.work, crash_task, memory_order_relaxed);
  crash_progress();
}

/// Records the client whose message is being handled; null if there is none. The string is never freed.
static inline void crash_set_client(const char *client) {
  atomic_store_explicit(&crash_state.client, client, memory_order_relaxed);
}

/// Records the present work as a call that continues when its first part has returned. Returns the number of the call,
/// or -1 if too many calls are recorded.
int crash_begin_call(void);

/// Removes the record of a call.
void crash_end_call(int number);

// MARK: - The loop

/// Marks the main thread as running, and wakes the watchdog if it sleeps.
static inline void crash_loop_wakes(void) {
  crash_progress();
  // Sequentially consistent, like the counterpart in the watchdog: either the watchdog sees that the main thread runs,
  // or the main thread sees that the watchdog sleeps.
  atomic_store(&crash_state.runs, true);
  if (!atomic_load(&crash_state.is_watched)) crash_wake_watchdog(false);
}

/// Marks the main thread as waiting for events.
static inline void crash_loop_sleeps(void) {
  crash_progress();
  atomic_store_explicit(&crash_state.runs, false, memory_order_relaxed);
}

/// Whether the process ends when the change of an output ends.
static inline bool crash_is_postponed(void) { return crash_state.postponed != 0; }

/// Ends the process by `exit`, without a report. The loop calls this outside of an app's code, on the thread that runs the
/// main queue: under `dispatchMain()`, that may be any thread.
_Noreturn void crash_exit(int status);

// MARK: - Termination

/// Calls `handler`, on any thread, when SIGTERM or SIGINT arrives. If an earlier signal was not handled for a second, the
/// signal ends the process, unless it was queued by `sigqueue`. It therefore interrupts a write to a terminal that is not
/// read.
void crash_catch_termination(void (*handler)(void));

/// Marks the signal as handled by the main thread.
void crash_termination_taken(void);
