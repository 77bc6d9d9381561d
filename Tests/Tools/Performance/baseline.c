// The yardstick: the least a C program with jansson can do to answer `view/open` of a counter and `increment`.
//
// It parses each line, looks the view up by name, builds the change and the reply as JSON objects and prints both
// compactly. Like the server it reads up to 64 KB at a time, and writes once for all requests of one read, or
// whenever more than 64 KB wait. It checks nothing that the measured work does not need.

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENOUGH (1 << 16)

static json_t *views;      // name → commit last sent
static json_int_t count, commit;

// Room for the most output that waits, and for the messages of one more line.
static char output[ENOUGH * 4];
static size_t used;

static void put(json_t *message) {
  used += json_dumpb(message, output + used, sizeof output - used - 1, JSON_COMPACT);
  output[used++] = '\n';
  json_decref(message);
}

static void flush(void) {
  for (size_t done = 0; done < used;) {
    ssize_t n = write(1, output + done, used - done);
    if (n < 0) exit(1);
    done += (size_t)n;
  }
  used = 0;
}

static void reply(json_t *id, json_t *result) {
  put(json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

static void fail(json_t *id, int code, const char *message) {
  put(json_pack("{s:s, s:O?, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error", "code", code, "message", message));
}

static void open_view(json_t *id, json_t *params) {
  const char *type = json_string_value(json_object_get(params, "type"));
  const char *name = json_string_value(json_object_get(params, "view"));
  if (!type || strcmp(type, "counterA") || !name) {
    fail(id, -32602, "not a counter");
    return;
  }
  json_object_set_new(views, name, json_integer(commit));
  reply(id, json_pack("{s:s, s:I, s:{s:I}}", "view", name, "commit", commit, "state", "count", count));
}

static void increment(json_t *id, json_t *params) {
  json_t *name = json_object_get(params, "view");
  json_t *from = json_object_get(views, json_string_value(name));
  if (!from) {
    fail(id, -32602, "unknown view");
    return;
  }
  json_t *by = json_object_get(params, "by");
  count += by ? json_integer_value(by) : 1;
  commit += 1;
  put(json_pack("{s:s, s:s, s:{s:I, s:[{s:O, s:I, s:{s:I}}]}}", "jsonrpc", "2.0", "method", "state/changed", "params",
                "commit", commit, "views", "view", name, "from", json_integer_value(from), "changes", "count", count));
  json_integer_set(from, commit);
  reply(id, json_pack("{s:I}", "commit", commit));
}

static void take(const char *line, size_t length) {
  json_error_t error;
  json_t *message = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
  if (!message) {
    fail(NULL, -32700, error.text);
    return;
  }
  json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
  const char *method = json_string_value(json_object_get(message, "method"));
  if (method && !strcmp(method, "increment"))
    increment(id, params);
  else if (method && !strcmp(method, "view/open"))
    open_view(id, params);
  else
    fail(id, -32601, "no such method");
  json_decref(message);
}

int main(void) {
  static char input[ENOUGH];
  size_t length = 0;
  views = json_object();
  for (;;) {
    ssize_t n = read(0, input + length, sizeof input - length);
    if (n <= 0) return n < 0;
    length += (size_t)n;
    char *start = input, *end;
    while ((end = memchr(start, '\n', length - (size_t)(start - input)))) {
      take(start, (size_t)(end - start));
      if (used > ENOUGH) flush();
      start = end + 1;
    }
    flush();
    length -= (size_t)(start - input);
    memmove(input, start, length);
  }
}
