// Scopes: both claims of scope.c against brute force on random crosswalks.
#include "brute.h"
#include "relate/crosswalk.h"
#include "unit.h"

enum { ROUNDS = 1500 };

static VdCrosswalk *read_text(const char *text) {
  VdDiags diags = {0};
  VdCrosswalk *cw = vd_crosswalk_new();
  assert_true(vd_crosswalk_read_text(cw, "xw", text, strlen(text),
                                     VD_CROSSWALK_AUTO, &diags));
  assert_true(vd_crosswalk_finish(cw, &diags));
  assert_int_equal(diags.list.len, 0);
  vd_diags_done(&diags);
  return cw;
}

static VdCrosswalk *read_brute(const Brute *j) {
  VdBuf text = {0};
  brute_print(j, &text);
  VdCrosswalk *cw = read_text(vd_buf_text(&text));
  vd_buf_done(&text);
  assert_int_equal(vd_crosswalk_codes(cw, VD_OLD), j->olds);
  assert_int_equal(vd_crosswalk_codes(cw, VD_NEW), j->news);
  return cw;
}

// Codes are numbered by text: code i is bit i.
static uint32_t codes_of(uint32_t set, VdCode *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < BRUTE_CODES; i++) {
    if (set >> i & 1) out[n++] = i;
  }
  return n;
}

static uint32_t set_of(const VdScope *scope, VdSide side) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < scope->code[side].len; i++) {
    set |= 1u << scope->code[side].at[i];
  }
  return set;
}

static bool related(const VdCrosswalk *cw, uint32_t old, uint32_t new) {
  VdCode code[2][BRUTE_CODES];
  uint32_t count[] = {codes_of(old, code[VD_OLD]), codes_of(new, code[VD_NEW])};
  const VdCode *codes[] = {code[VD_OLD], code[VD_NEW]};
  return vd_crosswalk_related(cw, codes, count, NULL);
}

static uint32_t line_set(const VdCrossLine *line, VdSide side) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < line->count[side]; i++) {
    set |= 1u << line->code[side][i];
  }
  return set;
}

// The constraint of a used code, as the header states it. Only lines of the
// scope count, and that all lines of the code are there is checked.
static bool holds(const VdCrosswalk *cw, const VdScope *scope, VdSide side,
                  VdCode code, const uint32_t present[2], bool may_be_orphan) {
  if (!(present[side] >> code & 1)) return true;
  uint32_t n;
  bool orphan = true;
  const uint32_t *lines = vd_code_lines(cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    assert_true(vd_scope_line(scope, lines[i]) != VD_SCOPE_NONE);
    VdCrossLine line = vd_crosswalk_line(cw, lines[i]);
    uint32_t old = line_set(&line, VD_OLD), new = line_set(&line, VD_NEW);
    bool has_old = (old & ~present[VD_OLD]) == 0;
    bool has_new = (new & ~present[VD_NEW]) == 0;
    if (has_old && has_new) return true;
    orphan &= !(side == VD_OLD ? has_old : has_new);
  }
  return may_be_orphan && orphan;
}

static void trim(const VdCrosswalk *cw, const VdScope *scope, uint32_t set[2]) {
  bool flag[2][BRUTE_CODES];
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = 0; i < scope->code[side].len; i++) {
      flag[side][i] = set[side] >> scope->code[side].at[i] & 1;
    }
    set[side] = 0;
  }
  vd_scope_trim(cw, scope, (bool *const[]){flag[VD_OLD], flag[VD_NEW]});
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = 0; i < scope->code[side].len; i++) {
      if (flag[side][i]) set[side] |= 1u << scope->code[side].at[i];
    }
  }
}

// --------------------------------------------------------------- membership

static void membership_is_definition_9(void **state) {
  (void)state;
  VdRandom random = {9};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Brute j = brute_random(&random);
    VdCrosswalk *cw = read_brute(&j);
    BruteRelation r;
    brute_by_equations(&j, &r);
    for (uint32_t v = 0; v < brute_old_sets(&j); v++) {
      for (uint32_t x = 0; x < brute_new_sets(&j); x++) {
        assert_int_equal(related(cw, v, x), r.has[v][x]);
      }
    }
    vd_crosswalk_free(cw);
  }
}

