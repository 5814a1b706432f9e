// A crosswalk as a relation: R of "Relative Equivalence in the Presence of
// Ambiguity", of which term and clauses say what a scope needs.
//
// They are the facts that vd_scope_pair and vd_scope_partner ask for: a used
// code that is present is related by a line that is wholly present, or it is an
// orphan. Only used codes are constrained. scope.c has the argument. The test
// decides membership on the whole crosswalk by Definition 9, and shares no code
// with the other two.
#include <stdlib.h>

#include "relate/relation.h"

static const VdCrosswalkSource *inputs_of(const VdRelation *r) {
  return r->of;
}

static uint32_t slot_of(const VdCrosswalkSource *c, int side, VdCode code) {
  return vd_scope_code(c->scope, (VdSide)side, code);
}

// A line with this code alone on its side: the code is never an orphan.
static bool stands_alone(const VdCrosswalk *cw, VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++)
    if (vd_crosswalk_line(cw, line[i]).count[side] == 1) return true;
  return false;
}

// What is on no line is always an orphan.
static bool is_on_lines(const VdCrosswalk *cw, VdSide side, VdCode code) {
  uint32_t n;
  vd_code_lines(cw, side, code, &n);
  return n > 0;
}

// --------------------------------------------------------------------- term

typedef struct Formula {
  const VdCrosswalkSource *c;
  VdTerms *tm;
  const VdTerm *const *input;
} Formula;

static VdTerm code_term(const Formula *f, int side, VdCode code) {
  return f->input[side][slot_of(f->c, side, code)];
}

static VdTerm line_side(const Formula *f, const VdCrossLine *l, int side) {
  VdTerm all = vd_mk_bool(f->tm, true);
  for (uint32_t i = 0; i < l->count[side]; i++)
    all = vd_mk_and(f->tm, all, code_term(f, side, l->code[side][i]));
  return all;
}

static VdTerm related_term(const Formula *f, VdSide side, VdCode code,
                           bool may_be_orphan) {
  VdTerms *tm = f->tm;
  uint32_t n;
  const uint32_t *line = vd_code_lines(f->c->cw, side, code, &n);
  VdTerm by_line = vd_mk_bool(tm, false), complete = by_line;
  for (uint32_t i = 0; i < n; i++) {
    VdCrossLine l = vd_crosswalk_line(f->c->cw, line[i]);
    VdTerm own = line_side(f, &l, side);
    complete = vd_mk_or(tm, complete, own);
    by_line =
        vd_mk_or(tm, by_line, vd_mk_and(tm, own, line_side(f, &l, !side)));
  }
  VdTerm ok =
      may_be_orphan ? vd_mk_or(tm, by_line, vd_mk_not(tm, complete)) : by_line;
  return vd_mk_or(tm, vd_mk_not(tm, code_term(f, side, code)), ok);
}

static void terms(const VdRelation *r, VdTerms *tm,
                  const VdTerm *const input[2], VdTermVec *out) {
  const VdCrosswalkSource *c = inputs_of(r);
  const VdScope *s = c->scope;
  Formula f = {c, tm, input};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->used[k]; i++) {
      VdCode code = s->code[k].at[i];
      if (is_on_lines(c->cw, (VdSide)k, code))
        vd_push(out, related_term(&f, (VdSide)k, code, true));
    }
  for (uint32_t i = 0; c->partner && i < s->code[VD_NEW].len; i++)
    vd_push(out, related_term(&f, VD_NEW, s->code[VD_NEW].at[i], false));
}

// ------------------------------------------------------------------ clauses

typedef struct Encoder {
  const VdCrosswalkSource *c;
  VdSat *sat;
  const VdSlotBits *const *input;
  int *full;  // by line of the scope: implies that it is present; or 0
  VD_VEC(int) clause;
} Encoder;

// 0 if the code is absent.
static int code_lit(const Encoder *e, int side, VdCode code) {
  return e->input[side][slot_of(e->c, side, code)].lit[0];
}

