// The translators' catalogs, within the program: as arrays of bytes in Swift they took its compiler 140 seconds and 1.4 GB.
#pragma once

/// The text of Sources/Translations/Catalogs/NAME.po, in UTF-8 and with a NUL at its end; NULL where there is none.
const char *vf_catalog(const char *name);
