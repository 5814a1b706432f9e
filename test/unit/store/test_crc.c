#include "store/store.h"
#include "unit.h"

// One bit at a time, modulo G itself: 1 + x + x^135 + x^136 + x^316 + x^317.
typedef struct Slow {
  bool coefficient[317];
} Slow;

static void slow_step(Slow *s, bool bit) {
  bool over = s->coefficient[316];
  memmove(s->coefficient + 1, s->coefficient, 316);
  s->coefficient[0] = bit;
  static const int term[] = {0, 1, 135, 136, 316};
  for (size_t i = 0; i < VD_COUNT(term); i++) s->coefficient[term[i]] ^= over;
}

static VdCrc slow_crc(const uint8_t *at, size_t n) {
  Slow s = {{true}};
  for (size_t i = 0; i < 8 * n; i++)
    slow_step(&s, at[i / 8] >> (7 - i % 8) & 1);
  for (int i = 0; i < 317; i++) slow_step(&s, false);
  VdCrc crc = {0};
  for (int i = 0; i < 317; i++) {
    crc.byte[i / 8] |= (uint8_t)(s.coefficient[i] << i % 8);
  }
  return crc;
}

static void the_fast_crc_is_the_slow_one(void **state) {
  (void)state;
  VdRandom random = {1};
  uint8_t text[300];
  for (size_t n = 0; n <= sizeof text; n++) {
    for (size_t i = 0; i < n; i++) text[i] = (uint8_t)vd_random_next(&random);
    VdCrc fast = vd_crc_of(text, n), slow = slow_crc(text, n);
    assert_memory_equal(fast.byte, slow.byte, sizeof fast.byte);
    assert_int_equal(fast.byte[39] >> 5, 0);
  }
}

static void zeros_in_front_and_behind_count(void **state) {
  (void)state;
  static const uint8_t text[] = {0, 0, 7, 0, 0};
  VdCrc all = vd_crc_of(text, 5), front = vd_crc_of(text + 1, 4);
  VdCrc back = vd_crc_of(text, 4), none = vd_crc_of(NULL, 0);
  VdCrc zero = vd_crc_of(text, 1);
  assert_memory_not_equal(all.byte, front.byte, sizeof all.byte);
  assert_memory_not_equal(all.byte, back.byte, sizeof all.byte);
  assert_memory_not_equal(none.byte, zero.byte, sizeof none.byte);
}

static void every_flipped_bit_is_seen(void **state) {
  (void)state;
  uint8_t text[64] = "the quick brown fox jumps over the lazy dog";
  VdCrc before = vd_crc_of(text, sizeof text);
  for (size_t i = 0; i < 8 * sizeof text; i++) {
    text[i / 8] ^= (uint8_t)(1u << i % 8);
    VdCrc after = vd_crc_of(text, sizeof text);
    assert_memory_not_equal(before.byte, after.byte, sizeof before.byte);
    text[i / 8] ^= (uint8_t)(1u << i % 8);
  }
}

static void a_megabyte_takes_milliseconds(void **state) {
  (void)state;
  size_t n = 1 << 20;
  uint8_t *text = vd_alloc(n);
  double start = vd_now();
  VdCrc crc = vd_crc_of(text, n);
  double seconds = vd_now() - start;
  assert_int_equal(crc.byte[39] >> 5, 0);
  assert_true(seconds < 0.1);  // 1 ms measured; bit by bit takes a second
  vd_free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_fast_crc_is_the_slow_one),
      cmocka_unit_test(zeros_in_front_and_behind_count),
      cmocka_unit_test(every_flipped_bit_is_seen),
      cmocka_unit_test(a_megabyte_takes_milliseconds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
