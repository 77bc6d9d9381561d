#define _GNU_SOURCE
#include "CCrash.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <ucontext.h>
#endif

enum {
  milliseconds_to_stop = 1000, // How long the main thread may take to stop.
  seconds_for_backtrace = 5,
  milliseconds_until_second_signal = 1000,
};

static pthread_t main_thread;
static pid_t process;

// The thread that ends the process is the first to set this.
static atomic_bool is_ending;
static pthread_t ending_thread;

// The request of the thread that ends the process, and the progress of the main thread.
static _Atomic(enum { NOTHING, END, EXIT }) request;
static _Atomic(enum { RUNNING, STOPPED, WRITTEN }) main_stage;

bool crash_is_installed(void) { return process != 0; }
bool crash_is_ending(void) { return atomic_load(&is_ending); }

static bool is_main_thread(void) { return pthread_equal(pthread_self(), main_thread); }

int64_t crash_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_milliseconds(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

// MARK: - The main thread

/// Writes the outputs on the main thread for another thread, which ends the process. Does not return if the process
/// ends by a signal. If it ends by `exit`, returns when the exit takes long, because an exit handler may wait for a
/// lock that this thread holds.
static void stop_here(void) {
  if (atomic_exchange(&main_stage, STOPPED) != RUNNING) return;
  crash_write_outputs();
  atomic_store(&main_stage, WRITTEN);
  while (atomic_load(&request) == END) pause();
  pause_milliseconds(milliseconds_to_stop);
  crash_disconnect_outputs();
}

/// Writes the outputs. From now on, the main thread does not run an app's code.
static void finish_outputs(int number, bool exits) {
  if (is_main_thread()) {
    crash_write_outputs();
    return;
  }
  atomic_store(&request, exits ? EXIT : END);
  pthread_kill(main_thread, number);
  const int64_t start = crash_milliseconds();
  while (atomic_load(&main_stage) != WRITTEN) {
    bool has_stopped = atomic_load(&main_stage) == STOPPED;
    if (crash_milliseconds() - start > milliseconds_to_stop + (has_stopped ? crash_milliseconds_to_write : 0)) return;
    pause_milliseconds(1);
  }
}

/// Whether the calling thread is the first one that ends the process. If another thread ends it, does not return.
static bool begin_end(void) {
  if (!atomic_exchange(&is_ending, true)) {
    ending_thread = pthread_self();
    return true;
  }
  if (pthread_equal(pthread_self(), ending_thread)) return false;
  while (true) {
    // The other thread may need the main thread.
    if (is_main_thread() && atomic_load(&request) != NOTHING) stop_here();
    pause_milliseconds(1);
  }
}

static void unblock(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static _Noreturn void end_by(int number) {
  signal(number, SIG_DFL);
  unblock(number);
  raise(number);
  _exit(128 + number);
}

/// Whether a handler must return at once: the main thread stops for another thread, or the signal is postponed.
static bool is_handled_later(int number, bool may_be_postponed) {
  if (!is_main_thread()) return false;
  if (may_be_postponed && crash_state.changing >= 0) {
    crash_state.postponed = number;
    return true;
  }
  if (atomic_load(&request) == NOTHING) return false;
  stop_here();
  return true;
}

void crash_raise_postponed(void) {
  int number = crash_state.postponed;
  crash_state.postponed = 0;
  raise(number);
}

// MARK: - Signals

static struct sigaction former_actions[NSIG];
static volatile sig_atomic_t crash_number;
#if defined(__linux__)
static volatile pid_t crashed_task;
#endif

static const char *name_of(int number) {
  switch (number) {
  case SIGILL: return "SIGILL";
  case SIGTRAP: return "SIGTRAP";
  case SIGABRT: return "SIGABRT";
  case SIGSEGV: return "SIGSEGV";
  case SIGBUS: return "SIGBUS";
  case SIGFPE: return "SIGFPE";
  case SIGQUIT: return "SIGQUIT";
  case SIGTERM: return "SIGTERM";
  case SIGINT: return "SIGINT";
  default: return "a signal";
  }
}

/// Whether a bad address is near the stack pointer: the stack is full.
static bool is_stack_overflow(int number, const siginfo_t *info, const void *context) {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  const ucontext_t *interrupted = context;
#if defined(__x86_64__)
  uintptr_t stack = interrupted->uc_mcontext.gregs[REG_RSP];
#else
  uintptr_t stack = interrupted->uc_mcontext.sp;
#endif
  uintptr_t distance = (uintptr_t)info->si_addr - stack + (64 << 10);
  return number == SIGSEGV && info->si_code > 0 && distance < (128 << 10);
#else
  return false;
#endif
}

static const char *volatile crash_reason;

static const char *reason(int number, const siginfo_t *info, const void *context) {
  const char *message = crash_logged_message();
  if (message) return message;
  if (info->si_code <= 0) return number == SIGABRT ? "abort" : "sent by a process";
  switch (number) {
  case SIGILL:
  case SIGTRAP: return "a trap such as a failed precondition or an overflow";
  case SIGFPE: return "a division failed";
  default: return is_stack_overflow(number, info, context) ? "stack overflow" : "bad memory access";
  }
}

static void report_crash(void) {
  struct crash_line line = crash_line();
  crash_append(&line, "crashed (");
  crash_append(&line, name_of(crash_number));
  crash_append(&line, ", ");
  crash_append(&line, crash_reason);
  crash_append(&line, ")");
  crash_append_place(&line, pthread_equal(ending_thread, main_thread));
  crash_write_line(&line);
}

/// Kills the tool that writes the backtrace. It would keep stderr open.
static void kill_tool(void) {
#if defined(__linux__)
  char path[64], children[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)crashed_task);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? 0 : read(file, children, sizeof children - 1);
  close(file);
  children[count < 0 ? 0 : count] = 0;
  for (char *rest = children; *rest; rest += strspn(rest, " ")) {
    pid_t child = (pid_t)strtol(rest, &rest, 10);
    char name[16] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", (int)child);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    count = read(file, name, sizeof name - 1);
    close(file);
    if (count > 0 && strncmp(name, "swift-backtrace", 15) == 0) kill(child, SIGKILL);
  }
#endif
}

static void end_backtrace(int number) {
  (void)number;
  kill_tool();
  struct crash_line line = crash_line();
  crash_append(&line, "the backtrace took too long");
  // The backtrace may have ended within a line.
  ssize_t written = write(STDERR_FILENO, "\n", 1);
  (void)written;
  crash_write_line(&line);
  report_crash();
  end_by(crash_number);
}

/// Calls the handler that was there before. This is the handler of Swift, which writes a backtrace, or that of a
/// sanitizer.
static void write_backtrace(int number, siginfo_t *info, void *context) {
  const struct sigaction *former = &former_actions[number];
  if (!(former->sa_flags & SA_SIGINFO) || !crash_backtrace_is_safe()) {
    crash_explain_backtrace();
    return;
  }
  struct pollfd errors = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&errors, 1, 100) <= 0) return;
  struct sigaction timeout = {.sa_handler = end_backtrace};
  sigaction(SIGALRM, &timeout, NULL);
  unblock(SIGALRM);
