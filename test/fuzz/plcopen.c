// Fuzzing the reader of PLCopen XML, the translation of networks, and what
// comes after them. What is read must be well-formed, or there is an error.
// Text that does not begin as XML does is Structured Text.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -IBUILD/src/front/st -fsanitize=fuzzer,address,undefined
//     test/fuzz/plcopen.c src/front/st/*.c src/ir/*.c src/base/*.c src/term/*.c
//     -lexpat -lcrypto -lseccomp -lm -o plcopen
//   ./plcopen -max_len=8192 corpus
// BUILD is a build directory; the standard library is in it as a header. A
// corpus to start from are the files of test/bad/plcopen and test/cases/input.
#include <stdlib.h>

#include "front/st/st.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  VdDiags diags = {0};
  VdStOptions options = {.cycle = size % 2 ? 4000000 : 0};
  const VdPlc *plc = NULL;
  VdBuf text = {0};
  vd_buf_add(&text, data, size);
  VdModule *m =
      vd_st_read_text(vd_buf_text(&text), size, "fuzz", &options, &diags, &plc);
  expect((m != NULL) == (diags.errors == 0));
  if (m) {
    VdArena arena = {0};
    expect(vd_ir_verify(m, &arena) == NULL);
    expect(plc != NULL);
    vd_arena_done(&arena);
    vd_module_free(m);
  }
  vd_buf_done(&text);
  vd_diags_done(&diags);
  return 0;
}
