// Random runs: inputs that stay for a while, constants of the programs and
// their neighbours, and times around those that the programs wait for.
#include "oracle.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

#include "front/st/scope.h"
#include "front/st/st.h"

enum { MAX_TEXT = 1 << 24, NS_OF_MS = 1000000 };

typedef struct Side {
  VdModule *module;
  const VdPlc *plc;
  uint32_t number;  // of the POU
  const VdMachine *pou;
  VdCycles *run;
} Side;

typedef struct Link {
  uint32_t var[2];
  bool negated;  // the new one
  bool fixed;    // an input that has this value
  uint64_t value;
  int64_t limit;  // it is less than this; INT64_MAX: than nothing
} Link;

typedef struct Oracles {
  Oracle *out;
  Side side[2];
  VdPlcPair pair;
  VdArena arena;
  const char *name;
  VD_VEC(Link) inputs;
  VD_VEC(Link) outputs;
  bool some;         // only these outputs count
  const char *when;  // and only if this input has the value; NULL: always
  bool value;
  VD_VEC(int64_t) pool;  // constants of both texts
  uint32_t cycle;
  VdRandom random;
  // Of this run.
  uint32_t change;  // percent
  uint32_t pace;
  uint64_t last;  // cycle
} Oracles;

static uint32_t roll(Oracles *o, uint32_t n) {
  return (uint32_t)vd_random_below(&o->random, n);
}

// ----------------------------------------------------------------- reading

static void add_constants(Oracles *o, const char *path) {
  VdBuf text = {0};
  if (!vd_file_read(path, MAX_TEXT, &text)) return;
  const char *c = vd_buf_text(&text);
  while (*c) {
    bool inside =
        c > text.at && (isalnum((unsigned char)c[-1]) || c[-1] == '_');
    if (!isdigit((unsigned char)*c) || inside) {
      c++;
      continue;
    }
    char *end;
    vd_push(&o->pool, strtoll(c, &end, 10));
    c = end;
  }
  vd_buf_done(&text);
}

static bool read_side(Oracles *o, Side *side, const char *path) {
  VdDiags diags = {0};
  VdStOptions options = {.cycle = (uint64_t)o->cycle * NS_OF_MS};
  side->module = vd_st_read(path, &options, &diags, &side->plc);
  if (!side->module) vd_diags_print(&diags, &o->out->detail);
  vd_diags_done(&diags);
  if (!side->module) return false;
  side->number = vd_machine_find(&side->plc->all, o->name);
  if (side->number == VD_NONE) {
    vd_buf_printf(&o->out->detail, "no %s", o->name);
    return false;
  }
  const char *reason = side->plc->all.machine[side->number].reason;
  if (reason) {
    vd_buf_printf(&o->out->detail, "unsupported: %s", reason);
    return false;
  }
  add_constants(o, path);
  return true;
}

// With the globals that either version uses, and names by address.
static bool pair_sides(Oracles *o) {
  const VdPlc *plc[2] = {o->side[0].plc, o->side[1].plc};
  uint32_t number[2] = {o->side[0].number, o->side[1].number};
  vd_plc_pair_init(&o->pair, plc, number, NULL, &o->arena);
  for (int s = 0; s < 2; s++) {
    o->side[s].pou = &o->pair.pou[s];
    o->side[s].run = vd_cycles_of(&plc[s]->all, &o->pair.pou[s]);
  }
  return true;
}

static bool is_written(const VdMachineVar *v) {
  return v->result != VD_NONE;
}

// What a variable is to the outside, by who writes it.
static uint8_t role_of(const Oracles *o, const VdMachineVar *a,
                       const VdMachineVar *b) {
  bool program = o->side[0].pou->kind == VD_MACHINE_PROGRAM;
  bool here = is_written(a), there = is_written(b);
  switch (a->direction) {
    case VD_DIR_INPUT:
      return here || there ? VD_USE_INPUT | VD_USE_OUTPUT : VD_USE_INPUT;
    case VD_DIR_OUTPUT:
    case VD_DIR_RESULT: return VD_USE_OUTPUT;
    case VD_DIR_IN_OUT: return VD_USE_INPUT | VD_USE_OUTPUT;
    case VD_DIR_GLOBAL: break;
    case VD_DIR_LOCAL:
    case VD_DIR_TEMP:
    case VD_DIR_CONSTANT: return 0;
  }
  if (!here && !there) return VD_USE_INPUT;
  if (program && here && there) return VD_USE_OUTPUT;
  return VD_USE_INPUT | VD_USE_OUTPUT;
}

