// Controls, control events and priorities: what v4l2-compliance asks of a camera beside its pictures.
#include "FakeCamera.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const exposure_menu[] = {"Auto Mode", "Manual Mode"};
static const char *const mains_menu[] = {"Disabled", "50 Hz", "60 Hz"};

void set_up_controls(struct camera *camera) {
  const struct control controls[CONTROLS] = {
    {V4L2_CID_USER_CLASS, V4L2_CTRL_TYPE_CTRL_CLASS, "User Controls", 0, 0, 0, 0, 0, NULL},
    {V4L2_CID_BRIGHTNESS, V4L2_CTRL_TYPE_INTEGER, "Brightness", 0, 255, 1, 128, 128, NULL},
    {V4L2_CID_CONTRAST, V4L2_CTRL_TYPE_INTEGER, "Contrast", 0, 100, 1, 50, 50, NULL},
    {V4L2_CID_AUTO_WHITE_BALANCE, V4L2_CTRL_TYPE_BOOLEAN, "White Balance, Automatic", 0, 1, 1, 1, 1, NULL},
    {V4L2_CID_GAIN, V4L2_CTRL_TYPE_INTEGER, "Gain", 0, 63, 1, 8, 8, NULL},
    {V4L2_CID_POWER_LINE_FREQUENCY, V4L2_CTRL_TYPE_MENU, "Power Line Frequency", 0, 2, 1, 1, 1, mains_menu},
    {V4L2_CID_WHITE_BALANCE_TEMPERATURE, V4L2_CTRL_TYPE_INTEGER, "White Balance Temperature", 2800, 6500, 10, 4600, 4600,
     NULL},
    {V4L2_CID_ILLUMINATORS_1, V4L2_CTRL_TYPE_BOOLEAN, "Illuminator 1", 0, 1, 1, 0, 0, NULL},
    {V4L2_CID_CAMERA_CLASS, V4L2_CTRL_TYPE_CTRL_CLASS, "Camera Controls", 0, 0, 0, 0, 0, NULL},
    {V4L2_CID_EXPOSURE_AUTO, V4L2_CTRL_TYPE_MENU, "Auto Exposure", 0, 1, 1, 0, 0, exposure_menu},
    {V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Exposure Time, Absolute", 1, 5000, 1, 157, 157, NULL},
    {V4L2_CID_FOCUS_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Focus, Absolute", 0, 250, 5, 0, 0, NULL},
    {V4L2_CID_FOCUS_AUTO, V4L2_CTRL_TYPE_BOOLEAN, "Focus, Automatic Continuous", 0, 1, 1, 1, 1, NULL},
    {V4L2_CID_ZOOM_ABSOLUTE, V4L2_CTRL_TYPE_INTEGER, "Zoom, Absolute", 100, 400, 10, 100, 100, NULL},
  };
  memcpy(camera->controls, controls, sizeof controls);
}

// The control of this number, or with V4L2_CTRL_FLAG_NEXT_CTRL the first above it; NULL if there is none.
static struct control *find(struct camera *camera, uint32_t id) {
  for (int i = 0; i < CONTROLS; i++) {
    struct control *control = &camera->controls[i];
    bool next = id & V4L2_CTRL_FLAG_NEXT_CTRL && control->id > (id & V4L2_CTRL_ID_MASK);
    if (next || control->id == id) return control;
  }
  return NULL;
}

static bool is_title(const struct control *control) { return control->type == V4L2_CTRL_TYPE_CTRL_CLASS; }

static const uint32_t TITLE_FLAGS = V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_WRITE_ONLY;

// Brings a value into the control's range. Menus have no nearest entry.
static int limit(const struct control *control, int32_t *value) {
  if (control->type == V4L2_CTRL_TYPE_BOOLEAN) *value = !!*value;
  if (control->type == V4L2_CTRL_TYPE_MENU && (*value < control->minimum || *value > control->maximum)) return ERANGE;
  if (*value < control->minimum) *value = control->minimum;
  if (*value > control->maximum) *value = control->maximum;
  if (control->step > 1) *value -= (*value - control->minimum) % control->step;
  return 0;
}

static int query(struct camera *camera, struct v4l2_queryctrl *query) {
  const struct control *control = find(camera, query->id);
  if (!control) return EINVAL;
  *query = (struct v4l2_queryctrl){
    .id = control->id, .type = control->type, .minimum = control->minimum, .maximum = control->maximum,
    .step = control->step, .default_value = control->initial, .flags = is_title(control) ? TITLE_FLAGS : 0};
  snprintf((char *)query->name, sizeof query->name, "%s", control->name);
  return 0;
}

static int query_extended(struct camera *camera, struct v4l2_query_ext_ctrl *query) {
  const struct control *control = find(camera, query->id);
  if (!control) return EINVAL;
  *query = (struct v4l2_query_ext_ctrl){
    .id = control->id, .type = control->type, .minimum = control->minimum, .maximum = control->maximum,
    .step = control->step, .default_value = control->initial, .flags = is_title(control) ? TITLE_FLAGS : 0,
    .elem_size = is_title(control) ? 0 : 4, .elems = is_title(control) ? 0 : 1};
  snprintf(query->name, sizeof query->name, "%s", control->name);
  return 0;
}

static int query_menu(struct camera *camera, struct v4l2_querymenu *query) {
  const struct control *control = find(camera, query->id);
  if (!control || !control->menu || query->index > (uint32_t)control->maximum) return EINVAL;
  memset(query->name, 0, sizeof query->name);
  snprintf((char *)query->name, sizeof query->name, "%s", control->menu[query->index]);
  query->reserved = 0;
  return 0;
}

static int access_one(struct camera *camera, struct v4l2_control *access, bool write) {
  struct control *control = find(camera, access->id & V4L2_CTRL_ID_MASK);
  if (!control || control->id != access->id) return EINVAL;
  if (is_title(control)) return EACCES;
  if (!write) {
    access->value = control->value;
    return 0;
  }
  int error = limit(control, &access->value);
  if (error) return error;
  control->value = access->value;
  note_control(control->name, control->value);
  return 0;
}

int32_t control_value(struct camera *camera, uint32_t id) { return find(camera, id)->value; }

static bool has_class(const struct camera *camera, uint32_t class) {
  for (int i = 0; i < CONTROLS; i++)
    if (V4L2_CTRL_ID2WHICH(camera->controls[i].id) == class) return true;
  return false;
}

static int access_many(struct camera *camera, struct v4l2_ext_controls *list, uint32_t request) {
  bool get = request == VIDIOC_G_EXT_CTRLS, only_try = request == VIDIOC_TRY_EXT_CTRLS;
  bool initial = list->which == V4L2_CTRL_WHICH_DEF_VAL;
  list->error_idx = list->count;
  if (list->which == V4L2_CTRL_WHICH_REQUEST_VAL) return EBADR;
  if (initial && !get) return EINVAL;
  if (!list->count) return !list->which || initial || has_class(camera, list->which) ? 0 : EINVAL;
  // All are checked before any is changed.
  for (uint32_t i = 0; i < list->count; i++) {
    struct v4l2_ext_control *entry = &list->controls[i];
    const struct control *control = find(camera, entry->id & V4L2_CTRL_ID_MASK);
    bool other_class = list->which && !initial && V4L2_CTRL_ID2WHICH(entry->id) != list->which;
    int error = 0;
    int32_t value = entry->value;
    if (!control || control->id != entry->id || other_class) error = EINVAL;
    else if (is_title(control)) error = EACCES;
    else if (!get) error = limit(control, &value);
    if (error) {
      if (only_try) list->error_idx = i;
      return error;
    }
    if (!get) entry->value = value;
  }
  for (uint32_t i = 0; i < list->count; i++) {
    struct control *control = find(camera, list->controls[i].id);
    if (get) list->controls[i].value = initial ? control->initial : control->value;
    else if (!only_try) control->value = list->controls[i].value;
  }
  return 0;
}

static void add_event(struct handle *handle, const struct control *control) {
  if (handle->event_count == MAX_EVENTS) return;
  struct v4l2_event *event = &handle->events[handle->event_count++];
  *event = (struct v4l2_event){
    .type = V4L2_EVENT_CTRL, .id = control->id, .sequence = handle->event_sequence++,
    .u.ctrl = {
      .changes = V4L2_EVENT_CTRL_CH_FLAGS | V4L2_EVENT_CTRL_CH_VALUE, .type = control->type, .value = control->value,
      .minimum = control->minimum, .maximum = control->maximum, .step = control->step,
      .default_value = control->initial}};
  clock_gettime(CLOCK_MONOTONIC, &event->timestamp);
}

static int subscribe(struct handle *handle, const struct v4l2_event_subscription *wanted) {
  const struct control *control = find(handle->camera, wanted->id);
  if (wanted->type != V4L2_EVENT_CTRL || !control || control->id != wanted->id) return EINVAL;
  for (uint32_t i = 0; i < handle->subscription_count; i++)
    if (handle->subscriptions[i] == wanted->id) return 0;
  if (handle->subscription_count < MAX_EVENTS) handle->subscriptions[handle->subscription_count++] = wanted->id;
  if (wanted->flags & V4L2_EVENT_SUB_FL_SEND_INITIAL && !is_title(control)) add_event(handle, control);
  return 0;
}

static int unsubscribe(struct handle *handle, const struct v4l2_event_subscription *unwanted) {
  if (unwanted->type == V4L2_EVENT_ALL) handle->subscription_count = handle->event_count = 0;
  for (uint32_t i = 0; i < handle->subscription_count; i++)
    if (handle->subscriptions[i] == unwanted->id)
      handle->subscriptions[i] = handle->subscriptions[--handle->subscription_count];
  return 0;
}

static int next_event(struct handle *handle, struct v4l2_event *event) {
  if (!handle->event_count) return ENOENT;
  *event = handle->events[0];
  memmove(handle->events, handle->events + 1, --handle->event_count * sizeof *event);
  event->pending = handle->event_count;
  return 0;
}

static uint32_t highest_priority(const struct camera *camera, const struct handle *besides) {
  uint32_t highest = V4L2_PRIORITY_BACKGROUND;
  for (int i = 0; i < MAX_HANDLES; i++) {
    const struct handle *other = &handles[i];
    if (other->used && other->camera == camera && other != besides && other->priority > highest)
      highest = other->priority;
  }
  return highest;
}

static int set_priority(struct handle *handle, uint32_t priority) {
  if (priority < V4L2_PRIORITY_BACKGROUND || priority > V4L2_PRIORITY_RECORD) return EINVAL;
  uint32_t others = highest_priority(handle->camera, handle);
  if (others == V4L2_PRIORITY_RECORD && priority < others) return EBUSY;
  handle->priority = priority;
  return 0;
}

int answer_control(struct handle *handle, uint32_t request, void *argument) {
  struct camera *camera = handle->camera;
  switch (request) {
  case VIDIOC_QUERYCTRL: return query(camera, argument);
  case VIDIOC_QUERY_EXT_CTRL: return query_extended(camera, argument);
  case VIDIOC_QUERYMENU: return query_menu(camera, argument);
  case VIDIOC_G_CTRL: return access_one(camera, argument, false);
  case VIDIOC_S_CTRL: return access_one(camera, argument, true);
  case VIDIOC_G_EXT_CTRLS:
  case VIDIOC_TRY_EXT_CTRLS:
  case VIDIOC_S_EXT_CTRLS: return access_many(camera, argument, request);
  case VIDIOC_SUBSCRIBE_EVENT: return subscribe(handle, argument);
  case VIDIOC_UNSUBSCRIBE_EVENT: return unsubscribe(handle, argument);
  case VIDIOC_DQEVENT: return next_event(handle, argument);
  case VIDIOC_G_PRIORITY: *(uint32_t *)argument = highest_priority(camera, NULL); return 0;
  case VIDIOC_S_PRIORITY: return set_priority(handle, *(uint32_t *)argument);
  default: return -1;
  }
}
