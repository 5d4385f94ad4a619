// The functions that take the place of the C library's in the program. A call that is not about a fake camera or its
// files goes on to the kernel unchanged.
#include "FakeCamera.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

struct handle handles[MAX_HANDLES];
static pthread_mutex_t handles_lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

long kernel(long number, long a, long b, long c, long d, long e, long f) {
  static long (*real)(long, ...);
  if (!real) real = REAL(syscall);
  return real(number, a, b, c, d, e, f);
}

__attribute__((constructor)) static void begin(void) { configure(); }

// MARK: paths

static bool begins(const char *path, const char *prefix) { return !strncmp(path, prefix, strlen(prefix)); }

// The processes of the folder stand for those of the machine only if it has some: all else of /proc is the kernel's.
static bool is_fake_process(const char *path) {
  char processes[512];
  if (strcmp(path, "/proc") && !(begins(path, "/proc/") && path[6] >= '0' && path[6] <= '9')) return false;
  snprintf(processes, sizeof processes, "%s/proc", folder);
  return kernel(SYS_access, (long)processes, F_OK, 0, 0, 0, 0) == 0;
}

// Where a path really leads: into the folder, if it is about cameras.
static const char *redirect(const char *path, char buffer[512]) {
  if (!folder || !path) return path;
  bool ours = !strcmp(path, "/dev") || !strcmp(path, "/dev/") || begins(path, "/dev/video") || begins(path, "/dev/v4l")
    || begins(path, "/sys/dev/char/81:") || begins(path, "/sys/class/video4linux") || is_fake_process(path);
  if (!ours) return path;
  snprintf(buffer, 512, "%s%s", folder, path);
  return buffer;
}

static struct camera *camera_at(const char *path) {
  for (int i = 0; folder && path && i < camera_count; i++)
    if (begins(path, "/dev/") && !strcmp(path + 5, cameras[i].node)) return &cameras[i];
  return NULL;
}

// Brings back the cameras whose time has come before anyone looks for them.
static void look_around(const char *path) {
  if (!folder || !path || !begins(path, "/dev")) return;
  bool is_listing = !strcmp(path, "/dev") || !strcmp(path, "/dev/");
  for (int i = 0; i < camera_count; i++) {
    uint32_t *absent = &cameras[i].faults.absent;
    pthread_mutex_lock(&cameras[i].lock);
    is_back(&cameras[i]);
    if (is_listing && *absent && --*absent == 0) appear(&cameras[i]);
    pthread_mutex_unlock(&cameras[i].lock);
  }
}

// MARK: descriptors

static struct handle *handle_of(int descriptor) {
  for (int i = 0; descriptor >= 0 && i < MAX_HANDLES; i++)
    if (handles[i].used && handles[i].descriptor == descriptor) return &handles[i];
  return NULL;
}

static int open_camera(struct camera *camera, int flags) {
  if (camera->gone || camera->faults.denied) {
    errno = camera->gone ? ENOENT : EACCES;
    return -1;
  }
  int descriptor = eventfd(0, EFD_SEMAPHORE | (flags & O_NONBLOCK ? EFD_NONBLOCK : 0)
                                | (flags & O_CLOEXEC ? EFD_CLOEXEC : 0));
  if (descriptor < 0) return -1;
  pthread_mutex_lock(&handles_lock);
  for (int i = 0; i < MAX_HANDLES; i++) {
    if (handles[i].used) continue;
    handles[i] = (struct handle){
      .descriptor = descriptor, .used = true, .camera = camera, .priority = V4L2_PRIORITY_INTERACTIVE};
    break;
  }
  pthread_mutex_unlock(&handles_lock);
  return descriptor;
}

static int open_path(int at, const char *path, int flags, mode_t mode) {
  look_around(path);
  struct camera *camera = camera_at(path);
  if (camera) return open_camera(camera, flags);
  char buffer[512];
  return kernel(SYS_openat, at, (long)redirect(path, buffer), flags, mode, 0, 0);
}

