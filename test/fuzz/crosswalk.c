// Fuzzing the readers of crosswalks and tables. The first byte chooses the
// format and whether to be lenient. What was read and finished keeps its
// invariants; what was not has said why.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -fsanitize=fuzzer,address,undefined test/fuzz/crosswalk.c
//     src/relate/codes.c src/relate/crosswalk*.c src/relate/scope.c
//     src/relate/tables.c src/base/*.c -lcrypto -lseccomp -lm -o crosswalk
//   ./crosswalk -max_len=4096 corpus
#include <stdlib.h>

#include "relate/crosswalk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

// Each code is found by its text; each line has codes on both sides, one alone
// on its side, and lies in the list of each of its codes.
static void check_codes(const VdCrosswalk *cw, VdSide side) {
  for (VdCode i = 0; i < vd_crosswalk_codes(cw, side); i++) {
    const char *text = vd_code_text(cw, side, i);
    VdCode found;
    expect(vd_code_find(cw, side, text, strlen(text), &found) ==
               VD_CODE_FOUND &&
           found == i);
  }
}

static void check_lines(const VdCrosswalk *cw) {
  for (uint32_t i = 0; i < vd_crosswalk_lines(cw); i++) {
    VdCrossLine line = vd_crosswalk_line(cw, i);
    VdBuf text = {0};
    expect(line.count[0] && line.count[1]);
    expect(line.count[0] == 1 || line.count[1] == 1);
    expect(line.origins);
    for (int k = 0; k < 2; k++) {
      for (uint32_t j = 0; j < line.count[k]; j++) {
        uint32_t n;
        const uint32_t *lines =
            vd_code_lines(cw, (VdSide)k, line.code[k][j], &n);
        while (n && lines[n - 1] != i) n--;
        expect(n);
      }
    }
    expect(vd_crosswalk_related(cw, line.code, line.count, NULL));
    vd_crosswalk_line_print(cw, i, &text);
    vd_buf_done(&text);
  }
}

// All of the text as a table, for each side.
static void read_tables(const VdCrosswalk *cw, const char *text, size_t len) {
  for (int k = 0; k < 2; k++) {
    VdDiags diags = {0};
    VdCodeTable table = {0};
    bool ok = vd_code_table_read_text(cw, (VdSide)k, "table", text, len, &table,
                                      &diags);
    expect(ok == (diags.errors == 0));
    vd_code_table_done(&table);
    vd_diags_done(&diags);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  const char *text = (const char *)data + 1;
  VdCrosswalkFormat format =
      (VdCrosswalkFormat)(data[0] % (VD_CROSSWALK_PCS_I9 + 1));
  VdCrosswalk *cw = vd_crosswalk_new();
  VdDiags diags = {0};
  if (data[0] & 64) vd_crosswalk_lenient(cw);
  bool ok = vd_crosswalk_read_text(cw, data[0] & 128 ? "x_i9gem" : "fuzz", text,
                                   size - 1, format, &diags);
  expect(ok == (diags.errors == 0));
  ok = vd_crosswalk_finish(cw, &diags);
  expect(ok == (diags.errors == 0));
  if (ok) {
    for (int k = 0; k < 2; k++) check_codes(cw, (VdSide)k);
    check_lines(cw);
    read_tables(cw, text, size - 1);
  }
  vd_crosswalk_free(cw);
  vd_diags_done(&diags);
  return 0;
}