static void roles_say_line_orphan_or_broken(void **state) {
  (void)state;
  VdCrosswalk *cw = read_text("a <-> A\nb <-> B + C\nc <->\n");
  const VdCode olds[] = {0, 2}, news[] = {1};
  const VdCode *codes[] = {olds, news};
  const uint32_t count[] = {2, 1};
  VdCodeRole role[3];
  assert_false(vd_crosswalk_related(cw, codes, count, role));
  assert_int_equal(role[0].line, VD_ROLE_BROKEN);  // a needs A
  assert_int_equal(role[1].line, VD_ROLE_ORPHAN);  // c has no line
  assert_int_equal(role[2].line, VD_ROLE_ORPHAN);  // B without C
  assert_int_equal(role[2].side, VD_NEW);
  assert_int_equal(role[2].code, 1);
  const VdCode both[] = {0, 1};
  const VdCode *more[] = {olds, both};
  const uint32_t two[] = {2, 2};
  assert_true(vd_crosswalk_related(cw, more, two, NULL));
  vd_crosswalk_free(cw);
}

// --------------------------------------------------------------------- pair

typedef struct Projection {
  bool has[BRUTE_SETS][BRUTE_SETS];
} Projection;

typedef struct Used {
  uint32_t set[2];
} Used;

static Used random_used(VdRandom *random, const Brute *j) {
  return (Used){{(uint32_t)vd_random_below(random, brute_old_sets(j)),
                 (uint32_t)vd_random_below(random, brute_new_sets(j))}};
}

// R on the used codes; with `within`, R restricted to those codes first.
static Projection project(const Brute *j, const BruteRelation *r, Used used,
                          const uint32_t within[2]) {
  Projection p = {0};
  for (uint32_t v = 0; v < brute_old_sets(j); v++) {
    for (uint32_t x = 0; x < brute_new_sets(j); x++) {
      if (within && ((v & ~within[0]) || (x & ~within[1]))) continue;
      if (r->has[v][x]) p.has[v & used.set[0]][x & used.set[1]] = true;
    }
  }
  return p;
}

static bool satisfies(const VdCrosswalk *cw, const VdScope *scope,
                      const uint32_t present[2]) {
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = 0; i < scope->used[side]; i++) {
      if (!holds(cw, scope, (VdSide)side, scope->code[side].at[i], present,
                 true)) {
        return false;
      }
    }
  }
  return true;
}

// The solutions of the constraints, and that each can be trimmed into R.
static Projection solve_pair(const VdCrosswalk *cw, const VdScope *scope,
                             const Brute *j, const BruteRelation *r,
                             Used used) {
  Projection p = {0};
  for (uint32_t v = 0; v < brute_old_sets(j); v++) {
    for (uint32_t x = 0; x < brute_new_sets(j); x++) {
      if (v & ~set_of(scope, VD_OLD) || x & ~set_of(scope, VD_NEW)) continue;
      uint32_t set[] = {v, x};
      if (!satisfies(cw, scope, set)) continue;
      p.has[v & used.set[0]][x & used.set[1]] = true;
      trim(cw, scope, set);
      assert_true(r->has[set[0]][set[1]]);
      assert_int_equal(set[0] & used.set[0], v & used.set[0]);
      assert_int_equal(set[1] & used.set[1], x & used.set[1]);
    }
  }
  return p;
}

static void the_scope_of_a_pair_has_the_whole_projection(void **state) {
  (void)state;
  VdRandom random = {1};
  VdScope scope = {0};
  uint32_t smaller = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Brute j = brute_random(&random);
    VdCrosswalk *cw = read_brute(&j);
    Used used = random_used(&random, &j);
    BruteRelation r;
    brute_by_equations(&j, &r);
    VdCode old[BRUTE_CODES], new[BRUTE_CODES];
    uint32_t n = codes_of(used.set[0], old), m = codes_of(used.set[1], new);
    vd_scope_pair(cw, old, n, new, m, &scope);
    assert_int_equal(scope.used[VD_OLD], n);
    assert_int_equal(scope.used[VD_NEW], m);
    uint32_t within[] = {set_of(&scope, VD_OLD), set_of(&scope, VD_NEW)};
    smaller += within[0] != brute_old_sets(&j) - 1;
    Projection all = project(&j, &r, used, NULL);
    Projection restricted = project(&j, &r, used, within);
    Projection solved = solve_pair(cw, &scope, &j, &r, used);
    assert_memory_equal(&all, &restricted, sizeof all);
    assert_memory_equal(&all, &solved, sizeof all);
    vd_crosswalk_free(cw);
  }
  vd_scope_done(&scope);
  assert_true(smaller > ROUNDS / 10);  // scopes were not always everything
}

// ------------------------------------------------------------------ partner

