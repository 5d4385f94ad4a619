// A preload library that makes one call of the C library's fail, once: the Nth of a name, with an error of choice.
//
//   FAULT_LOG=FILE          a line a call: its name, its number of that name from 1, and what it is about
//   FAULT=NAME:NUMBER:ERRNO the call to fail
//   FAULT_FULL=FILE         while there is such a file, the disk that its folder lies on is full: whatever is written to files of
//                           that folder fails with ENOSPC
//
// Calls go on to whoever is next, so that the fake camera may be preloaded after it.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static char wanted[32];
static int wanted_number, wanted_error;
static int log_descriptor = -1;
static const char *full; // FAULT_FULL
static size_t full_folder; // of it, the length of the folder with its slash

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FAULT"), *log = getenv("FAULT_LOG");
  if (fault) sscanf(fault, "%31[^:]:%d:%d", wanted, &wanted_number, &wanted_error);
  full = getenv("FAULT_FULL");
  if (full) full_folder = strrchr(full, '/') + 1 - full;
  // Far from the numbers that the program's own files get.
  if (log) {
    int low = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    log_descriptor = syscall(SYS_fcntl, low, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, low);
  }
}

// Counts a call; true if it is the one to fail, and errno is set then.
static int fails(const char *name, atomic_int *calls, const char *about) {
  int number = atomic_fetch_add(calls, 1) + 1;
  if (log_descriptor >= 0) {
    char line[512];
    int length = snprintf(line, sizeof line, "%s %d %s\n", name, number, about ? about : "-");
    if (length >= (int)sizeof line) length = sizeof line - 1;
    syscall(SYS_write, log_descriptor, line, length);
  }
  if (number != wanted_number || strcmp(name, wanted)) return 0;
  errno = wanted_error;
  return 1;
}

#define FAILS(name, about) ({ static atomic_int calls; fails(name, &calls, about); })

// The path of a descriptor, for the log.
static const char *path_of(int descriptor) {
  static _Thread_local char path[256];
  char link[64];
  if (log_descriptor < 0) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return path;
}

static const char *name_of(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
  return path;
}

// True where the disk is full for this file, and errno is set then.
static int is_full(int descriptor) {
  char path[512];
  if (!full || syscall(SYS_faccessat, AT_FDCWD, full, F_OK)) return 0;
  if (strncmp(name_of(descriptor, path, sizeof path), full, full_folder)) return 0;
  errno = ENOSPC;
  return 1;
}

// MARK: files by their names

#define MODE_ARGUMENT(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode = va_arg(arguments, mode_t); \
    va_end(arguments); \
  }

// libdispatch looks at its own threads once a second while work waits, and traps where it may not. That is no call of the
// program's, nor at any fixed place among them: it is neither counted nor refused. One file of a thread's is open at a time.
static _Thread_local int aside = -1;

static int is_of_dispatch(const char *path) {
  int thread, end = 0;
  return sscanf(path, "/proc/%d/stat%n", &thread, &end) == 1 && end > 0 && !path[end];
}

