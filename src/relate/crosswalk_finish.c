// From what was read to what is asked: which names are one code, codes and
// lines in an order that does not depend on the files, equal lines merged, and
// for each code the lines it is on.
#include <stdlib.h>

#include "base/limit.h"
#include "relate/crosswalk_impl.h"

// ----------------------------------------------------------------- sorting

typedef struct Keyed {
  uint64_t key;
  uint32_t id;
} Keyed;

// Stable, by key, a byte at a time; bytes that all keys share cost nothing. A
// comparison sort would take a third of the time to load both GEMs.
static void sort_keyed(Keyed *at, uint32_t n) {
  uint64_t all = UINT64_MAX, some = 0;
  for (uint32_t i = 0; i < n; i++) all &= at[i].key, some |= at[i].key;
  Keyed *from = at, *to = vd_alloc(vd_mul(n, sizeof *to));
  for (uint32_t shift = 0; shift < 64; shift += 8) {
    if ((((all ^ some) >> shift) & 0xff) == 0) continue;
    uint32_t start[257] = {0};
    for (uint32_t i = 0; i < n; i++) start[(from[i].key >> shift & 0xff) + 1]++;
    for (uint32_t i = 0; i < 256; i++) start[i + 1] += start[i];
    for (uint32_t i = 0; i < n; i++) {
      to[start[from[i].key >> shift & 0xff]++] = from[i];
    }
    Keyed *swap = from;
    from = to;
    to = swap;
  }
  if (from != at) {
    memcpy(at, from, n * sizeof *at);
    to = from;
  }
  vd_free(to);
}

// Sorts what has equal keys by a full comparison.
static void sort_ties(Keyed *at, uint32_t n,
                      int (*compare)(const void *, const void *, void *),
                      void *context) {
  for (uint32_t i = 0; i < n;) {
    uint32_t end = i + 1;
    while (end < n && at[end].key == at[i].key) end++;
    if (end - i > 1) qsort_r(at + i, end - i, sizeof *at, compare, context);
    i = end;
  }
}

// ------------------------------------------------------------------- codes

typedef struct Finish {
  VdCrosswalk *cw;
  VdDiags *diags;
  uint32_t errors;
  const char **text[2];  // of raw codes: capitals, no dots
  uint32_t *code[2];     // raw code to code
} Finish;

static void fail(Finish *f, VdSide side, uint32_t raw, const char *fmt, ...)
    VD_PRINTF(4, 5);
static void fail(Finish *f, VdSide side, uint32_t raw, const char *fmt, ...) {
  if (f->errors++ >= vd_limit->crosswalk_errors) return;
  VdPos pos = vd_crosswalk_pos(f->cw, f->cw->side[side].raw.at[raw].first);
  pos.file = vd_arena_str(&f->diags->arena, pos.file);
  va_list args;
  va_start(args, fmt);
  vd_vdiag(f->diags, VD_ERROR, pos, fmt, args);
  va_end(args);
}

static const char *name_of(const VdSideCodes *side, uint32_t raw) {
  return side->names.text.at[raw];
}

static VdCodeSystem system_of(const VdSideCodes *side, uint32_t raw) {
  return (VdCodeSystem)(name_of(side, raw)[0] - '0');
}

static const char *undotted(VdCrosswalk *cw, const char *text) {
  if (!strchr(text, '.')) return text;
  VdFolded folded;
  VD_CHECK(vd_code_fold(text, strlen(text), false, &folded));
  return vd_arena_str(&cw->arena, folded.text + 1);
}

static void bare_texts(Finish *f, VdSide side) {
  VdSideCodes *codes = &f->cw->side[side];
  f->text[side] = vd_alloc(vd_mul(codes->raw.len, sizeof **f->text));
  for (uint32_t i = 0; i < codes->raw.len; i++) {
    f->text[side][i] = undotted(f->cw, name_of(codes, i) + 1);
  }
}

typedef struct CodeOrder {
  const VdSideCodes *side;
  const char **text;
} CodeOrder;

// By text; then plain names come first, and the one without dots before others.
static int compare_codes(const void *a, const void *b, void *context) {
  const CodeOrder *order = context;
  uint32_t x = ((const Keyed *)a)->id, y = ((const Keyed *)b)->id;
  int by_text = strcmp(order->text[x], order->text[y]);
  if (by_text) return by_text;
  return strcmp(name_of(order->side, x), name_of(order->side, y));
}

