// The minimal program between a front end and a socket: it connects to the socket at the given path, and forwards all
// bytes, both ways, until the server has ended the connection. `attach` is compared with it.

#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "socket.h"

/// Forwards the available bytes; returns whether there were any.
static int pass(int from, int to) {
  static char buffer[1 << 16];
  ssize_t size = read(from, buffer, sizeof buffer);
  for (ssize_t sent = 0; sent < size;) {
    ssize_t n = write(to, buffer + sent, (size_t)(size - sent));
    if (n < 0) return 0;
    sent += n;
  }
  return size > 0;
}

int main(int argc, char **argv) {
  int server = argc == 2 ? connected(argv[1]) : -1;
  if (server < 0) {
    perror("relay");
    return 1;
  }
  struct pollfd files[2] = {{0, POLLIN, 0}, {server, POLLIN, 0}};
  while (poll(files, 2, -1) > 0) {
    if (files[1].revents && !pass(server, 1)) return 0;
    if (files[0].revents && !pass(0, server)) {
      shutdown(server, SHUT_WR);
      files[0].fd = -1;
    }
  }
  return 1;
}
