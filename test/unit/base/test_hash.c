#include "base/base.h"
#include "unit.h"

static void hash_sees_every_byte_the_length_and_the_seed(void **state) {
  (void)state;
  uint8_t bytes[64] = {0};
  VdMap seen = {0};
  for (size_t n = 0; n <= sizeof bytes; n++) {
    *vd_map_put(&seen, vd_hash_bytes(bytes, n, 0)) = 1;
  }
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = 1;
    *vd_map_put(&seen, vd_hash_bytes(bytes, sizeof bytes, 0)) = 1;
    *vd_map_put(&seen, vd_hash_bytes(bytes, sizeof bytes, 1)) = 1;
    bytes[i] = 0;
  }
  assert_int_equal(seen.len, 65 + 2 * 64);
  vd_map_done(&seen);
}

static void hash_does_not_depend_on_alignment(void **state) {
  (void)state;
  char text[40];
  uint64_t want = vd_hash_bytes("the same text here", 18, 3);
  for (int i = 0; i < 16; i++) {
    memcpy(text + i, "the same text here", 18);
    assert_true(vd_hash_bytes(text + i, 18, 3) == want);
  }
}

// FIPS 180-4 examples.
static void sha_gives_the_published_digests(void **state) {
  (void)state;
  char hex[65];
  VdDigest digest = vd_digest_of("abc", 3);
  vd_digest_hex(&digest, hex);
  assert_string_equal(
      hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  digest = vd_digest_of(NULL, 0);
  vd_digest_hex(&digest, hex);
  assert_string_equal(
      hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void sha_may_be_fed_in_parts_and_used_again(void **state) {
  (void)state;
  VdDigest want = vd_digest_of("abc", 3);
  VdSha *sha = vd_sha_new();
  for (int i = 0; i < 3; i++) {
    vd_sha_add(sha, "a", 1);
    vd_sha_add(sha, "bc", 2);
    VdDigest digest = vd_sha_digest(sha);
    assert_true(vd_digest_eq(&digest, &want));
  }
  vd_sha_add(sha, "junk", 4);
  vd_sha_reset(sha);
  vd_sha_add(sha, "abc", 3);
  VdDigest digest = vd_sha_digest(sha);
  assert_true(vd_digest_eq(&digest, &want));
  vd_sha_free(sha);
  vd_sha_free(NULL);
}

// RFC 4231. A shorter key is one with zeros behind it.
static void mac_gives_the_published_digests(void **state) {
  (void)state;
  static const struct {
    const char *key, *text, *hex;
  } row[] = {
      {"\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b"
       "\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b",
       "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"Jefe", "what do ya want for nothing?",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    char hex[65];
    VdDigest key = {0};
    memcpy(key.byte, row[i].key, strlen(row[i].key));
    VdMac *mac = vd_mac_new(&key);
    for (int round = 0; round < 3; round++) {  // whole, and in parts
      for (const char *at = row[i].text; round && *at; at++)
        vd_mac_add(mac, at, 1);
      if (!round) vd_mac_add(mac, row[i].text, strlen(row[i].text));
      VdDigest digest = vd_mac_digest(mac);
      vd_digest_hex(&digest, hex);
      assert_string_equal(hex, row[i].hex);
    }
    vd_mac_free(mac);
  }
  vd_mac_free(NULL);
}

static void a_mac_is_all_of_its_bytes(void **state) {
  (void)state;
  VdDigest mac = vd_digest_of("a", 1), other = mac;
  assert_true(vd_mac_is(&mac, other.byte, 32));
  assert_false(vd_mac_is(&mac, other.byte, 31));
  assert_false(vd_mac_is(&mac, NULL, 0));
  for (int i = 0; i < 32; i++) {
    other.byte[i] ^= 1;
    assert_false(vd_mac_is(&mac, other.byte, 32));
    other.byte[i] ^= 1;
  }
}

static void digests_are_read_as_they_are_printed(void **state) {
  (void)state;
  VdDigest digest = vd_digest_of("x", 1), again = {0};
  char hex[65];
  assert_true(vd_digest_is_none(&again));
  vd_digest_hex(&digest, hex);
  assert_true(vd_digest_read(hex, &again));
  assert_true(vd_digest_eq(&digest, &again));
  assert_false(vd_digest_is_none(&again));
}

static void malformed_digests_are_refused(void **state) {
  (void)state;
  VdDigest digest = vd_digest_of("x", 1), out = digest;
  char hex[65];
  for (int i = 0; i < 64; i++) {
    vd_digest_hex(&digest, hex);
    hex[i] = 'g';
    assert_false(vd_digest_read(hex, &out));
    hex[i] = '\0';
    char *exact = vd_strdup(hex);  // so that ASan sees a read behind the NUL
    assert_false(vd_digest_read(exact, &out));
    vd_free(exact);
  }
  assert_true(vd_digest_eq(&digest, &out));
}

static void random_numbers_repeat_with_the_seed(void **state) {
  (void)state;
  VdRandom a = {1}, b = {1}, c = {2};
  for (int i = 0; i < 100; i++) {
    uint64_t x = vd_random_next(&a);
    assert_true(x == vd_random_next(&b));
    assert_true(x != vd_random_next(&c));
  }
}

static void random_numbers_stay_below_and_reach_all(void **state) {
  (void)state;
  VdRandom random = {0};
  int count[7] = {0};
  for (int i = 0; i < 7000; i++) count[vd_random_below(&random, 7)]++;
  for (int i = 0; i < 7; i++) assert_in_range(count[i], 850, 1150);
  assert_int_equal(vd_random_below(&random, 1), 0);
  for (int i = 0; i < 100; i++) {
    assert_true(vd_random_below(&random, UINT64_MAX) < UINT64_MAX);
    assert_true(vd_random_below(&random, (1ull << 63) + 1) <= 1ull << 63);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hash_sees_every_byte_the_length_and_the_seed),
      cmocka_unit_test(hash_does_not_depend_on_alignment),
      cmocka_unit_test(sha_gives_the_published_digests),
      cmocka_unit_test(sha_may_be_fed_in_parts_and_used_again),
      cmocka_unit_test(mac_gives_the_published_digests),
      cmocka_unit_test(a_mac_is_all_of_its_bytes),
      cmocka_unit_test(digests_are_read_as_they_are_printed),
      cmocka_unit_test(malformed_digests_are_refused),
      cmocka_unit_test(random_numbers_repeat_with_the_seed),
      cmocka_unit_test(random_numbers_stay_below_and_reach_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