static uint64_t text_key(const char *text) {
  uint64_t key = 0;
  uint32_t i = 0;
  for (; i < 8 && text[i]; i++) key = key << 8 | (unsigned char)text[i];
  return i ? key << 8 * (8 - i) : 0;
}

static VdCode make_code(Finish *f, VdSide side, uint32_t raw) {
  VdSideCodes *codes = &f->cw->side[side];
  VdCodeInfo *made = &codes->code[codes->codes];
  made->text = f->text[side][raw];
  made->len = (uint8_t)strlen(made->text);
  made->system = (uint8_t)system_of(codes, raw);
  made->shown = codes->raw.at[raw].written;
  if (!made->shown) {
    char dotted[VD_CODE_MAX + 2];
    size_t n =
        vd_code_dot(system_of(codes, raw), made->text, made->len, dotted);
    made->shown = vd_arena_copy(&f->cw->arena, dotted, n + 1);
  }
  return codes->codes++;
}

// Names with one text, plain ones first: at[0] to at[plain - 1], the rest have
// systems. Their codes are `first` and following.
typedef struct Group {
  VdSide side;
  const Keyed *at;
  uint32_t n, plain;
  VdCode first;
} Group;

static bool is_dotted(const Finish *f, VdSide side, uint32_t raw) {
  return strchr(name_of(&f->cw->side[side], raw), '.') != NULL;
}

// A plain name with dots is the code of a system that has its dot there. Where
// no system has the text it makes a code, but not two of them.
static void place_dotted(Finish *f, const Group *group, uint32_t raw) {
  VdSideCodes *codes = &f->cw->side[group->side];
  const char *name = name_of(codes, raw) + 1;
  for (VdCode code = group->first; code < codes->codes; code++) {
    const VdCodeInfo *there = &codes->code[code];
    if (there->system != VD_CODE_PLAIN && strcmp(there->shown, name) == 0) {
      f->code[group->side][raw] = code;
      return;
    }
  }
  if (codes->codes > group->first) {
    fail(f, group->side, raw, "%s and %s differ in the dot only", name,
         codes->code[group->first].shown);
    return;
  }
  f->code[group->side][raw] = make_code(f, group->side, raw);
}

static void place_undotted(Finish *f, const Group *group, uint32_t raw) {
  VdSideCodes *codes = &f->cw->side[group->side];
  uint32_t n = codes->codes - group->first;
  if (n > 1) {
    const VdCodeInfo *two = &codes->code[group->first];
    fail(f, group->side, raw,
         "%s is the code of two systems: write %s (%s) or %s (%s)",
         name_of(codes, raw) + 1, two[0].shown,
         vd_code_system_name((VdCodeSystem)two[0].system), two[1].shown,
         vd_code_system_name((VdCodeSystem)two[1].system));
    return;
  }
  f->code[group->side][raw] = n ? group->first : make_code(f, group->side, raw);
}

static void settle_group(Finish *f, const Group *group) {
  for (uint32_t i = group->plain; i < group->n; i++) {
    uint32_t raw = group->at[i].id;
    f->code[group->side][raw] = make_code(f, group->side, raw);
  }
  for (uint32_t i = 0; i < group->plain; i++) {
    uint32_t raw = group->at[i].id;
    if (is_dotted(f, group->side, raw)) place_dotted(f, group, raw);
  }
  for (uint32_t i = 0; i < group->plain; i++) {
    uint32_t raw = group->at[i].id;
    if (!is_dotted(f, group->side, raw)) place_undotted(f, group, raw);
  }
}

static void settle_groups(Finish *f, VdSide side, const Keyed *at, uint32_t n) {
  VdSideCodes *codes = &f->cw->side[side];
  for (uint32_t i = 0; i < n;) {
    Group group = {side, at + i, 0, 0, codes->codes};
    const char *text = f->text[side][at[i].id];
    while (i < n && strcmp(f->text[side][at[i].id], text) == 0) {
      group.plain += system_of(codes, at[i].id) == VD_CODE_PLAIN;
      group.n++;
      i++;
    }
    settle_group(f, &group);
  }
}

