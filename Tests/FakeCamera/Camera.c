// A camera's buffers, and the thread that fills them at the camera's rate, faults included.
#include "FakeCamera.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int planes_of(const struct mode *mode, struct plane planes[3]) {
  size_t width = mode->width, height = mode->height;
  switch (mode->code) {
  case V4L2_PIX_FMT_GREY: planes[0] = (struct plane){width, height}; return 1;
  case V4L2_PIX_FMT_YUYV: case V4L2_PIX_FMT_UYVY: case V4L2_PIX_FMT_Z16: case V4L2_PIX_FMT_Y16:
    planes[0] = (struct plane){2 * width, height};
    return 1;
  case V4L2_PIX_FMT_RGB24: case V4L2_PIX_FMT_BGR24: planes[0] = (struct plane){3 * width, height}; return 1;
  case V4L2_PIX_FMT_NV12: case V4L2_PIX_FMT_NV21:
    planes[0] = (struct plane){width, height};
    planes[1] = (struct plane){width, height / 2};
    return 2;
  case V4L2_PIX_FMT_YUV420: case V4L2_PIX_FMT_YVU420:
    planes[0] = (struct plane){width, height};
    planes[1] = planes[2] = (struct plane){width / 2, height / 2};
    return 3;
  default: return 0;
  }
}

// Padding of a plane: the chroma planes of planar formats have half as much.
static size_t padding_of(const struct camera *camera, const struct plane *planes, int index) {
  return index && planes[index].row < planes[0].row ? camera->padding / 2 : camera->padding;
}

uint32_t stride_of(const struct camera *camera, const struct mode *mode) {
  struct plane planes[3];
  return planes_of(mode, planes) ? planes[0].row + camera->padding : 0;
}

uint32_t size_of(const struct camera *camera, const struct mode *mode) {
  struct plane planes[3];
  int count = planes_of(mode, planes);
  size_t size = count ? 0 : 2 * (size_t)mode->width * mode->height;
  for (int i = 0; i < count; i++) size += (planes[i].row + padding_of(camera, planes, i)) * planes[i].rows;
  return size;
}

int allocate(struct camera *camera, uint32_t count) {
  if (count > MAX_BUFFERS) count = MAX_BUFFERS;
  if (count < 2) count = 2;
  size_t page = sysconf(_SC_PAGESIZE);
  camera->buffer_length = (size_of(camera, &camera->modes[camera->current]) + page - 1) / page * page;
  camera->memory = memfd_create("fake camera", MFD_CLOEXEC);
  size_t size = camera->buffer_length * count;
  if (camera->memory < 0 || ftruncate(camera->memory, size)) return 0;
  camera->mapped =
    (uint8_t *)kernel(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_SHARED, camera->memory, 0);
  camera->buffer_count = count;
  for (uint32_t i = 0; i < count; i++) {
    camera->buffers[i] = (struct buffer){.info = {
      .index = i, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .field = V4L2_FIELD_NONE,
      .length = camera->buffer_length, .m.offset = i * camera->buffer_length}};
  }
  return count;
}

void release(struct camera *camera) {
  if (camera->memory >= 0) {
    kernel(SYS_munmap, (long)camera->mapped, camera->buffer_length * camera->buffer_count, 0, 0, 0, 0);
    kernel(SYS_close, camera->memory, 0, 0, 0, 0, 0);
  }
  camera->memory = -1;
  camera->buffer_count = 0;
}

static void add_ready(struct camera *camera) {
  uint64_t one = 1;
  if (camera->owner >= 0) kernel(SYS_write, camera->owner, (long)&one, sizeof one, 0, 0, 0);
}

void take_ready(int descriptor) {
  struct pollfd ready = {.fd = descriptor, .events = POLLIN};
  struct timespec at_once = {0, 0};
  uint64_t count;
  if (kernel(SYS_ppoll, (long)&ready, 1, (long)&at_once, 0, 0, 0) > 0)
    kernel(SYS_read, descriptor, (long)&count, sizeof count, 0, 0, 0);
}

static struct timespec later(struct timespec time, uint64_t nanoseconds) {
  nanoseconds += time.tv_nsec;
  return (struct timespec){time.tv_sec + nanoseconds / 1000000000, nanoseconds % 1000000000};
}

static struct timespec now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time;
}

static bool is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

void appear(struct camera *camera) {
  camera->gone = false;
  camera->frame = 0;
  set_up_controls(camera); // it has had no power
  plug(camera);
}

bool is_back(struct camera *camera) {
  if (camera->gone && camera->faults.return_after && !is_before(now(), camera->back_at)) appear(camera);
  return !camera->gone;
}

