// Hashes for tables, SHA-256 for identity, HMAC for origin, and a small random
// generator.
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "base/base.h"
#include "base/process.h"

// Spreads every bit over the whole word (the finaliser of MurmurHash3).
static uint64_t avalanche(uint64_t h) {
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
  return h ^ (h >> 33);
}

// For tables in this process only: the value depends on the byte order.
uint64_t vd_hash_bytes(const void *bytes, size_t n, uint64_t seed) {
  const uint8_t *at = bytes;
  uint64_t h = vd_hash_mix(seed ^ 0x6a09e667f3bcc909u, n);
  uint64_t word;
  for (; n >= sizeof word; at += sizeof word, n -= sizeof word) {
    memcpy(&word, at, sizeof word);
    h = vd_hash_mix(h, word);
  }
  word = 0;
  if (n) memcpy(&word, at, n);
  return avalanche(vd_hash_mix(h, word));
}

// ----------------------------------------------------------------- SHA-256

// One context, and one algorithm fetched once: in OpenSSL 3 the look-up costs
// more than hashing a small message.
struct VdSha {
  EVP_MD_CTX *context;
  EVP_MD *algorithm;
};

// OpenSSL reads its configuration when it is first used, which takes longer
// than a thousand digests. There is nothing in it for us, and digests should
// not depend on it.
VdSha *vd_sha_new(void) {
  VdSha *sha = vd_alloc(sizeof *sha);
  (void)OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  sha->context = EVP_MD_CTX_new();
  sha->algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
  if (!sha->context || !sha->algorithm) vd_alloc_failed(sizeof *sha);
  vd_sha_reset(sha);
  return sha;
}

void vd_sha_reset(VdSha *sha) {
  VD_CHECK(EVP_DigestInit_ex2(sha->context, sha->algorithm, NULL) == 1);
}

void vd_sha_add(VdSha *sha, const void *bytes, size_t n) {
  VD_CHECK(EVP_DigestUpdate(sha->context, bytes, n) == 1);
}

VdDigest vd_sha_digest(VdSha *sha) {
  VdDigest digest;
  unsigned n = 0;
  VD_CHECK(EVP_DigestFinal_ex(sha->context, digest.byte, &n) == 1);
  VD_CHECK(n == sizeof digest.byte);
  vd_sha_reset(sha);
  return digest;
}

void vd_sha_free(VdSha *sha) {
  if (!sha) return;
  EVP_MD_CTX_free(sha->context);
  EVP_MD_free(sha->algorithm);
  vd_free(sha);
}

VdDigest vd_digest_of(const void *bytes, size_t n) {
  VdSha *sha = vd_sha_new();
  vd_sha_add(sha, bytes, n);
  VdDigest digest = vd_sha_digest(sha);
  vd_sha_free(sha);
  return digest;
}

bool vd_digest_eq(const VdDigest *a, const VdDigest *b) {
  return memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

bool vd_digest_is_none(const VdDigest *d) {
  return vd_digest_eq(d, &(VdDigest){0});
}

void vd_digest_hex(const VdDigest *d, char out[65]) {
  static const char digit[] = "0123456789abcdef";
  for (size_t i = 0; i < sizeof d->byte; i++) {
    out[2 * i] = digit[d->byte[i] >> 4];
    out[2 * i + 1] = digit[d->byte[i] & 15];
  }
  out[64] = '\0';
}

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool vd_digest_read(const char *hex64, VdDigest *out) {
  VdDigest digest;
  for (size_t i = 0; i < sizeof digest.byte; i++) {
    int high = hex_value(hex64[2 * i]);
    if (high < 0) return false;  // before looking behind a NUL
    int low = hex_value(hex64[2 * i + 1]);
    if (low < 0) return false;
    digest.byte[i] = (uint8_t)(high << 4 | low);
  }
  *out = digest;
  return true;
}

// ------------------------------------------------------------- HMAC-SHA256

// The key is kept: before OpenSSL 3.0.3 a context could not be started again
// without it.
struct VdMac {
  EVP_MAC *algorithm;
  EVP_MAC_CTX *context;
  VdDigest key;
};

static void start_mac(VdMac *mac) {
  char name[] = "SHA256";
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
      OSSL_PARAM_construct_end()};
  VD_CHECK(EVP_MAC_init(mac->context, mac->key.byte, sizeof mac->key.byte,
                        params) == 1);
}

VdMac *vd_mac_new(const VdDigest *key) {
  VdMac *mac = vd_alloc(sizeof *mac);
  (void)OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  mac->algorithm = EVP_MAC_fetch(NULL, "HMAC", NULL);
  if (mac->algorithm) mac->context = EVP_MAC_CTX_new(mac->algorithm);
  if (!mac->context) vd_alloc_failed(sizeof *mac);
  mac->key = *key;
  start_mac(mac);
  return mac;
}

void vd_mac_add(VdMac *mac, const void *bytes, size_t n) {
  VD_CHECK(EVP_MAC_update(mac->context, bytes, n) == 1);
}

VdDigest vd_mac_digest(VdMac *mac) {
  VdDigest digest;
  size_t n = 0;
  VD_CHECK(EVP_MAC_final(mac->context, digest.byte, &n, sizeof digest.byte) ==
           1);
  VD_CHECK(n == sizeof digest.byte);
  start_mac(mac);
  return digest;
}

bool vd_mac_is(const VdDigest *mac, const void *bytes, size_t n) {
  return n == sizeof mac->byte && CRYPTO_memcmp(mac->byte, bytes, n) == 0;
}

void vd_mac_free(VdMac *mac) {
  if (!mac) return;
  EVP_MAC_CTX_free(mac->context);
  EVP_MAC_free(mac->algorithm);
  OPENSSL_cleanse(&mac->key, sizeof mac->key);
  vd_free(mac);
}

// ------------------------------------------------------------------ random

// SplitMix64 (Steele, Lea, Flood 2014): any state is a good state, 0 included.
uint64_t vd_random_next(VdRandom *random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Drops the 2^64 mod n lowest values, so that every remainder is as likely.
uint64_t vd_random_below(VdRandom *random, uint64_t n) {
  VD_CHECK(n > 0);
  uint64_t least = -n % n;
  uint64_t x;
  do {
    x = vd_random_next(random);
  } while (x < least);
  return x % n;
}