static void end_clause(Encoder *e) {
  vd_sat_clause(e->sat, e->clause.at, e->clause.len);
  e->clause.len = 0;
}

// A variable that implies every code of the line; 0 if one is absent.
static int full_line(Encoder *e, uint32_t line) {
  int *full = &e->full[vd_scope_line(e->c->scope, line)];
  if (*full) return *full;
  VdCrossLine l = vd_crosswalk_line(e->c->cw, line);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < l.count[k]; i++)
      if (!code_lit(e, k, l.code[k][i])) return 0;
  *full = vd_sat_var(e->sat);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < l.count[k]; i++)
      vd_sat_clause(e->sat, (int[]){-*full, code_lit(e, k, l.code[k][i])}, 2);
  return *full;
}

// What, given one of its codes, makes the line present: the other code if
// there are two.
static int rest_of_line(Encoder *e, uint32_t line, VdSide side) {
  VdCrossLine l = vd_crosswalk_line(e->c->cw, line);
  if (l.count[VD_OLD] != 1 || l.count[VD_NEW] != 1) return full_line(e, line);
  return code_lit(e, !side, l.code[!side][0]);
}

static void add_lines(Encoder *e, VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(e->c->cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    int rest = rest_of_line(e, line[i], side);
    if (rest) vd_push(&e->clause, rest);
  }
}

// A variable that implies that no line has all of the code's own side.
static int orphan_var(Encoder *e, VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(e->c->cw, side, code, &n);
  int var = vd_sat_var(e->sat);
  for (uint32_t i = 0; i < n; i++) {
    VdCrossLine l = vd_crosswalk_line(e->c->cw, line[i]);
    bool complete = true;
    vd_push(&e->clause, -var);
    for (uint32_t j = 0; j < l.count[side]; j++) {
      int own = code_lit(e, side, l.code[side][j]);
      complete &= own != 0;
      vd_push(&e->clause, -own);
    }
    if (complete) vd_sat_clause(e->sat, e->clause.at, e->clause.len);
    e->clause.len = 0;
  }
  return var;
}

static void relate(Encoder *e, VdSide side, VdCode code, bool may_be_orphan) {
  int own = code_lit(e, side, code);
  if (!own) return;
  int orphan = may_be_orphan && !stands_alone(e->c->cw, side, code)
                   ? orphan_var(e, side, code)
                   : 0;
  add_lines(e, side, code);
  vd_push(&e->clause, -own);
  if (orphan) vd_push(&e->clause, orphan);
  end_clause(e);
}

static bool clauses(const VdRelation *r, VdTerms *tm, VdSat *sat,
                    const VdSlotBits *const input[2]) {
  const VdCrosswalkSource *c = inputs_of(r);
  const VdScope *s = c->scope;
  VdArena arena = {0};
  Encoder e = {.c = c, .sat = sat, .input = input};
  (void)tm;
  e.full = VD_NEW_ARRAY(&arena, int, s->line.len + 1);
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->used[k]; i++)
      if (is_on_lines(c->cw, (VdSide)k, s->code[k].at[i]))
        relate(&e, (VdSide)k, s->code[k].at[i], true);
  for (uint32_t i = 0; c->partner && i < s->code[VD_NEW].len; i++)
    relate(&e, VD_NEW, s->code[VD_NEW].at[i], false);
  vd_vec_done(&e.clause);
  vd_arena_done(&arena);
  return true;
}

// ------------------------------------------------------------------- values

// What Definition 9 says of the codes that are present, ascending by side.
typedef struct Membership {
  VdArena arena;
  VdCode *code[2];
  uint32_t count[2];
  VdCodeRole *role;
  bool related;
} Membership;

