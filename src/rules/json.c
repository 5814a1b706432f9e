// Verdicts about rule functions as JSON: from a worker to its parent, into the
// store, into reports. What is read may be damaged: everything is checked.
#include "rules/rules.h"
#include "verdict/read_json.h"

// ------------------------------------------------------------------ writing

static void write_text(VdJson *json, const char *key, const char *text) {
  vd_json_key(json, key);
  vd_json_str(json, text ? text : "");
}

static void write_number(VdJson *json, const char *key, uint64_t number) {
  vd_json_key(json, key);
  vd_json_u64(json, number);
}

static void write_pos(VdJson *json, VdPos pos) {
  vd_json_key(json, "file");
  vd_json_str(json, pos.file ? pos.file : "");
  write_number(json, "line", pos.line);
}

static void write_code(VdJson *json, const VdRuleCode *code) {
  vd_json_open(json, '{');
  write_text(json, "code", code->code);
  vd_json_key(json, "used");
  vd_json_bool(json, code->used);
  vd_json_key(json, "orphan");
  vd_json_bool(json, code->orphan);
  if (!code->orphan) write_number(json, "by", code->line);
  vd_json_close(json, '}');
}

static void write_inputs(VdJson *json, const VdRuleClaim *c) {
  vd_json_key(json, "inputs");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < c->inputs; i++) {
    vd_json_open(json, '{');
    write_text(json, "side", c->input[i].side == VD_OLD ? "old" : "new");
    vd_json_key(json, "codes");
    vd_json_open(json, '[');
    for (uint32_t j = 0; j < c->input[i].code.len; j++)
      write_code(json, &c->input[i].code.at[j]);
    vd_json_close(json, ']');
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_lines(VdJson *json, const char *key, const VdRuleLine *line,
                        uint32_t n) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < n; i++) {
    vd_json_open(json, '{');
    write_pos(json, line[i].pos);
    write_text(json, "text", line[i].text);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_outputs(VdJson *json, const VdRuleClaim *c) {
  vd_json_key(json, "outputs");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < c->output.len; i++) {
    vd_json_open(json, '{');
    write_text(json, "name", c->output.at[i].name);
    write_text(json, "first", c->output.at[i].value[0]);
    write_text(json, "second", c->output.at[i].value[1]);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_claim(VdJson *json, const VdRuleClaim *c) {
  vd_json_key(json, "claim");
  vd_json_open(json, '{');
  write_inputs(json, c);
  write_lines(json, "crosswalk", c->line.at, c->line.len);
  write_lines(json, "orphans", c->orphan.at, c->orphan.len);
  write_lines(json, "source", c->source.at, c->source.len);
  write_lines(json, "parameters", c->param.at, c->param.len);
  write_outputs(json, c);
  write_text(json, "replay", c->replay ? c->replay : "");
  vd_json_close(json, '}');
}

static void write_texts(VdJson *json, const char *key, const char *const *text,
                        uint32_t n) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < n; i++) vd_json_str(json, text[i]);
  vd_json_close(json, ']');
}

static void write_hex(VdJson *json, const char *key, const uint8_t *bytes,
                      size_t n) {
  static const char digit[] = "0123456789abcdef";
  VdBuf hex = {0};
  for (size_t i = 0; i < n; i++) {
    char two[2] = {digit[bytes[i] >> 4], digit[bytes[i] & 15]};
    vd_buf_add(&hex, two, 2);
  }
  write_text(json, key, vd_buf_text(&hex));
  vd_buf_done(&hex);
}

static void write_verdict(VdJson *json, const VdRuleVerdict *v, bool no_times,
                          bool inner) {
  vd_json_open(json, '{');
  write_text(json, "name", v->name);
  write_text(json, "verdict", vd_rule_word(v->kind));
  write_text(json, "checker", v->checker);
  write_text(json, "why", v->why);
  write_pos(json, v->pos);
  write_number(json, "codes", v->codes);
  write_texts(json, "assumptions", v->assumption.at, v->assumption.len);
  if (v->claim) write_claim(json, v->claim);
  if (!no_times) {
    vd_json_key(json, "seconds");
    vd_json_double(json, v->seconds);
  }
  vd_json_key(json, "from_store");
  vd_json_bool(json, v->from_store);
  if (inner && v->canonical_len)
    write_hex(json, "canonical", v->canonical, v->canonical_len);
  vd_json_close(json, '}');
}

void vd_rule_verdict_write(const VdRuleVerdict *verdict, bool no_times,
                           VdBuf *out) {
  VdJson json = {.out = out};
  write_verdict(&json, verdict, no_times, false);
}

// By what they mean, as the other reports have them.
static const char *const change_word[] = {[VD_ITEM_GLOBAL] = "global",
                                          [VD_ITEM_CHANGE] = "change",
                                          [VD_ITEM_OPEN] = "not compared",
                                          [VD_ITEM_NOTE] = "note"};

