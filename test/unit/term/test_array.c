// Array values against plain copies, and the costs that term.h promises.
#include "term/array.h"
#include "unit.h"

static VdValue make(VdArena *arena, uint32_t index, uint16_t element,
                    uint64_t constant) {
  return vd_array_new(arena, vd_sort_array(index, element),
                      (VdFill){.constant = constant});
}

// ---------------------------------------------------------------- versions
enum { INDEX_BITS = 5, SIZE = 1 << INDEX_BITS, VERSIONS = 300 };

typedef struct Model {
  VdValue value;
  uint64_t element[SIZE];
  bool set[SIZE];
} Model;

typedef struct Walk {
  const Model *model;
  int next;  // the lowest index that may still come
} Walk;

static bool visit_model(void *context, uint64_t index, uint64_t element) {
  Walk *walk = context;
  assert_true(index < SIZE);
  for (; walk->next < (int)index; walk->next++)
    assert_false(walk->model->set[walk->next]);
  assert_true(walk->model->set[index]);
  assert_true(element == walk->model->element[index]);
  walk->next = (int)index + 1;
  return true;
}

static void check_model(const Model *model) {
  Walk walk = {model, 0};
  vd_array_each(model->value.array, visit_model, &walk);
  for (; walk.next < SIZE; walk.next++) assert_false(model->set[walk.next]);
  for (uint64_t i = 0; i < SIZE; i++)
    assert_true(vd_array_get(model->value.array, i) == model->element[i]);
}

static void grow_tree(VdArena *arena, Model *model, uint16_t element,
                      VdRandom *random) {
  uint64_t mask = vd_word_mask(element);
  model[0].value = make(arena, INDEX_BITS, element, 1);
  for (int i = 0; i < SIZE; i++) model[0].element[i] = 1;
  for (int i = 1; i < VERSIONS; i++) {
    uint64_t near = vd_random_below(random, 3) ? 1 : (uint64_t)i;
    int from = i - 1 - (int)vd_random_below(random, near);
    uint64_t index = vd_random_below(random, SIZE);
    uint64_t x = vd_random_next(random) & mask;
    model[i] = model[from];
    model[i].value = vd_array_set(arena, model[from].value, index, x);
    model[i].element[index] = x;
    model[i].set[index] = true;
    check_model(&model[vd_random_below(random, (uint64_t)i + 1)]);
  }
}

static void every_version_of_a_tree_stays_readable(void **state) {
  (void)state;
  static Model model[VERSIONS];
  const uint16_t widths[] = {1, 5, 8, 9, 32, 64};
  VdRandom random = {1};
  for (size_t i = 0; i < VD_COUNT(widths); i++) {
    VdArena arena = {0};
    memset(model, 0, sizeof model);
    grow_tree(&arena, model, widths[i], &random);
    for (int j = 0; j < 2000; j++)
      check_model(&model[vd_random_below(&random, VERSIONS)]);
    vd_arena_done(&arena);
  }
}

static bool same_contents(const Model *x, const Model *y) {
  return memcmp(x->element, y->element, sizeof x->element) == 0;
}

static void arrays_are_equal_when_their_contents_are(void **state) {
  (void)state;
  static Model model[VERSIONS];
  VdArena arena = {0};
  VdRandom random = {2};
  grow_tree(&arena, model, 1, &random);
  int equal = 0;
  for (int i = 0; i < VERSIONS; i++)
    for (int j = 0; j < VERSIONS; j += 7) {
      bool same = same_contents(&model[i], &model[j]);
      assert_true(vd_value_eq(&model[i].value, &model[j].value) == same);
      equal += same && i != j;
    }
  assert_true(equal > 0);
  vd_arena_done(&arena);
}

static void setting_an_element_to_the_fill_keeps_arrays_equal(void **state) {
  (void)state;
  VdArena arena = {0};
  VdValue x = make(&arena, 64, 32, 7), y = make(&arena, 64, 32, 7);
  VdValue z = make(&arena, 64, 32, 8);
  y = vd_array_set(&arena, y, 1000, 7);
  assert_true(vd_value_eq(&x, &y) && vd_value_eq(&y, &x));
  assert_false(vd_value_eq(&x, &z));
  y = vd_array_set(&arena, y, 1000, 8);
  assert_false(vd_value_eq(&x, &y) || vd_value_eq(&y, &x));
  vd_arena_done(&arena);
}

