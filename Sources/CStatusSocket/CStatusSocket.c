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
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0 && chmod(path, 0600) == 0 &&
      listen(descriptor, 8) == 0)
    return descriptor;
  result = -errno;
  close(descriptor);
  return result;
}

int vf_status_accept(int listener, unsigned char *question) {
  int connection;
  do connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
  if (connection < 0) return -errno;
  limit_time(connection, 1);
  *question = 0;
  if (recv(connection, question, 1, 0) < 0) *question = 0;
  return connection;
}

void vf_status_tell(int connection, const char *text, size_t length) {
  while (length > 0) {
    ssize_t sent = send(connection, text, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) break;
    text += sent;
    length -= (size_t)sent;
  }
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
  return length;
}
