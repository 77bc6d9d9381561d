// The yardstick of parsing and writing: jansson alone, with the flags that the server needs.
//
//   documents FILE TIMES
//
// Parses the document and writes it again, a number of times each, and prints the nanoseconds of one time.

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void die(const char *what) {
  fprintf(stderr, "documents: %s\n", what);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static char *contents(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) die("cannot be read");
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  if (!text || fread(text, 1, *size, file) != *size) die("cannot be read");
  fclose(file);
  return text;
}

static json_t *parsed(const char *text, size_t size) {
  json_error_t error;
  json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
  if (!document) die(error.text);
  return document;
}

int main(int argc, char **argv) {
  long times = argc == 3 ? atol(argv[2]) : 0;
  if (times < 1) die("documents FILE TIMES");
  size_t size;
  char *text = contents(argv[1], &size);
  json_t *document = parsed(text, size);
  // jansson returns the size without writing if there is no room.
  size_t room = json_dumpb(document, NULL, 0, JSON_COMPACT);
  char *output = malloc(room);
  if (!output) die("no memory");

  int64_t begin = now();
  for (long time = 0; time < times; time++) json_decref(parsed(text, size));
  int64_t middle = now();
  for (long time = 0; time < times; time++)
    if (json_dumpb(document, output, room, JSON_COMPACT) != room) die("cannot be written");
  int64_t end = now();

  printf("{\"parse\":%lld,\"write\":%lld}\n", (long long)((middle - begin) / times),
         (long long)((end - middle) / times));
  json_decref(document);
  free(output);
  free(text);
  return 0;
}
