#include "CServiceManager.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int vf_notify(const char *path, const char *message, size_t length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t count = strlen(path);
  if (count == 0 || count >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, path, count);
  if (path[0] == '@') address.sun_path[0] = 0;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + count;
  ssize_t sent = sendto(descriptor, message, length, MSG_NOSIGNAL, (struct sockaddr *)&address, size);
  int result = sent == (ssize_t)length ? 0 : sent < 0 ? -errno : -EIO;
  close(descriptor);
  return result;
}
