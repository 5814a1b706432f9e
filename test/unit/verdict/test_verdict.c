#include "pair/options.h"
#include "unit.h"
#include "verdict/verdict.h"

static uint8_t some_bytes[] = {0x00, 0x7f, 0xff};
static VdCell some_cells[] = {{UINT64_MAX, 3, some_bytes}, {0, 0, NULL}};

// A value of every kind that occurs; limbs for the wide one in the arena.
static VdValue *some_values(VdArena *arena, uint32_t *n) {
  static const uint64_t limb[] = {1, UINT64_MAX, 3};
  VdValue all[] = {
      vd_value_bool(true),
      vd_value_bv(1, 1),
      vd_value_bv(64, 1u << 31),
      vd_value_bv(13, 0x1abc),
      vd_value_limbs(arena, 130, limb, 3),
      vd_value_double(-0.0),
      vd_value_double(0.1),
      vd_value_float(1e-45f),
      vd_value_double(1e308 * 10),
  };
  *n = VD_COUNT(all);
  return vd_arena_copy(arena, all, sizeof all);
}

static void fill_outcome(VdArena *arena, VdOutcome *outcome) {
  outcome->status = VD_RUN_UNDEFINED;
  outcome->halted = true;
  outcome->result = some_values(arena, &outcome->results);
  outcome->memory.at = some_cells;
  outcome->memory.len = 1;
  VdEvent *event = VD_NEW(arena, VdEvent);
  event->link = "printf";
  event->arg = some_values(arena, &event->args);
  event->result = some_values(arena, &event->results);
  event->writes.at = some_cells;
  event->writes.len = 2;
  event->memory = 0x8000000000000001;
  outcome->event.at = event;
  outcome->event.len = 1;
  outcome->text = "signed overflow";
  outcome->pos = (VdPos){"a.c", 12, 3};
}

static VdCase *full_case(VdArena *arena) {
  VdCase *cex = VD_NEW(arena, VdCase);
  cex->param = some_values(arena, &cex->params);
  cex->name = VD_NEW_ARRAY(arena, const char *, cex->params);
  cex->relevant = VD_NEW_ARRAY(arena, bool, cex->params);
  for (uint32_t i = 0; i < cex->params; i++) {
    cex->name[i] = i ? "caf\xc3\xa9 \"quoted\"\n" : "";
    cex->relevant[i] = i % 2 == 0;
  }
  cex->memory.at = some_cells;
  cex->memory.len = 2;
  VdRegion *region = VD_NEW(arena, VdRegion);
  *region = (VdRegion){"table", 0x10000000000, 40, true, "text"};
  cex->region.at = region;
  cex->region.len = 1;
  fill_outcome(arena, &cex->old_outcome);
  cex->new_outcome.status = VD_RUN_OK;
  cex->difference = "return value: 3 against 4";
  cex->native = "confirmed";
  cex->native_confirmed = true;
  cex->reproducer = "out/f";
  return cex;
}

static VdVerdict full_verdict(VdArena *arena) {
  static const char *assumption[] = {"both terminate", "no aliasing"};
  static VdStep step[] = {{"symbolic", "not the same term", 0.1},
                          {"testing", "a difference in run 7", 1e-9}};
  VdVerdict verdict = {.kind = VD_DIFFERENT,
                       .checker = "testing",
                       .why = "because",
                       .pos = {"dir/a.c", 3, 7},
                       .bound = UINT32_MAX,
                       .seconds = 0.30000000000000004,
                       .from_store = true,
                       .exact = true,
                       .terminates = VD_TERMINATES_ALIKE};
  verdict.assumption.at = assumption;
  verdict.assumption.len = 2;
  static VdNote note[] = {{VD_NOTE_CONDITION, "differs when n < 2"}};
  verdict.note.at = note;
  verdict.note.len = 1;
  verdict.step.at = step;
  verdict.step.len = 2;
  verdict.evidence = vd_evidence_input(full_case(arena));
  return verdict;
}

