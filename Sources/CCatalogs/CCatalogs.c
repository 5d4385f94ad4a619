#include "CCatalogs.h"

#include <stddef.h>
#include <string.h>

// clang has it for all of C, and warns that only C23 has it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
  const char *name;
  const unsigned char *text;
} catalogs[] = {
  {"ar", (const unsigned char[]){
#embed "../Translations/Catalogs/ar.po" suffix(, 0)
  }},
  {"ar-help", (const unsigned char[]){
#embed "../Translations/Catalogs/ar-help.po" suffix(, 0)
  }},
  {"de", (const unsigned char[]){
#embed "../Translations/Catalogs/de.po" suffix(, 0)
  }},
  {"de-help", (const unsigned char[]){
#embed "../Translations/Catalogs/de-help.po" suffix(, 0)
  }},
  {"es", (const unsigned char[]){
#embed "../Translations/Catalogs/es.po" suffix(, 0)
  }},
  {"es-help", (const unsigned char[]){
#embed "../Translations/Catalogs/es-help.po" suffix(, 0)
  }},
  {"fr", (const unsigned char[]){
#embed "../Translations/Catalogs/fr.po" suffix(, 0)
  }},
  {"fr-help", (const unsigned char[]){
#embed "../Translations/Catalogs/fr-help.po" suffix(, 0)
  }},
  {"ja", (const unsigned char[]){
#embed "../Translations/Catalogs/ja.po" suffix(, 0)
  }},
  {"ja-help", (const unsigned char[]){
#embed "../Translations/Catalogs/ja-help.po" suffix(, 0)
  }},
};

const char *vf_catalog(const char *name) {
  for (size_t i = 0; i < sizeof catalogs / sizeof *catalogs; i++) {
    if (strcmp(catalogs[i].name, name) == 0) return (const char *)catalogs[i].text;
  }
  return NULL;
}
