// Questions for codes and tables: in the ir, and in terms.
#include <errno.h>
#include <sys/stat.h>

#include "rules/rules_impl.h"

// -------------------------------------------------------------- in the ir
// The names that questions have after vd_rule_mark.
static const char *const marked[2][2] = {
    {VD_RULES_HAS " of old", VD_RULES_HAS_ANY " of old"},
    {VD_RULES_HAS " of new", VD_RULES_HAS_ANY " of new"},
};

void vd_rule_mark(VdModule *m, VdSide side) {
  for (uint32_t i = 0; i < m->func.len; i++) {
    VdFunc *f = m->func.at[i];
    if (f->kind != VD_FUNC_PURE) continue;
    if (!strcmp(f->link, VD_RULES_HAS)) f->link = marked[side][0];
    if (!strcmp(f->link, VD_RULES_HAS_ANY)) f->link = marked[side][1];
  }
}

static bool find_marked(const char *link, VdSide *side, bool *table) {
  for (int k = 0; k < 2; k++) {
    for (int t = 0; t < 2; t++) {
      if (strcmp(link, marked[k][t])) continue;
      *side = (VdSide)k;
      *table = t;
      return true;
    }
  }
  return false;
}

bool vd_rule_is_question(const VdFunc *f, bool *table) {
  VdSide side;
  return f->kind == VD_FUNC_PURE && find_marked(f->link, &side, table);
}

const char *vd_rule_literal(const VdGlobal *g) {
  if (!g->constant || g->external || !g->size || g->relocs) return NULL;
  if (!g->init) return "";  // all zero
  return memchr(g->init, 0, g->size) ? (const char *)g->init : NULL;
}

typedef struct Asking {
  const VdModule *m;
  VdRuleAsks *out;
  uint32_t func;
  VdMap global;  // of the function: value to global + 1
} Asking;

static void see_inst(void *context, uint32_t func, const VdInst *inst) {
  Asking *a = context;
  bool table;
  if (func != a->func) vd_map_clear(&a->global);
  a->func = func;
  if (inst->kind == VD_INST_GLOBAL)
    *vd_map_put(&a->global, inst->first.id) = inst->index + 1;
  if (inst->kind != VD_INST_CALL || inst->args != 1 ||
      !vd_rule_is_question(a->m->func.at[inst->index], &table))
    return;
  const uint64_t *global = vd_map_get(&a->global, inst->arg[0].id);
  if (!global) return;
  const char *text = vd_rule_literal(&a->m->global.at[*global - 1]);
  if (text) vd_push(a->out, (VdRuleAsk){text, table, inst->pos});
}

void vd_rule_asks(const VdModule *m, uint32_t func, VdRuleAsks *out) {
  Asking a = {.m = m, .out = out, .func = UINT32_MAX};
  vd_ir_each(m, func, see_inst, &a);
  vd_map_done(&a.global);
}

// ------------------------------------------------------------------- tables

static bool is_file(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

static bool has_bytes(const char *path, const VdBuf *bytes) {
  VdBuf text = {0};
  bool same = vd_confine_is_readable(path) &&
              vd_file_read(path, VD_CROSSWALK_BYTES_MAX, &text) &&
              text.len == bytes->len &&
              (!text.len || !memcmp(text.at, bytes->at, text.len));
  vd_buf_done(&text);
  return same;
}

static const char *folder_prefix(const char *folder, VdArena *arena) {
  return strcmp(folder, ".") ? vd_arena_printf(arena, "%s/", folder) : "";
}

// The first one, or the first that has other bytes than a file.
static const char *find_table(const VdRules *rules, VdSide side,
                              const char *name, const VdBuf *but,
                              VdArena *arena) {
  static const char *const ending[] = {"", ".txt"};
  for (uint32_t i = 0; i < rules->tables[side].len; i++) {
    for (size_t e = 0; e < VD_COUNT(ending); e++) {
      const char *path = vd_arena_printf(
          arena, "%s%s%s", folder_prefix(rules->tables[side].at[i], arena),
          name, ending[e]);
      if (is_file(path) && (!but || !has_bytes(path, but))) return path;
    }
  }
  return NULL;
}

const char *vd_rules_find_table(const VdRules *rules, VdSide side,
                                const char *name, VdArena *arena) {
  return find_table(rules, side, name, NULL, arena);
}

static const char *diag_text(const VdDiag *d, VdArena *arena, const char *word,
                             uint32_t more) {
  VdBuf text = {0};
  vd_pos_print(d->pos, &text);
  vd_buf_printf(&text, ": %s%s", word, d->text);
  if (more)
    vd_buf_printf(&text, " (and %u more error%s)", more, more > 1 ? "s" : "");
  const char *out = vd_arena_str(arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return out;
}

static const char *first_error(const VdDiags *diags, VdArena *arena) {
  for (uint32_t i = 0; i < diags->list.len; i++)
    if (diags->list.at[i].severity == VD_ERROR)
      return diag_text(&diags->list.at[i], arena, "", diags->errors - 1);
  return "";
}

static void keep_warnings(VdRuleReader *r, const VdDiags *diags) {
  for (uint32_t i = 0; i < diags->list.len; i++)
    if (diags->list.at[i].severity == VD_WARNING)
      vd_push(&r->out->warning,
              diag_text(&diags->list.at[i], r->arena, "warning: ", 0));
}

// Which one is meant is a guess then.
static void warn_of_others(VdRuleReader *r, VdSide side, const char *name,
                           const char *path) {
  VdBuf text = {0};
  if (vd_confine_is_readable(path) &&
      vd_file_read(path, VD_CROSSWALK_BYTES_MAX, &text)) {
    const char *other = find_table(r->rules, side, name, &text, r->arena);
    if (other)
      vd_push(&r->out->warning,
              vd_arena_printf(r->arena,
                              "%s: warning: taken as the table %s; %s is "
                              "another one",
                              path, name, other));
  }
  vd_buf_done(&text);
}

static VdRuleTable *read_table(VdRuleReader *r, VdSide side, const char *name) {
  VdRuleTable *t = VD_NEW(r->arena, VdRuleTable);
  const char *path = vd_rules_find_table(r->rules, side, name, r->arena);
  VdDiags diags = {0};
  if (!path) {
    t->wrong = vd_arena_printf(
        r->arena, "there is no table %s or %s.txt in the folders for tables",
        name, name);
  } else if (!vd_code_table_read(r->rules->crosswalk, side, path, &t->table,
                                 &diags)) {
    t->wrong = first_error(&diags, r->arena);
  }
  keep_warnings(r, &diags);
  if (path) warn_of_others(r, side, name, path);
  vd_diags_done(&diags);
  return t;
}

static VdRuleTable *get_table(VdRuleReader *r, VdSide side, const char *name) {
  uint32_t id = vd_name_put(&r->name[side], name, strlen(name));
  if (id > r->table[side].len)
    vd_push(&r->table[side], read_table(r, side, name));
  return r->table[side].at[id - 1];
}

void vd_rule_reader_done(VdRuleReader *r) {
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < r->table[k].len; i++)
      vd_code_table_done(&r->table[k].at[i]->table);
    vd_vec_done(&r->table[k]);
    vd_names_done(&r->name[k]);
  }
}

