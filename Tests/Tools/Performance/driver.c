// The client of the measurements: starts a program, exchanges messages with it over pipes, and prints figures as one
// JSON object.
//
//   driver latency   REQUESTS REPLY PROGRAM ARGUMENTS…   one request at a time: nanoseconds from write to reply
//   driver pipelined REQUESTS REPLY PROGRAM ARGUMENTS…   at most as many unanswered as PIPE holds answers, so that the
//                                                        program never waits for its reader: nanoseconds in all
//   driver merged    REQUESTS REPLY PROGRAM ARGUMENTS…   all as fast as the pipes take them, so that the reader is
//                                                        behind: nanoseconds in all
//   driver start     ROUNDS   REPLY PROGRAM ARGUMENTS…   start to first reply, and to the end after end of input
//   driver end       ROUNDS   -     PROGRAM ARGUMENTS…   start to end of a program that receives no input
//
// REPLY is text that is in each line that answers a request and in no other. A PROGRAM that is `@PATH` is not started:
// it listens at that Unix socket, and the driver connects to it. The client is the same for every program, and it is in C
// so that its own share of the measured time is small.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "socket.h"

#define OPEN \
  "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"view/open\",\"params\":{\"type\":\"counterA\",\"view\":\"v\"}}\n"
#define INCREMENT "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"increment\",\"params\":{\"view\":\"v\"}}\n"
#define DEADLINE 30000
#define WARM_UP 500
#define AHEAD 1000
#define PIPE (1 << 20)

extern char **environ;

static const char *marker;
static char **command;
static pid_t child;
static int to, from;
static char input[1 << 20];
static size_t length;
static long lines, bytes;

static void die(const char *what) {
  fprintf(stderr, "driver: %s: %s\n", command ? command[0] : "", what);
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Connects to the server that listens at a path, instead of starting a child.
static void join(const char *path) {
  to = connected(path);
  from = dup(to);
  if (to < 0 || from < 0) die("cannot be connected to");
}

static void spawn(void) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) die("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  if (posix_spawnp(&child, command[0], &actions, NULL, command, environ)) die("cannot be started");
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  to = in[1];
  from = out[0];
}

static void start(void) {
  if (command[0][0] == '@')
    join(command[0] + 1);
  else
    spawn();
  length = 0;
}

static void finish(void) {
  int status = 0;
  if (!child) shutdown(to, SHUT_WR);
  close(to);
  if (child && waitpid(child, &status, 0) != child) die("cannot be waited for");
  while (!child && read(from, input, sizeof input) > 0) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status)) die("did not end well");
  close(from);
}

static void say(const char *text, size_t size) {
  while (size > 0) {
    ssize_t n = write(to, text, size);
    if (n < 0) die("does not read");
    text += n;
    size -= (size_t)n;
  }
}

/// Reads the available bytes and returns the number of complete answers in them.
static long receive(void) {
  ssize_t n = read(from, input + length, sizeof input - length);
  if (n < 0 && errno == EAGAIN) return 0;
  if (n <= 0) die("ended early");
  length += (size_t)n;
  bytes += n;
  long answers = 0;
  char *line = input, *end;
  while ((end = memchr(line, '\n', length - (size_t)(line - input)))) {
    answers += memmem(line, (size_t)(end - line), marker, strlen(marker)) != NULL;
    if (memmem(line, (size_t)(end - line), "\"error\"", 7)) die("answered with an error");
    lines += 1;
    line = end + 1;
  }
  length -= (size_t)(line - input);
  memmove(input, line, length);
  return answers;
}

static void await(long answers) {
  while (answers > 0) {
    struct pollfd file = {from, POLLIN, 0};
    if (poll(&file, 1, DEADLINE) <= 0) die("does not answer");
    answers -= receive();
  }
}

static void open_view(void) {
  say(OPEN, sizeof OPEN - 1);
  await(1);
}

static void ask(long id) {
  char request[128];
  int size = snprintf(request, sizeof request, INCREMENT, id);
  say(request, (size_t)size);
  await(1);
}