static void close_handle(int descriptor) {
  struct handle *handle = handle_of(descriptor);
  if (!handle) return;
  struct camera *camera = handle->camera;
  pthread_mutex_lock(&camera->lock);
  if (camera->owner == descriptor) {
    stop(camera);
    release(camera);
    camera->owner = -1;
  }
  pthread_mutex_unlock(&camera->lock);
  handle->used = false;
}

// Whether the caller's memory can be read: a driver answers a bad address with EFAULT and does not crash. Some
// sandboxes forbid the question; then the address is believed.
static bool is_readable(const void *address, size_t size) {
  char bytes[512];
  if (size > sizeof bytes) size = sizeof bytes;
  struct iovec here = {bytes, size}, there = {(void *)address, size};
  if (!size || kernel(SYS_process_vm_readv, getpid(), (long)&here, 1, (long)&there, 1, 0) == (long)size) return true;
  return errno == EPERM || errno == ENOSYS;
}

// Answers an ioctl on a camera; false if the descriptor is none.
static bool answer_ioctl(int descriptor, uint32_t request, void *argument, int *result) {
  struct handle *handle = handle_of(descriptor);
  if (!handle) return false;
  int error;
  if (is_known(request) && !is_readable(argument, _IOC_SIZE(request))) error = EFAULT;
  else {
    pthread_mutex_lock(&handle->camera->lock);
    error = answer(handle, request, argument);
    pthread_mutex_unlock(&handle->camera->lock);
  }
  if (error) errno = error;
  *result = error ? -1 : 0;
  return true;
}

// Turns a mapping of a camera into one of its memory; false if that cannot be.
static bool redirect_mapping(size_t length, int *descriptor, off_t offset) {
  struct handle *handle = handle_of(*descriptor);
  if (!handle) return true;
  struct camera *camera = handle->camera;
  size_t size = camera->buffer_length;
  if (camera->memory < 0 || offset % size || offset / size >= (size_t)camera->buffer_count || length > size) {
    errno = EINVAL;
    return false;
  }
  camera->buffers[offset / size].info.flags |= V4L2_BUF_FLAG_MAPPED;
  *descriptor = camera->memory;
  return true;
}

// A camera that is gone, or that nobody streams from, is in error for poll.
static bool polls_error(const struct pollfd *entry) {
  const struct handle *handle = handle_of(entry->fd);
  if (!handle || !(entry->events & (POLLIN | POLLRDNORM))) return false;
  const struct camera *camera = handle->camera;
  return camera->gone || !camera->streaming || camera->owner != entry->fd;
}

static void look_like_node(const struct camera *camera, struct stat *status) {
  if (!camera) return;
  status->st_mode = S_IFCHR | 0660;
  status->st_rdev = makedev(81, camera->number);
  status->st_gid = camera->group;
}

// MARK: in place of the C library's

#define MODE_ARGUMENT(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode = va_arg(arguments, mode_t); \
    va_end(arguments); \
  }

