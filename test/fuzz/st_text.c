// Fuzzing the front end for Structured Text: lexer, parser, checker, lowering.
// What comes out must be well formed, before and after loops became functions.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -Ibuild/src/front/st -fsanitize=fuzzer,address,undefined
//     test/fuzz/st_text.c src/front/st/*.c src/ir/*.c src/base/*.c
//     src/term/*.c -lexpat -lcrypto -lseccomp -lm -o st_text
//   ./st_text -max_len=4096 -dict=test/fuzz/st.dict corpus
#include <stdlib.h>

#include "front/st/st.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  VdDiags diags = {0};
  VdArena arena = {0};
  VdStOptions options = {0};
  const VdPlc *plc;
  VdModule *m = vd_st_read_text((const char *)data, size, "fuzz.st", &options,
                                &diags, &plc);
  expect((m != NULL) == (diags.errors == 0));
  expect((m != NULL) == (plc != NULL));
  if (m) {
    expect(vd_ir_verify(m, &arena) == NULL);
    vd_ir_loops(m);
    expect(vd_ir_verify(m, &arena) == NULL);
    vd_ir_hash(m);
  }
  vd_module_free(m);
  vd_arena_done(&arena);
  vd_diags_done(&diags);
  return 0;
}
