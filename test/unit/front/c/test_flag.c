// The table of flags: what becomes of them, that clang reads those that are
// handed on in the same way, and that the document lists them.
#include <stdlib.h>

#include "front/c/flag.h"
#include "unit.h"

typedef struct Sample {
  VdFlagClass class;
  uint32_t takes;
  const char *word[3];
} Sample;

static const Sample sample[] = {
    {VD_FLAG_MEANING, 2, {"-I", "dir"}},
    {VD_FLAG_MEANING, 1, {"-Idir", "x.c"}},
    {VD_FLAG_NAMED, 1, {"-I"}},
    {VD_FLAG_NAMED, 2, {"-I", "-DX"}},
    {VD_FLAG_NAMED, 2, {"-I", "@x"}},
    {VD_FLAG_NAMED, 2, {"-I", ""}},
    {VD_FLAG_NAMED, 1, {"-I@x"}},
    {VD_FLAG_NAMED, 1, {"-I-"}},
    {VD_FLAG_NAMED, 2, {"-include-pch", "x.pch"}},
    {VD_FLAG_MEANING, 1, {"-includex.h"}},
    {VD_FLAG_MEANING, 2, {"-x", "c"}},
    {VD_FLAG_MEANING, 1, {"-xc"}},
    {VD_FLAG_NAMED, 2, {"-x", "c++"}},
    {VD_FLAG_NAMED, 1, {"-xir"}},
    {VD_FLAG_MEANING, 1, {"--target=x86_64-linux-gnu"}},
    {VD_FLAG_NAMED, 1, {"--target=./x"}},
    {VD_FLAG_NAMED, 1, {"--target", "x"}},
    {VD_FLAG_NAMED, 2, {"-target", ""}},
    {VD_FLAG_MEANING, 1, {"-O2"}},
    {VD_FLAG_NAMED, 1, {"-ObjC"}},
    {VD_FLAG_MAKING, 1, {"-fwrapv"}},
    {VD_FLAG_MAKING, 1, {"-fno-wrapv"}},
    {VD_FLAG_NAMED, 1, {"-fwrapvx"}},
    {VD_FLAG_MAKING, 1, {"-fno-builtin"}},
    {VD_FLAG_MAKING, 1, {"-fno-builtin-memcpy"}},
    {VD_FLAG_MAKING, 1, {"-mno-sse4.1"}},
    {VD_FLAG_MAKING, 1, {"-mstack-protector-guard-offset=0"}},
    {VD_FLAG_MAKING, 1, {"-fsplit-stack"}},
    {VD_FLAG_LATER, 1, {"-fsplit-loops"}},
    {VD_FLAG_LATER, 1, {"-fno-sanitize=all"}},
    {VD_FLAG_LATER, 1, {"-fno-tree-vectorize"}},
    {VD_FLAG_NAMED, 1, {"-no-tree-vectorize"}},
    {VD_FLAG_IDLE, 1, {"-Wall"}},
    {VD_FLAG_IDLE, 1, {"-Wl,-z,now"}},
    {VD_FLAG_LATER, 1, {"-Wa,--noexecstack"}},
    {VD_FLAG_NAMED, 1, {"-Wp,-DX"}},
    {VD_FLAG_IDLE, 2, {"-o", "-DX"}},
    {VD_FLAG_IDLE, 1, {"-o"}},
    {VD_FLAG_IDLE, 1, {"x.c"}},
    {VD_FLAG_IDLE, 1, {""}},
    {VD_FLAG_NAMED, 1, {"-"}},
    {VD_FLAG_NAMED, 1, {"@x"}},
    {VD_FLAG_NAMED, 2, {"-Xclang", "-load"}},
    {VD_FLAG_NAMED, 1, {"-fplugin=x.so"}},
    {VD_FLAG_NAMED, 1, {"-fnever-heard-of-it"}},
};

static void flags_are_what_the_table_says(void **state) {
  (void)state;
  for (size_t i = 0; i < VD_COUNT(sample); i++) {
    uint32_t takes;
    VdFlagClass class = vd_flag_read(sample[i].word, &takes);
    if (class != sample[i].class || takes != sample[i].takes)
      fail_msg("%s: class %d, %u words", sample[i].word[0], (int)class, takes);
  }
}

static void no_row_is_there_twice(void **state) {
  (void)state;
  for (uint32_t i = 0; i < vd_flags; i++)
    for (uint32_t k = 0; k < i; k++)
      if (!strcmp(vd_flag[i].spelled, vd_flag[k].spelled))
        fail_msg("%s", vd_flag[i].spelled);
}

// Else the value of such a flag could be a flag of its own.
static void clang_takes_a_value_where_the_table_does(void **state) {
  (void)state;
  for (uint32_t i = 0; i < vd_flags; i++) {
    const VdFlag *row = &vd_flag[i];
    bool on = row->class == VD_FLAG_MEANING || row->class == VD_FLAG_MAKING;
    if (!on || (row->form != VD_FORM_NEXT && row->form != VD_FORM_BOTH))
      continue;
    VdRun run = {0};
    const char *argv[] = {"clang-19",          "-###", "-c", row->spelled,
                          "-fplugin=value.so", "x.c",  NULL};
    vd_run(argv, NULL, NULL, &run);
    assert_non_null(strstr(vd_buf_text(&run.err), "clang"));
    if (strstr(vd_buf_text(&run.err), "\"-load\""))
      fail_msg("%s takes no value", row->spelled);
    vd_run_done(&run);
  }
}

static void the_document_says_what_the_table_says(void **state) {
  (void)state;
  static const char mark[] = "<!-- made from src/front/c/flag.def -->\n";
  char path[1000];
  VdBuf text = {0}, table = {0};
  snprintf(path, sizeof path, "%s/../doc/observables-c.md",
           getenv("VD_TEST_DIR"));
  assert_true(vd_file_read(path, 1 << 20, &text));
  const char *at = strstr(vd_buf_text(&text), mark);
  assert_non_null(at);
  vd_flag_print(&table);
  vd_buf_str(&table, "<!-- end -->\n");
  if (strncmp(at + strlen(mark), vd_buf_text(&table), table.len)) {
    printf("# what it should say:\n%s", vd_buf_text(&table));
    fail_msg("%s is not as the table", path);
  }
  vd_buf_done(&text);
  vd_buf_done(&table);
}

int main(int argc, char **argv) {
  // test-front-c-flag --print writes the table of the document.
  if (argc > 1 && !strcmp(argv[1], "--print")) {
    VdBuf table = {0};
    vd_flag_print(&table);
    fputs(vd_buf_text(&table), stdout);
    vd_buf_done(&table);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flags_are_what_the_table_says),
      cmocka_unit_test(no_row_is_there_twice),
      cmocka_unit_test(clang_takes_a_value_where_the_table_does),
      cmocka_unit_test(the_document_says_what_the_table_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