static void index_codes(VdSideCodes *side) {
  side->slots = 16;
  while (side->slots / 2 < side->codes) side->slots *= 2;
  side->slot = vd_alloc(vd_mul(side->slots, sizeof *side->slot));
  for (VdCode c = 0; c < side->codes; c++) {
    const VdCodeInfo *code = &side->code[c];
    if (c && strcmp(code[-1].text, code->text) == 0) continue;
    uint32_t i = (uint32_t)vd_code_hash(code->text, code->len);
    while (side->slot[i & (side->slots - 1)]) i++;
    side->slot[i & (side->slots - 1)] = c + 1;
  }
}

static void settle_codes(Finish *f, VdSide side) {
  VdSideCodes *codes = &f->cw->side[side];
  uint32_t n = codes->raw.len;
  bare_texts(f, side);
  Keyed *order = vd_alloc(vd_mul(n, sizeof *order));
  for (uint32_t i = 0; i < n; i++) {
    order[i] = (Keyed){text_key(f->text[side][i]), i};
  }
  CodeOrder context = {codes, f->text[side]};
  sort_keyed(order, n);
  sort_ties(order, n, compare_codes, &context);
  codes->code = vd_alloc(vd_mul(n, sizeof *codes->code));
  f->code[side] = vd_alloc(vd_mul(n, sizeof **f->code));
  settle_groups(f, side, order, n);
  index_codes(codes);
  vd_free(order);
}

// ------------------------------------------------------------------- lines

// Sorts a set and drops what is there twice; gives its new size.
static uint16_t tidy_set(uint32_t *set, uint32_t n) {
  if (n > 1) qsort(set, n, sizeof *set, vd_by_number);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!kept || set[kept - 1] != set[i]) set[kept++] = set[i];
  }
  return (uint16_t)kept;
}

// Raw codes to codes. Sets may shrink, so the new ones move up.
static void tidy_line(Finish *f, VdLineInfo *line) {
  uint32_t *code = &f->cw->j.code.at[line->code_at];
  uint32_t *new = code + line->count[VD_OLD];
  for (uint32_t i = 0; i < line->count[VD_OLD]; i++) {
    code[i] = f->code[VD_OLD][code[i]];
  }
  for (uint32_t i = 0; i < line->count[VD_NEW]; i++) {
    new[i] = f->code[VD_NEW][new[i]];
  }
  line->count[VD_OLD] = tidy_set(code, line->count[VD_OLD]);
  line->count[VD_NEW] = tidy_set(new, line->count[VD_NEW]);
  memmove(code + line->count[VD_OLD], new, line->count[VD_NEW] * sizeof *new);
}

static int compare_sets(const VdCrosswalk *cw, uint32_t x, uint32_t y) {
  const VdLineInfo *a = &cw->j.line.at[x], *b = &cw->j.line.at[y];
  const uint32_t *p = &cw->j.code.at[a->code_at],
                 *q = &cw->j.code.at[b->code_at];
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    if (a->count[side] != b->count[side]) {
      return a->count[side] < b->count[side] ? -1 : 1;
    }
  }
  uint32_t n = (uint32_t)a->count[VD_OLD] + a->count[VD_NEW];
  for (uint32_t i = 0; i < n; i++) {
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  }
  return 0;
}

static int compare_lines(const void *a, const void *b, void *context) {
  uint32_t x = ((const Keyed *)a)->id, y = ((const Keyed *)b)->id;
  int by_sets = compare_sets(context, x, y);
  return by_sets ? by_sets : vd_by_number(&x, &y);
}

static int compare_origins(const void *a, const void *b) {
  const VdCrossOrigin *x = a, *y = b;
  int by_file = vd_by_number(&x->file, &y->file);
  return by_file ? by_file : vd_by_number(&x->line, &y->line);
}

static uint32_t tidy_origins(VdCrossOrigin *at, uint32_t n) {
  if (n > 1) qsort(at, n, sizeof *at, compare_origins);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!kept || compare_origins(&at[kept - 1], &at[i]) != 0) {
      at[kept++] = at[i];
    }
  }
  return kept;
}

