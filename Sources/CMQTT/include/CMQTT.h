// One connection to an MQTT broker by libmosquitto, whose answers come by callbacks: here they are waited for.
#ifndef CMQTT_H
#define CMQTT_H

#include <stddef.h>

typedef struct vf_mqtt vf_mqtt;

/// Texts end with a NUL; those marked so may be NULL.
typedef struct {
  const char *host;
  int port;
  /// 4 is MQTT 3.1.1, 5 is MQTT 5.
  int version;
  /// The client's name at the broker, which ends an older connection of the same name.
  const char *client;
  /// May be NULL.
  const char *user;
  /// May be NULL.
  const char *password;
  int uses_tls;
  /// PEM files; may be NULL.
  const char *certificates;
  const char *certificate;
  const char *key;
  /// What the broker publishes, retained, once it misses us; may be NULL.
  const char *will_topic;
  const char *will;
  int keep_alive_seconds;
} vf_mqtt_settings;

/// What came of a call; else the words are in `trouble`, at most 256 bytes with the NUL.
enum { VF_MQTT_DONE = 0, VF_MQTT_LATER = 1, VF_MQTT_NEVER = 2 };

/// Connects and waits until the broker took us. Returns NULL otherwise.
vf_mqtt *vf_mqtt_open(const vf_mqtt_settings *settings, int milliseconds, char *trouble);

/// Publishes with QoS 1 and waits until the broker has it. After anything but VF_MQTT_DONE the connection is to be closed.
int vf_mqtt_publish(
  vf_mqtt *mqtt, const char *topic, const void *payload, size_t length, int retain, int milliseconds, char *trouble);

/// Answers the broker and keeps the connection alive. Returns VF_MQTT_LATER if it is gone.
int vf_mqtt_rest(vf_mqtt *mqtt);

/// Takes leave, so that the broker does not publish the will, and lets go of everything.
void vf_mqtt_close(vf_mqtt *mqtt);

#endif