static void look_up(const VdCrosswalkSource *c, const VdValue *const input[2],
                    Membership *m) {
  *m = (Membership){0};
  for (int k = 0; k < 2; k++) {
    uint32_t n = c->scope->code[k].len;
    m->code[k] = VD_NEW_ARRAY(&m->arena, VdCode, n + 1);
    for (uint32_t i = 0; i < n; i++)
      if (input[k][i].bits & 1)
        m->code[k][m->count[k]++] = c->scope->code[k].at[i];
    qsort(m->code[k], m->count[k], sizeof(VdCode), vd_by_number);
  }
  m->role = VD_NEW_ARRAY(&m->arena, VdCodeRole, m->count[0] + m->count[1] + 1);
  const VdCode *const code[2] = {m->code[0], m->code[1]};
  m->related = vd_crosswalk_related(c->cw, code, m->count, m->role);
}

static bool test(const VdRelation *r, const VdValue *const input[2]) {
  Membership m;
  look_up(inputs_of(r), input, &m);
  vd_arena_done(&m.arena);
  return m.related;
}

// Texts are told once; the number of this one.
static uint32_t put_why(VdRelationWhys *out, VdArena *arena, VdBuf *text,
                        VdPos pos, bool silent) {
  uint32_t i = 0;
  while (i < out->why.len && strcmp(out->why.at[i].text, vd_buf_text(text)))
    i++;
  if (i == out->why.len) {
    VdRelationWhy why = {vd_arena_str(arena, vd_buf_text(text)), pos, silent};
    vd_push(&out->why, why);
  }
  vd_buf_done(text);
  return i;
}

static VdPos first_origin(const VdCrosswalk *cw, const VdCrossLine *line) {
  return line->origins ? vd_crosswalk_pos(cw, line->origin[0]) : (VdPos){0};
}

static uint32_t why_line(const VdCrosswalk *cw, uint32_t line, VdArena *arena,
                         VdRelationWhys *out) {
  VdCrossLine l = vd_crosswalk_line(cw, line);
  VdBuf text = {0};
  vd_crosswalk_line_print(cw, line, &text);
  return put_why(out, arena, &text, first_origin(cw, &l), false);
}

// An orphan is on no line, or others are missing on its side.
static uint32_t why_orphan(const VdCrosswalk *cw, const VdCodeRole *role,
                           VdArena *arena, VdRelationWhys *out) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(cw, role->side, role->code, &n);
  VdBuf text = {0};
  VdPos pos = {0};
  vd_buf_str(&text, vd_code_text(cw, role->side, role->code));
  if (!n) {
    vd_buf_str(&text, " is on no line");
  } else {
    VdCrossLine l = vd_crosswalk_line(cw, line[0]);
    vd_buf_str(&text, " completes no line: ");
    vd_crosswalk_line_print(cw, line[0], &text);
    if (n > 1) vd_buf_printf(&text, ", and %u more", n - 1);
    pos = first_origin(cw, &l);
  }
  return put_why(out, arena, &text, pos, true);
}

static void explain(const VdRelation *r, const VdValue *const input[2],
                    VdArena *arena, VdRelationWhys *out) {
  const VdCrosswalkSource *c = inputs_of(r);
  Membership m;
  look_up(c, input, &m);
  for (int k = 0; k < 2; k++) {
    uint32_t n = c->scope->code[k].len;
    out->of[k] = VD_NEW_ARRAY(arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) out->of[k][i] = VD_RELATION_NONE;
  }
  for (uint32_t i = 0; i < m.count[0] + m.count[1]; i++) {
    const VdCodeRole *role = &m.role[i];
    if (role->line == VD_ROLE_BROKEN) continue;
    out->of[role->side][slot_of(c, role->side, role->code)] =
        role->line == VD_ROLE_ORPHAN ? why_orphan(c->cw, role, arena, out)
                                     : why_line(c->cw, role->line, arena, out);
  }
  vd_arena_done(&m.arena);
}

static void key(const VdRelation *r, VdBuf *out) {
  const VdCrosswalkSource *c = inputs_of(r);
  vd_scope_canonical(c->cw, c->scope, out);
}

VdRelation vd_relation_crosswalk(const VdCrosswalkSource *inputs) {
  static const VdRelationKind kind = {.word = "crosswalk",
                                      .terms = terms,
                                      .clauses = clauses,
                                      .test = test,
                                      .explain = explain,
                                      .key = key};
  return (VdRelation){&kind, inputs};
}