// (v1 on U, v2 on U) with a common partner; R with sides swapped for VD_NEW.
static Projection share(const BruteRelation *r, VdSide side, uint32_t used) {
  Projection p = {0};
  for (uint32_t x = 0; x < BRUTE_SETS; x++) {
    for (uint32_t v1 = 0; v1 < BRUTE_SETS; v1++) {
      for (uint32_t v2 = 0; v2 < BRUTE_SETS; v2++) {
        bool both = side == VD_OLD ? r->has[v1][x] && r->has[v2][x]
                                   : r->has[x][v1] && r->has[x][v2];
        if (both) p.has[v1 & used][v2 & used] = true;
      }
    }
  }
  return p;
}

static void put(uint32_t set[2], VdSide side, uint32_t mine, uint32_t theirs) {
  set[side] = mine;
  set[side == VD_OLD ? VD_NEW : VD_OLD] = theirs;
}

static bool half_holds(const VdCrosswalk *cw, const VdScope *scope, VdSide side,
                       uint32_t mine, uint32_t theirs) {
  VdSide other = side == VD_OLD ? VD_NEW : VD_OLD;
  uint32_t set[2];
  put(set, side, mine, theirs);
  for (uint32_t i = 0; i < scope->used[side]; i++) {
    if (!holds(cw, scope, side, scope->code[side].at[i], set, true)) {
      return false;
    }
  }
  for (uint32_t i = 0; i < scope->code[other].len; i++) {
    if (!holds(cw, scope, other, scope->code[other].at[i], set, false)) {
      return false;
    }
  }
  return true;
}

static void assert_trims(const VdCrosswalk *cw, const VdScope *scope,
                         const BruteRelation *r, VdSide side, uint32_t mine,
                         uint32_t theirs, uint32_t used) {
  uint32_t set[2];
  put(set, side, mine, theirs);
  trim(cw, scope, set);
  assert_true(r->has[set[0]][set[1]]);
  assert_int_equal(set[side] & used, mine & used);
  assert_int_equal(set[side == VD_OLD ? VD_NEW : VD_OLD], theirs);
}

static Projection solve_partner(const VdCrosswalk *cw, const VdScope *scope,
                                const BruteRelation *r, VdSide side,
                                uint32_t used) {
  VdSide other = side == VD_OLD ? VD_NEW : VD_OLD;
  uint32_t mine = set_of(scope, side), theirs = set_of(scope, other);
  Projection p = {0};
  for (uint32_t x = 0; x < BRUTE_SETS; x++) {
    uint32_t seen = 0;  // the used codes of all v with (v, x)
    if (x & ~theirs) continue;
    for (uint32_t v = 0; v < BRUTE_SETS; v++) {
      if (v & ~mine || !half_holds(cw, scope, side, v, x)) continue;
      assert_trims(cw, scope, r, side, v, x, used);
      seen |= 1u << (v & used);
    }
    for (uint32_t i = 0; i < BRUTE_SETS * BRUTE_SETS; i++) {
      uint32_t v1 = i / BRUTE_SETS, v2 = i % BRUTE_SETS;
      if ((seen >> v1 & 1) && (seen >> v2 & 1)) p.has[v1][v2] = true;
    }
  }
  return p;
}

static void the_scope_of_partners_has_all_shared_ones(void **state) {
  (void)state;
  VdRandom random = {2};
  VdScope scope = {0};
  uint32_t ambiguous = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Brute j = brute_random(&random);
    VdCrosswalk *cw = read_brute(&j);
    BruteRelation r;
    brute_by_equations(&j, &r);
    Used used = random_used(&random, &j);
    for (uint32_t s = VD_OLD; s <= VD_NEW; s++) {
      VdSide side = (VdSide)s;
      VdCode code[BRUTE_CODES];
      uint32_t n = codes_of(used.set[side], code);
      vd_scope_partner(cw, side, code, n, &scope);
      Projection all = share(&r, side, used.set[side]);
      Projection solved = solve_partner(cw, &scope, &r, side, used.set[side]);
      assert_memory_equal(&all, &solved, sizeof all);
      for (uint32_t i = 1; i < BRUTE_SETS; i++) ambiguous += all.has[0][i];
    }
    vd_crosswalk_free(cw);
  }
  vd_scope_done(&scope);
  assert_true(ambiguous > ROUNDS / 10);
}

// ------------------------------------------------------------ what is in it

static VdCode find(const VdCrosswalk *cw, VdSide side, const char *text) {
  VdCode code = 0;
  assert_int_equal(vd_code_find(cw, side, text, strlen(text), &code),
                   VD_CODE_FOUND);
  return code;
}

