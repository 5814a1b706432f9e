#include "base/base.h"
#include "unit.h"

static void pushed_elements_stay_in_order(void **state) {
  (void)state;
  VD_VEC(int) v = {0};
  for (int i = 0; i < 10000; i++) vd_push(&v, i);
  assert_int_equal(v.len, 10000);
  for (int i = 0; i < 10000; i++) assert_int_equal(v.at[i], i);
  for (int i = 9999; i >= 0; i--) assert_int_equal(vd_pop(&v), i);
  vd_vec_done(&v);
  assert_null(v.at);
  assert_int_equal(v.cap, 0);
}

static void elements_may_be_structs(void **state) {
  (void)state;
  typedef struct Pair {
    uint64_t a, b;
  } Pair;
  VD_VEC(Pair) v = {0};
  for (uint64_t i = 0; i < 100; i++) vd_push(&v, (Pair){i, 2 * i});
  assert_int_equal(v.at[99].b, 198);
  vd_vec_done(&v);
}

static void reserved_room_is_there(void **state) {
  (void)state;
  VD_VEC(char) v = {0};
  vd_push(&v, 'x');
  vd_reserve(&v, 1000);
  assert_true(v.cap - v.len >= 1000);
  char *at = v.at;
  for (int i = 0; i < 1000; i++) vd_push(&v, 'y');
  assert_ptr_equal(v.at, at);
  vd_reserve(&v, 0);
  vd_vec_done(&v);
}

static jmp_buf escape;
static void note_failure(size_t bytes) {
  (void)bytes;
  longjmp(escape, 1);
}

static void lengths_do_not_wrap(void **state) {
  (void)state;
  void *at = NULL;
  uint32_t cap = UINT32_MAX;
  vd_alloc_on_failure(note_failure);
  if (setjmp(escape) == 0) {
    vd_vec_grow(&at, &cap, UINT32_MAX, 1, 1);
    fail();
  }
  cap = 0;
  if (setjmp(escape) == 0) {
    vd_vec_grow(&at, &cap, 0, SIZE_MAX / 4, 8);
    fail();
  }
  vd_alloc_on_failure(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pushed_elements_stay_in_order),
      cmocka_unit_test(elements_may_be_structs),
      cmocka_unit_test(reserved_room_is_there),
      cmocka_unit_test(lengths_do_not_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
