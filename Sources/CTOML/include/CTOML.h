// A TOML document (toml.io, version 1.0.0) by toml++ as a list of its values, each with its place in the text.
#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_toml vf_toml;

enum {
  VF_TOML_TABLE = 0, VF_TOML_STRING = 1, VF_TOML_INTEGER = 2, VF_TOML_NUMBER = 3, VF_TOML_BOOLEAN = 4, VF_TOML_TIME = 5,
  VF_TOML_ARRAY = 6
};

typedef struct {
  /// Keys with dots between them, places in arrays as [0].
  const char *path;
  /// The value as text: a boolean as true or false, a time as it stands. `length` bytes, of which any may be 0.
  const char *text;
  size_t length;
  int kind;
  /// From 1; the column counts bytes.
  unsigned line;
  unsigned column;
} vf_toml_value;

/// Never NULL but without memory.
vf_toml *vf_toml_parse(const char *text, size_t length);

/// Why the text is no TOML, with the place; NULL where it is.
const char *vf_toml_trouble(const vf_toml *toml, unsigned *line, unsigned *column);

/// In the order of the text.
size_t vf_toml_count(const vf_toml *toml);
vf_toml_value vf_toml_at(const vf_toml *toml, size_t index);

void vf_toml_free(vf_toml *toml);

#ifdef __cplusplus
}
#endif

#endif