static void indices_and_elements_are_reduced_to_their_widths(void **state) {
  (void)state;
  VdArena arena = {0};
  VdValue x = make(&arena, 3, 4, 0xff);
  assert_true(vd_array_get(x.array, 5) == 0xf);
  x = vd_array_set(&arena, x, 9, 0x13);
  assert_true(vd_array_get(x.array, 1) == 3);
  assert_true(vd_array_get(x.array, 17) == 3);
  assert_true(vd_array_get(x.array, 0) == 0xf);
  vd_arena_done(&arena);
}

static void a_random_fill_is_a_function_of_the_index(void **state) {
  (void)state;
  VdArena arena = {0};
  const uint16_t widths[] = {1, 3, 8, 16, 64};
  for (size_t i = 0; i < VD_COUNT(widths); i++) {
    VdSort sort = vd_sort_array(64, widths[i]);
    VdValue x = vd_array_new(&arena, sort, (VdFill){.random = 5});
    VdValue y = vd_array_new(&arena, sort, (VdFill){4, 5});
    VdValue z = vd_array_new(&arena, sort, (VdFill){.random = 6});
    int different = 0;
    assert_true(vd_value_eq(&x, &y));
    y = vd_array_set(&arena, y, 10, 0);  // must not disturb its neighbours
    for (uint64_t k = 0; k < 1000; k++) {
      uint64_t element = vd_array_get(x.array, k);
      assert_true(element <= vd_word_mask(widths[i]));
      if (k != 10) assert_true(vd_array_get(y.array, k) == element);
      different += vd_array_get(z.array, k) != element;
    }
    assert_true(different > 300);
    assert_false(vd_value_eq(&x, &z));
  }
  vd_arena_done(&arena);
}

static bool stop_at_three(void *context, uint64_t index, uint64_t element) {
  (void)index, (void)element;
  return ++*(int *)context < 3;
}

static void a_visit_ends_when_told(void **state) {
  (void)state;
  VdArena arena = {0};
  VdValue x = make(&arena, 64, 8, 0);
  int calls = 0;
  vd_array_each(x.array, stop_at_three, &calls);
  assert_int_equal(calls, 0);
  for (uint64_t i = 0; i < 20; i++) x = vd_array_set(&arena, x, i, 1);
  vd_array_each(x.array, stop_at_three, &calls);
  assert_int_equal(calls, 3);
  vd_arena_done(&arena);
}

// ---------------------------------------------------------------- lifetime
static void a_version_in_a_shorter_arena_leaves_the_old_one_alone(
    void **state) {
  (void)state;
  VdArena longer = {0};
  VdValue start = make(&longer, 64, 8, 0);
  for (uint64_t i = 0; i < 100; i++) start = vd_array_set(&longer, start, i, i);
  for (int run = 0; run < 3; run++) {
    VdArena shorter = {0};
    VdValue x = start;
    for (uint64_t i = 0; i < 500; i++)
      x = vd_array_set(&shorter, x, i, 255 - i % 250);
    assert_true(vd_array_get(x.array, 7) == 248);
    if (run == 1) assert_true(vd_array_get(start.array, 7) == 7);
    vd_arena_done(&shorter);
    assert_true(vd_array_get(start.array, 99) == 99);
    assert_true(vd_array_get(start.array, 100) == 0);
  }
  vd_arena_done(&longer);
}

// ------------------------------------------------------------------- costs
static void a_long_chain_of_sets_costs_a_little_each(void **state) {
  (void)state;
  enum { N = 1000000 };
  VdArena arena = {0};
  VdValue first = make(&arena, 64, 8, 0), x = first;
  for (uint64_t i = 0; i < N; i++) {
    x = vd_array_set(&arena, x, i * 8 % 80000, i | 1);
    assert_true(vd_array_get(x.array, i * 8 % 80000) == ((i | 1) & 0xff));
  }
  assert_true(arena.total < (size_t)N * 64);
  assert_true(vd_array_get(first.array, 8) == 0);
  vd_arena_done(&arena);
}

