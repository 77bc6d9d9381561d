#pragma once

/// Loads a shared library with which the program is not linked, unless it is loaded already. Returns the handle for
/// `dlsym`, or null if the library cannot be loaded.
///
/// The libraries that libpq and libcurl use, for example those of Kerberos and OpenSSL, free their memory when the
/// process exits. A thread that is then in a call of such a library would crash or hang. After this call, `exit`
/// therefore skips the exit handlers of shared libraries on Linux. Handlers that the program registered with `atexit`
/// still run. Of the open files, only stdout and stderr are flushed. Elsewhere, only OpenSSL keeps its memory.
void *_Nullable svvs_load_library(const char *_Nonnull name);
