#include "CV4L2.h"

#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

static int or_errno(int result) { return result < 0 ? -errno : result; }

// libv4l2 reports each failed call on standard error unless it is given a file of its own; we report by return value.
static void silence_libv4l2(void) { v4l2_log_file = fopen("/dev/null", "we"); }

int vf_open(const char *path) { return or_errno(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)); }

int vf_convert(int descriptor) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, silence_libv4l2);
  return or_errno(v4l2_fd_open(descriptor, V4L2_ENABLE_ENUM_FMT_EMULATION));
}

int vf_close(int descriptor) { return or_errno(v4l2_close(descriptor)); }

int vf_wait(int descriptor, int milliseconds) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  int ready = poll(&waiting, 1, milliseconds);
  if (ready <= 0) return or_errno(ready);
  return waiting.revents & (POLLERR | POLLHUP | POLLNVAL) ? 2 : 1;
}

int vf_map(int descriptor, size_t length, unsigned int offset, void **address) {
  void *mapped = v4l2_mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
  if (mapped == MAP_FAILED) return -errno;
  *address = mapped;
  return 0;
}

int vf_unmap(void *address, size_t length) { return or_errno(v4l2_munmap(address, length)); }

static int request(int descriptor, unsigned long number, void *argument) {
  return or_errno(v4l2_ioctl(descriptor, number, argument));
}

int vf_query_capability(int descriptor, struct v4l2_capability *capability) {
  return request(descriptor, VIDIOC_QUERYCAP, capability);
}

int vf_enumerate_format(int descriptor, struct v4l2_fmtdesc *format) {
  return request(descriptor, VIDIOC_ENUM_FMT, format);
}

int vf_enumerate_size(int descriptor, struct v4l2_frmsizeenum *size) {
  return request(descriptor, VIDIOC_ENUM_FRAMESIZES, size);
}

int vf_enumerate_interval(int descriptor, struct v4l2_frmivalenum *interval) {
  return request(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, interval);
}

int vf_get_format(int descriptor, struct v4l2_format *format) { return request(descriptor, VIDIOC_G_FMT, format); }

int vf_try_format(int descriptor, struct v4l2_format *format) { return request(descriptor, VIDIOC_TRY_FMT, format); }

int vf_set_format(int descriptor, struct v4l2_format *format) { return request(descriptor, VIDIOC_S_FMT, format); }

int vf_set_parameters(int descriptor, struct v4l2_streamparm *parameters) {
  return request(descriptor, VIDIOC_S_PARM, parameters);
}

int vf_request_buffers(int descriptor, struct v4l2_requestbuffers *buffers) {
  return request(descriptor, VIDIOC_REQBUFS, buffers);
}

int vf_query_buffer(int descriptor, struct v4l2_buffer *buffer) {
  return request(descriptor, VIDIOC_QUERYBUF, buffer);
}

int vf_queue(int descriptor, struct v4l2_buffer *buffer) { return request(descriptor, VIDIOC_QBUF, buffer); }

int vf_dequeue(int descriptor, struct v4l2_buffer *buffer) { return request(descriptor, VIDIOC_DQBUF, buffer); }

int vf_stream_on(int descriptor) {
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return request(descriptor, VIDIOC_STREAMON, &type);
}

int vf_stream_off(int descriptor) {
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return request(descriptor, VIDIOC_STREAMOFF, &type);
}

int vf_query_control(int descriptor, struct v4l2_queryctrl *control) {
  return request(descriptor, VIDIOC_QUERYCTRL, control);
}

int vf_query_entry(int descriptor, struct v4l2_querymenu *entry) {
  return request(descriptor, VIDIOC_QUERYMENU, entry);
}

int vf_get_control(int descriptor, struct v4l2_control *control) { return request(descriptor, VIDIOC_G_CTRL, control); }

int vf_set_control(int descriptor, struct v4l2_control *control) { return request(descriptor, VIDIOC_S_CTRL, control); }
