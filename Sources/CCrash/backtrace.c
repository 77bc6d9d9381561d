#define _GNU_SOURCE
#include "internal.h"
#include "CCrash.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

// Swift reads the settings of its backtrace from the environment in a constructor of its library, before any
// constructor of the program. Only a function in `.preinit_array` runs earlier, when the C library has no environment
// yet. There, only a variable that exists can be replaced. It is put back when the program starts.
//
// Neither registers nor memory are shown, because they contain the values of the app.
#define SETTINGS "SWIFT_BACKTRACE=interactive=no,color=no,registers=none,sanitize=yes,output-to=stderr"

static char settings[4096] = SETTINGS;
/// The variable that the settings have replaced, or null.
static char *original;
static bool is_set_by_user;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(IS_SANITIZED)
static const char *value_of(const char *name, char **environment) {
  const size_t length = strlen(name);
  for (; *environment; environment++) {
    if (strncmp(*environment, name, length) == 0) return *environment + length;
  }
  return NULL;
}

/// Returns a variable that hardly any program reads, or null. In a program that does not call `crash_install`, such as a
/// test, the variable is not put back.
static char **spare_variable(char **environment) {
  static const char *const names[] = {"_=", "OLDPWD=", "SHLVL=", "PWD=", "SHELL="};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    for (char **variable = environment; *variable; variable++) {
      if (strncmp(*variable, names[index], strlen(names[index])) == 0) return variable;
    }
  }
  return NULL;
}

/// Appends the path of the tool that belongs to the `swift` in `PATH`. A program with a static standard library finds
/// no tool by itself, and the tool that Swift would look for needs shared libraries.
static void append_tool(const char *path) {
  static const char option[] = ",swift-backtrace=", name[] = "/swift";
  static const char tool[] = "/../libexec/swift/linux/swift-backtrace-static";
  static char place[2048];
  while (path && *path) {
    const size_t length = strcspn(path, ":");
    const char *directory = path;
    path += length + (path[length] == ':');
    if (length == 0 || *directory != '/' || length + sizeof tool > sizeof place) continue;
    memcpy(place, directory, length);
    memcpy(place + length, name, sizeof name);
    if (access(place, X_OK) != 0) continue;
    char target[1024];
    ssize_t count = readlink(place, target, sizeof target);
    size_t end = length;
    if (count > 0 && length + 1 + count + sizeof tool <= sizeof place) {
      size_t start = *target == '/' ? 0 : length + 1;
      memcpy(place + start, target, count);
      for (end = start + count; end > 0 && place[end] != '/';) end--;
    }
    memcpy(place + end, tool, sizeof tool);
    // A comma would end the setting.
    if (access(place, X_OK) != 0 || strchr(place, ',')) return;
    if (strlen(settings) + strlen(place) + sizeof option > sizeof settings) return;
    strcat(strcat(settings, option), place);
    return;
  }
}

static void set_backtrace(int count, char **arguments, char **environment) {
  (void)count;
  (void)arguments;
  const char name[] = "SWIFT_BACKTRACE=", *own = value_of(name, environment);
  is_set_by_user = own != NULL;
  char **replaced = own ? environment : spare_variable(environment);
  if (!replaced) return;
  while (own && *replaced != own - strlen(name)) replaced++;
  append_tool(value_of("PATH=", environment));
  if (own && strlen(settings) + strlen(own) + 2 <= sizeof settings) strcat(strcat(settings, ","), own);
  original = *replaced;
  *replaced = settings;
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = set_backtrace;
#endif

void crash_restore_environment(void) {
  if (!original) return;
  // The program may have copied its environment already.
  for (char **variable = environ; *variable; variable++) {
    if (*variable == settings) *variable = original;
  }
}

bool crash_backtrace_is_safe(void) {
#if defined(IS_SANITIZED)
  // The handler is that of the sanitizer. Its memory must exist before a function like that above could run.
  return true;
#else
  return original != NULL;
#endif
}

void crash_explain_backtrace(void) {
#if defined(__linux__)
  if (is_set_by_user) return;
  struct crash_line line = crash_line();
  crash_append(&line, "for a backtrace, set SWIFT_BACKTRACE=swift-backtrace=PATH, where PATH is the path of");
  crash_append(&line, " swift-backtrace-static in libexec/swift/linux of a Swift toolchain");
  crash_write_line(&line);
#endif
}
