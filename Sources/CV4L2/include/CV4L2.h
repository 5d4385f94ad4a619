// What Swift cannot import of V4L2: ioctl requests are macros, and ioctl is variadic.
#ifndef CV4L2_H
#define CV4L2_H

#include <linux/videodev2.h>

/// v4l2_open, which is variadic. Returns a descriptor, or -errno.
int vf_open(const char *path, int flags);

/// v4l2_close. Returns 0, or -errno.
int vf_close(int descriptor);

#endif
