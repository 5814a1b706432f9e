// Fuzzing contracts: lexer, parser, types and terms, against variables of all
// types. What was read prints, and reads back as the same; what was not has
// said why. Terms are Bool, and there are none that are ill-sorted.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -fsanitize=fuzzer,address,undefined test/fuzz/contract.c
//     src/relate/contract.c src/relate/contract_[lptv]*.c
//     src/relate/codes.c src/relate/crosswalk*.c src/relate/scope.c
//     src/relate/tables.c src/ir/*.c src/base/*.c src/term/*.c
//     -lcrypto -lseccomp -lm -o contract
//   ./contract -max_len=4096 corpus
#include <stdlib.h>
#include <strings.h>

#include "relate/contract.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

static const char *const texts[] = {"Red", "Green"};
static const VdValue values[] = {
    {.sort = {.kind = VD_SORT_BV, .a = 16}, .bits = 0},
    {.sort = {.kind = VD_SORT_BV, .a = 16}, .bits = 1}};
static const VdEnum color = {"Color", 2, texts, values};

// A variable is named by its type and its role: int_i, int_o, int_b, enum_i.
static bool look(void *context, int side, const char *name,
                 VdContractName *out) {
  const char *mark = strchr(name, '_');
  if (!mark || !mark[1] || mark[2]) return false;
  bool enumerated = !strncasecmp(name, "enum", (size_t)(mark - name));
  VdElem elem =
      enumerated ? VD_ELEM_INT : vd_elem_read(name, (size_t)(mark - name));
  const char *roles = "siobc", *role = strchr(roles, mark[1]);
  if (!elem || !role) return false;
  VdMachineVar var = {.elem = elem, .enumeration = enumerated ? &color : NULL};
  uint32_t id = (uint32_t)elem * 16 + (uint32_t)(role - roles) * 2 + enumerated;
  uint32_t number = id * 4 + (uint32_t)side * 2;
  VdSort sort = vd_elem_sort(elem);
  *out = (VdContractName){
      .name = name,
      .role = (VdUse)(role - roles),
      .type = vd_contract_type_of(&var),
      .input = vd_mk_var(context, VD_VAR_FRESH, number, sort, name),
      .output = vd_mk_var(context, VD_VAR_FRESH, number + 1, sort, name),
      .id = id};
  return true;
}

static const char *list(void *context, int side, uint32_t i) {
  static const char *const names[] = {"int_i", "bool_o", "real_i"};
  (void)context, (void)side;
  return i < VD_COUNT(names) ? names[i] : NULL;
}

static void check_terms(const VdContractBlock *block) {
  VdDiags diags = {0};
  VdContractTerms terms;
  VdTerms *tm = vd_terms_new();
  VdInterface interface = {look, list, tm, true};
  bool ok = vd_contract_terms(tm, block, &interface, &diags, &terms);
  expect(ok == (diags.errors == 0));
  expect(!vd_terms_error(tm));
  if (ok) {
    expect(vd_term_sort(tm, terms.assume).kind == VD_SORT_BOOL);
    expect(vd_term_sort(tm, terms.relate).kind == VD_SORT_BOOL);
    for (uint32_t i = 0; i < terms.ensure.len; i++)
      expect(vd_term_sort(tm, terms.ensure.at[i].term).kind == VD_SORT_BOOL);
  }
  vd_contract_terms_done(&terms);
  vd_terms_free(tm);
  vd_diags_done(&diags);
  for (uint32_t i = 0; i < block->frames; i++) check_terms(&block->frame[i]);
}

static void check_print(const VdContractBlock *block) {
  VdBuf text = {0}, inner = {0}, again = {0};
  VdDiags diags = {0};
  vd_contract_print(block, &inner);
  vd_buf_printf(&text, "compare A {\n%s}", vd_buf_text(&inner));
  VdContract *c = vd_contract_read_text("fuzz", text.at, text.len, &diags);
  expect(c && c->blocks == 1);
  vd_contract_print(&c->block[0], &again);
  expect(!strcmp(vd_buf_text(&inner), vd_buf_text(&again)));
  vd_contract_free(c);
  vd_diags_done(&diags);
  vd_buf_done(&text);
  vd_buf_done(&inner);
  vd_buf_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  VdDiags diags = {0};
  VdContract *c =
      vd_contract_read_text("fuzz", (const char *)data, size, &diags);
  expect((c != NULL) == (diags.errors == 0));
  for (uint32_t i = 0; c && i < c->blocks; i++) {
    check_terms(&c->block[i]);
    check_print(&c->block[i]);
  }
  vd_contract_free(c);
  vd_diags_done(&diags);
  return 0;
}
