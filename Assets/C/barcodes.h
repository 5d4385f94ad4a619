/* Reads QR codes and bar codes in pictures: the detector of Viewfinder for programs that speak C.
 *
 * A detector serves one thread at a time; several detectors may work side by side. Nothing here prints, opens a file or
 * ends the program. Texts out of codes are a stranger's: escape them before they meet a terminal, a shell or a page.
 */
#ifndef BARCODES_H
#define BARCODES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct barcodes_detector barcodes_detector;
typedef struct barcodes_results barcodes_results;

/* How far a picture is searched for what is not plain to see. Counted in work: a picture gives the same on every machine. */
enum { BARCODES_QUICK = 0, BARCODES_NORMAL = 1, BARCODES_THOROUGH = 2 };

/* A detector, or NULL for a name or an effort that there is not.
 *
 * symbologies: names with commas between them, such as "qr,ean13,dataMatrix"; "all" or NULL is every one that is read. */
barcodes_detector *barcodes_detector_create(const char *symbologies, int effort);
void barcodes_detector_destroy(barcodes_detector *detector);

/* The codes in a grey picture, a byte a pixel, 0 is black; the rows begin stride bytes apart, and the last one may end
 * with its last pixel. NULL where width, height or stride cannot be. To be destroyed by the caller. The picture is copied. */
barcodes_results *barcodes_detect(
    barcodes_detector *detector, const uint8_t *grey, ptrdiff_t width, ptrdiff_t height, ptrdiff_t stride);
void barcodes_results_destroy(barcodes_results *results);

ptrdiff_t barcodes_results_count(const barcodes_results *results);

/* What a result says, by its number from 0. What is given back lives as long as the results; for a number that there is
 * not it is NULL or 0.
 *
 * symbology: "qr", "ean13"…, never translated. identifier: "]Q1"…, ISO/IEC 15424.
 * text: UTF-8 that ends with a zero byte and may hold others before it; NULL where the bytes are no text.
 * bytes: the message as the symbol carries it. length, of either, may be NULL. */
const char *barcodes_result_symbology(const barcodes_results *results, ptrdiff_t index);
const char *barcodes_result_identifier(const barcodes_results *results, ptrdiff_t index);
const char *barcodes_result_text(const barcodes_results *results, ptrdiff_t index, ptrdiff_t *length);
const uint8_t *barcodes_result_bytes(const barcodes_results *results, ptrdiff_t index, ptrdiff_t *length);

/* The corners x0, y0 … x3, y3 in pixels of the picture, y downward, clockwise from the symbol's own top left. 1, or 0 for
 * a number that there is not. */
int barcodes_result_corners(const barcodes_results *results, ptrdiff_t index, double corners[8]);
int barcodes_result_is_mirrored(const barcodes_results *results, ptrdiff_t index);
int barcodes_result_is_inverted(const barcodes_results *results, ptrdiff_t index);

#ifdef __cplusplus
}
#endif

#endif
