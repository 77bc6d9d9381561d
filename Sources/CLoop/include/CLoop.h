#pragma once

// What the loop calls and no module of the toolchain declares.

#if defined(__linux__)
#include <sys/epoll.h>
#endif

/// The descriptor that becomes readable when the main queue has work. libdispatch exports it and the
/// next one for run loops that drain the main queue themselves.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work that the main queue holds now. Call it on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);

#if defined(__linux__)
/// A descriptor that becomes readable when a process has ended; the C library has it since 2.36.
int pidfd_open(int process, unsigned int flags);
#endif