#if defined(__linux__)
  crashed_task = gettid();
#endif
  alarm(seconds_for_backtrace);
  former->sa_sigaction(number, info, context);
  alarm(0);
}

static void crashed(int number, siginfo_t *info, void *context) {
  if (getpid() != process) end_by(number);
  int before = errno;
  if (is_handled_later(number, info->si_code <= 0)) {
    // The instruction that has crashed must not run again.
    while (info->si_code > 0) pause();
    errno = before;
    return;
  }
  if (!begin_end()) {
    // A signal that arrives while the process ends must not cut the end short.
    if (info->si_code <= 0) return;
    end_by(number);
  }
  crash_number = number;
  crash_reason = reason(number, info, context);
  finish_outputs(number, false);
  write_backtrace(number, info, context);
  report_crash();
  end_by(number);
}

static void ended(int number) {
  if (getpid() != process) end_by(number);
  int before = errno;
  if (is_handled_later(number, true)) {
    errno = before;
    return;
  }
  if (!begin_end()) return;
  finish_outputs(number, false);
  end_by(number);
}

// MARK: - Termination

static _Atomic(int64_t) untaken_since;

void crash_termination_taken(void) { atomic_store(&untaken_since, 0); }

static void termination_arrived(int number, bool is_request) {
  if (!crash_is_installed() || getpid() != process) return;
  if (atomic_load(&request) != NOTHING && is_handled_later(number, true)) return;
  const int64_t now = crash_milliseconds();
  int64_t since = 0;
  if (atomic_compare_exchange_strong(&untaken_since, &since, now)) return;
  if (is_request || now - since < milliseconds_until_second_signal) return;
  if (is_handled_later(number, true)) return;
  if (!begin_end()) return;
  finish_outputs(number, false);
  struct crash_line line = crash_line();
  crash_append(&line, "ended by a second ");
  crash_append(&line, name_of(number));
  crash_append(&line, ": ");
  crash_append_blocking(&line, "");
  crash_write_line(&line);
  end_by(number);
}

