// The ioctls of formats, buffers and the stream, as the V4L2 API demands them of a capture driver.
#include "FakeCamera.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

static const uint32_t CAPTURE = V4L2_BUF_TYPE_VIDEO_CAPTURE;

// Empties an answer but keeps what the caller asked with.
#define CLEAR_AFTER(pointer, field) \
  memset((char *)(pointer) + offsetof(__typeof__(*(pointer)), field) + sizeof (pointer)->field, 0, \
         sizeof *(pointer) - offsetof(__typeof__(*(pointer)), field) - sizeof (pointer)->field)

static const char *name_of(uint32_t code) {
  switch (code) {
  case V4L2_PIX_FMT_YUYV: return "YUYV 4:2:2";
  case V4L2_PIX_FMT_UYVY: return "UYVY 4:2:2";
  case V4L2_PIX_FMT_MJPEG: return "Motion-JPEG";
  case V4L2_PIX_FMT_GREY: return "8-bit Greyscale";
  case V4L2_PIX_FMT_NV12: return "Y/CbCr 4:2:0"; // as v4l-utils 1.22 expects; kernels from 6.0 say Y/UV
  case V4L2_PIX_FMT_NV21: return "Y/CrCb 4:2:0";
  case V4L2_PIX_FMT_YUV420: return "Planar YUV 4:2:0";
  case V4L2_PIX_FMT_YVU420: return "Planar YVU 4:2:0";
  case V4L2_PIX_FMT_RGB24: return "24-bit RGB 8-8-8";
  case V4L2_PIX_FMT_BGR24: return "24-bit BGR 8-8-8";
  default: return "Unusual";
  }
}

// The n-th mode that differs from all before it in what `same` compares and matches `wanted`; -1 if there is none.
static int nth(const struct camera *camera, uint32_t n, const struct mode *wanted,
               bool (*matches)(const struct mode *, const struct mode *),
               bool (*same)(const struct mode *, const struct mode *)) {
  for (int i = 0; i < camera->mode_count; i++) {
    const struct mode *mode = &camera->modes[i];
    bool repeated = false;
    for (int j = 0; j < i; j++) repeated |= matches(&camera->modes[j], wanted) && same(&camera->modes[j], mode);
    if (matches(mode, wanted) && !repeated && n-- == 0) return i;
  }
  return camera->faults.endless_lists ? 0 : -1;
}

static bool any(const struct mode *a, const struct mode *b) { return a && b; }
static bool same_code(const struct mode *a, const struct mode *b) { return a->code == b->code; }
static bool same_size(const struct mode *a, const struct mode *b) {
  return same_code(a, b) && a->width == b->width && a->height == b->height;
}
static bool same_rate(const struct mode *a, const struct mode *b) { return same_size(a, b) && a->rate == b->rate; }

static int list_format(const struct camera *camera, struct v4l2_fmtdesc *entry) {
  struct mode none = {0};
  int index = nth(camera, entry->index, &none, any, same_code);
  if (entry->type != CAPTURE || index < 0) return EINVAL;
  CLEAR_AFTER(entry, type);
  entry->pixelformat = camera->modes[index].code;
  snprintf((char *)entry->description, sizeof entry->description, "%s", name_of(entry->pixelformat));
  if (entry->pixelformat == V4L2_PIX_FMT_MJPEG) entry->flags = V4L2_FMT_FLAG_COMPRESSED;
  return 0;
}

static int list_size(const struct camera *camera, struct v4l2_frmsizeenum *entry) {
  struct mode wanted = {.code = entry->pixel_format};
  int index = camera->faults.untold ? -1 : nth(camera, entry->index, &wanted, same_code, same_size);
  if (index < 0) return EINVAL;
  CLEAR_AFTER(entry, pixel_format);
  entry->type = V4L2_FRMSIZE_TYPE_DISCRETE;
  entry->discrete.width = camera->modes[index].width;
  entry->discrete.height = camera->modes[index].height;
  return 0;
}

