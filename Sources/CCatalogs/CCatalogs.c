#include "CCatalogs.h"

#include <stddef.h>
#include <string.h>

// clang has it for all of C, and warns that only C23 has it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ar[] = {
#embed "../Translations/Catalogs/ar.po" suffix(, 0)
};
static const unsigned char ar_help[] = {
#embed "../Translations/Catalogs/ar-help.po" suffix(, 0)
};
static const unsigned char de[] = {
#embed "../Translations/Catalogs/de.po" suffix(, 0)
};
static const unsigned char de_help[] = {
#embed "../Translations/Catalogs/de-help.po" suffix(, 0)
};
static const unsigned char es[] = {
#embed "../Translations/Catalogs/es.po" suffix(, 0)
};
static const unsigned char es_help[] = {
#embed "../Translations/Catalogs/es-help.po" suffix(, 0)
};
static const unsigned char fr[] = {
#embed "../Translations/Catalogs/fr.po" suffix(, 0)
};
static const unsigned char fr_help[] = {
#embed "../Translations/Catalogs/fr-help.po" suffix(, 0)
};
static const unsigned char ja[] = {
#embed "../Translations/Catalogs/ja.po" suffix(, 0)
};
static const unsigned char ja_help[] = {
#embed "../Translations/Catalogs/ja-help.po" suffix(, 0)
};

static const struct {
  const char *name;
  const unsigned char *text;
} catalogs[] = {
  {"ar", ar}, {"ar-help", ar_help},
  {"de", de}, {"de-help", de_help},
  {"es", es}, {"es-help", es_help},
  {"fr", fr}, {"fr-help", fr_help},
  {"ja", ja}, {"ja-help", ja_help},
};

const char *vf_catalog(const char *name) {
  for (size_t i = 0; i < sizeof catalogs / sizeof *catalogs; i++) {
    if (strcmp(catalogs[i].name, name) == 0) return (const char *)catalogs[i].text;
  }
  return NULL;
}
