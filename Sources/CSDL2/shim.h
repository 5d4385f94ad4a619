// SDL keeps its hands off main(): Swift's own entry point stays the program's.
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>
#include <SDL2/SDL_image.h>
