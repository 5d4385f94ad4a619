// What Swift cannot import of V4L2: ioctl requests are macros, and open and ioctl are variadic. Every function goes
// through libv4l2 and returns 0 (or what it says), or -errno; none of them retries.
#ifndef CV4L2_H
#define CV4L2_H

#include <linux/videodev2.h>
#include <stddef.h>

/// Opens a node for reading and writing without blocking. Returns a descriptor.
int vf_open(const char *path);

/// Has libv4l2 convert what an open node delivers: from now on the formats that it converts to are listed and set.
int vf_convert(int descriptor);

int vf_close(int descriptor);

/// Waits until a buffer may be dequeued. Returns 1 if so, 0 after `milliseconds`, and 2 if the driver reports an
/// error, which dequeuing then names.
int vf_wait(int descriptor, int milliseconds);

/// Maps a buffer of the driver. Returns 0 and its address in `address`.
int vf_map(int descriptor, size_t length, unsigned int offset, void **address);
int vf_unmap(void *address, size_t length);

int vf_query_capability(int descriptor, struct v4l2_capability *capability);
int vf_enumerate_format(int descriptor, struct v4l2_fmtdesc *format);
int vf_enumerate_size(int descriptor, struct v4l2_frmsizeenum *size);
int vf_enumerate_interval(int descriptor, struct v4l2_frmivalenum *interval);
int vf_get_format(int descriptor, struct v4l2_format *format);
int vf_try_format(int descriptor, struct v4l2_format *format);
int vf_set_format(int descriptor, struct v4l2_format *format);
int vf_set_parameters(int descriptor, struct v4l2_streamparm *parameters);
int vf_request_buffers(int descriptor, struct v4l2_requestbuffers *request);
int vf_query_buffer(int descriptor, struct v4l2_buffer *buffer);
int vf_queue(int descriptor, struct v4l2_buffer *buffer);
int vf_dequeue(int descriptor, struct v4l2_buffer *buffer);
int vf_stream_on(int descriptor);
int vf_stream_off(int descriptor);

/// The controls that people set; V4L2 has their numbers as sums in macros.
enum {
  VF_FOCUS = V4L2_CID_FOCUS_ABSOLUTE,
  VF_FOCUS_AUTO = V4L2_CID_FOCUS_AUTO,
  VF_EXPOSURE = V4L2_CID_EXPOSURE_ABSOLUTE,
  VF_EXPOSURE_AUTO = V4L2_CID_EXPOSURE_AUTO,
  VF_GAIN = V4L2_CID_GAIN,
  VF_GAIN_AUTO = V4L2_CID_AUTOGAIN,
  VF_WHITE_BALANCE = V4L2_CID_WHITE_BALANCE_TEMPERATURE,
  VF_WHITE_BALANCE_AUTO = V4L2_CID_AUTO_WHITE_BALANCE,
  VF_ZOOM = V4L2_CID_ZOOM_ABSOLUTE,
  VF_LAMP = V4L2_CID_FLASH_LED_MODE,
  VF_ILLUMINATOR = V4L2_CID_ILLUMINATORS_1,
  VF_ANTI_FLICKER = V4L2_CID_POWER_LINE_FREQUENCY
};

int vf_query_control(int descriptor, struct v4l2_queryctrl *control);
int vf_query_entry(int descriptor, struct v4l2_querymenu *entry);
int vf_get_control(int descriptor, struct v4l2_control *control);
int vf_set_control(int descriptor, struct v4l2_control *control);

#endif
