#include <stdlib.h>

#include "base/base.h"
#include "unit.h"

static void blocks_are_zeroed(void **state) {
  (void)state;
  uint8_t *block = vd_alloc(1000);
  for (int i = 0; i < 1000; i++) assert_int_equal(block[i], 0);
  vd_free(block);
}

static void empty_blocks_exist(void **state) {
  (void)state;
  void *block = vd_alloc(0);
  assert_non_null(block);
  block = vd_realloc(block, 0);
  assert_non_null(block);
  vd_free(block);
  vd_free(NULL);
}

// From some words to 40 MB: small blocks, the step to a mapping, mappings that
// move, and growth inside the last page of one.
static void large_blocks_grow_zeroed(void **state) {
  (void)state;
  size_t old = 0;
  uint64_t *block = NULL;
  for (size_t n = 5; n < 5u << 20; n += n / 3) {
    block = vd_large_grow(block, old * sizeof *block, n * sizeof *block);
    for (size_t i = 0; i < old; i++)
      if (block[i] != i + 1) fail_msg("word %zu of %zu was lost", i, n);
    for (size_t i = old; i < n; i++) {
      if (block[i]) fail_msg("word %zu of %zu is not zero", i, n);
      block[i] = i + 1;
    }
    old = n;
  }
  vd_large_free(block, old * sizeof *block);
  vd_large_free(NULL, 0);
}

static void strdup_copies(void **state) {
  (void)state;
  char text[] = "abc";
  char *copy = vd_strdup(text);
  text[0] = 'x';
  assert_string_equal(copy, "abc");
  vd_free(copy);
}

static void arena_blocks_are_aligned_zeroed_and_apart(void **state) {
  (void)state;
  VdArena arena = {0};
  uint8_t *last = NULL;
  for (size_t size = 0; size < 3000; size++) {
    uint8_t *block = vd_arena_alloc(&arena, size);
    assert_int_equal((uintptr_t)block % 16, 0);
    assert_ptr_not_equal(block, last);
    for (size_t i = 0; i < size; i++) assert_int_equal(block[i], 0);
    memset(block, 0xff, size);
    last = block;
  }
  vd_arena_done(&arena);
  assert_null(arena.chunk);
  assert_int_equal(arena.total, 0);
}

static void a_large_arena_block_keeps_the_room_of_the_chunk(void **state) {
  (void)state;
  VdArena arena = {0};
  char *before = vd_arena_alloc(&arena, 16);
  char *large = vd_arena_alloc(&arena, 5u << 20);
  char *after = vd_arena_alloc(&arena, 16);
  assert_ptr_equal(after, before + 16);
  large[0] = large[(5u << 20) - 1] = 1;
  assert_true(arena.total > 5u << 20);
  vd_arena_done(&arena);
}

static void a_large_first_arena_block_is_possible(void **state) {
  (void)state;
  VdArena arena = {0};
  char *large = vd_arena_alloc(&arena, 100000);
  large[99999] = 1;
  VD_NEW(&arena, int)[0] = 7;
  vd_arena_done(&arena);
}

static void a_small_arena_is_small(void **state) {
  (void)state;
  VdArena arena = {0};
  VD_NEW(&arena, int);
  assert_true(arena.total < 8192);
  vd_arena_done(&arena);
}

static void arena_copies_and_prints_text(void **state) {
  (void)state;
  VdArena arena = {0};
  assert_string_equal(vd_arena_str(&arena, "one"), "one");
  assert_string_equal(vd_arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
  assert_memory_equal(vd_arena_copy(&arena, "a\0b", 3), "a\0b", 3);
  assert_non_null(vd_arena_copy(&arena, NULL, 0));
  int *numbers = VD_NEW_ARRAY(&arena, int, 3);
  assert_int_equal(numbers[2], 0);
  vd_arena_done(&arena);
}

// ------------------------------------------------------------ running out

static jmp_buf escape;
static size_t wanted;

static void note_failure(size_t bytes) {
  wanted = bytes;
  longjmp(escape, 1);
}

static int catch_failures(void **state) {
  (void)state;
  vd_alloc_on_failure(note_failure);
  return 0;
}

static int stop_catching(void **state) {
  (void)state;
  vd_alloc_on_failure(NULL);
  vd_alloc_fail_at(0);
  return 0;
}

static void the_nth_allocation_fails(void **state) {
  (void)state;
  void *volatile first = NULL;
  vd_alloc_fail_at(2);
  if (setjmp(escape) == 0) {
    first = vd_alloc(10);
    vd_alloc(20);
    fail();
  }
  assert_non_null(first);
  assert_int_equal(wanted, 20);
  vd_free(first);
  vd_free(vd_alloc(30));  // only that one failed
}

static void growing_fails(size_t bytes) {
  void *volatile block = vd_large_grow(NULL, 0, bytes);
  vd_alloc_fail_at(1);
  if (setjmp(escape) == 0) {
    block = vd_large_grow(block, bytes, 2 * bytes);
    fail();
  }
  assert_int_equal(wanted, 2 * bytes);
  vd_large_free(block, bytes);
}

static void a_large_block_may_fail(void **state) {
  (void)state;
  growing_fails(1000);
  growing_fails(5u << 20);
}

static void sizes_do_not_wrap(void **state) {
  (void)state;
  assert_int_equal(vd_mul(3, 5), 15);
  assert_int_equal(vd_add(3, 5), 8);
  assert_true(vd_mul(SIZE_MAX, 1) == SIZE_MAX);
  if (setjmp(escape) == 0) {
    vd_mul(SIZE_MAX / 2 + 1, 2);
    fail();
  }
  if (setjmp(escape) == 0) {
    vd_add(SIZE_MAX, 1);
    fail();
  }
  assert_true(wanted == SIZE_MAX);
}

static void an_arena_block_of_any_size_does_not_wrap(void **state) {
  (void)state;
  VdArena arena = {0};
  for (volatile size_t i = 0; i < 64; i++) {
    if (setjmp(escape) == 0) {
      vd_arena_alloc(&arena, SIZE_MAX - i);
      fail();
    }
  }
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_zeroed),
      cmocka_unit_test(empty_blocks_exist),
      cmocka_unit_test(large_blocks_grow_zeroed),
      cmocka_unit_test(strdup_copies),
      cmocka_unit_test(arena_blocks_are_aligned_zeroed_and_apart),
      cmocka_unit_test(a_large_arena_block_keeps_the_room_of_the_chunk),
      cmocka_unit_test(a_large_first_arena_block_is_possible),
      cmocka_unit_test(a_small_arena_is_small),
      cmocka_unit_test(arena_copies_and_prints_text),
      cmocka_unit_test_setup_teardown(the_nth_allocation_fails, catch_failures,
                                      stop_catching),
      cmocka_unit_test_setup_teardown(a_large_block_may_fail, catch_failures,
                                      stop_catching),
      cmocka_unit_test_setup_teardown(sizes_do_not_wrap, catch_failures,
                                      stop_catching),
      cmocka_unit_test_setup_teardown(an_arena_block_of_any_size_does_not_wrap,
                                      catch_failures, stop_catching),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
