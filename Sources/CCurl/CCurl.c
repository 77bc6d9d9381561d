#include "CCurl.h"

#include <dlfcn.h>

const char *svvs_curl_find(void *library, struct svvs_curl *functions) {
#define SVVS_CURL_FIND(name) \
  if (!(functions->name = (__typeof__(functions->name))dlsym(library, "curl_" #name))) return "curl_" #name;
  SVVS_CURL_FUNCTIONS(SVVS_CURL_FIND)
#undef SVVS_CURL_FIND
  // Version 7.87 added this option, the newest of those that are set below.
  return functions->version_info(CURLVERSION_FIRST)->version_num < 0x075700 ? "CURLOPT_QUICK_EXIT" : 0;
}

static CURLcode set_options(const struct svvs_curl *curl, CURL *handle, struct svvs_curl_request request) {
  CURLcode code;
#define SET(option, value) \
  if ((code = curl->easy_setopt(handle, CURLOPT_##option, value))) return code;
  SET(URL, request.url)
  SET(CUSTOMREQUEST, request.method)
  SET(HTTPHEADER, request.headers)
  if (request.body) {
    SET(POSTFIELDSIZE, request.body_size)
    SET(COPYPOSTFIELDS, request.body)
  }
  SET(CONNECTTIMEOUT_MS, request.connection_time)
  SET(TIMEOUT_MS, request.time)
  SET(PREREQFUNCTION, request.will_send)
  SET(PREREQDATA, request.receiver)
  SET(HEADERFUNCTION, request.receive_line)
  SET(HEADERDATA, request.receiver)
  SET(WRITEFUNCTION, request.receive_body)
  SET(WRITEDATA, request.receiver)

  SET(PROTOCOLS_STR, "http,https")
  SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1)
  SET(SSL_VERIFYPEER, 1L)
  SET(SSL_VERIFYHOST, 2L)
  // The caller decides which redirects are followed.
  SET(FOLLOWLOCATION, 0L)
  // Otherwise, environment variables would choose a proxy.
  SET(PROXY, "")
  SET(NOSIGNAL, 1L)
  // Otherwise, a transfer that ends while its name is looked up would block the thread until the lookup ends.
  SET(QUICK_EXIT, 1L)
#undef SET
  return CURLE_OK;
}

CURL *svvs_curl_handle(const struct svvs_curl *curl, struct svvs_curl_request request) {
  CURL *handle = curl->easy_init();
  if (!handle || !set_options(curl, handle, request)) return handle;
  curl->easy_cleanup(handle);
  return 0;
}
