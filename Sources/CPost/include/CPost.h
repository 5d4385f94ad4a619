// HTTP POST by libcurl, whose options are variadic, which Swift cannot import.
#ifndef CPOST_H
#define CPOST_H

#include <stddef.h>

typedef struct vf_post vf_post;

/// A connection that is kept between requests. `certificates`, `certificate` and `key` are paths of PEM files or NULL. Returns
/// NULL without memory.
vf_post *vf_post_open(
  const char *url, const char *certificates, const char *certificate, const char *key, long milliseconds);

/// Adds a header to every request from now on, without a line end. Returns 0, or -1 without memory.
int vf_post_add_header(vf_post *post, const char *line);

/// Sends a body with a header more, or two where there is a signature. Follows no redirection.
///
/// Returns 0 once an answer came, and puts its HTTP status into `status` and as much of its body as fits into `answer`; or a
/// number of libcurl's, and its words into `trouble`, at most 256 bytes with the NUL.
int vf_post_send(
  vf_post *post, const char *key, const char *signature, const void *body, size_t length, long *status, char *answer,
  size_t capacity, size_t *answer_length, char *trouble);

void vf_post_close(vf_post *post);

#endif
