#define _GNU_SOURCE
#include "CPictureWall.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>

// The process keeps its memory, its socket, and threads. It can open no file, reach no network, start no program, and
// map no new code. What is in none of these lists ends it at once.

// Memory, threads and their locks, time, the socket, and the end.
static const char *const allowed[] = {
  "brk", "munmap", "mremap", "madvise", "futex", "rseq", "set_robust_list", "set_tid_address", "sched_yield",
  "sched_getaffinity", "getcpu", "clock_gettime", "clock_getres", "gettimeofday", "time", "clock_nanosleep", "nanosleep",
  "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "getpid", "gettid", "getrandom",
  "sendmsg", "recvmsg", "close", "fstat", "exit", "exit_group",
};

// Looking for files, as libraries do for fonts, colors, settings and users, which do without.
static const char *const refused[] = {
  "open", "openat", "access", "faccessat", "faccessat2", "stat", "lstat", "statfs", "fstatfs", "readlink", "readlinkat",
  "getcwd", "getdents64", "mkdir", "mkdirat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat",
  "chmod", "fchmod", "utimensat", "socket", "connect",
};

// What only makes things nicer, as names of threads, or what this process has given up.
static const char *const denied[] = {
  "prctl", "sched_setaffinity", "sched_setscheduler", "sched_getscheduler", "sched_getparam", "setpriority", "ioctl",
  "fcntl", "lseek", "ftruncate", "membarrier", "prlimit64", "getrlimit", "setrlimit", "uname", "sysinfo", "getuid",
  "geteuid", "getgid", "getegid",
};

// glibc then takes the older calls, whose arguments a filter can see.
static const char *const unknown[] = {"clone3", "statx"};

static int add(
  scmp_filter_ctx filter, uint32_t action, const char *call, unsigned count, const struct scmp_arg_cmp *conditions) {
  int number = seccomp_syscall_resolve_name(call);
  // Older libraries and other processors do not know all of them.
  return number == __NR_SCMP_ERROR ? 0 : seccomp_rule_add_array(filter, action, number, count, conditions);
}

#define ADD_ALL(list, action) \
  for (size_t i = 0; i < sizeof list / sizeof *list && result == 0; i++) result = add(filter, action, list[i], 0, NULL)

int vf_filter_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) return -ENOMEM;
  int result = 0;
  ADD_ALL(allowed, SCMP_ACT_ALLOW);
  ADD_ALL(refused, SCMP_ACT_ERRNO(EACCES));
  ADD_ALL(denied, SCMP_ACT_ERRNO(EPERM));
  ADD_ALL(unknown, SCMP_ACT_ERRNO(ENOSYS));

  struct {
    const char *call;
    struct scmp_arg_cmp condition;
    uint32_t action;
  } restricted[] = {
    // Memory, but no code.
    {"mmap", SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_ACT_ALLOW},
    {"mprotect", SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_ACT_ALLOW},
    // Threads, but no processes.
    {"clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD), SCMP_ACT_ALLOW},
    // Words for standard error, which lead nowhere.
    {"write", SCMP_A0(SCMP_CMP_EQ, 2), SCMP_ACT_ALLOW},
    {"writev", SCMP_A0(SCMP_CMP_EQ, 2), SCMP_ACT_ALLOW},
    // How glibc asks for the size of an open file: an empty path and this flag, of which a filter sees only the flag. A
    // path may so be looked at, but not opened.
    {"newfstatat", SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH), SCMP_ACT_ALLOW},
    {"newfstatat", SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0), SCMP_ACT_ERRNO(EACCES)},
  };
  for (size_t i = 0; i < sizeof restricted / sizeof *restricted && result == 0; i++)
    result = add(filter, restricted[i].action, restricted[i].call, 1, &restricted[i].condition);

  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return result;
}
