#include <cairo/cairo.h>
#include <gif_lib.h>
#include <libheif/heif.h>
#include <png.h>
#include <poppler.h>
#include <tiffio.h>
#include <webp/decode.h>
#include <webp/demux.h>
