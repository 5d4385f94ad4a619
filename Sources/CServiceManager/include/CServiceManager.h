// What a service tells its manager, sd_notify(3): a datagram, whose address Swift cannot make safely.
#ifndef CSERVICEMANAGER_H
#define CSERVICEMANAGER_H

#include <stddef.h>

/// Sends a message to a socket by its path; `@` begins an abstract one. Returns 0, or -errno.
int vf_notify(const char *path, const char *message, size_t length);

#endif