static void assert_outcome(const VdOutcome *a, const VdOutcome *b) {
  assert_int_equal(a->status, b->status);
  assert_int_equal(a->halted, b->halted);
  assert_int_equal(a->results, b->results);
  for (uint32_t i = 0; i < a->results; i++) {
    assert_true(vd_value_eq(&a->result[i], &b->result[i]));
  }
  assert_int_equal(a->memory.len, b->memory.len);
  assert_int_equal(a->event.len, b->event.len);
  assert_int_equal(a->pos.line, b->pos.line);
}

static void everything_comes_back(void **state) {
  (void)state;
  VdArena arena = {0};
  VdBuf text = {0}, again = {0};
  VdVerdict verdict = full_verdict(&arena), back;
  vd_verdict_write(&verdict, &text);
  assert_true(vd_verdict_read(&arena, text.at, text.len, &back));
  vd_verdict_write(&back, &again);
  assert_string_equal(text.at, again.at);  // so no field that is read is lost
  const VdCase *a = verdict.evidence.input, *b = back.evidence.input;
  assert_int_equal(back.kind, VD_DIFFERENT);
  assert_string_equal(back.pos.file, "dir/a.c");
  assert_int_equal(back.bound, UINT32_MAX);
  assert_true(back.seconds == verdict.seconds);
  assert_true(back.from_store && back.exact);
  assert_int_equal(back.terminates, VD_TERMINATES_ALIKE);
  assert_string_equal(back.assumption.at[1], "no aliasing");
  assert_int_equal(back.note.len, 1);
  assert_int_equal(back.note.at[0].kind, VD_NOTE_CONDITION);
  assert_string_equal(back.note.at[0].text, "differs when n < 2");
  assert_string_equal(back.step.at[1].said, "a difference in run 7");
  assert_int_equal(b->params, a->params);
  for (uint32_t i = 0; i < a->params; i++) {
    assert_true(vd_value_eq(&a->param[i], &b->param[i]));
    assert_string_equal(a->name[i], b->name[i]);
    assert_int_equal(a->relevant[i], b->relevant[i]);
  }
  assert_int_equal(b->memory.at[0].addr, UINT64_MAX);
  assert_memory_equal(b->memory.at[0].bytes, some_bytes, 3);
  assert_int_equal(b->memory.at[1].len, 0);
  assert_int_equal(b->region.at[0].size, 40);
  assert_true(b->region.at[0].global);
  assert_string_equal(b->region.at[0].text, "text");
  assert_int_equal(b->old_outcome.event.at[0].memory, 0x8000000000000001);
  assert_outcome(&a->old_outcome, &b->old_outcome);
  assert_outcome(&a->new_outcome, &b->new_outcome);
  assert_string_equal(b->difference, "return value: 3 against 4");
  assert_true(b->native_confirmed);
  assert_string_equal(b->reproducer, "out/f");
  vd_verdict_done(&back);
  assert_int_equal(back.evidence.kind, VD_EVIDENCE_NONE);
  vd_buf_done(&text);
  vd_buf_done(&again);
  vd_arena_done(&arena);
}

static void an_empty_verdict_is_unknown(void **state) {
  (void)state;
  VdArena arena = {0};
  VdBuf text = {0};
  VdVerdict verdict = {0}, back;
  vd_verdict_write(&verdict, &text);
  assert_true(vd_verdict_read(&arena, text.at, text.len, &back));
  assert_int_equal(back.kind, VD_UNKNOWN);
  assert_null(back.pos.file);
  assert_int_equal(back.evidence.kind, VD_EVIDENCE_NONE);
  assert_string_equal(back.why, "");
  vd_buf_done(&text);
  vd_arena_done(&arena);
}

static void bytes_that_are_no_utf8_arrive_escaped(void **state) {
  (void)state;
  VdArena arena = {0};
  VdBuf text = {0};
  VdVerdict verdict = {.why = "f\xff"}, back;
  vd_verdict_write(&verdict, &text);
  assert_true(vd_verdict_read(&arena, text.at, text.len, &back));
  assert_string_equal(back.why, "f\\xff");
  vd_buf_done(&text);
  vd_arena_done(&arena);
}

