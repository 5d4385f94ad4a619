// V4L2 cameras without a kernel driver: a library that is preloaded into an unmodified program.
//
// FAKE_CAMERA names a folder with a file `cameras` (Configuration.c says what stands in it). While the library is
// loaded, /dev/video*, /dev/v4l and the matching sysfs entries are those of that folder, and calls on an opened node
// are answered here. No rights beyond the program's own are needed.
//
// libv4l2 makes every call by syscall(), so that is intercepted as well as open, ioctl, mmap and their kin. The
// descriptor that the program holds is an eventfd in semaphore mode which counts filled buffers: poll, select, epoll
// and O_NONBLOCK are the kernel's own. Buffers lie in a memfd, to which mmap is redirected.
#ifndef FAKE_CAMERA_H
#define FAKE_CAMERA_H

#define _GNU_SOURCE
#include <linux/videodev2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_CAMERAS = 8, MAX_MODES = 32, MAX_BUFFERS = 32, MAX_HANDLES = 64, MAX_EVENTS = 16, CONTROLS = 14 };

// One format, size and rate, and the frames that it delivers again and again.
struct mode {
  uint32_t code, width, height, rate;
  uint8_t *bytes;
  size_t *offsets, *lengths, frames;
};

// What goes wrong. All are 0 in a camera that works; "every n" is every n-th frame, counted from 1.
struct faults {
  uint32_t unplug_after;   // frames until the camera is gone
  uint32_t return_after;   // milliseconds until it is back; 0 is never
  uint32_t absent;         // it is plugged in for the n-th listing of /dev
  uint32_t stall_after;    // frames until none come any more
  uint32_t stall_for;      // milliseconds; 0 is for ever
  uint32_t flag_every;     // V4L2_BUF_FLAG_ERROR
  uint32_t short_every;    // half of the bytes
  uint32_t empty_every;    // no bytes
  uint32_t cut_every;      // a JPEG frame that ends in its middle
  uint32_t junk_every;     // bytes that are no picture
  uint32_t io_error_every; // VIDIOC_DQBUF answers EIO instead
  uint32_t busy;           // VIDIOC_S_FMT and VIDIOC_REQBUFS answer EBUSY
  uint32_t denied;         // open answers EACCES
  uint32_t busless;        // VIDIOC_STREAMON answers ENOSPC, as a full USB does
  // Lies of the driver; what is delivered stays as it is.
  uint32_t stride_lie;     // bytesperline
  uint32_t image_lie;      // sizeimage
  uint32_t width_lie, height_lie;
  uint32_t code_lie;       // pixelformat of VIDIOC_S_FMT
  uint32_t length_lie;     // of a buffer, to be mapped
  uint32_t used_lie;       // bytesused
  uint32_t index_lie;      // of a dequeued buffer
  uint32_t endless_lists;  // enumerations never end
  uint32_t untold;         // neither sizes nor rates are listed
  uint32_t zero_sequence;  // every frame is number 0
  uint32_t unstamped;      // timestamps are of no clock
};

struct control {
  uint32_t id, type;
  const char *name;
  int32_t minimum, maximum, step, initial, value;
  const char *const *menu;
};

enum buffer_state { BUFFER_IDLE, BUFFER_QUEUED, BUFFER_DONE };

struct buffer {
  struct v4l2_buffer info;
  enum buffer_state state;
};

// Indices of buffers, first in, first out.
struct queue {
  int indices[MAX_BUFFERS], count;
};

struct camera {
  char node[64], card[32], bus[32], link[160];
  uint32_t number, capabilities, group;
  uint32_t optics;  // the focus at which the first frame is seen, and the n-th where the lens is 5 n from it; 0 is none
  uint32_t padding; // bytes after each row of the first plane, delivered as announced
  struct mode modes[MAX_MODES];
  int mode_count, current;
  uint32_t rate;
  struct faults faults;
  struct control controls[CONTROLS];

  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t producer;
  bool producing, streaming, gone;
  struct timespec back_at;
  int memory, owner; // the memfd, and the descriptor that asked for buffers; -1 is none
  uint8_t *mapped;
  size_t buffer_length;
  int buffer_count;
  struct buffer buffers[MAX_BUFFERS];
  struct queue waiting, done;
  uint32_t sequence, frame; // since the stream began; since the camera was plugged in
};

// An open node.
struct handle {
  int descriptor;
  bool used;
  struct camera *camera;
  uint32_t priority;
  uint32_t event_count, event_sequence, subscription_count, subscriptions[MAX_EVENTS];
  struct v4l2_event events[MAX_EVENTS];
};

// Configuration.c
extern struct camera cameras[MAX_CAMERAS];
extern int camera_count;
void note_start(void); // writes an empty file `started` into the folder, so that a bench knows when frames began to come
extern const char *folder; // FAKE_CAMERA, or NULL: then nothing is intercepted
void note_control(const char *name, int32_t value); // adds a line to the file `controls` in the folder
void configure(void);
void plug(struct camera *camera);   // makes the node's files
void unplug(struct camera *camera); // removes them

// Camera.c
struct plane { size_t row, rows; };
int planes_of(const struct mode *mode, struct plane planes[3]); // without padding; 0 for JPEG
uint32_t stride_of(const struct camera *camera, const struct mode *mode);
uint32_t size_of(const struct camera *camera, const struct mode *mode);
int allocate(struct camera *camera, uint32_t count);
void release(struct camera *camera);
void start(struct camera *camera);
void stop(struct camera *camera);
void take_ready(int descriptor);
void appear(struct camera *camera);  // plugs in a camera that was not there
bool is_back(struct camera *camera); // whether a camera that went has come again by now

// Requests.c: 0 or errno; the camera's lock is held.
int answer(struct handle *handle, uint32_t request, void *argument);
bool is_known(uint32_t request);

// Controls.c: 0 or errno, or -1 for a request that is none of controls, events and priority.
int answer_control(struct handle *handle, uint32_t request, void *argument);
void set_up_controls(struct camera *camera);
int32_t control_value(struct camera *camera, uint32_t id); // of one that there is

// Interposition.c
extern struct handle handles[MAX_HANDLES];
long kernel(long number, long a, long b, long c, long d, long e, long f); // the real system call

#endif