void vd_rule_changes_write(const VdRuleComparison *c, VdJson *json) {
  vd_json_key(json, "changes");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < c->change.len; i++) {
    const VdRuleChange *change = &c->change.at[i];
    vd_json_open(json, '{');
    write_text(json, "kind", change_word[change->kind]);
    write_text(json, "name", change->name);
    write_text(json, "detail", change->detail);
    write_pos(json, change->pos);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

void vd_rule_comparison_write(const VdRuleComparison *c, VdBuf *out) {
  VdJson json = {.out = out};
  vd_json_open(&json, '{');
  vd_json_key(&json, "verdicts");
  vd_json_open(&json, '[');
  for (uint32_t i = 0; i < c->verdict.len; i++)
    write_verdict(&json, &c->verdict.at[i], false, true);
  vd_json_close(&json, ']');
  vd_json_key(&json, "alone");
  vd_json_open(&json, '[');
  for (uint32_t i = 0; i < c->alone.len; i++) {
    vd_json_open(&json, '{');
    write_text(&json, "name", c->alone.at[i].name);
    write_number(&json, "side", c->alone.at[i].side);
    write_text(&json, "why", c->alone.at[i].why);
    vd_json_close(&json, '}');
  }
  vd_json_close(&json, ']');
  vd_rule_changes_write(c, &json);
  write_texts(&json, "assumptions", c->assumption.at, c->assumption.len);
  write_texts(&json, "warnings", c->warning.at, c->warning.len);
  write_number(&json, "hits", c->hits);
  write_number(&json, "misses", c->misses);
  vd_json_close(&json, '}');
}

// ------------------------------------------------------------------ reading

static VdPos read_pos(VdJsonReader *r, const json_t *in) {
  const char *file = vd_read_text(r, in, "file");
  return (VdPos){*file ? file : NULL, vd_read_number(r, in, "line"), 0};
}

static void read_input(VdJsonReader *r, const json_t *in, VdRuleInput *out) {
  size_t i;
  const json_t *code;
  out->side = strcmp(vd_read_text(r, in, "side"), "old") ? VD_NEW : VD_OLD;
  json_array_foreach(vd_read_array(r, in, "codes", NULL), i, code) {
    VdRuleCode c = {.code = vd_read_text(r, code, "code"),
                    .used = vd_read_bool(r, code, "used"),
                    .orphan = vd_read_bool(r, code, "orphan")};
    if (!c.orphan) c.line = vd_read_number(r, code, "by");
    vd_push(&out->code, c);
  }
}

typedef VD_VEC(VdRuleLine) Lines;

static void read_lines(VdJsonReader *r, const json_t *in, const char *key,
                       Lines *out) {
  size_t i;
  const json_t *line;
  json_array_foreach(vd_read_array(r, in, key, NULL), i, line) {
    VdRuleLine l = {read_pos(r, line), vd_read_text(r, line, "text")};
    vd_push(out, l);
  }
}

typedef VD_VEC(const char *) Texts;

static void read_texts(VdJsonReader *r, const json_t *in, const char *key,
                       Texts *out) {
  size_t i;
  const json_t *item;
  json_array_foreach(vd_read_array(r, in, key, NULL), i, item) {
    const char *text = vd_read_string(r, item);
    vd_push(out, text);
  }
}

static VdRuleClaim *read_claim(VdJsonReader *r, const json_t *in) {
  VdRuleClaim *c = VD_NEW(r->arena, VdRuleClaim);
  const json_t *inputs = vd_read_array(r, in, "inputs", NULL), *item;
  size_t i;
  if (json_array_size(inputs) > VD_COUNT(c->input)) {
    r->ok = false;
    return c;
  }
  json_array_foreach(inputs, i, item)
      read_input(r, item, &c->input[c->inputs++]);
  read_lines(r, in, "crosswalk", (Lines *)&c->line);
  read_lines(r, in, "orphans", (Lines *)&c->orphan);
  read_lines(r, in, "source", (Lines *)&c->source);
  read_lines(r, in, "parameters", (Lines *)&c->param);
  json_array_foreach(vd_read_array(r, in, "outputs", NULL), i, item) {
    VdRuleOutput o = {
        vd_read_text(r, item, "name"),
        {vd_read_text(r, item, "first"), vd_read_text(r, item, "second")}};
    vd_push(&c->output, o);
  }
  c->replay = vd_read_text(r, in, "replay");
  for (uint32_t k = 0; k < c->inputs; k++)
    for (uint32_t j = 0; j < c->input[k].code.len; j++)
      if (!c->input[k].code.at[j].orphan &&
          c->input[k].code.at[j].line >= c->line.len)
        r->ok = false;
  return c;
}

static VdRuleKind read_kind(VdJsonReader *r, const json_t *in) {
  const char *word = vd_read_text(r, in, "verdict");
  for (int k = 0; k < VD_RULE_KINDS; k++)
    if (!strcmp(word, vd_rule_word((VdRuleKind)k))) return (VdRuleKind)k;
  r->ok = false;
  return VD_RULE_UNKNOWN;
}

static uint8_t digit_of(VdJsonReader *r, char c) {
  if (c >= '0' && c <= '9') return (uint8_t)(c - '0');
  if (c >= 'a' && c <= 'f') return (uint8_t)(c - 'a' + 10);
  r->ok = false;
  return 0;
}

static void read_canonical(VdJsonReader *r, const json_t *in,
                           VdRuleVerdict *v) {
  const json_t *hex = json_object_get(in, "canonical");
  if (!hex) return;
  const char *text = json_string_value(hex);
  size_t n = json_string_length(hex);
  if (!text || n % 2) {
    r->ok = false;
    return;
  }
  uint8_t *bytes = vd_arena_alloc(r->arena, n / 2 + 1);
  for (size_t i = 0; i < n / 2; i++)
    bytes[i] =
        (uint8_t)(digit_of(r, text[2 * i]) << 4 | digit_of(r, text[2 * i + 1]));
  v->canonical = bytes;
  v->canonical_len = n / 2;
}

static void read_verdict(VdJsonReader *r, const json_t *in, VdRuleVerdict *v) {
  const json_t *claim = json_object_get(in, "claim");
  v->name = vd_read_text(r, in, "name");
  v->kind = read_kind(r, in);
  v->checker = vd_read_text(r, in, "checker");
  v->why = vd_read_text(r, in, "why");
  v->pos = read_pos(r, in);
  v->codes = vd_read_number(r, in, "codes");
  read_texts(r, in, "assumptions", (Texts *)&v->assumption);
  v->seconds = json_number_value(json_object_get(in, "seconds"));
  v->from_store = vd_read_bool(r, in, "from_store");
  if (claim) v->claim = read_claim(r, claim);
  read_canonical(r, in, v);
  bool needs = v->kind == VD_RULE_DIFFERENT || v->kind == VD_RULE_MISMATCH;
  if (needs != (v->claim != NULL)) r->ok = false;
}

bool vd_rule_verdict_read(VdArena *arena, const char *json, size_t len,
                          VdRuleVerdict *out) {
  VdJsonReader r = {arena, true};
  json_t *root = json_loadb(json, len, JSON_REJECT_DUPLICATES, NULL);
  *out = (VdRuleVerdict){0};
  if (root) read_verdict(&r, root, out);
  r.ok &= root != NULL;
  json_decref(root);
  if (!r.ok) {
    vd_rule_verdict_done(out);
    *out = (VdRuleVerdict){0};
  }
  return r.ok;
}

static VdItemKind read_change(VdJsonReader *r, const json_t *in) {
  const char *word = vd_read_text(r, in, "kind");
  for (size_t k = 0; k < VD_COUNT(change_word); k++)
    if (change_word[k] && !strcmp(word, change_word[k])) return (VdItemKind)k;
  r->ok = false;
  return VD_ITEM_OPEN;
}

bool vd_rule_comparison_read(const char *json, size_t len,
                             VdRuleComparison *out) {
  VdJsonReader r = {&out->arena, true};
  json_t *root = json_loadb(json, len, JSON_REJECT_DUPLICATES, NULL);
  size_t i;
  const json_t *item;
  if (!root) return false;
  json_array_foreach(vd_read_array(&r, root, "verdicts", NULL), i, item) {
    VdRuleVerdict v = {0};
    read_verdict(&r, item, &v);
    vd_push(&out->verdict, v);
  }
  json_array_foreach(vd_read_array(&r, root, "alone", NULL), i, item) {
    VdRuleAlone a = {vd_read_text(&r, item, "name"),
                     vd_read_number(&r, item, "side") ? VD_NEW : VD_OLD,
                     vd_read_text(&r, item, "why")};
    vd_push(&out->alone, a);
  }
  json_array_foreach(vd_read_array(&r, root, "changes", NULL), i, item) {
    VdRuleChange change = {
        read_change(&r, item), vd_read_text(&r, item, "name"),
        vd_read_text(&r, item, "detail"), read_pos(&r, item)};
    vd_push(&out->change, change);
  }
  read_texts(&r, root, "assumptions", (Texts *)&out->assumption);
  read_texts(&r, root, "warnings", (Texts *)&out->warning);
  out->hits = vd_read_number(&r, root, "hits");
  out->misses = vd_read_number(&r, root, "misses");
  json_decref(root);
  return r.ok;
}
