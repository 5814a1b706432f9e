// Ways to choose (choose.h), as terms and as values.
#include "term/choose.h"

uint64_t vd_choose_value(uint32_t k, uint64_t x) {
  // One factor after the other; each division is exact, as a product of i
  // numbers in a row has the factor i!. Twos are taken out before products are
  // reduced modulo 2^64, threes by the inverse of 3.
  uint64_t result = 1;
  uint32_t twos = 0;
  for (uint32_t i = 0; i < k; i++) {
    uint64_t f = x - i;
    if (x < i) return 0;
    if (f == 0) return 0;
    twos += (uint32_t)__builtin_ctzll(f);
    result *= f >> __builtin_ctzll(f);
  }
  for (uint32_t i = 2; i <= k; i++) {
    uint64_t odd = i >> __builtin_ctz(i), inverse = odd;
    twos -= (uint32_t)__builtin_ctz(i);
    for (int n = 0; n < 6; n++) inverse *= 2 - odd * inverse;
    result *= inverse;
  }
  return twos < 64 ? result << twos : 0;
}

uint32_t vd_choose_fun(VdTerms *tm, uint32_t k, uint32_t width) {
  VdSort word = vd_sort_bv(width);
  char key[48], name[24], of[16] = "";
  if (width != 64) snprintf(of, sizeof of, ":%u", width);
  snprintf(key, sizeof key, "poly:choose%u%s", k, of);
  snprintf(name, sizeof name, "choose%u", k);
  VdFun fun = {.kind = VD_FUN_PURE,
               .key = key,
               .name = name,
               .params = 1,
               .results = 1,
               .param = &word,
               .result = &word};
  return vd_fun_put(tm, &fun);
}

VdTerm vd_mk_choose(VdTerms *tm, uint32_t k, VdTerm x, uint32_t width) {
  bool word = vd_term_sort(tm, x).a == 64;
  VdTerm arg = word ? x : vd_mk_unary(tm, VD_OP_ZEXT, 64, x);
  VdValue v;
  VdTerm t = arg;
  if (k > 1 && vd_term_value(tm, arg, &v))
    t = vd_mk_bv(tm, 64, vd_choose_value(k, v.bits));
  else if (k > 1)
    t = vd_mk_app(tm, vd_choose_fun(tm, k, 64), 0, &arg, 1);
  return width == 64 ? t : vd_mk_extract(tm, t, width - 1, 0);
}

uint32_t vd_term_is_choose(VdTerms *tm, VdTerm t, VdTerm *x) {
  if (vd_term_op(tm, t) == VD_OP_EXTRACT && (uint32_t)vd_term_imm(tm, t) == 0)
    t = vd_term_arg(tm, t, 0);
  if (vd_term_op(tm, t) != VD_OP_APP) return 0;
  for (uint32_t k = 2; k <= VD_MAX_CHOOSE; k++)
    if (vd_term_fun(tm, t) == vd_choose_fun(tm, k, 64)) {
      *x = vd_term_arg(tm, t, 0);
      return k;
    }
  return 0;
}
