#pragma once

#include <curl/curl.h>

// libcurl is not linked: it is loaded when it is first needed. It depends on thirty libraries, which would delay the
// start of programs that send no request. The functions have the types of libcurl's own header.
#define SVVS_CURL_FUNCTIONS(FUNCTION) \
  FUNCTION(easy_cleanup) \
  FUNCTION(easy_init) \
  FUNCTION(easy_setopt) \
  FUNCTION(global_init) \
  FUNCTION(multi_add_handle) \
  FUNCTION(multi_cleanup) \
  FUNCTION(multi_info_read) \
  FUNCTION(multi_init) \
  FUNCTION(multi_perform) \
  FUNCTION(multi_poll) \
  FUNCTION(multi_remove_handle) \
  FUNCTION(multi_wakeup) \
  FUNCTION(slist_append) \
  FUNCTION(slist_free_all) \
  FUNCTION(version_info)

struct svvs_curl {
#define SVVS_CURL_MEMBER(name) __typeof__(&curl_##name) _Nonnull name;
  SVVS_CURL_FUNCTIONS(SVVS_CURL_MEMBER)
#undef SVVS_CURL_MEMBER
};

/// Finds the functions in a library that dlopen has loaded. Returns the name of a missing function or option, or null
/// if none is missing.
const char *_Nullable svvs_curl_find(void *_Nonnull library, struct svvs_curl *_Nonnull functions);

/// A request. All pointers except `headers` and `receiver` are only used when a handle is made.
struct svvs_curl_request {
  const char *_Nonnull method;
  const char *_Nonnull url;
  /// The lines of the headers, which must exist as long as the handle.
  struct curl_slist *_Nullable headers;
  /// The body, or null if the method has none.
  const void *_Nullable body;
  long body_size;
  /// The time limits for the connection and for the whole answer, in milliseconds.
  long connection_time;
  long time;
  /// The function that is called each time before the request is sent. A result other than 0 ends the transfer.
  curl_prereq_callback _Nonnull will_send;
  /// The functions that receive the lines of the head and the parts of the body. A result other than the number of
  /// bytes ends the transfer.
  curl_write_callback _Nonnull receive_line;
  curl_write_callback _Nonnull receive_body;
  /// The argument of these functions.
  void *_Nonnull receiver;
};

/// Makes the handle of a request. Returns null if libcurl does not accept the request. Swift cannot call
/// `curl_easy_setopt`, whose arguments are variable.
CURL *_Nullable svvs_curl_handle(const struct svvs_curl *_Nonnull curl, struct svvs_curl_request request);