static int ascending(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void print_spread(const char *name, int64_t *times, long number) {
  qsort(times, (size_t)number, sizeof *times, ascending);
  printf("\"%s\":{\"p50\":%lld,\"p99\":%lld,\"min\":%lld}", name, (long long)times[number / 2],
         (long long)times[number * 99 / 100], (long long)times[0]);
}

static void latency(long requests, int64_t *times) {
  start();
  open_view();
  for (long id = 1; id <= WARM_UP; id++) ask(id);
  for (long index = 0; index < requests; index++) {
    int64_t begin = now();
    ask(WARM_UP + 1 + index);
    times[index] = now() - begin;
  }
  finish();
  printf("{");
  print_spread("latency", times, requests);
  printf("}\n");
}

/// Sends requests, at most `ahead` before their answers, and prints the time until all were answered.
static void stream(long requests, long ahead) {
  char *all = malloc((size_t)requests * 96);
  size_t *ends = malloc((size_t)requests * sizeof *ends), size = 0, sent = 0;
  for (long index = 0; index < requests; index++) {
    size += (size_t)sprintf(all + size, INCREMENT, WARM_UP + 1 + index);
    ends[index] = size;
  }
  open_view();
  for (long id = 1; id <= WARM_UP; id++) ask(id);
  fcntl(to, F_SETFL, O_NONBLOCK);
  fcntl(from, F_SETFL, O_NONBLOCK);
  lines = bytes = 0;
  int64_t begin = now();
  for (long answers = 0; answers < requests;) {
    size_t due = answers + ahead < requests ? ends[answers + ahead - 1] : size;
    struct pollfd files[2] = {{from, POLLIN, 0}, {to, POLLOUT, 0}};
    if (poll(files, sent < due ? 2 : 1, DEADLINE) <= 0) die("does not answer");
    if (files[0].revents) answers += receive();
    if (sent < due && files[1].revents) {
      ssize_t n = write(to, all + sent, due - sent);
      if (n < 0 && errno != EAGAIN) die("does not read");
      if (n > 0) sent += (size_t)n;
    }
  }
  int64_t end = now();
  finish();
  printf("{\"nanoseconds\":%lld,\"requests\":%ld,\"lines\":%ld,\"bytes\":%ld}\n", (long long)(end - begin), requests,
         lines, bytes);
}

static void pipelined(long requests) {
  start();
  if (fcntl(from, F_SETPIPE_SZ, PIPE) < PIPE) die("the pipe cannot be made larger");
  stream(requests, AHEAD);
}

static void merged(long requests) {
  start();
  stream(requests, requests);
}

static void starts(long rounds, int64_t *first, int64_t *whole) {
  for (long round = 0; round < rounds; round++) {
    int64_t begin = now();
    start();
    if (first) {
      open_view();
      first[round] = now() - begin;
    }
    finish();
    whole[round] = now() - begin;
  }
  printf("{");
  if (first) {
    print_spread("first", first, rounds);
    printf(",");
  }
  print_spread("end", whole, rounds);
  printf("}\n");
}

int main(int argc, char **argv) {
  if (argc < 5) die("driver latency|pipelined|merged|start|end NUMBER REPLY PROGRAM ARGUMENTS…");
  long number = atol(argv[2]);
  marker = argv[3];
  command = argv + 4;
  if (number < 1) die("a positive number, please");
  signal(SIGPIPE, SIG_IGN);
  int64_t *times = calloc((size_t)number * 2, sizeof *times);
  if (!strcmp(argv[1], "latency"))
    latency(number, times);
  else if (!strcmp(argv[1], "pipelined"))
    pipelined(number);
  else if (!strcmp(argv[1], "merged"))
    merged(number);
  else if (!strcmp(argv[1], "start"))
    starts(number, times, times + number);
  else if (!strcmp(argv[1], "end"))
    starts(number, NULL, times);
  else
    die("no such measurement");
  free(times);
  return 0;
}
