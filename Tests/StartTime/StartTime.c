// When a program that draws with SDL shows its first picture: a library that is preloaded into the unmodified program.
//
// START_TIME names a file, and START_NANOSECONDS the time on CLOCK_MONOTONIC at which the program was started. The file gets
// a line when a frame is shown for the first time, and one for every hundredth that is shown after it:
//
//   frames milliseconds-since-the-start
//
// A picture that shows no frame yet (“waiting for the camera”) does not count: a frame is what fills a texture of the
// layouts of cameras.
#define _GNU_SOURCE
#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int filled;
static unsigned long shown;

static void tell(void) {
  const char *path = getenv("START_TIME"), *start = getenv("START_NANOSECONDS");
  FILE *file = path && start ? fopen(path, "a") : NULL;
  if (!file) return;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double since = (double)(now.tv_sec * 1000000000LL + now.tv_nsec - atoll(start)) / 1e6;
  fprintf(file, "%lu %.1f\n", shown, since);
  fclose(file);
}

int SDL_UpdateNVTexture(
  SDL_Texture *texture, const SDL_Rect *rect, const Uint8 *y, int y_pitch, const Uint8 *uv, int uv_pitch) {
  int (*next)(SDL_Texture *, const SDL_Rect *, const Uint8 *, int, const Uint8 *, int) =
    dlsym(RTLD_NEXT, "SDL_UpdateNVTexture");
  filled = 1;
  return next(texture, rect, y, y_pitch, uv, uv_pitch);
}

int SDL_UpdateYUVTexture(
  SDL_Texture *texture, const SDL_Rect *rect, const Uint8 *y, int y_pitch, const Uint8 *u, int u_pitch, const Uint8 *v,
  int v_pitch) {
  int (*next)(SDL_Texture *, const SDL_Rect *, const Uint8 *, int, const Uint8 *, int, const Uint8 *, int) =
    dlsym(RTLD_NEXT, "SDL_UpdateYUVTexture");
  filled = 1;
  return next(texture, rect, y, y_pitch, u, u_pitch, v, v_pitch);
}

void SDL_RenderPresent(SDL_Renderer *renderer) {
  void (*next)(SDL_Renderer *) = dlsym(RTLD_NEXT, "SDL_RenderPresent");
  next(renderer);
  if (!filled) return;
  filled = 0;
  shown++;
  if (shown % 100 == 1) tell();
}