// ----------------------------------------------------------- the contract

// By its name as declared, or by its address.
static bool is_called(const Side *side, uint32_t var, const char *name) {
  const VdMachine *declared = &side->plc->all.machine[side->number];
  const char *address = side->pou->var[var].address;
  return !strcasecmp(side->pou->var[var].name, name) ||
         (address && !strcasecmp(address, name)) ||
         (var < declared->vars && !strcasecmp(declared->var[var].name, name));
}

static uint32_t find_var(const Side *side, const char *name) {
  for (uint32_t i = 0; i < side->pou->vars; i++)
    if (is_called(side, i, name)) return i;
  return VD_NONE;
}

static Link *find_input(Oracles *o, const char *name) {
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (is_called(&o->side[0], o->inputs.at[i].var[0], name))
      return &o->inputs.at[i];
  return NULL;
}

static bool is_linked(const Oracles *o, uint32_t var, bool input) {
  const Link *at = input ? o->inputs.at : o->outputs.at;
  for (uint32_t i = 0; i < (input ? o->inputs.len : o->outputs.len); i++)
    if (at[i].var[0] == var) return true;
  return false;
}

// Inputs and outputs that do not belong together by their names.
static bool relate_line(Oracles *o, char *line) {
  char *rest = line;
  const char *what = strtok_r(NULL, " ", &rest);
  const char *a = strtok_r(NULL, " ", &rest), *b = strtok_r(NULL, " ", &rest);
  if (!what || !a || !b) return false;
  bool input = !strcmp(what, "input") || !strcmp(what, "not");
  bool output = !strcmp(what, "output") || !strcmp(what, "notout");
  Link link = {.negated = !strncmp(what, "not", 3), .limit = INT64_MAX};
  if (!input && !output) return true;
  link.var[0] = find_var(&o->side[0], a);
  link.var[1] = find_var(&o->side[1], b);
  if (link.var[0] == VD_NONE || link.var[1] == VD_NONE) return false;
  if (output) o->some = true;
  if (input)
    vd_push(&o->inputs, link);
  else
    vd_push(&o->outputs, link);
  return true;
}

// What inputs are.
static bool limit_line(Oracles *o, char *line) {
  char *rest = line;
  const char *what = strtok_r(NULL, " ", &rest);
  const char *a = strtok_r(NULL, " ", &rest), *b = strtok_r(NULL, " ", &rest);
  Link *link = find_input(o, a);
  bool fix = !strcmp(what, "fix"), below = !strcmp(what, "below");
  if (!strcmp(what, "when")) {
    o->when = link ? o->side[0].pou->var[link->var[0]].name : NULL;
    o->value = atoi(b);
  }
  if (!fix && !below) return true;
  if (!link) return false;
  if (fix) link->fixed = true, link->value = (uint64_t)atoi(b);
  if (below) link->limit = atoi(b);
  return true;
}

static bool read_relation(Oracles *o, const char *path,
                          bool (*take)(Oracles *o, char *line)) {
  VdBuf text = {0};
  if (!path) return true;
  bool ok = vd_file_read(path, MAX_TEXT, &text);
  char *rest = text.at;
  for (char *line; ok && text.len && (line = strtok_r(NULL, "\n", &rest));)
    ok = take(o, line);
  vd_buf_done(&text);
  if (!ok) vd_buf_str(&o->out->detail, "the relation cannot be read");
  return ok;
}

// Variables of one name, but for those that the contract relates. One without a
// partner is not compared: that it is gone is said elsewhere.
static bool link_vars(Oracles *o) {
  const VdMachine *a = o->side[0].pou, *b = o->side[1].pou;
  for (uint32_t i = 0; i < a->vars; i++) {
    uint32_t j = vd_machine_find_var(b, a->var[i].name);
    if (j == VD_NONE || a->var[i].elem != b->var[j].elem ||
        a->var[i].direction != b->var[j].direction)
      continue;
    uint8_t role = role_of(o, &a->var[i], &b->var[j]);
    Link link = {{i, j}, .limit = INT64_MAX};
    if (role & VD_USE_INPUT && !is_linked(o, i, true))
      vd_push(&o->inputs, link);
    if (role & VD_USE_OUTPUT && !o->some && !is_linked(o, i, false))
      vd_push(&o->outputs, link);
  }
  return true;
}