int open(const char *path, int flags, ...) { MODE_ARGUMENT(flags) return open_path(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_ARGUMENT(flags) return open_path(AT_FDCWD, path, flags, mode); }
int __open_2(const char *path, int flags) { return open_path(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_path(AT_FDCWD, path, flags, 0); }
int openat(int at, const char *path, int flags, ...) { MODE_ARGUMENT(flags) return open_path(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE_ARGUMENT(flags) return open_path(at, path, flags, mode); }

int close(int descriptor) {
  close_handle(descriptor);
  return kernel(SYS_close, descriptor, 0, 0, 0, 0, 0);
}

DIR *opendir(const char *path) {
  char buffer[512];
  look_around(path);
  return REAL(opendir)(redirect(path, buffer));
}

FILE *fopen(const char *path, const char *how) {
  char buffer[512];
  return REAL(fopen)(redirect(path, buffer), how);
}

FILE *fopen64(const char *path, const char *how) { return fopen(path, how); }

int stat(const char *path, struct stat *status) {
  char buffer[512];
  look_around(path);
  int result = REAL(stat)(redirect(path, buffer), status);
  if (!result) look_like_node(camera_at(path), status);
  return result;
}

int lstat(const char *path, struct stat *status) {
  char buffer[512];
  look_around(path);
  int result = REAL(lstat)(redirect(path, buffer), status);
  if (!result) look_like_node(camera_at(path), status);
  return result;
}

int fstat(int descriptor, struct stat *status) {
  int result = REAL(fstat)(descriptor, status);
  struct handle *handle = handle_of(descriptor);
  if (!result && handle) look_like_node(handle->camera, status);
  return result;
}

ssize_t readlink(const char *path, char *target, size_t size) {
  char buffer[512];
  return kernel(SYS_readlinkat, AT_FDCWD, (long)redirect(path, buffer), (long)target, size, 0, 0);
}

int access(const char *path, int how) {
  char buffer[512];
  return kernel(SYS_access, (long)redirect(path, buffer), how, 0, 0, 0, 0);
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int result;
  if (answer_ioctl(descriptor, request, argument, &result)) return result;
  return kernel(SYS_ioctl, descriptor, request, (long)argument, 0, 0, 0);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  if (!(flags & MAP_ANONYMOUS) && !redirect_mapping(length, &descriptor, offset)) return MAP_FAILED;
  return (void *)kernel(SYS_mmap, (long)address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}

int ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
  int errors = 0;
  for (nfds_t i = 0; i < count; i++) errors += polls_error(&entries[i]);
  if (!errors) {
    struct timespec copy; // the kernel writes the time that is left into it
    if (timeout) copy = *timeout;
    long result =
      kernel(SYS_ppoll, (long)entries, count, (long)(timeout ? &copy : NULL), (long)signals, sizeof(long), 0);
    // A camera that went while we waited counted itself ready.
    for (nfds_t i = 0; i < count; i++)
      if (result > 0 && entries[i].revents && polls_error(&entries[i])) entries[i].revents = POLLERR | POLLHUP;
    return result;
  }
  for (nfds_t i = 0; i < count; i++) {
    bool error = polls_error(&entries[i]);
    entries[i].revents = error ? POLLERR | (handle_of(entries[i].fd)->camera->gone ? POLLHUP : 0) : 0;
  }
  return errors;
}

int poll(struct pollfd *entries, nfds_t count, int milliseconds) {
  struct timespec timeout = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return ppoll(entries, count, milliseconds < 0 ? NULL : &timeout, NULL);
}

// Only waiting for events, which are exceptional conditions, needs help: the rest is the eventfd's.
int select(int count, fd_set *reading, fd_set *writing, fd_set *exceptional, struct timeval *timeout) {
  for (int i = 0; exceptional && i < count; i++) {
    struct handle *handle = FD_ISSET(i, exceptional) ? handle_of(i) : NULL;
    if (!handle || !handle->event_count) continue;
    FD_ZERO(exceptional);
    FD_SET(i, exceptional);
    if (reading) FD_ZERO(reading);
    if (writing) FD_ZERO(writing);
    return 1;
  }
  struct timespec time;
  if (timeout) time = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
  return kernel(SYS_pselect6, count, (long)reading, (long)writing, (long)exceptional, (long)(timeout ? &time : NULL), 0);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  if (!handle_of(descriptor)) return kernel(SYS_read, descriptor, (long)bytes, count, 0, 0, 0);
  errno = EINVAL; // no V4L2_CAP_READWRITE
  return -1;
}

long syscall(long number, ...) {
  va_list arguments;
  va_start(arguments, number);
  long a = va_arg(arguments, long), b = va_arg(arguments, long), c = va_arg(arguments, long);
  long d = va_arg(arguments, long), e = va_arg(arguments, long), f = va_arg(arguments, long);
  va_end(arguments);
  int result;
  switch (number) {
#ifdef SYS_open
  case SYS_open: return open_path(AT_FDCWD, (const char *)a, b, c);
#endif
  case SYS_openat: return open_path(a, (const char *)b, c, d);
  case SYS_close: return close(a);
  case SYS_ioctl:
    if (answer_ioctl(a, b, (void *)c, &result)) return result;
    break;
  case SYS_mmap: return (long)mmap((void *)a, b, c, d, e, f);
  case SYS_read: return read(a, (void *)b, c);
#ifdef SYS_poll
  case SYS_poll: return poll((struct pollfd *)a, b, c);
#endif
  default: break;
  }
  return kernel(number, a, b, c, d, e, f);
}