// ------------------------------------------------------------------ meaning

static bool is_plain_name(const char *name) {
  return *name && *name != '.' && !strchr(name, '/') && strlen(name) <= 200;
}

static bool resolve_table(VdRuleReader *r, VdSide side, const char *text,
                          VdRuleAtom *out, const char **why) {
  if (!is_plain_name(text)) {
    *why = vd_arena_printf(r->arena, "\"%s\" is not the name of a table", text);
    return false;
  }
  VdRuleTable *t = get_table(r, side, text);
  *why = t->wrong;
  out->table = &t->table;
  return !t->wrong;
}

bool vd_rule_resolve(VdRuleReader *r, VdSide side, bool table, const char *text,
                     VdRuleAtom *out, const char **why) {
  *out = (VdRuleAtom){.side = side};
  if (table) return resolve_table(r, side, text, out, why);
  VdCodeFound found =
      vd_code_find(r->rules->crosswalk, side, text, strlen(text), &out->code);
  if (found == VD_CODE_FOUND) return true;
  VdBuf message = {0};
  vd_code_why(r->rules->crosswalk, side, text, strlen(text), found, &message);
  *why = vd_arena_str(r->arena, vd_buf_text(&message));
  vd_buf_done(&message);
  return false;
}

// ----------------------------------------------------------------- in terms

static const char *literal_of(const VdTerms *tm, VdTerm app) {
  if (vd_term_args(tm, app) != 1) return NULL;
  VdTerm arg = vd_term_arg(tm, app, 0);
  if (vd_term_op(tm, arg) != VD_OP_ADDR) return NULL;
  const VdObject *o = vd_object_get(tm, vd_term_object(tm, arg));
  if (!o->rom || o->relocs || !memchr(o->rom, 0, o->size)) return NULL;
  return (const char *)o->rom;
}

static bool add_atom(VdRuleReader *r, VdTerms *tm, VdTerm app, VdSide side,
                     bool table, VdRuleAtoms *out, const char **why) {
  const char *text = literal_of(tm, app);
  if (!text) {
    *why = table ? "has_any of something that is not a string literal"
                 : "has of something that is not a string literal";
    return false;
  }
  VdRuleAtom atom;
  if (!vd_rule_resolve(r, side, table, text, &atom, why)) return false;
  atom.app = app;
  vd_push(out, atom);
  return true;
}

// Whoever is handed the function may ask for anything.
static bool is_handed_on(const VdTerms *tm, VdTerm t, const char **why) {
  if (vd_term_op(tm, t) != VD_OP_ADDR) return false;
  const VdObject *o = vd_object_get(tm, vd_term_object(tm, t));
  VdSide side;
  bool table;
  if (o->kind != VD_OBJECT_FUNCTION || !find_marked(o->name, &side, &table))
    return false;
  *why = table ? "has_any is not called here, but handed on"
               : "has is not called here, but handed on";
  return true;
}

bool vd_rule_atoms(VdRuleReader *r, VdTerms *tm, const VdTerm *roots,
                   uint32_t n, VdRuleAtoms *out, const char **why) {
  VdTermVec nodes = {0};
  bool ok = true;
  vd_terms_reach(tm, roots, n, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++) {
    VdSide side;
    bool table;
    if (vd_term_op(tm, nodes.at[i]) == VD_OP_APP &&
        find_marked(vd_fun_get(tm, vd_term_fun(tm, nodes.at[i]))->name, &side,
                    &table))
      ok = add_atom(r, tm, nodes.at[i], side, table, out, why);
    if (is_handed_on(tm, nodes.at[i], why)) ok = false;
  }
  vd_vec_done(&nodes);
  return ok;
}
