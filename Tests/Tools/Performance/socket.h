// A connection to a Unix socket.

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// A descriptor that is connected to the socket at a path, or -1 and `errno`.
static int connected(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) ? -1 : descriptor;
}