static int list_rate(const struct camera *camera, struct v4l2_frmivalenum *entry) {
  struct mode wanted = {.code = entry->pixel_format, .width = entry->width, .height = entry->height};
  int index = camera->faults.untold ? -1 : nth(camera, entry->index, &wanted, same_size, same_rate);
  if (index < 0) return EINVAL;
  CLEAR_AFTER(entry, height);
  entry->type = V4L2_FRMIVAL_TYPE_DISCRETE;
  entry->discrete.numerator = 1;
  entry->discrete.denominator = camera->modes[index].rate;
  return 0;
}

// The mode of the wanted format, or of the first one, whose size is nearest.
static int nearest(const struct camera *camera, const struct v4l2_pix_format *wanted) {
  uint32_t code = camera->modes[0].code;
  for (int i = 0; i < camera->mode_count; i++)
    if (camera->modes[i].code == wanted->pixelformat) code = wanted->pixelformat;
  int best = 0;
  int64_t least = INT64_MAX;
  for (int i = 0; i < camera->mode_count; i++) {
    const struct mode *mode = &camera->modes[i];
    int64_t across = (int64_t)mode->width - wanted->width, down = (int64_t)mode->height - wanted->height;
    if (mode->code != code || across * across + down * down >= least) continue;
    least = across * across + down * down;
    best = i;
  }
  return best;
}

static void describe(const struct camera *camera, const struct mode *mode, struct v4l2_pix_format *pixels) {
  const struct faults *faults = &camera->faults;
  memset(pixels, 0, sizeof *pixels);
  pixels->width = faults->width_lie ? faults->width_lie : mode->width;
  pixels->height = faults->height_lie ? faults->height_lie : mode->height;
  pixels->pixelformat = faults->code_lie ? faults->code_lie : mode->code;
  pixels->field = V4L2_FIELD_NONE;
  pixels->bytesperline = faults->stride_lie ? faults->stride_lie : stride_of(camera, mode);
  pixels->sizeimage = faults->image_lie ? faults->image_lie : size_of(camera, mode);
  pixels->colorspace = mode->code == V4L2_PIX_FMT_MJPEG ? V4L2_COLORSPACE_JPEG : V4L2_COLORSPACE_SRGB;
  pixels->priv = V4L2_PIX_FMT_PRIV_MAGIC;
}

static int set_format(struct camera *camera, struct v4l2_format *format, bool only_try) {
  if (format->type != CAPTURE) return EINVAL;
  int index = nearest(camera, &format->fmt.pix);
  if (!only_try) {
    if (camera->faults.busy || camera->buffer_count) return EBUSY;
    camera->current = index;
    camera->rate = camera->modes[index].rate;
  }
  describe(camera, &camera->modes[index], &format->fmt.pix);
  return 0;
}

static int set_rate(struct camera *camera, struct v4l2_streamparm *parameters, bool only_get) {
  if (parameters->type != CAPTURE) return EINVAL;
  struct v4l2_captureparm *capture = &parameters->parm.capture;
  if (!only_get) {
    const struct mode *current = &camera->modes[camera->current];
    struct v4l2_fract frame = capture->timeperframe;
    int64_t wanted = frame.numerator ? frame.denominator / frame.numerator : current->rate, least = INT64_MAX;
    for (int i = 0; i < camera->mode_count; i++) {
      int64_t distance = camera->modes[i].rate - wanted;
      if (distance < 0) distance = -distance;
      if (!same_size(&camera->modes[i], current) || distance >= least) continue;
      least = distance;
      camera->rate = camera->modes[i].rate;
    }
  }
  memset(&parameters->parm, 0, sizeof parameters->parm);
  capture->capability = V4L2_CAP_TIMEPERFRAME;
  capture->timeperframe = (struct v4l2_fract){1, camera->rate};
  return 0;
}

static int request_buffers(struct handle *handle, struct v4l2_requestbuffers *request) {
  struct camera *camera = handle->camera;
  if (request->type != CAPTURE) return EINVAL;
  request->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
  request->flags = 0;
  memset(request->reserved, 0, sizeof request->reserved);
  if (request->memory != V4L2_MEMORY_MMAP) return EINVAL;
  bool owned_by_other = camera->owner >= 0 && camera->owner != handle->descriptor;
  if (camera->faults.busy || owned_by_other || camera->streaming) return EBUSY;
  stop(camera);
  release(camera);
  camera->owner = -1;
  if (!request->count) return 0;
  request->count = allocate(camera, request->count);
  camera->owner = handle->descriptor;
  return request->count ? 0 : ENOMEM;
}

