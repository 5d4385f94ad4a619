// The file `cameras`: a line a statement, words between spaces, `#` begins a comment.
//
//   camera video0                     a node of that name under /dev; what follows is about it
//   card Front Camera                 the maker's name, to the line's end
//   bus usb-0000:00:14.0-1            where it is plugged in
//   id usb-Maker_Model_1234           a link under /dev/v4l/by-id (…-video-index0)
//   kind capture|output|metadata|m2m  what it can do
//   group 44                          the group that owns the node
//   optics 120                        frames by focus: the first at 120, the next where the lens is 5 from there …
//   padding 64                        bytes after each row
//   format YUYV 640 480 30 file       frames back to back, in the folder; for MJPG pictures back to back
//   fault stall-after 10              any name of the table below, with its number
#include "FakeCamera.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct camera cameras[MAX_CAMERAS];
int camera_count;
const char *folder;

static const struct { const char *name; size_t offset; } fault_names[] = {
  {"unplug-after", offsetof(struct faults, unplug_after)},
  {"return-after", offsetof(struct faults, return_after)},
  {"absent", offsetof(struct faults, absent)},
  {"stall-after", offsetof(struct faults, stall_after)},
  {"stall-for", offsetof(struct faults, stall_for)},
  {"flag-every", offsetof(struct faults, flag_every)},
  {"short-every", offsetof(struct faults, short_every)},
  {"empty-every", offsetof(struct faults, empty_every)},
  {"cut-every", offsetof(struct faults, cut_every)},
  {"junk-every", offsetof(struct faults, junk_every)},
  {"io-error-every", offsetof(struct faults, io_error_every)},
  {"busy", offsetof(struct faults, busy)},
  {"denied", offsetof(struct faults, denied)},
  {"busless", offsetof(struct faults, busless)},
  {"stride-lie", offsetof(struct faults, stride_lie)},
  {"image-lie", offsetof(struct faults, image_lie)},
  {"width-lie", offsetof(struct faults, width_lie)},
  {"height-lie", offsetof(struct faults, height_lie)},
  {"code-lie", offsetof(struct faults, code_lie)},
  {"length-lie", offsetof(struct faults, length_lie)},
  {"used-lie", offsetof(struct faults, used_lie)},
  {"index-lie", offsetof(struct faults, index_lie)},
  {"endless-lists", offsetof(struct faults, endless_lists)},
  {"untold", offsetof(struct faults, untold)},
  {"zero-sequence", offsetof(struct faults, zero_sequence)},
  {"unstamped", offsetof(struct faults, unstamped)},
};

static void fail(const char *what, const char *detail) {
  fprintf(stderr, "fake camera: %s: %s\n", what, detail);
  _exit(99);
}

static char *in_folder(const char *format, const char *name) {
  char relative[256], *path;
  snprintf(relative, sizeof relative, format, name);
  if (asprintf(&path, "%s%s", folder, relative) < 0) fail("memory", relative);
  return path;
}

static uint8_t *read_file(const char *name, size_t *size) {
  char *path = in_folder("/%s", name);
  FILE *file = fopen(path, "rb");
  if (!file) fail("cannot read", path);
  struct stat status;
  if (fstat(fileno(file), &status) || !status.st_size) fail("empty", path);
  *size = status.st_size;
  uint8_t *bytes = malloc(*size);
  if (!bytes || fread(bytes, 1, *size, file) != *size) fail("cannot read", path);
  fclose(file);
  free(path);
  return bytes;
}

static void add_frame(struct mode *mode, size_t offset, size_t length) {
  mode->offsets = realloc(mode->offsets, (mode->frames + 1) * sizeof *mode->offsets);
  mode->lengths = realloc(mode->lengths, (mode->frames + 1) * sizeof *mode->lengths);
  mode->offsets[mode->frames] = offset;
  mode->lengths[mode->frames++] = length;
}

static void load_frames(struct mode *mode, const char *name) {
  size_t size, start = 0, tight = 0;
  mode->bytes = read_file(name, &size);
  struct plane planes[3];
  int count = planes_of(mode, planes);
  for (int i = 0; i < count; i++) tight += planes[i].row * planes[i].rows;
  if (tight) {
    for (size_t at = 0; at + tight <= size; at += tight) add_frame(mode, at, tight);
  } else {
    // From each start-of-image marker to the end-of-image marker after it.
    for (size_t i = 0; i + 1 < size; i++) {
      if (mode->bytes[i] != 0xFF) continue;
      if (mode->bytes[i + 1] == 0xD8) start = i;
      if (mode->bytes[i + 1] == 0xD9) add_frame(mode, start, i + 2 - start);
    }
  }
  if (!mode->frames) fail("holds no frame", name);
}

static uint32_t capabilities_of(const char *kind) {
  const uint32_t stream = V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT;
  if (!strcmp(kind, "capture")) return V4L2_CAP_VIDEO_CAPTURE | stream;
  if (!strcmp(kind, "output")) return V4L2_CAP_VIDEO_OUTPUT | stream;
  if (!strcmp(kind, "metadata")) return V4L2_CAP_META_CAPTURE | stream;
  if (!strcmp(kind, "m2m")) return V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_CAPTURE | stream;
  fail("no such kind", kind);
  return 0;
}

