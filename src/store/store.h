// The proof store: what was proved or shown before, in SQLite.
//
// The key is the SHA-256 of a query's canonical form; beside it a 317-bit CRC
// of the same bytes by (1+x)(1+x^135+x^316) as an independent second check. A
// hit compares both. Only definite answers are kept. A store that is missing,
// corrupt, locked, read-only or full costs time, never a wrong answer: it says
// so once, as a warning, and then answers nothing.
//
// Records are sealed by a key that only the user has (HMAC-SHA256), so that a
// store that comes with a repository or from somebody else answers nothing: a
// record without a right seal is a miss. How many there were is one warning
// when the store is closed.
#ifndef VD_STORE_H
#define VD_STORE_H

#include "base/base.h"

typedef enum VdStoreMode {
  VD_STORE_USE,
  VD_STORE_NONE,
  VD_STORE_VERIFY,  // what is known is proved again, and compared
} VdStoreMode;

typedef struct VdStore VdStore;
// Opens or makes DIRECTORY/store.db; NULL is veridiff in the user's cache
// folder (XDG_CACHE_HOME). The key is in key_file; NULL is $VERIDIFF_STORE_KEY,
// which is taken out of the environment, or the user's own, made at the first
// use. Never NULL; warnings go to diags, at once or later, so diags outlives
// the store.
VdStore *vd_store_open(const char *directory, const char *key_file,
                       VdDiags *diags);
// Whether DIRECTORY, or NULL as above, has a store; folder tells what it means.
// False with an empty folder if there is none that could have one.
bool vd_store_is_there(const char *directory, VdBuf *folder);
void vd_store_close(VdStore *store);  // writes what was put; NULL is fine
// True and the record if key and CRC of the canonical bytes are both there.
bool vd_store_get(VdStore *store, const VdDigest *key, const void *canonical,
                  size_t len, VdBuf *record);
// Kept in memory at first and written many at a time. In a forked worker get
// works on a connection of its own and put does nothing: the parent puts.
void vd_store_put(VdStore *store, const VdDigest *key, const void *canonical,
                  size_t len, const char *record, size_t record_len);
// For `veridiff store`: number of records, those among them that are damaged or
// sealed with another key, bytes of the file.
typedef struct VdStoreInfo {
  bool usable;
  uint64_t records, broken, bytes;
  const char *path, *key;  // live as long as the store
} VdStoreInfo;
void vd_store_info(VdStore *store, VdStoreInfo *info);

// The CRC: 317 bits in 40 bytes, the last one's high bits zero.
typedef struct VdCrc {
  uint8_t byte[40];
} VdCrc;
VdCrc vd_crc_of(const void *bytes, size_t n);

#endif
