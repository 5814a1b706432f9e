// The proof store: what was proved or shown before, in SQLite.
//
// The key is the SHA-256 of a query's canonical form; beside it a 317-bit CRC
// of the same bytes by (1+x)(1+x^135+x^316) as an independent second check. A
// hit compares both. Only definite answers are kept. A store that is missing,
// corrupt, locked, read-only or full costs time, never a wrong answer: it says
// so once, as a warning, and then answers nothing.
#ifndef VD_STORE_H
#define VD_STORE_H

#include "base/base.h"

typedef struct VdStore VdStore;
// Opens or makes DIRECTORY/store.db. Never NULL; warnings go to diags, at once
// or later, so diags outlives the store.
VdStore *vd_store_open(const char *directory, VdDiags *diags);
void vd_store_close(VdStore *store);  // writes what was put; NULL is fine
// True and the record if key and CRC of the canonical bytes are both there.
bool vd_store_get(VdStore *store, const VdDigest *key, const void *canonical,
                  size_t len, VdBuf *record);
// Kept in memory at first and written many at a time. In a forked worker get
// works on a connection of its own and put does nothing: the parent puts.
void vd_store_put(VdStore *store, const VdDigest *key, const void *canonical,
                  size_t len, const char *record, size_t record_len);
// For `veridiff store`: number of records, bytes of the file.
typedef struct VdStoreInfo {
  bool usable;
  uint64_t records, bytes;
  const char *path;  // lives as long as the store
} VdStoreInfo;
void vd_store_info(VdStore *store, VdStoreInfo *info);

// The CRC: 317 bits in 40 bytes, the last one's high bits zero.
typedef struct VdCrc {
  uint8_t byte[40];
} VdCrc;
VdCrc vd_crc_of(const void *bytes, size_t n);

#endif