static void add_camera(const char *node) {
  if (camera_count == MAX_CAMERAS) fail("too many cameras", node);
  struct camera *camera = &cameras[camera_count++];
  snprintf(camera->node, sizeof camera->node, "%s", node);
  snprintf(camera->card, sizeof camera->card, "Fake Camera");
  snprintf(camera->bus, sizeof camera->bus, "platform:fake-%03d", camera_count - 1);
  camera->number = camera_count - 1;
  camera->capabilities = capabilities_of("capture");
  camera->group = 44; // video, on Debian
  camera->memory = camera->owner = -1;
  pthread_mutex_init(&camera->lock, NULL);
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&camera->changed, &monotonic);
  set_up_controls(camera);
}

static void set_fault(struct faults *faults, const char *name, const char *value) {
  for (size_t i = 0; i < sizeof fault_names / sizeof *fault_names; i++) {
    if (strcmp(fault_names[i].name, name)) continue;
    uint32_t number = strcmp(name, "code-lie")
      ? strtoul(value, NULL, 0) : v4l2_fourcc(value[0], value[1], value[2], value[3]);
    memcpy((char *)faults + fault_names[i].offset, &number, sizeof number);
    return;
  }
  fail("no such fault", name);
}

static void read_statement(char *line) {
  char *rest = line;
  const char *word = strsep(&rest, " ");
  struct camera *camera = camera_count ? &cameras[camera_count - 1] : NULL;
  if (!rest) fail("a statement without its value", word);
  if (!strcmp(word, "camera")) return add_camera(rest);
  if (!camera) fail("stands before any camera", word);
  if (!strcmp(word, "card")) snprintf(camera->card, sizeof camera->card, "%s", rest);
  else if (!strcmp(word, "bus")) snprintf(camera->bus, sizeof camera->bus, "%s", rest);
  else if (!strcmp(word, "id")) snprintf(camera->link, sizeof camera->link, "%s-video-index0", rest);
  else if (!strcmp(word, "kind")) camera->capabilities = capabilities_of(rest);
  else if (!strcmp(word, "group")) camera->group = atoi(rest);
  else if (!strcmp(word, "optics")) camera->optics = atoi(rest);
  else if (!strcmp(word, "padding")) camera->padding = atoi(rest);
  else if (!strcmp(word, "fault")) {
    const char *name = strsep(&rest, " ");
    set_fault(&camera->faults, name, rest ? rest : "1");
  } else if (!strcmp(word, "format")) {
    if (camera->mode_count == MAX_MODES) fail("too many formats", rest);
    struct mode *mode = &camera->modes[camera->mode_count++];
    char code[5], name[128];
    if (sscanf(rest, "%4[^ ] %u %u %u %127s", code, &mode->width, &mode->height, &mode->rate, name) != 5)
      fail("not CODE WIDTH HEIGHT RATE FILE", rest);
    for (size_t i = strlen(code); i < 4; i++) code[i] = ' ';
    mode->code = v4l2_fourcc(code[0], code[1], code[2], code[3]);
    load_frames(mode, name);
    camera->rate = camera->modes[0].rate;
  } else fail("no such statement", word);
}

static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0755);
    *slash = '/';
  }
}

static void write_file(char *path, const char *text) {
  make_folders(path);
  FILE *file = fopen(path, "w");
  if (!file) fail("cannot write", path);
  fputs(text, file);
  fclose(file);
  free(path);
}

void note_control(const char *name, int32_t value) {
  char *path = in_folder("/%s", "controls");
  FILE *file = fopen(path, "a");
  free(path);
  if (!file) return;
  fprintf(file, "%s = %d\n", name, value);
  fclose(file);
}

void note_start(void) { write_file(in_folder("/%s", "started"), ""); }

void plug(struct camera *camera) {
  char number[32], text[128], *link = in_folder("/dev/v4l/by-id/%s", camera->link), target[80];
  write_file(in_folder("/dev/%s", camera->node), "");
  snprintf(number, sizeof number, "81:%u", camera->number);
  snprintf(text, sizeof text, "MAJOR=81\nMINOR=%u\nDEVNAME=%s\n", camera->number, camera->node);
  write_file(in_folder("/sys/dev/char/%s/uevent", number), text);
  make_folders(link);
  snprintf(target, sizeof target, "../../%s", camera->node);
  if (*camera->link && symlink(target, link)) unlink(link), (void)!symlink(target, link);
  free(link);
}

void unplug(struct camera *camera) {
  char *link = in_folder("/dev/v4l/by-id/%s", camera->link), *node = in_folder("/dev/%s", camera->node);
  if (*camera->link) unlink(link);
  unlink(node);
  free(link);
  free(node);
}

void configure(void) {
  const char *named = getenv("FAKE_CAMERA");
  if (!named) return;
  folder = strdup(named);
  size_t size;
  uint8_t *bytes = read_file("cameras", &size);
  char *text = strndup((char *)bytes, size), *rest = text;
  free(bytes);
  for (char *line; (line = strsep(&rest, "\n"));) {
    while (*line == ' ') line++;
    if (*line && *line != '#') read_statement(line);
  }
  free(text);
  for (int i = 0; i < camera_count; i++) {
    cameras[i].gone = cameras[i].faults.absent;
    if (!cameras[i].gone) plug(&cameras[i]);
  }
}