static void report(const struct camera *camera, int index, struct v4l2_buffer *buffer) {
  const struct buffer *own = &camera->buffers[index];
  *buffer = own->info;
  buffer->flags = own->info.flags & (V4L2_BUF_FLAG_ERROR | V4L2_BUF_FLAG_MAPPED);
  buffer->flags |= camera->faults.unstamped ? V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN : V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  buffer->flags |= V4L2_BUF_FLAG_TSTAMP_SRC_EOF;
  if (own->state == BUFFER_QUEUED) buffer->flags |= V4L2_BUF_FLAG_QUEUED;
  if (own->state == BUFFER_DONE) buffer->flags |= V4L2_BUF_FLAG_DONE;
  if (camera->faults.length_lie) buffer->length = camera->faults.length_lie;
}

static bool is_own(const struct camera *camera, const struct v4l2_buffer *buffer) {
  return buffer->type == CAPTURE && buffer->index < (uint32_t)camera->buffer_count;
}

static int queue(struct handle *handle, struct v4l2_buffer *buffer) {
  struct camera *camera = handle->camera;
  if (!is_own(camera, buffer) || buffer->memory != V4L2_MEMORY_MMAP) return EINVAL;
  if (camera->owner != handle->descriptor) return EBUSY;
  struct buffer *own = &camera->buffers[buffer->index];
  if (own->state != BUFFER_IDLE) return EINVAL;
  if (buffer->flags & V4L2_BUF_FLAG_REQUEST_FD) return EBADR;
  own->state = BUFFER_QUEUED;
  own->info.bytesused = own->info.sequence = 0;
  own->info.flags &= ~V4L2_BUF_FLAG_ERROR;
  memset(&own->info.timestamp, 0, sizeof own->info.timestamp);
  camera->waiting.indices[camera->waiting.count++] = buffer->index;
  report(camera, buffer->index, buffer);
  return 0;
}