// ------------------------------------------------------------------ inputs

static uint64_t some_bits(Oracles *o, const VdMachineVar *v) {
  uint32_t r = roll(o, 100);
  if (v->enumeration && r < 90)
    return v->enumeration->value[roll(o, v->enumeration->values)].bits;
  if (r < 45 && o->pool.len)
    return (uint64_t)(o->pool.at[roll(o, o->pool.len)] + roll(o, 3) - 1);
  if (r < 75) return roll(o, 12);
  if (r < 85) return (uint64_t)0 - roll(o, 12);
  if (r < 90) return (uint64_t)INT64_MAX;
  uint64_t edge = (uint64_t)1 << (vd_elem_width(v->elem) - 1);
  return r < 95 ? edge - roll(o, 2) : vd_random_next(&o->random);
}

static VdValue some_real(Oracles *o) {
  uint32_t r = roll(o, 100);
  if (r < 40 && o->pool.len)
    return vd_value_float((float)o->pool.at[roll(o, o->pool.len)]);
  if (r < 90) return vd_value_float(((float)roll(o, 80) - 30) / 4);
  VdValue any = vd_value_float(0);
  any.bits = (uint32_t)vd_random_next(&o->random);
  return any;
}

static int64_t number_of(const VdMachineVar *v, VdValue value) {
  uint32_t free = 64 - vd_elem_width(v->elem);
  return vd_elem_is_signed(v->elem) ? (int64_t)(value.bits << free) >> free
                                    : (int64_t)value.bits;
}

static VdValue some_value(Oracles *o, const Link *link) {
  const VdMachineVar *v = &o->side[0].pou->var[link->var[0]];
  if (v->elem == VD_ELEM_BOOL)
    return vd_value_bool(link->fixed ? link->value : roll(o, 2));
  if (v->elem == VD_ELEM_REAL) return some_real(o);
  for (;;) {
    VdValue value = vd_value_bv(vd_elem_width(v->elem), some_bits(o, v));
    if (number_of(v, value) < link->limit) return value;
  }
}

static void give(Oracles *o, const Link *link, VdValue value) {
  vd_cycles_set(o->side[0].run, link->var[0], value);
  if (link->negated) value = vd_value_bool(!value.bits);
  vd_cycles_set(o->side[1].run, link->var[1], value);
}

static void set_input(Oracles *o, Link link, uint64_t cycle) {
  if (cycle && roll(o, 100) >= o->change) return;
  give(o, &link, some_value(o, &link));
}

static uint16_t some_elapsed(Oracles *o) {
  if (o->cycle) return (uint16_t)o->cycle;
  switch (o->pace) {
    case 0: return 10;
    case 1: return (uint16_t)roll(o, 30);
    case 2:
      if (o->pool.len && roll(o, 2))
        return (uint16_t)(o->pool.at[roll(o, o->pool.len)] + roll(o, 3) - 1);
      return (uint16_t)(1 + roll(o, 5));
    default: return (uint16_t)vd_random_next(&o->random);
  }
}

// -------------------------------------------------------------------- runs

static void say_value(Oracles *o, int s, Link link) {
  const VdMachineVar *v = &o->side[s].pou->var[link.var[s]];
  vd_elem_print(vd_machine_var_type(v),
                vd_cycles_get(o->side[s].run, link.var[s]), &o->out->detail);
}

static bool differ(Oracles *o) {
  VdBuf *detail = &o->out->detail;
  bool fault[2];
  for (int s = 0; s < 2; s++) fault[s] = vd_cycles_has_fault(o->side[s].run);
  if (fault[0] != fault[1]) {
    vd_buf_printf(detail, "cycle %" PRIu64 ": only the %s version faults",
                  o->last + 1, fault[0] ? "old" : "new");
    return true;
  }
  const Link *when = o->when ? find_input(o, o->when) : NULL;
  if (when &&
      vd_cycles_get(o->side[0].run, when->var[0]).bits != (uint64_t)o->value)
    return false;
  for (uint32_t i = 0; i < o->outputs.len; i++) {
    Link link = o->outputs.at[i];
    VdValue a = vd_cycles_get(o->side[0].run, link.var[0]);
    VdValue b = vd_cycles_get(o->side[1].run, link.var[1]);
    if (link.negated) b = vd_value_bool(!b.bits);
    if (vd_value_eq(&a, &b)) continue;
    vd_buf_printf(detail, "cycle %" PRIu64 ": %s is ", o->last + 1,
                  o->side[0].pou->var[link.var[0]].name);
    say_value(o, 0, link);
    vd_buf_str(detail, ", in the new version ");
    say_value(o, 1, link);
    return true;
  }
  return false;
}