// Lines at[0] to at[n - 1] are equal.
static void merge_lines(const VdCrosswalk *cw, const Keyed *at, uint32_t n,
                        VdLineStore *to) {
  const VdLineInfo *first = &cw->j.line.at[at[0].id];
  VdLineInfo made = *first;
  made.code_at = to->code.len;
  made.origin_at = to->origin.len;
  uint32_t codes = (uint32_t)first->count[VD_OLD] + first->count[VD_NEW];
  for (uint32_t i = 0; i < codes; i++) {
    vd_push(&to->code, cw->j.code.at[first->code_at + i]);
  }
  for (uint32_t i = 0; i < n; i++) {
    const VdLineInfo *line = &cw->j.line.at[at[i].id];
    made.approximate &= line->approximate;
    for (uint32_t k = 0; k < line->origins; k++) {
      vd_push(&to->origin, cw->j.origin.at[line->origin_at + k]);
    }
  }
  to->origin.len =
      made.origin_at + tidy_origins(&to->origin.at[made.origin_at],
                                    to->origin.len - made.origin_at);
  made.origins = (to->origin.len - made.origin_at) & INT32_MAX;
  vd_push(&to->line, made);
}

static void merge_all(VdCrosswalk *cw, const Keyed *order, uint32_t n) {
  VdLineStore merged = {0};
  vd_reserve(&merged.line, n);
  vd_reserve(&merged.code, cw->j.code.len);
  vd_reserve(&merged.origin, cw->j.origin.len);
  for (uint32_t i = 0; i < n;) {
    uint32_t end = i + 1;
    while (end < n && order[end].key == order[i].key &&
           compare_sets(cw, order[i].id, order[end].id) == 0) {
      end++;
    }
    merge_lines(cw, order + i, end - i, &merged);
    i = end;
  }
  vd_line_store_done(&cw->j);
  cw->j = merged;
}

static void settle_lines(Finish *f) {
  VdCrosswalk *cw = f->cw;
  uint32_t n = cw->j.line.len;
  Keyed *order = vd_alloc(vd_mul(n, sizeof *order));
  for (uint32_t i = 0; i < n; i++) {
    VdLineInfo *line = &cw->j.line.at[i];
    tidy_line(f, line);
    const uint32_t *code = &cw->j.code.at[line->code_at];
    order[i] = (Keyed){(uint64_t)code[0] << 32 | code[line->count[VD_OLD]], i};
  }
  sort_keyed(order, n);
  sort_ties(order, n, compare_lines, cw);
  merge_all(cw, order, n);
  vd_free(order);
}

static void index_lines(VdCrosswalk *cw, VdSide side) {
  VdSideCodes *codes = &cw->side[side];
  uint32_t *at = vd_alloc(vd_mul(vd_add(codes->codes, 2), sizeof *at));
  uint32_t total = 0;
  for (uint32_t i = 0; i < cw->j.line.len; i++) {
    VdCrossLine line = vd_crosswalk_line(cw, i);
    total += line.count[side];
    for (uint32_t k = 0; k < line.count[side]; k++)
      at[line.code[side][k] + 2]++;
  }
  for (uint32_t i = 0; i < codes->codes; i++) at[i + 2] += at[i + 1];
  codes->line = vd_alloc(vd_mul(total, sizeof *codes->line));
  for (uint32_t i = 0; i < cw->j.line.len; i++) {
    VdCrossLine line = vd_crosswalk_line(cw, i);
    for (uint32_t k = 0; k < line.count[side]; k++) {
      codes->line[at[line.code[side][k] + 1]++] = i;
    }
  }
  codes->line_at = at;
}

// ------------------------------------------------------------------ finish

static bool settle(Finish *f) {
  settle_codes(f, VD_OLD);
  settle_codes(f, VD_NEW);
  if (f->errors > vd_limit->crosswalk_errors) {
    vd_diag(f->diags, VD_ERROR, (VdPos){0}, "%u more errors in the crosswalk",
            f->errors - vd_limit->crosswalk_errors);
  }
  if (f->errors) return false;
  settle_lines(f);
  f->cw->finished = true;
  index_lines(f->cw, VD_OLD);
  index_lines(f->cw, VD_NEW);
  return true;
}

bool vd_crosswalk_finish(VdCrosswalk *cw, VdDiags *diags) {
  VD_CHECK(!cw->finished);
  if (cw->failed) return false;
  if (cw->side[VD_OLD].raw.len == 0 && cw->side[VD_NEW].raw.len == 0) {
    vd_diag(diags, VD_ERROR, (VdPos){0}, "the crosswalk has no codes");
    return false;
  }
  Finish f = {.cw = cw, .diags = diags};
  bool ok = settle(&f);
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    vd_vec_done(&cw->side[side].raw);
    vd_free(f.text[side]);
    vd_free(f.code[side]);
  }
  cw->failed |= !ok;
  return ok;
}
