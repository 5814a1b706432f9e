// Fuzzing the reader of the text form, and every pass that a module goes
// through after it. What was read must print to text that reads back to the
// same text.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -fsanitize=fuzzer,address,undefined test/fuzz/ir_text.c
//     src/ir/*.c src/base/*.c src/term/*.c -lcrypto -lseccomp -lm -o ir_text
//   ./ir_text -max_len=4096 corpus
#include <stdlib.h>

#include "ir/ir.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

static VdModule *read_text(const char *text, size_t len) {
  VdDiags diags = {0};
  VdModule *m = vd_ir_read(text, len, "fuzz.vir", &diags);
  expect((m != NULL) == (diags.errors == 0));
  vd_diags_done(&diags);
  return m;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  VdModule *m = read_text((const char *)data, size);
  if (!m) return 0;
  VdBuf one = {0}, two = {0};
  VdArena arena = {0};
  vd_ir_print(m, &one);
  VdModule *again = read_text(vd_buf_text(&one), one.len);
  expect(again != NULL);
  vd_ir_print(again, &two);
  expect(one.len == two.len && !memcmp(one.at, two.at, one.len));
  vd_ir_loops(m);
  expect(vd_ir_verify(m, &arena) == NULL);
  vd_ir_hash(m);
  vd_module_free(m);
  vd_module_free(again);
  vd_arena_done(&arena);
  vd_buf_done(&one);
  vd_buf_done(&two);
  return 0;
}
