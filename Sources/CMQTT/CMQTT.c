#include "CMQTT.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct vf_mqtt {
  struct mosquitto *mosquitto;
  int version;
  int is_connected;
  /// Of the broker's answer; -1 before it came.
  int connect_code;
  int acknowledged;
  int acknowledge_code;
};

static long long now_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void on_connect(struct mosquitto *m, void *context, int code, int flags, const mosquitto_property *properties) {
  (void)m, (void)flags, (void)properties;
  vf_mqtt *mqtt = context;
  mqtt->connect_code = code;
  mqtt->is_connected = code == 0;
}

static void on_disconnect(struct mosquitto *m, void *context, int code, const mosquitto_property *properties) {
  (void)m, (void)code, (void)properties;
  ((vf_mqtt *)context)->is_connected = 0;
}

static void on_publish(
  struct mosquitto *m, void *context, int message, int code, const mosquitto_property *properties
) {
  (void)m, (void)properties;
  vf_mqtt *mqtt = context;
  mqtt->acknowledged = message;
  mqtt->acknowledge_code = code;
}

static int say(char *trouble, const char *words) {
  snprintf(trouble, 256, "%s", words);
  return VF_MQTT_LATER;
}

/// Runs the connection for at most `milliseconds`, until `*value` is `wanted` or else something failed.
static int run_until(vf_mqtt *mqtt, const int *value, int wanted, int milliseconds) {
  long long end = now_milliseconds() + milliseconds;
  while (*value != wanted) {
    long long left = end - now_milliseconds();
    if (left <= 0) return MOSQ_ERR_INVAL;
    int code = mosquitto_loop(mqtt->mosquitto, (int)left, 1);
    if (code != MOSQ_ERR_SUCCESS && *value != wanted) return code;
  }
  return MOSQ_ERR_SUCCESS;
}

static void let_go(vf_mqtt *mqtt) {
  mosquitto_destroy(mqtt->mosquitto);
  free(mqtt);
}

static int configure(vf_mqtt *mqtt, const vf_mqtt_settings *settings) {
  struct mosquitto *m = mqtt->mosquitto;
  mosquitto_connect_v5_callback_set(m, on_connect);
  mosquitto_disconnect_v5_callback_set(m, on_disconnect);
  mosquitto_publish_v5_callback_set(m, on_publish);
  int code = mosquitto_int_option(m, MOSQ_OPT_PROTOCOL_VERSION, settings->version);
  if (!code) code = mosquitto_int_option(m, MOSQ_OPT_TCP_NODELAY, 1);
  if (!code && settings->user) code = mosquitto_username_pw_set(m, settings->user, settings->password);
  if (!code && settings->will_topic) {
    code = mosquitto_will_set(
      m, settings->will_topic, (int)strlen(settings->will), settings->will, 1, true);
  }
  if (!code && settings->uses_tls) {
    const char *folder = settings->certificates ? NULL : "/etc/ssl/certs";
    code = mosquitto_tls_set(
      m, settings->certificates, folder, settings->certificate, settings->key, NULL);
  }
  return code;
}

vf_mqtt *vf_mqtt_open(const vf_mqtt_settings *settings, int milliseconds, char *trouble) {
  // Counted by the library, and never undone: other connections may live.
  mosquitto_lib_init();
  vf_mqtt *mqtt = calloc(1, sizeof *mqtt);
  if (!mqtt) return say(trouble, "no memory"), NULL;
  mqtt->connect_code = -1;
  mqtt->acknowledged = -1;
  mqtt->version = settings->version;
  mqtt->mosquitto = mosquitto_new(settings->client, true, mqtt);
  if (!mqtt->mosquitto) {
    free(mqtt);
    return say(trouble, "no memory"), NULL;
  }
  int code = configure(mqtt, settings);
  if (!code) code = mosquitto_connect(mqtt->mosquitto, settings->host, settings->port, settings->keep_alive_seconds);
  if (!code) code = run_until(mqtt, &mqtt->is_connected, 1, milliseconds);
  if (!code) return mqtt;
  if (mqtt->connect_code > 0) {
    say(trouble, settings->version == 5 ? mosquitto_reason_string(mqtt->connect_code)
                                        : mosquitto_connack_string(mqtt->connect_code));
  } else if (code == MOSQ_ERR_ERRNO) {
    say(trouble, "no connection");
  } else {
    say(trouble, code == MOSQ_ERR_INVAL ? "no answer in time" : mosquitto_strerror(code));
  }
  let_go(mqtt);
  return NULL;
}

int vf_mqtt_publish(
  vf_mqtt *mqtt, const char *topic, const void *payload, size_t length, int retain, int milliseconds, char *trouble
) {
  int message = 0;
  int code = mosquitto_publish_v5(
    mqtt->mosquitto, &message, topic, (int)length, payload, 1, retain != 0, NULL);
  switch (code) {
  case MOSQ_ERR_SUCCESS: break;
  case MOSQ_ERR_PAYLOAD_SIZE: case MOSQ_ERR_OVERSIZE_PACKET: case MOSQ_ERR_MALFORMED_UTF8: case MOSQ_ERR_INVAL:
    say(trouble, mosquitto_strerror(code));
    return VF_MQTT_NEVER;
  default: return say(trouble, mosquitto_strerror(code));
  }
  code = run_until(mqtt, &mqtt->acknowledged, message, milliseconds);
  if (code) return say(trouble, code == MOSQ_ERR_INVAL ? "no answer in time" : mosquitto_strerror(code));
  mqtt->acknowledged = -1;
  // MQTT 5 §3.4.2.1: from 0x80 on it was not taken.
  if (mqtt->acknowledge_code < 0x80) return VF_MQTT_DONE;
  say(trouble, mosquitto_reason_string(mqtt->acknowledge_code));
  switch (mqtt->acknowledge_code) {
  case MQTT_RC_TOPIC_NAME_INVALID: case MQTT_RC_PACKET_TOO_LARGE: case MQTT_RC_PAYLOAD_FORMAT_INVALID:
    return VF_MQTT_NEVER;
  default: return VF_MQTT_LATER;
  }
}

int vf_mqtt_rest(vf_mqtt *mqtt) {
  int code = mosquitto_loop(mqtt->mosquitto, 0, 1);
  return code == MOSQ_ERR_SUCCESS && mqtt->is_connected ? VF_MQTT_DONE : VF_MQTT_LATER;
}

void vf_mqtt_close(vf_mqtt *mqtt) {
  if (mqtt->is_connected && mosquitto_disconnect(mqtt->mosquitto) == MOSQ_ERR_SUCCESS) {
    // What is said last must still be written.
    mosquitto_loop_write(mqtt->mosquitto, 1);
  }
  let_go(mqtt);
}