// Walking between the two each time would take 10^10 steps here.
static void two_branches_can_be_used_in_turns(void **state) {
  (void)state;
  enum { N = 100000 };
  VdArena arena = {0};
  VdValue x = make(&arena, 64, 32, 0), y = x;
  for (uint64_t i = 0; i < N; i++) {
    x = vd_array_set(&arena, x, i % 1000, i);
    y = vd_array_set(&arena, y, i % 1000, i + 1);
    assert_true(vd_array_get(x.array, i % 1000) == i);
  }
  assert_true(vd_array_get(y.array, 999) == N);
  assert_true(arena.total < (size_t)N * 2 * 100);
  vd_arena_done(&arena);
}

static void reading_backwards_takes_no_memory(void **state) {
  (void)state;
  enum { N = 20000 };
  static VdValue version[N];
  VdArena arena = {0};
  version[0] = make(&arena, 64, 32, 0);
  for (uint64_t i = 1; i < N; i++)
    version[i] = vd_array_set(&arena, version[i - 1], i % 1000, i);
  size_t before = arena.total;
  for (uint64_t i = N; i-- > 1;)
    assert_true(vd_array_get(version[i].array, i % 1000) == i);
  assert_true(arena.total == before);
  vd_arena_done(&arena);
}

// ------------------------------------------------------------------ memory
static void words_of_memory_are_little_endian_bytes(void **state) {
  (void)state;
  VdArena arena = {0};
  VdRandom random = {3};
  uint8_t plain[64] = {0};
  const uint64_t base = UINT64_MAX - 31;  // the middle is where it wraps
  VdValue mem = vd_array_new(&arena, vd_sort_mem(), (VdFill){0});
  for (int i = 0; i < 20000; i++) {
    uint32_t bytes = 1 + (uint32_t)vd_random_below(&random, 8);
    uint64_t at = vd_random_below(&random, sizeof plain - bytes + 1);
    uint64_t word = vd_random_next(&random), got, want = 0;
    memcpy(plain + at, &word, bytes);
    mem = vd_mem_store(&arena, mem, base + at, word, bytes);
    at = vd_random_below(&random, sizeof plain - bytes + 1);
    memcpy(&want, plain + at, bytes);
    got = vd_mem_load(mem.array, base + at, bytes);
    assert_true(got == want);
    assert_true(vd_array_get(mem.array, base + at) == plain[at]);
  }
  vd_arena_done(&arena);
}

static bool count_set(void *context, uint64_t index, uint64_t element) {
  (void)index, (void)element;
  ++*(int *)context;
  return true;
}

static void a_store_sets_its_bytes_and_no_others(void **state) {
  (void)state;
  VdArena arena = {0};
  for (uint32_t bytes = 1; bytes <= 8; bytes++)
    for (uint64_t at = 0; at < 8; at++) {
      VdValue mem = vd_array_new(&arena, vd_sort_mem(), (VdFill){.random = 1});
      VdValue old = mem;
      int set = 0;
      mem = vd_mem_store(&arena, mem, 80 + at, 0, bytes);
      vd_array_each(mem.array, count_set, &set);
      assert_int_equal(set, bytes);
      for (uint64_t i = 72; i < 104; i++) {
        bool inside = i >= 80 + at && i < 80 + at + bytes;
        uint64_t want = inside ? 0 : vd_array_get(old.array, i);
        assert_true(vd_array_get(mem.array, i) == want);
      }
    }
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_version_of_a_tree_stays_readable),
      cmocka_unit_test(arrays_are_equal_when_their_contents_are),
      cmocka_unit_test(setting_an_element_to_the_fill_keeps_arrays_equal),
      cmocka_unit_test(indices_and_elements_are_reduced_to_their_widths),
      cmocka_unit_test(a_random_fill_is_a_function_of_the_index),
      cmocka_unit_test(a_visit_ends_when_told),
      cmocka_unit_test(a_version_in_a_shorter_arena_leaves_the_old_one_alone),
      cmocka_unit_test(a_long_chain_of_sets_costs_a_little_each),
      cmocka_unit_test(two_branches_can_be_used_in_turns),
      cmocka_unit_test(reading_backwards_takes_no_memory),
      cmocka_unit_test(words_of_memory_are_little_endian_bytes),
      cmocka_unit_test(a_store_sets_its_bytes_and_no_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
