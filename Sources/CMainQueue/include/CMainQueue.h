#pragma once

// libdispatch exports these two functions for run loops that drain the main queue themselves, but
// no header of the toolchain declares them.

/// The descriptor that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work that the main queue holds now. Call it on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);
