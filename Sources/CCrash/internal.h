#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool crash_is_installed(void);
bool crash_is_ending(void);
int64_t crash_milliseconds(void);

enum { crash_milliseconds_to_write = 5000 };

/// Writes all output that waits, as far as the readers take it. Called on the main thread.
void crash_write_outputs(void);
/// Discards all output that is written from now on.
void crash_disconnect_outputs(void);

/// A line for stderr. It is built without the heap, because a handler of a signal must not use it.
struct crash_line {
  size_t count;
  char text[2048];
};

/// A line that begins with the name of the program.
struct crash_line crash_line(void);
void crash_append(struct crash_line *line, const char *text);
/// Appends what the main thread was doing, or the calls in progress.
void crash_append_place(struct crash_line *line, bool is_on_main_thread);
/// Appends a sentence that says what blocks the main thread, and then for how long.
void crash_append_blocking(struct crash_line *line, const char *time);
/// If stderr is a file, remembers its size.
void crash_find_log(void);
/// If stderr is a file, the message of Swift about the crash, such as "Fatal error: Index out of range"; otherwise null.
const char *crash_logged_message(void);
/// Writes the line, unless stderr takes nothing.
void crash_write_line(struct crash_line *line);

/// Restores the environment.
void crash_restore_environment(void);
/// Whether Swift has read settings without registers.
bool crash_backtrace_is_safe(void);
/// Says how to get a backtrace, unless the user has set `SWIFT_BACKTRACE`.
void crash_explain_backtrace(void);
