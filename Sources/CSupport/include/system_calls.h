#pragma once

// Functions that no module of the toolchain declares, or that Swift cannot call.

#include <stdio.h>
#include <string.h>

/// Makes stdout write each line at once. Swift does not allow access to the variable `stdout`.
static inline void buffer_lines_of_stdout(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

/// Runs the work in the main queue. This function must be called on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);

#if defined(__linux__)
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/inotify.h>

/// Returns a descriptor that becomes readable when the main queue has work. libdispatch exports this function and the
/// previous one for run loops that run the work in the main queue themselves.
int _dispatch_get_main_queue_handle_4CF(void);

/// Returns a descriptor that becomes readable when a process has ended. glibc 2.36 and later versions have this
/// function.
int pidfd_open(int process, unsigned int flags);

/// Closes all descriptors from `first` on in the new process.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#else
#include <stdint.h>

// Elsewhere, the calls of Linux fail, so that the code that uses them is compiled everywhere.

static inline int _dispatch_get_main_queue_handle_4CF(void) { return -1; }

enum EPOLL_EVENTS { EPOLLIN = 1, EPOLLOUT = 4, EPOLLERR = 8, EPOLLHUP = 16 };
enum { EPOLL_CLOEXEC = 0, IN_CLOEXEC = 0 };
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
typedef union { int fd; } epoll_data_t;
struct epoll_event { uint32_t events; epoll_data_t data; };
static inline int epoll_create1(int flags) { return -1; }
static inline int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) { return -1; }
static inline int epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds) { return -1; }

#define IN_MODIFY 0x2
#define IN_ATTRIB 0x4
#define IN_MOVED_FROM 0x40
#define IN_MOVED_TO 0x80
#define IN_CREATE 0x100
#define IN_DELETE 0x200
#define IN_DELETE_SELF 0x400
#define IN_MOVE_SELF 0x800
#define IN_IGNORED 0x8000
struct inotify_event { int wd; uint32_t mask, cookie, len; };
static inline int inotify_init1(int flags) { return -1; }
static inline int inotify_add_watch(int inotify, const char *path, uint32_t events) { return -1; }
#endif
