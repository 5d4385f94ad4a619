#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <xcb/xcb.h>
#include <xcb/xtest.h>
#include <xkbcommon/xkbcommon.h>

/// Makes a keyboard of the kernel's that programs type on (Documentation/input/uinput.rst). Returns a descriptor or -errno.
static inline int vf_uinput_open(const char *path) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .version = 1}, .name = "Viewfinder"};
  int failed = ioctl(file, UI_SET_EVBIT, EV_KEY) < 0;
  // All keys of a keyboard: what has only a few is taken for something else.
  for (int key = KEY_ESC; !failed && key <= KEY_MICMUTE; key++) failed = ioctl(file, UI_SET_KEYBIT, key) < 0;
  if (failed || ioctl(file, UI_DEV_SETUP, &setup) < 0 || ioctl(file, UI_DEV_CREATE) < 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}

/// Presses or lets go a key, and tells that this is all. Returns 0 or -errno.
static inline int vf_uinput_key(int file, int key, int is_down) {
  struct input_event events[] = {
    {.type = EV_KEY, .code = (unsigned short)key, .value = is_down}, {.type = EV_SYN, .code = SYN_REPORT}};
  return write(file, events, sizeof events) == (ssize_t)sizeof events ? 0 : -errno;
}

static inline void vf_uinput_close(int file) {
  ioctl(file, UI_DEV_DESTROY);
  close(file);
}
