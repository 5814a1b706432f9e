// The proof store as checkers see it.
#include "cli/cli.h"
#include "store/store.h"

static bool get(void *context, const VdDigest *key, const void *canonical,
                size_t len, VdBuf *record) {
  return vd_store_get(context, key, canonical, len, record);
}

static void put(void *context, const VdDigest *key, const void *canonical,
                size_t len, const char *record, size_t record_len) {
  vd_store_put(context, key, canonical, len, record, record_len);
}

VdMemory vd_memory_of(VdStore *store) {
  return (VdMemory){get, put, store};
}
