// Claims as text, for whoever follows a proof: which functions they are about,
// at which pace, and what they relate. Nothing is believed of what is read: it
// is proved like any claim (induct.c), or is none.
#include "base/limit.h"
#include "pair/loop/induct.h"

// Functions are known by the order in which they are met from the pair's on, as
// their numbers depend on the file around them.
typedef struct Met {
  VD_VEC(uint32_t) func;
  VdMap seen;
} Met;

static void note(void *context, uint32_t func, const VdInst *inst) {
  Met *met = context;
  (void)inst;
  if ((*vd_map_put(&met->seen, func))++) return;
  vd_push(&met->func, func);
}

static void meet_all(const VdInduct *in, Met met[2]) {
  for (int s = 0; s < 2; s++) {
    met[s] = (Met){0};
    vd_ir_each(in->job->sides.module[s], in->job->sides.func[s], note, &met[s]);
  }
}

static void forget(Met met[2]) {
  for (int s = 0; s < 2; s++) {
    vd_vec_done(&met[s].func);
    vd_map_done(&met[s].seen);
  }
}

// ---------------------------------------------------------------- writing

static bool put_func(const Met *met, uint32_t func, VdBuf *out) {
  uint32_t i = 0;
  while (i < met->func.len && met->func.at[i] != func) i++;
  vd_number_put(out, i);
  return i < met->func.len;
}

static bool put_claim(const VdClaim *c, const Met met[2], VdBuf *out) {
  bool ok = !c->never;
  vd_number_put(out, (uint64_t)c->has[OLD] << 1 | c->has[NEW]);
  for (int s = 0; s < 2 && ok; s++) {
    if (!c->has[s]) continue;
    ok = put_func(&met[s], c->func[s], out);
    vd_number_put(out, c->pace.step[s]);
    vd_number_put(out, c->pace.skip[s]);
  }
  vd_number_put(out, c->sum.len);
  for (uint32_t i = 0; i < c->sum.len; i++) {
    vd_number_put(out, c->sum.at[i].param);
    vd_number_put(out, c->sum.at[i].result);
  }
  vd_likely_put(&c->pre, out);
  vd_likely_put(&c->post, out);
  return ok;
}

bool vd_claims_put(VdInduct *in) {
  Met met[2];
  VdBuf text = {0};
  uint32_t n = 0;
  bool ok = true;
  if (!in->job->trail || in->job->trail->follow) return false;
  meet_all(in, met);
  for (uint32_t i = 0; i < in->claim.len; i++) n += !in->claim.at[i]->dropped;
  vd_number_put(&text, n);
  for (uint32_t i = 0; i < in->claim.len && ok; i++)
    if (!in->claim.at[i]->dropped) ok = put_claim(in->claim.at[i], met, &text);
  if (ok) vd_trail_put(in->job->trail, vd_buf_text(&text));
  vd_buf_done(&text);
  forget(met);
  return ok;
}

// ---------------------------------------------------------------- reading

static bool take_func(const VdInduct *in, const Met *met, int s, VdClaim *c,
                      VdNumbers *from) {
  if (!met->func.len) return false;
  uint32_t i = (uint32_t)vd_number_take(from, met->func.len - 1);
  c->func[s] = met->func.at[i];
  c->pace.step[s] = (uint32_t)vd_number_take(from, vd_limit->kept_pace);
  c->pace.skip[s] = (uint32_t)vd_number_take(from, vd_limit->kept_pace);
  c->symbol[s] = vd_sums_symbol(in->job->sides.sums[s], c->func[s]);
  return from->ok && c->pace.step[s] &&
         vd_func_has_body(vd_induct_func(in, s, c->func[s]));
}

static bool take_sums(const VdInduct *in, VdClaim *c, VdNumbers *from) {
  uint32_t n = (uint32_t)vd_number_take(from, (uint64_t)c->vars * c->vars);
  for (uint32_t i = 0; i < n && from->ok; i++) {
    VdSum sum;
    sum.param = (uint32_t)vd_number_take(from, c->vars - 1);
    sum.result = (uint32_t)vd_number_take(from, c->vars - 1);
    VdSort x = vd_term_sort(in->tm, c->var[sum.param]);
    VdSort y = vd_term_sort(in->tm, c->var[sum.result]);
    if (x.kind != VD_SORT_BV || x.a > 64 || !vd_sort_eq(x, y)) return false;
    vd_push(&c->sum, sum);
  }
  return from->ok;
}

static bool take_claim(VdInduct *in, const Met met[2], VdNumbers *from) {
  VdClaim *c = VD_NEW(&in->arena, VdClaim);
  uint64_t has = vd_number_take(from, 3);
  bool ok = from->ok && has;
  for (int s = 0; s < 2 && ok; s++) {
    c->has[s] = has >> (s == OLD) & 1;
    c->pace.step[s] = 1;
    if (c->has[s]) ok = take_func(in, &met[s], s, c, from);
  }
  if (!ok) return false;
  vd_claim_begin(in, c);
  vd_push(&in->claim, c);
  ok = c->vars && take_sums(in, c, from) && vd_likely_take(&c->pre, from) &&
       vd_likely_take(&c->post, from);
  if (ok) vd_claim_refresh(in, c);
  return ok;
}

bool vd_claims_take(VdInduct *in) {
  VdBuf text = {0};
  const char *taken = vd_trail_take(in->job->trail, &text);
  VdNumbers from = {taken ? taken : "", taken != NULL};
  Met met[2];
  meet_all(in, met);
  uint32_t n = (uint32_t)vd_number_take(&from, vd_limit->kept_claims);
  bool ok = from.ok && n;
  for (uint32_t i = 0; i < n && ok; i++) ok = take_claim(in, met, &from);
  forget(met);
  vd_buf_done(&text);
  return ok;
}
