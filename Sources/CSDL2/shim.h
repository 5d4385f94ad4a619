// SDL keeps its hands off main(): Swift's own entry point stays the program's.
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>
#include <dlfcn.h>

// Where there is no sound card ALSA writes ten lines to standard error, unless it is given a handler. It is part of
// the process only if SDL was built with it, so it is looked up and not linked.
static inline void vf_no_words(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static inline void vf_quiet_alsa(void) {
  void *set_handler = dlsym(NULL, "snd_lib_error_set_handler");
  if (set_handler) ((int (*)(void (*)(const char *, int, const char *, int, const char *, ...)))set_handler)(vf_no_words);
}
