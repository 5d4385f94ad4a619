// A local socket that tells one text to whoever asks: unix(7).
#pragma once

#include <stddef.h>

// Listens at a path, for the same user's eyes alone. What a process that is gone left there is removed.
// Returns a descriptor, or -errno; -EADDRINUSE if somebody answers there.
int vf_status_listen(const char *path);

// Waits for somebody who asks, and reads the one byte of the question.
// Returns a descriptor that is owed to vf_status_tell, or -errno once the socket was shut: -EINVAL.
int vf_status_accept(int listener, unsigned char *question);

// Tells a text and closes the descriptor. A zero byte ends it, so that who asks knows that nothing is missing.
void vf_status_tell(int connection, const char *text, size_t length);

// Ends whoever waits in vf_status_accept.
void vf_status_shut(int listener);

// Asks at a path. Returns how many bytes of the answer there are, fewer than `capacity`; or -errno: -ENODATA for an answer that
// was broken off, or is longer.
long vf_status_ask(const char *path, unsigned char question, char *answer, size_t capacity);