static void lines_that_do_not_touch_are_left_out(void **state) {
  (void)state;
  VdCrosswalk *cw =
      read_text("a <-> X\nb <-> X + Y\nc <-> Y + Z\nd <-> Z\ne <-> W\n");
  VdScope scope = {0};
  VdCode a = find(cw, VD_OLD, "a"), w = find(cw, VD_NEW, "W");
  VdCode twice[] = {a, a};
  vd_scope_pair(cw, twice, 2, &w, 1, &scope);
  assert_int_equal(scope.line.len, 2);
  assert_int_equal(scope.used[VD_OLD], 1);
  assert_int_equal(scope.code[VD_OLD].len, 2);  // a, e
  assert_int_equal(scope.code[VD_NEW].len, 2);  // W, X
  assert_int_equal(scope.code[VD_NEW].at[0], w);
  assert_int_equal(vd_scope_code(&scope, VD_OLD, find(cw, VD_OLD, "b")),
                   VD_SCOPE_NONE);
  // Through X comes b, through Y comes c, through Z comes d; not e.
  vd_scope_partner(cw, VD_OLD, &a, 1, &scope);
  assert_int_equal(scope.line.len, 4);
  assert_int_equal(scope.code[VD_OLD].len, 4);
  assert_int_equal(scope.code[VD_NEW].len, 3);
  assert_int_equal(vd_scope_code(&scope, VD_NEW, w), VD_SCOPE_NONE);
  vd_scope_done(&scope);
  vd_crosswalk_free(cw);
}

static void a_stamp_that_wraps_is_not_todays(void **state) {
  (void)state;
  VdCrosswalk *cw = read_text("a <-> X\nb <-> Y\n");
  VdScope scope = {0};
  VdCode a = find(cw, VD_OLD, "a"), b = find(cw, VD_OLD, "b");
  vd_scope_pair(cw, &a, 1, NULL, 0, &scope);  // stamps a with 1
  scope.stamp = UINT32_MAX;
  vd_scope_pair(cw, &b, 1, NULL, 0, &scope);
  assert_int_equal(vd_scope_code(&scope, VD_OLD, a), VD_SCOPE_NONE);
  assert_int_equal(vd_scope_code(&scope, VD_OLD, b), 0);
  assert_int_equal(scope.line.len, 1);
  vd_scope_done(&scope);
  vd_crosswalk_free(cw);
}

// ------------------------------------------------------------------- digest

static VdDigest digest_of(const char *text, const char *used) {
  VdCrosswalk *cw = read_text(text);
  VdScope scope = {0};
  VdCode code = find(cw, VD_OLD, used);
  vd_scope_pair(cw, &code, 1, NULL, 0, &scope);
  VdBuf canonical = {0};
  vd_scope_canonical(cw, &scope, &canonical);
  VdDigest digest = vd_digest_of(canonical.at, canonical.len);
  vd_buf_done(&canonical);
  vd_scope_done(&scope);
  vd_crosswalk_free(cw);
  return digest;
}

static void the_digest_is_about_what_is_said(void **state) {
  (void)state;
  VdDigest base = digest_of("a <-> X\na <-> Y + Z\nb <-> Z\n", "a");
  static const struct {
    const char *text, *used;
    bool same;
  } row[] = {
      {"b <-> Z\na <-> Z + Y\na <-> X\n", "a", true},      // another order
      {"a <-> X\n\"A\" <-> y + z\na <-> X\n", "A", true},  // case, twice
      {"a <-> X\na <-> Y + Z\nb <-> Z + W\n", "a", true},  // out of scope
      {"a <-> X\na <-> Y\nb <-> Z\n", "a", false},
      {"a <-> X\na <-> Y + Z\nb <-> Z\n", "b", false},
      {"a <-> X\na <-> Y\na <-> Z\n", "a", false},
      {"a + b <-> X\na <-> Y + Z\n", "a", false},
  };
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    VdDigest other = digest_of(row[i].text, row[i].used);
    assert_int_equal(vd_digest_eq(&base, &other), row[i].same);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(membership_is_definition_9),
      cmocka_unit_test(roles_say_line_orphan_or_broken),
      cmocka_unit_test(the_scope_of_a_pair_has_the_whole_projection),
      cmocka_unit_test(the_scope_of_partners_has_all_shared_ones),
      cmocka_unit_test(lines_that_do_not_touch_are_left_out),
      cmocka_unit_test(a_stamp_that_wraps_is_not_todays),
      cmocka_unit_test(the_digest_is_about_what_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