static void assert_refused(const char *text, size_t len) {
  VdArena arena = {0};
  VdVerdict verdict;
  assert_false(vd_verdict_read(&arena, text, len, &verdict));
  assert_int_equal(verdict.kind, VD_UNKNOWN);
  vd_arena_done(&arena);
}

static void damaged_text_is_refused(void **state) {
  (void)state;
  VdArena arena = {0};
  VdBuf text = {0};
  VdVerdict verdict = full_verdict(&arena);
  vd_verdict_write(&verdict, &text);
  for (size_t i = 0; i < text.len; i++) assert_refused(text.at, i);
  assert_refused("", 0);
  assert_refused("[]", 2);
  assert_refused("{}", 2);
  assert_refused("null", 4);
  verdict.evidence = (VdEvidence){0};  // a difference without an input
  text.len = 0;
  vd_verdict_write(&verdict, &text);
  assert_refused(text.at, text.len);
  verdict.kind = VD_SAME;
  verdict.evidence = vd_evidence_input(
      full_case(&arena));  // an input that shows no difference
  text.len = 0;
  vd_verdict_write(&verdict, &text);
  assert_refused(text.at, text.len);
  vd_buf_done(&text);
  vd_arena_done(&arena);
}

// Whatever is changed: refused, or a verdict that can be written.
static void changed_text_does_no_harm(void **state) {
  (void)state;
  VdArena arena = {0};
  VdBuf text = {0}, again = {0};
  VdRandom random = {5};
  VdVerdict verdict = full_verdict(&arena), back;
  vd_verdict_write(&verdict, &text);
  for (int i = 0; i < 5000; i++) {
    size_t at = vd_random_below(&random, text.len);
    char was = text.at[at];
    text.at[at] = "0x\"{}[],:-9n"[vd_random_below(&random, 12)];
    VdArena own = {0};
    again.len = 0;
    if (vd_verdict_read(&own, text.at, text.len, &back)) {
      vd_verdict_write(&back, &again);
      vd_verdict_done(&back);
    }
    vd_arena_done(&own);
    text.at[at] = was;
  }
  vd_buf_done(&text);
  vd_buf_done(&again);
  vd_arena_done(&arena);
}

static void words_are_those_of_the_design(void **state) {
  (void)state;
  assert_string_equal(vd_verdict_word(VD_SAME), "same");
  assert_string_equal(vd_verdict_word(VD_SAME_BOUNDED), "same up to bound");
  assert_string_equal(vd_verdict_word(VD_DIFFERENT), "different");
  assert_string_equal(vd_verdict_word(VD_UNKNOWN), "unknown");
  assert_string_equal(vd_verdict_word(VD_UNSUPPORTED), "unsupported");
  assert_string_equal(vd_verdict_word(VD_TIMEOUT), "timeout");
  assert_string_equal(vd_verdict_word(VD_FAILED), "error");
}

static void defaults_are_those_of_the_manual(void **state) {
  (void)state;
  VdOptions options;
  vd_options_init(&options);
  assert_true(options.effort == 30);
  assert_true(options.timeout == 300);
  assert_int_equal(options.memory, (size_t)4096 << 20);
  assert_int_equal(options.unroll, 8);
  assert_true(options.jobs >= 1);
  assert_int_equal(options.strategy, VD_STRATEGY_ARDIFF);
  assert_false(options.reals);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_comes_back),
      cmocka_unit_test(an_empty_verdict_is_unknown),
      cmocka_unit_test(bytes_that_are_no_utf8_arrive_escaped),
      cmocka_unit_test(damaged_text_is_refused),
      cmocka_unit_test(changed_text_does_no_harm),
      cmocka_unit_test(words_are_those_of_the_design),
      cmocka_unit_test(defaults_are_those_of_the_manual),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