static void vanish(struct camera *camera) {
  camera->gone = true;
  camera->back_at = later(now(), camera->faults.return_after * 1000000ull);
  unplug(camera);
  add_ready(camera); // wakes whoever polls, and ENODEV is what it finds
  pthread_cond_broadcast(&camera->changed);
}

static bool is_turn(uint32_t every, uint32_t frame) { return every && frame % every == 0; }

// Writes a frame into a buffer's memory with the rows as far apart as announced. Returns the bytes used.
static uint32_t fill(struct camera *camera, uint8_t *target) {
  const struct mode *mode = &camera->modes[camera->current];
  const struct faults *faults = &camera->faults;
  size_t which = (camera->frame - 1) % mode->frames, used = 0;
  if (camera->optics) {
    which = abs(control_value(camera, V4L2_CID_FOCUS_ABSOLUTE) - (int)camera->optics) / 5;
    if (which >= mode->frames) which = mode->frames - 1;
  }
  const uint8_t *source = mode->bytes + mode->offsets[which];
  struct plane planes[3];
  int count = planes_of(mode, planes);
  for (int i = 0; i < count; i++) {
    size_t padding = padding_of(camera, planes, i);
    for (size_t y = 0; y < planes[i].rows; y++) {
      memcpy(target + used, source, planes[i].row);
      memset(target + used + planes[i].row, 0xEE, padding);
      used += planes[i].row + padding;
      source += planes[i].row;
    }
  }
  if (!count) {
    used = mode->lengths[which] < camera->buffer_length ? mode->lengths[which] : camera->buffer_length;
    memcpy(target, source, used);
    if (is_turn(faults->cut_every, camera->frame)) used /= 2;
  }
  if (is_turn(faults->junk_every, camera->frame)) memset(target, 0xA5, used);
  if (is_turn(faults->short_every, camera->frame)) used /= 2;
  if (is_turn(faults->empty_every, camera->frame)) used = 0;
  return faults->used_lie ? faults->used_lie : used;
}

static void deliver(struct camera *camera) {
  int index = camera->waiting.indices[0];
  memmove(camera->waiting.indices, camera->waiting.indices + 1, --camera->waiting.count * sizeof(int));
  struct buffer *buffer = &camera->buffers[index];
  struct timespec time = now();
  buffer->info.bytesused = fill(camera, camera->mapped + index * camera->buffer_length);
  buffer->info.sequence = camera->faults.zero_sequence ? 0 : camera->sequence - 1;
  buffer->info.timestamp.tv_sec = time.tv_sec;
  buffer->info.timestamp.tv_usec = time.tv_nsec / 1000;
  buffer->info.flags &= ~V4L2_BUF_FLAG_ERROR;
  if (is_turn(camera->faults.flag_every, camera->frame)) buffer->info.flags |= V4L2_BUF_FLAG_ERROR;
  buffer->state = BUFFER_DONE;
  camera->done.indices[camera->done.count++] = index;
  add_ready(camera);
  pthread_cond_broadcast(&camera->changed);
}

static void *produce(void *argument) {
  struct camera *camera = argument;
  const struct faults *faults = &camera->faults;
  pthread_mutex_lock(&camera->lock);
  struct timespec due = now();
  while (camera->streaming) {
    due = later(due, 1000000000ull / camera->rate);
    while (camera->streaming && pthread_cond_timedwait(&camera->changed, &camera->lock, &due) != ETIMEDOUT) {}
    if (!camera->streaming) break;
    camera->frame++;
    camera->sequence++;
    if (faults->unplug_after && camera->frame > faults->unplug_after) {
      vanish(camera);
      break;
    }
    if (faults->stall_after && camera->frame > faults->stall_after) {
      uint32_t silent = (camera->frame - faults->stall_after) * 1000 / camera->rate;
      if (!faults->stall_for || silent < faults->stall_for) continue;
    }
    if (camera->waiting.count) deliver(camera); // else the frame is lost, as with a real driver
  }
  pthread_mutex_unlock(&camera->lock);
  return NULL;
}

void start(struct camera *camera) {
  camera->streaming = camera->producing = true;
  camera->sequence = 0;
  pthread_create(&camera->producer, NULL, produce, camera);
}

void stop(struct camera *camera) {
  camera->streaming = false;
  if (camera->producing) {
    pthread_cond_broadcast(&camera->changed);
    pthread_mutex_unlock(&camera->lock);
    pthread_join(camera->producer, NULL);
    pthread_mutex_lock(&camera->lock);
    camera->producing = false;
  }
  for (int i = 0; i < camera->buffer_count; i++) camera->buffers[i].state = BUFFER_IDLE;
  for (; camera->done.count; camera->done.count--)
    if (camera->owner >= 0) take_ready(camera->owner);
  camera->waiting.count = 0;
}