static int dequeue(struct handle *handle, struct v4l2_buffer *buffer) {
  struct camera *camera = handle->camera;
  if (buffer->type != CAPTURE || buffer->memory != V4L2_MEMORY_MMAP || !camera->streaming) return EINVAL;
  if (camera->owner != handle->descriptor) return EBUSY;
  bool waits = !(kernel(SYS_fcntl, handle->descriptor, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK);
  while (!camera->done.count) {
    if (!waits) return EAGAIN;
    pthread_cond_wait(&camera->changed, &camera->lock);
    if (camera->gone) return ENODEV;
    if (!camera->streaming) return EINVAL;
  }
  int index = camera->done.indices[0];
  memmove(camera->done.indices, camera->done.indices + 1, --camera->done.count * sizeof(int));
  take_ready(handle->descriptor);
  struct buffer *own = &camera->buffers[index];
  if (camera->faults.io_error_every && camera->sequence % camera->faults.io_error_every == 0) {
    // The driver keeps the buffer and fills it again.
    own->state = BUFFER_QUEUED;
    camera->waiting.indices[camera->waiting.count++] = index;
    return EIO;
  }
  own->state = BUFFER_IDLE;
  report(camera, index, buffer);
  if (camera->faults.index_lie) buffer->index = camera->faults.index_lie;
  return 0;
}

static int stream(struct handle *handle, uint32_t type, bool on) {
  struct camera *camera = handle->camera;
  bool owned_by_other = camera->owner >= 0 && camera->owner != handle->descriptor;
  if (type != CAPTURE || (on && !camera->buffer_count)) return EINVAL;
  if (owned_by_other) return EBUSY;
  if (on && camera->faults.busless) return ENOSPC;
  if (on && !camera->streaming) note_start(), start(camera);
  if (!on) stop(camera);
  return 0;
}

static void identify(const struct camera *camera, struct v4l2_capability *capability) {
  memset(capability, 0, sizeof *capability);
  snprintf((char *)capability->driver, sizeof capability->driver, "fake camera");
  snprintf((char *)capability->card, sizeof capability->card, "%s", camera->card);
  snprintf((char *)capability->bus_info, sizeof capability->bus_info, "%s", camera->bus);
  capability->version = 6 << 16 | 1 << 8;
  capability->device_caps = camera->capabilities;
  // All nodes of a device together, as uvcvideo tells them.
  capability->capabilities = camera->capabilities | V4L2_CAP_DEVICE_CAPS;
}

int answer(struct handle *handle, uint32_t request, void *argument) {
  struct camera *camera = handle->camera;
  if (camera->gone) return ENODEV;
  switch (request) {
  case VIDIOC_QUERYCAP: identify(camera, argument); return 0;
  case VIDIOC_ENUM_FMT: return list_format(camera, argument);
  case VIDIOC_ENUM_FRAMESIZES: return list_size(camera, argument);
  case VIDIOC_ENUM_FRAMEINTERVALS: return list_rate(camera, argument);
  case VIDIOC_G_FMT: {
    struct v4l2_format *format = argument;
    if (format->type != CAPTURE) return EINVAL;
    describe(camera, &camera->modes[camera->current], &format->fmt.pix);
    return 0;
  }
  case VIDIOC_TRY_FMT: return set_format(camera, argument, true);
  case VIDIOC_S_FMT: return set_format(camera, argument, false);
  case VIDIOC_G_PARM: return set_rate(camera, argument, true);
  case VIDIOC_S_PARM: return set_rate(camera, argument, false);
  case VIDIOC_ENUMINPUT: {
    struct v4l2_input *input = argument;
    if (input->index) return EINVAL;
    CLEAR_AFTER(input, index);
    snprintf((char *)input->name, sizeof input->name, "Camera 1");
    input->type = V4L2_INPUT_TYPE_CAMERA;
    return 0;
  }
  case VIDIOC_G_INPUT: *(int *)argument = 0; return 0;
  case VIDIOC_S_INPUT: return *(int *)argument ? EINVAL : 0;
  case VIDIOC_REQBUFS: return request_buffers(handle, argument);
  case VIDIOC_QUERYBUF: {
    struct v4l2_buffer *buffer = argument;
    if (!is_own(camera, buffer)) return EINVAL;
    report(camera, buffer->index, buffer);
    return 0;
  }
  case VIDIOC_QBUF: return queue(handle, argument);
  case VIDIOC_DQBUF: return dequeue(handle, argument);
  case VIDIOC_STREAMON: return stream(handle, *(uint32_t *)argument, true);
  case VIDIOC_STREAMOFF: return stream(handle, *(uint32_t *)argument, false);
  case VIDIOC_LOG_STATUS: return 0;
  default: {
    int result = answer_control(handle, request, argument);
    return result < 0 ? ENOTTY : result;
  }
  }
}

bool is_known(uint32_t request) {
  static const uint32_t known[] = {
    VIDIOC_QUERYCAP, VIDIOC_ENUM_FMT, VIDIOC_ENUM_FRAMESIZES, VIDIOC_ENUM_FRAMEINTERVALS, VIDIOC_G_FMT, VIDIOC_S_FMT,
    VIDIOC_TRY_FMT, VIDIOC_G_PARM, VIDIOC_S_PARM, VIDIOC_ENUMINPUT, VIDIOC_G_INPUT, VIDIOC_S_INPUT, VIDIOC_REQBUFS,
    VIDIOC_QUERYBUF, VIDIOC_QBUF, VIDIOC_DQBUF, VIDIOC_STREAMON, VIDIOC_STREAMOFF, VIDIOC_QUERYCTRL,
    VIDIOC_QUERY_EXT_CTRL, VIDIOC_QUERYMENU, VIDIOC_G_CTRL, VIDIOC_S_CTRL, VIDIOC_G_EXT_CTRLS, VIDIOC_TRY_EXT_CTRLS,
    VIDIOC_S_EXT_CTRLS, VIDIOC_SUBSCRIBE_EVENT, VIDIOC_UNSUBSCRIBE_EVENT, VIDIOC_DQEVENT, VIDIOC_G_PRIORITY,
    VIDIOC_S_PRIORITY,
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i] == request) return true;
  return false;
}
