/* Reads the codes of a PGM picture of a byte a pixel (P5), and prints them. */
#include <barcodes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  long width, height;
  if (!file || fscanf(file, "P5 %ld %ld 255", &width, &height) != 2 || fgetc(file) == EOF || width < 1 || height < 1) {
    fprintf(stderr, "usage: read PICTURE.pgm\n");
    return 2;
  }
  uint8_t *grey = malloc((size_t)width * (size_t)height);
  if (!grey || fread(grey, (size_t)width, (size_t)height, file) != (size_t)height) return 3;

  if (barcodes_detector_create("qr,papyrus", BARCODES_NORMAL) || barcodes_detector_create(NULL, 7)) return 4;
  barcodes_detector *detector = barcodes_detector_create(NULL, BARCODES_NORMAL);
  if (!detector || barcodes_detect(detector, grey, 0, height, width)) return 4;
  barcodes_results *results = barcodes_detect(detector, grey, width, height, width);
  ptrdiff_t count = barcodes_results_count(results);
  for (ptrdiff_t i = 0; i < count; i++) {
    double corners[8];
    ptrdiff_t length, bytes;
    const char *text = barcodes_result_text(results, i, &length);
    barcodes_result_bytes(results, i, &bytes);
    if (!barcodes_result_corners(results, i, corners)) return 5;
    printf("%s %s %td of %td bytes at %.0f,%.0f: ", barcodes_result_symbology(results, i),
           barcodes_result_identifier(results, i), length, bytes, corners[0], corners[1]);
    fwrite(text, 1, (size_t)length, stdout);
    putchar('\n');
  }
  if (barcodes_result_text(results, count, NULL) || barcodes_result_corners(results, -1, (double[8]){0})) return 5;
  barcodes_results_destroy(results);
  barcodes_detector_destroy(detector);
  free(grey);
  return count > 0 ? 0 : 1;
}
