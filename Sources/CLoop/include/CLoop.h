#pragma once

// Functions that the main loop calls and that no module of the toolchain declares, or that Swift cannot call.

#include <stdio.h>

#if defined(__linux__)
#include <sys/epoll.h>
#endif

/// Returns a descriptor that becomes readable when the main queue has work. libdispatch exports this function and the
/// next one for run loops that run the work in the main queue themselves.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work in the main queue. This function must be called on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);

#if defined(__linux__)
/// Returns a descriptor that becomes readable when a process has ended. glibc 2.36 and later versions have this
/// function.
int pidfd_open(int process, unsigned int flags);
#endif

/// Makes stdout write each line at once. Swift does not allow access to the variable `stdout`.
static inline void buffer_lines_of_stdout(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
