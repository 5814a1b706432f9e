#include "base/base.h"
#include "unit.h"

static void absent_keys_have_no_slot(void **state) {
  (void)state;
  VdMap map = {0};
  assert_null(vd_map_get(&map, 0));
  assert_null(vd_map_get(&map, 1));
  *vd_map_put(&map, 5) = 1;
  assert_null(vd_map_get(&map, 0));
  assert_null(vd_map_get(&map, 6));
  vd_map_done(&map);
}

static void every_key_is_possible(void **state) {
  (void)state;
  const uint64_t keys[] = {0, 1, 2, UINT64_MAX, UINT64_MAX - 1, 1ull << 63};
  VdMap map = {0};
  for (uint64_t i = 0; i < VD_COUNT(keys); i++) {
    assert_int_equal(*vd_map_put(&map, keys[i]), 0);
    *vd_map_put(&map, keys[i]) = i + 100;
  }
  assert_int_equal(map.len, VD_COUNT(keys));
  for (uint64_t i = 0; i < VD_COUNT(keys); i++) {
    assert_int_equal(*vd_map_get(&map, keys[i]), i + 100);
  }
  vd_map_done(&map);
}

// Keys in a row, multiples of large powers of two, and random ones: the
// patterns that ids, packed pairs and hashes make.
static void many_keys_survive_growth(void **state) {
  (void)state;
  enum { N = 20000 };
  VdMap map = {0};
  VdRandom random = {7};
  for (uint64_t i = 0; i < N; i++) {
    *vd_map_put(&map, i) = i + 1;
    *vd_map_put(&map, (i + 1) << 40) = i + 2;
    *vd_map_put(&map, vd_random_next(&random) | 1ull << 62) = i + 3;
  }
  assert_int_equal(map.len, 3 * N);
  assert_true((uint64_t)map.len * 10 <= (uint64_t)map.cap * 7);
  random = (VdRandom){7};
  for (uint64_t i = 0; i < N; i++) {
    assert_int_equal(*vd_map_get(&map, i), i + 1);
    assert_int_equal(*vd_map_get(&map, (i + 1) << 40), i + 2);
    uint64_t key = vd_random_next(&random) | 1ull << 62;
    assert_int_equal(*vd_map_get(&map, key), i + 3);
  }
  vd_map_done(&map);
}

static void clearing_forgets_keys_and_keeps_storage(void **state) {
  (void)state;
  VdMap map = {0};
  vd_map_clear(&map);
  for (uint64_t i = 0; i < 100; i++) *vd_map_put(&map, i) = 1;
  uint32_t cap = map.cap;
  vd_map_clear(&map);
  assert_int_equal(map.len, 0);
  assert_int_equal(map.cap, cap);
  for (uint64_t i = 0; i < 100; i++) assert_null(vd_map_get(&map, i));
  assert_int_equal(*vd_map_put(&map, 0), 0);
  assert_int_equal(*vd_map_put(&map, 3), 0);
  vd_map_done(&map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(absent_keys_have_no_slot),
      cmocka_unit_test(every_key_is_possible),
      cmocka_unit_test(many_keys_survive_growth),
      cmocka_unit_test(clearing_forgets_keys_and_keeps_storage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