static void (*termination_handler)(void);

/// `stop` queues its signal, so that two of them do not end a server that is only busy.
static void terminated(int number, siginfo_t *info, void *context) {
  (void)context;
  int before = errno;
  termination_handler();
  termination_arrived(number, info->si_code == SI_QUEUE);
  errno = before;
}

void crash_catch_termination(void (*handler)(void)) {
  termination_handler = handler;
  struct sigaction action = {.sa_sigaction = terminated, .sa_flags = SA_SIGINFO};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
}

// MARK: - Installation

static atomic_bool is_loop_ending;

void crash_exit(int status) {
  atomic_store(&is_loop_ending, true);
  exit(status);
}

static void exits(void) {
  if (getpid() != process || !begin_end()) return;
  if (atomic_load(&is_loop_ending)) {
    crash_write_outputs();
    return;
  }
  finish_outputs(SIGABRT, true);
  // Before its loop runs, the server exits on the main thread, outside of an app's code.
  if (is_main_thread() && !atomic_load(&crash_state.work)) return;
  struct crash_line line = crash_line();
  crash_append(&line, "ended by exit");
  crash_append_place(&line, is_main_thread());
  crash_write_line(&line);
}

/// Whether a signal is a sign of a crash.
static bool is_crash(int number) {
  switch (number) {
  case SIGILL:
  case SIGTRAP:
  case SIGABRT:
  case SIGSEGV:
  case SIGBUS:
  case SIGFPE:
  case SIGQUIT: return true;
  default: return false;
  }
}

/// Whether the default action of a signal ends the process, and no other part of the program handles it.
static bool ends_process(int number) {
  switch (number) {
  case SIGKILL:
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH:
  case SIGPIPE:
  case SIGTERM:
  case SIGINT: return false;
#if defined(__APPLE__)
  case SIGIO:
  case SIGINFO: return false;
#endif
  default: return true;
  }
}

static void install(int number) {
  struct sigaction action, *former = &former_actions[number];
  if (sigaction(number, NULL, former) != 0) return;
  bool is_default = !(former->sa_flags & SA_SIGINFO) && former->sa_handler == SIG_DFL;
  bool is_ignored = !(former->sa_flags & SA_SIGINFO) && former->sa_handler == SIG_IGN;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_ONSTACK;
  // A trap ends the process even if its signal is ignored.
  if (is_crash(number) && !(number == SIGQUIT && is_ignored)) {
    action.sa_sigaction = crashed;
    action.sa_flags |= SA_SIGINFO;
  } else if (is_default && !is_crash(number) && ends_process(number)) {
    action.sa_handler = ended;
  } else {
    return;
  }
  sigaction(number, &action, NULL);
}

void crash_install(void) {
  if (crash_is_installed()) return;
  main_thread = pthread_self();
  process = getpid();
  crash_restore_environment();
  crash_find_log();
  static char stack[64 << 10];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  for (int number = 1; number < NSIG; number++) {
    install(number);
    // Foundation, the JVM and .NET start processes with almost every signal blocked. Then only SIGKILL would end them.
    if (is_crash(number) || number == SIGHUP || number == SIGINT || number == SIGTERM) unblock(number);
  }
  atexit(exits);
}
