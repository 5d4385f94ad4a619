// Feeds a picture of a code into a v4l2loopback device, again and again:
//
//   feeder DEVICE FOURCC WIDTH HEIGHT RATE PICTURE
//
// PICTURE is lines of `#` (dark) and `.` (light), one character a module. The code is drawn in the middle, as large
// as whole pixels a module allow with the quiet zone of ISO/IEC 18004 (4 modules).
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { MAX_SIDE = 177, QUIET = 4, DARK = 40, LIGHT = 215, NEUTRAL = 128 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint8_t *draw(const char *path, int width, int height) {
  char lines[MAX_SIDE + 1][MAX_SIDE + 3];
  int side = 0;
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  while (side <= MAX_SIDE && fgets(lines[side], sizeof lines[side], file)) side++;
  fclose(file);
  int module = (width < height ? width : height) / (side + 2 * QUIET);
  int left = (width - module * side) / 2, top = (height - module * side) / 2;
  uint8_t *luma = malloc((size_t)width * height);
  memset(luma, LIGHT, (size_t)width * height);
  for (int y = 0; y < module * side; y++)
    for (int x = 0; x < module * side; x++)
      if (lines[y / module][x / module] == '#') luma[(size_t)(top + y) * width + left + x] = DARK;
  return luma;
}

// The picture in a layout; its size comes in `size`.
static uint8_t *arrange(const uint8_t *luma, uint32_t code, int width, int height, size_t *size) {
  size_t pixels = (size_t)width * height;
  uint8_t *bytes = malloc(3 * pixels);
  memset(bytes, NEUTRAL, 3 * pixels);
  switch (code) {
  case V4L2_PIX_FMT_GREY: *size = pixels; memcpy(bytes, luma, pixels); return bytes;
  case V4L2_PIX_FMT_NV12: case V4L2_PIX_FMT_YUV420: *size = pixels * 3 / 2; memcpy(bytes, luma, pixels); return bytes;
  case V4L2_PIX_FMT_YUYV: case V4L2_PIX_FMT_UYVY:
    *size = 2 * pixels;
    for (size_t i = 0; i < pixels; i++) bytes[2 * i + (code == V4L2_PIX_FMT_UYVY)] = luma[i];
    return bytes;
  case V4L2_PIX_FMT_RGB24:
    *size = 3 * pixels;
    for (size_t i = 0; i < 3 * pixels; i++) bytes[i] = luma[i / 3];
    return bytes;
  case V4L2_PIX_FMT_MJPEG: {
    // In color at 4:2:2, as webcams send it.
    for (size_t i = 0; i < 3 * pixels; i++) bytes[i] = luma[i / 3];
    unsigned char *jpeg = NULL;
    unsigned long length = 0;
    tjhandle encoder = tjInitCompress();
    if (tjCompress2(encoder, bytes, width, 0, height, TJPF_RGB, &jpeg, &length, TJSAMP_422, 90, 0)) {
      fprintf(stderr, "tjCompress2: %s\n", tjGetErrorStr2(encoder));
      exit(1);
    }
    *size = length;
    return jpeg;
  }
  default: fprintf(stderr, "feeder: no such layout\n"); exit(2);
  }
}

int main(int count, char **words) {
  if (count != 7 || strlen(words[2]) != 4) return 2;
  const char *name = words[2];
  uint32_t code = v4l2_fourcc(name[0], name[1], name[2], name[3]);
  int width = atoi(words[3]), height = atoi(words[4]), rate = atoi(words[5]);
  size_t size;
  uint8_t *frame = arrange(draw(words[6], width, height), code, width, height, &size);

  int device = open(words[1], O_RDWR);
  if (device < 0) fail(words[1]);
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT, .fmt.pix = {
    .width = width, .height = height, .pixelformat = code, .field = V4L2_FIELD_NONE, .colorspace = V4L2_COLORSPACE_SRGB,
    .sizeimage = code == V4L2_PIX_FMT_MJPEG ? (uint32_t)(2 * width * height) : (uint32_t)size}};
  if (ioctl(device, VIDIOC_S_FMT, &format)) fail("VIDIOC_S_FMT");
  struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  parameters.parm.output.timeperframe = (struct v4l2_fract){1, rate};
  ioctl(device, VIDIOC_S_PARM, &parameters);

  struct timespec due;
  unsigned told = 0;
  clock_gettime(CLOCK_MONOTONIC, &due);
  while (1) {
    if (write(device, frame, size) < 0 && errno != EAGAIN) fail("write");
    if (!told++) puts("feeding"), fflush(stdout);
    due.tv_nsec += 1000000000L / rate;
    if (due.tv_nsec >= 1000000000L) due.tv_sec++, due.tv_nsec -= 1000000000L;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
}
