#define _GNU_SOURCE
#include "CPictureWall.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static int answer(int result) { return result < 0 ? -errno : result; }

int vf_memory(const char *name, long capacity) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0 || capacity <= 0) return answer(descriptor);
  if (ftruncate(descriptor, capacity) < 0
      || fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  return descriptor;
}

int vf_replace(int descriptor, int by) { return answer(dup3(by, descriptor, O_CLOEXEC)); }

union control {
  struct cmsghdr head;
  char space[CMSG_SPACE(sizeof(int))];
};

long vf_send(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control = {0};
  if (descriptor >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  }
  ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  return sent < 0 ? -errno : sent;
}

long vf_receive(int socket, void *bytes, size_t count, int *descriptor) {
  struct iovec part = {bytes, count};
  union control control = {0};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return -errno;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS
      && head->cmsg_len == CMSG_LEN(sizeof *descriptor))
    memcpy(descriptor, CMSG_DATA(head), sizeof *descriptor);
  return received;
}

int vf_spawn(const char *program, char *const *arguments, char *const *environment, int socket, int place) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, socket, place);
  for (int stream = 0; stream <= 2; stream++)
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, place + 1);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // A group of its own: Ctrl+C is for us, who then end it.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t process = 0;
  int error = posix_spawn(&process, program, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error ? -error : process;
}

int vf_limit(int resource, unsigned long value) {
  struct rlimit limit = {value, value};
  return answer(setrlimit(resource, &limit));
}

int vf_give_up_rights(int signal) {
  if (prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0
      || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
    return -errno;
  return 0;
}