// With the inputs as they are. True if the runs may go on.
static bool step(Oracles *o, uint16_t elapsed) {
  for (int s = 0; s < 2; s++) {
    VdPos pos;
    if (vd_cycles_step(o->side[s].run, elapsed) != VD_CYCLE_FAILED) continue;
    vd_buf_printf(&o->out->detail, "not run: %s",
                  vd_cycles_why(o->side[s].run, &pos));
    o->out->kind = ORACLE_FAILED;
    return false;
  }
  if (differ(o)) o->out->kind = ORACLE_DIFFERS;
  return o->out->kind == ORACLE_ALIKE;
}

static uint64_t one_run(Oracles *o, uint64_t length) {
  static const uint32_t change[] = {100, 50, 20, 8, 3};
  if (!length) length = roll(o, 5) ? 5 + roll(o, 40) : 100 + roll(o, 200);
  o->change = change[roll(o, VD_COUNT(change))];
  o->pace = roll(o, 4);
  for (int s = 0; s < 2; s++) vd_cycles_restart(o->side[s].run);
  for (o->last = 0; o->last < length; o->last++) {
    for (uint32_t i = 0; i < o->inputs.len; i++)
      set_input(o, o->inputs.at[i], o->last);
    if (!step(o, some_elapsed(o))) break;
    bool both = vd_cycles_has_fault(o->side[0].run) &&
                vd_cycles_has_fault(o->side[1].run);
    if (both) break;
  }
  return o->last + 1;
}

// ------------------------------------------------------------------ replay

static bool set_value(Oracles *o, int side, uint32_t var, const char *text) {
  const VdMachineVar *v = &o->side[side].pou->var[var];
  VdValue value;
  if (vd_elem_read_value(vd_machine_var_type(v), text, strlen(text), &value))
    return false;
  vd_cycles_set(o->side[side].run, var, value);
  return true;
}

// What is no input of both: an input of one version, or an address that one of
// them does not write.
static bool set_other(Oracles *o, int side, const char *name, const char *text,
                      bool *done) {
  uint32_t var = find_var(&o->side[side], name);
  if (var == VD_NONE) return true;
  *done = true;
  return set_value(o, side, var, text);
}

static bool set_column(Oracles *o, const json_t *column, const char *text) {
  const char *name = json_string_value(json_object_get(column, "name"));
  const char *side = json_string_value(json_object_get(column, "side"));
  bool done = false;
  if (!json_is_true(json_object_get(column, "input"))) return true;
  if (side && !strcmp(side, "partner")) return true;
  for (int s = 0; name && text && side && s < 2; s++) {
    bool found = false;
    if (!strcmp(side, s ? "old" : "new") ||
        !strcmp(side, s ? "first" : "second"))
      continue;
    for (uint32_t i = 0; i < o->inputs.len; i++) {
      uint32_t var = o->inputs.at[i].var[s];
      if (!is_called(&o->side[s], var, name)) continue;
      if (!set_value(o, s, var, text)) return false;
      found = true;
    }
    if (!found && !set_other(o, s, name, text, &done)) return false;
    done |= found;
  }
  return done;
}

static bool is_related(const Oracles *o, const Link *link) {
  const VdMachineVar *v = &o->side[0].pou->var[link->var[0]];
  VdValue a = vd_cycles_get(o->side[0].run, link->var[0]);
  VdValue b = vd_cycles_get(o->side[1].run, link->var[1]);
  if (link->negated) b = vd_value_bool(!b.bits);
  if (link->fixed && a.bits != link->value) return false;
  return vd_value_eq(&a, &b) &&
         (link->limit == INT64_MAX || number_of(v, a) < link->limit);
}

