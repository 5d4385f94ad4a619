#include "CV4L2.h"

#include <errno.h>
#include <libv4l2.h>

int vf_open(const char *path, int flags) {
  int descriptor = v4l2_open(path, flags, 0);
  return descriptor < 0 ? -errno : descriptor;
}

int vf_close(int descriptor) { return v4l2_close(descriptor) < 0 ? -errno : 0; }