// Functions that differ in the width of their numbers are one call with one count.
static atomic_int opens, opens_at, mappings, controls;

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    MODE_ARGUMENT(flags) \
    if (is_of_dispatch(path)) return aside = REAL(name)(path, flags, mode); \
    return fails("open", &opens, path) ? -1 : REAL(name)(path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
  int name(int at, const char *path, int flags, ...) { \
    MODE_ARGUMENT(flags) \
    return fails("openat", &opens_at, path) ? -1 : REAL(name)(at, path, flags, mode); \
  }
OPENING_AT(openat)
OPENING_AT(openat64)

#define CALL(result, name, failure, about, parameters, arguments) \
  result name parameters { return FAILS(#name, about) ? failure : REAL(name) arguments; }

CALL(FILE *, fopen, NULL, path, (const char *path, const char *how), (path, how))
CALL(FILE *, fopen64, NULL, path, (const char *path, const char *how), (path, how))
CALL(DIR *, opendir, NULL, path, (const char *path), (path))
CALL(int, stat, -1, path, (const char *path, struct stat *status), (path, status))
CALL(int, stat64, -1, path, (const char *path, struct stat64 *status), (path, status))
CALL(int, lstat, -1, path, (const char *path, struct stat *status), (path, status))
CALL(int, lstat64, -1, path, (const char *path, struct stat64 *status), (path, status))
CALL(int, fstatat, -1, path, (int at, const char *path, struct stat *status, int flags), (at, path, status, flags))
CALL(int, statx, -1, path, (int at, const char *path, int flags, unsigned mask, struct statx *status),
     (at, path, flags, mask, status))
CALL(int, access, -1, path, (const char *path, int how), (path, how))
CALL(int, mkdir, -1, path, (const char *path, mode_t mode), (path, mode))
CALL(int, rename, -1, to, (const char *from, const char *to), (from, to))
CALL(int, link, -1, to, (const char *from, const char *to), (from, to))
CALL(int, unlink, -1, path, (const char *path), (path))
CALL(int, unlinkat, -1, path, (int at, const char *path, int flags), (at, path, flags))
CALL(int, rmdir, -1, path, (const char *path), (path))
CALL(int, remove, -1, path, (const char *path), (path))
CALL(int, chmod, -1, path, (const char *path, mode_t mode), (path, mode))
CALL(int, mkstemp, -1, path, (char *path), (path))
CALL(int, mkostemp, -1, path, (char *path, int flags), (path, flags))
CALL(char *, realpath, NULL, path, (const char *path, char *resolved), (path, resolved))
CALL(ssize_t, readlink, -1, path, (const char *path, char *target, size_t size), (path, target, size))

// MARK: files by their numbers

ssize_t read(int file, void *bytes, size_t count) {
  return file != aside && FAILS("read", path_of(file)) ? -1 : REAL(read)(file, bytes, count);
}

CALL(ssize_t, pread, -1, path_of(file), (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
CALL(ssize_t, pread64, -1, path_of(file), (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
#define WRITING(result, name, parameters, arguments) \
  result name parameters { return is_full(file) || FAILS(#name, path_of(file)) ? -1 : REAL(name) arguments; }
WRITING(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
WRITING(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
WRITING(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
WRITING(int, fallocate, (int file, int mode, off_t from, off_t count), (file, mode, from, count))
WRITING(int, fallocate64, (int file, int mode, off64_t from, off64_t count), (file, mode, from, count))

CALL(int, fstat, -1, path_of(file), (int file, struct stat *status), (file, status))
CALL(int, fstat64, -1, path_of(file), (int file, struct stat64 *status), (file, status))
CALL(int, fsync, -1, path_of(file), (int file), (file))
CALL(int, fdatasync, -1, path_of(file), (int file), (file))
CALL(int, ftruncate, -1, path_of(file), (int file, off_t size), (file, size))
CALL(int, ftruncate64, -1, path_of(file), (int file, off64_t size), (file, size))
CALL(int, fchmod, -1, path_of(file), (int file, mode_t mode), (file, mode))
CALL(off_t, lseek, -1, path_of(file), (int file, off_t to, int from), (file, to, from))
CALL(off64_t, lseek64, -1, path_of(file), (int file, off64_t to, int from), (file, to, from))

// A failed close has closed all the same.
int close(int file) {
  if (file == aside) {
    aside = -1;
    return REAL(close)(file);
  }
  int error = FAILS("close", path_of(file)) ? errno : 0;
  int result = REAL(close)(file);
  if (!error) return result;
  errno = error;
  return -1;
}

// The descriptor must exist before it can be mapped; memory of no file is the allocator's and not ours to refuse.
#define MAPPING(name, offset_type) \
  void *name(void *address, size_t length, int protection, int flags, int file, offset_type offset) { \
    if (!(flags & MAP_ANONYMOUS) && fails("mmap", &mappings, path_of(file))) return MAP_FAILED; \
    return REAL(name)(address, length, protection, flags, file, offset); \
  }
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)

#define POINTER_ARGUMENT(last) \
  va_list arguments; \
  va_start(arguments, last); \
  void *argument = va_arg(arguments, void *); \
  va_end(arguments);

#define CONTROLLING(name) \
  int name(int file, int command, ...) { \
    POINTER_ARGUMENT(command) \
    return fails("fcntl", &controls, path_of(file)) ? -1 : REAL(name)(file, command, argument); \
  }
CONTROLLING(fcntl)
CONTROLLING(fcntl64)

int ioctl(int file, unsigned long request, ...) {
  POINTER_ARGUMENT(request)
  return FAILS("ioctl", path_of(file)) ? -1 : REAL(ioctl)(file, request, argument);
}

// MARK: standard input and output of C

CALL(size_t, fread, 0, NULL, (void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
CALL(size_t, fwrite, 0, NULL, (const void *bytes, size_t size, size_t count, FILE *file), (bytes, size, count, file))
CALL(int, fflush, EOF, NULL, (FILE *file), (file))

// MARK: waiting and talking

CALL(int, poll, -1, NULL, (struct pollfd *entries, nfds_t count, int milliseconds), (entries, count, milliseconds))
CALL(int, socket, -1, NULL, (int domain, int type, int protocol), (domain, type, protocol))
CALL(int, connect, -1, NULL, (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
CALL(int, socketpair, -1, NULL, (int domain, int type, int protocol, int files[2]), (domain, type, protocol, files))
CALL(int, bind, -1, NULL, (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
CALL(int, accept4, -1, NULL, (int file, struct sockaddr *address, socklen_t *size, int flags), (file, address, size, flags))
CALL(int, listen, -1, NULL, (int file, int waiting), (file, waiting))
CALL(ssize_t, send, -1, NULL, (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags))
CALL(ssize_t, recv, -1, NULL, (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags))
CALL(ssize_t, sendmsg, -1, NULL, (int file, const struct msghdr *message, int flags), (file, message, flags))
CALL(ssize_t, recvmsg, -1, NULL, (int file, struct msghdr *message, int flags), (file, message, flags))

// MARK: cameras, of which libv4l2 asks the system with calls of its own

CALL(int, v4l2_fd_open, -1, path_of(file), (int file, int flags), (file, flags))
CALL(int, v4l2_close, -1, path_of(file), (int file), (file))
CALL(int, v4l2_munmap, -1, NULL, (void *address, size_t length), (address, length))
CALL(void *, v4l2_mmap, MAP_FAILED, path_of(file),
     (void *address, size_t length, int protection, int flags, int file, int64_t offset),
     (address, length, protection, flags, file, offset))

int v4l2_ioctl(int file, unsigned long request, ...) {
  POINTER_ARGUMENT(request)
  return FAILS("v4l2_ioctl", path_of(file)) ? -1 : REAL(v4l2_ioctl)(file, request, argument);
}
