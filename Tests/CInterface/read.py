"""Reads the codes of a PGM picture of a byte a pixel (P5) through libbarcodes, and prints them."""
import ctypes
import re
import sys

library = ctypes.CDLL(sys.argv[1])
library.barcodes_detector_create.restype = ctypes.c_void_p
library.barcodes_detect.restype = ctypes.c_void_p
library.barcodes_detect.argtypes = [ctypes.c_void_p, ctypes.c_char_p] + 3 * [ctypes.c_ssize_t]
library.barcodes_results_count.restype = ctypes.c_ssize_t
library.barcodes_results_count.argtypes = [ctypes.c_void_p]
for name in ("symbology", "identifier"):
    function = getattr(library, f"barcodes_result_{name}")
    function.restype, function.argtypes = ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_ssize_t]
length = ctypes.c_ssize_t()
for name in ("text", "bytes"):
    function = getattr(library, f"barcodes_result_{name}")
    function.restype = ctypes.POINTER(ctypes.c_char)
    function.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.POINTER(ctypes.c_ssize_t)]
library.barcodes_results_destroy.argtypes = library.barcodes_detector_destroy.argtypes = [ctypes.c_void_p]

content = open(sys.argv[2], "rb").read()
head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", content)
width, height = int(head[1]), int(head[2])
detector = library.barcodes_detector_create(b"all", 1)
results = library.barcodes_detect(detector, content[head.end():], width, height, width)
count = library.barcodes_results_count(results)
for index in range(count):
    text = library.barcodes_result_text(results, index, ctypes.byref(length))
    text = text[:length.value].decode() if text else None
    print(library.barcodes_result_symbology(results, index).decode(), text)
library.barcodes_results_destroy(results)
library.barcodes_detector_destroy(detector)
sys.exit(0 if count else 1)
