// Private to src/store: where the user's files are, and the key that seals
// records.
#ifndef VD_STORE_KEY_H
#define VD_STORE_KEY_H

#include "base/base.h"

// The path that is GIVEN, or else veridiff in the user's cache folder. False if
// there is no such folder, with the reason.
bool vd_store_folder(const char *given, VdBuf *path, VdBuf *why);

// The key from the file that is GIVEN, from $VERIDIFF_STORE_KEY, or the user's
// own, which is made at the first use. origin is its file or variable. False if
// it must not be used, with the reason.
bool vd_store_key_find(const char *given, VdDigest *key, VdBuf *origin,
                       VdBuf *why);

#endif