static bool replay_cycle(Oracles *o, const json_t *trace, const json_t *cycle) {
  const json_t *columns = json_object_get(trace, "columns");
  const json_t *values = json_object_get(cycle, "values");
  json_int_t ms = json_integer_value(json_object_get(cycle, "ms"));
  for (size_t i = 0; i < json_array_size(columns); i++)
    if (!set_column(o, json_array_get(columns, i),
                    json_string_value(json_array_get(values, i)))) {
      o->out->kind = ORACLE_FAILED;
      vd_buf_str(&o->out->detail, "the trace cannot be read");
      return false;
    }
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (!is_related(o, &o->inputs.at[i])) {
      o->out->kind = ORACLE_FAILED;
      vd_buf_str(&o->out->detail, "the trace breaks the contract");
      return false;
    }
  return step(o, o->cycle ? (uint16_t)o->cycle : (uint16_t)ms);
}

// Those that have one are known by it, not by their names.
static bool has_one_address(const VdMachineVar *a, const VdMachineVar *b) {
  if (!a->address || !b->address) return !a->address == !b->address;
  return !strcasecmp(a->address, b->address);
}

// An input of the old version that the contract relates to one of the new, or
// that the new version has by its name.
static bool has_partner(const Oracles *partner, const Side *old, uint32_t var) {
  for (uint32_t i = 0; i < partner->inputs.len; i++) {
    const Link *link = &partner->inputs.at[i];
    const VdMachineVar *a = &partner->side[0].pou->var[link->var[0]];
    const VdMachineVar *b = &partner->side[1].pou->var[link->var[1]];
    if (is_called(old, var, a->name)) return has_one_address(a, b);
  }
  return false;
}

static bool begin(Oracles *o, const OraclePair *pair);
static void end(Oracles *o);

// Inputs that are not the same in both runs of a mismatch are not linked.
static bool unlink_free(Oracles *o, const OraclePair *pair) {
  if (!pair->partner_path) return true;
  OraclePair real = *pair;
  Oracle none = {0};
  Oracles partner = {.out = &none, .name = o->name, .cycle = o->cycle};
  real.new_path = pair->partner_path;
  real.partner_path = NULL;
  bool ok = begin(&partner, &real);
  uint32_t n = 0;
  for (uint32_t i = 0; ok && i < o->inputs.len; i++)
    if (has_partner(&partner, &o->side[0], o->inputs.at[i].var[0]))
      o->inputs.at[n++] = o->inputs.at[i];
  o->inputs.len = n;
  end(&partner);
  vd_buf_done(&none.detail);
  return ok;
}

static bool begin(Oracles *o, const OraclePair *pair) {
  const char *relation = pair->partner_path ? NULL : pair->relation;
  o->out->kind = ORACLE_FAILED;
  bool ok = read_side(o, &o->side[0], pair->old_path) &&
            read_side(o, &o->side[1], pair->new_path) && pair_sides(o) &&
            read_relation(o, relation, relate_line) && link_vars(o) &&
            read_relation(o, relation, limit_line) && unlink_free(o, pair);
  if (ok) o->out->kind = ORACLE_ALIKE;
  return ok;
}

static void end(Oracles *o) {
  for (int s = 0; s < 2; s++) {
    vd_cycles_free(o->side[s].run);
    vd_module_free(o->side[s].module);
  }
  vd_vec_done(&o->inputs);
  vd_vec_done(&o->outputs);
  vd_vec_done(&o->pool);
  vd_arena_done(&o->arena);
}

void oracle_run(const OraclePair *pair, uint64_t cycles, uint64_t seed,
                Oracle *out) {
  Oracles o = {
      .out = out, .name = pair->pou, .cycle = pair->cycle, .random = {seed}};
  bool ok = begin(&o, pair);
  for (int i = 0; i < 3 && ok && pair->first && out->kind == ORACLE_ALIKE; i++)
    one_run(&o, pair->first);
  for (uint64_t n = 0; n < cycles && out->kind == ORACLE_ALIKE;)
    n += one_run(&o, 0);
  end(&o);
}

void oracle_replay(const OraclePair *pair, const json_t *trace, Oracle *out) {
  Oracles o = {.out = out, .name = pair->pou, .cycle = pair->cycle};
  const json_t *cycles = json_object_get(trace, "cycles");
  bool ok = begin(&o, pair);
  for (size_t i = 0; ok && i < json_array_size(cycles); i++, o.last++)
    ok = replay_cycle(&o, trace, json_array_get(cycles, i));
  end(&o);
}
