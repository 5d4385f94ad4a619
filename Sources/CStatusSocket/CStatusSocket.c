#define _GNU_SOURCE
#include "CStatusSocket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int address_of(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) return -ENAMETOOLONG;
  strcpy(address->sun_path, path);
  return 0;
}

// Who asks and says nothing, or does not listen, is left.
static void limit_time(int descriptor, int seconds) {
  struct timeval limit = {.tv_sec = seconds};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

static int connected(const char *path) {
  struct sockaddr_un address;
  int result = address_of(path, &address);
  if (result < 0) return result;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  limit_time(descriptor, 5);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  result = -errno;
  close(descriptor);
  return result;
}

int vf_status_listen(const char *path) {
  int other = connected(path);
  if (other >= 0) {
    close(other);
    return -EADDRINUSE;
  }
  if (other == -ECONNREFUSED) unlink(path);
  struct sockaddr_un address;
  int result = address_of(path, &address);
  if (result < 0) return result;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  int is_bound = bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
  if (is_bound && chmod(path, 0600) == 0 && listen(descriptor, 8) == 0) return descriptor;
  result = -errno;
  close(descriptor);
  if (is_bound) unlink(path);
  return result;
}

// The socket was shut, or is none. All else passes, such as too many open files: who asks waits in line meanwhile.
static int is_final(int error) {
  return error == EINVAL || error == EBADF || error == ENOTSOCK || error == EOPNOTSUPP;
}

int vf_status_accept(int listener, unsigned char *question) {
  for (;;) {
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) {
      if (is_final(errno)) return -errno;
      if (errno != EINTR && errno != ECONNABORTED) usleep(100 * 1000);
      continue;
    }
    limit_time(connection, 1);
    *question = 0;
    // Who asks nothing within the time has the usual answer.
    if (recv(connection, question, 1, 0) >= 0 || errno == EAGAIN) return connection;
    close(connection);
  }
}

static ssize_t send_all(int connection, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(connection, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return -1;
    bytes += sent;
    length -= (size_t)sent;
  }
  return 0;
}

void vf_status_tell(int connection, const char *text, size_t length) {
  if (send_all(connection, text, length) == 0) send_all(connection, "", 1);
  close(connection);
}

void vf_status_shut(int listener) { shutdown(listener, SHUT_RDWR); }

long vf_status_ask(const char *path, unsigned char question, char *answer, size_t capacity) {
  int descriptor = connected(path);
  if (descriptor < 0) return descriptor;
  long length = 0;
  if (send(descriptor, &question, 1, MSG_NOSIGNAL) != 1) length = -errno;
  while (length >= 0 && (size_t)length < capacity) {
    ssize_t count = recv(descriptor, answer + length, capacity - (size_t)length, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) length = -errno;
    if (count <= 0) break;
    length += count;
  }
  close(descriptor);
  if (length < 0) return length;
  return length > 0 && answer[length - 1] == 0 ? length - 1 : -ENODATA;
}
