// Is a module well formed? Every pass keeps this true, and the reader of the
// text form lets nothing else in, so nothing else in the tree has to ask.
//
// Messages name the place first: "@f: b2: bvadd: ...". The first defect found
// is the answer.
#include "ir/inner.h"

typedef struct Place {
  uint32_t block, inst;  // inst is 0 for a parameter, else its index + 1
} Place;

typedef struct Verify {
  const VdModule *m;
  const VdFunc *f;
  VdArena *arena;
  const char *error;
  uint32_t block;  // being looked at, VD_NOWHERE for none
  Place *def;      // of value id
  VdCfg cfg;
  VdDom dom;
} Verify;

static void fail(Verify *v, const char *fmt, ...) VD_PRINTF(2, 3);
static void fail(Verify *v, const char *fmt, ...) {
  if (v->error) return;
  VdBuf buf = {0};
  va_list args;
  if (v->f) vd_buf_printf(&buf, "@%s: ", v->f->name);
  if (v->f && v->block != VD_NOWHERE) vd_buf_printf(&buf, "b%u: ", v->block);
  va_start(args, fmt);
  vd_buf_vprintf(&buf, fmt, args);
  va_end(args);
  v->error = vd_arena_str(v->arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
}

static const char *sort_text(Verify *v, VdSort sort) {
  VdBuf buf = {0};
  vd_sort_print(sort, &buf);
  const char *text = vd_arena_str(v->arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

// ------------------------------------------------------------- definitions
static inline void define(Verify *v, VdRef first, uint32_t n, Place at) {
  if (!n) return;
  if (first.id == 0 || n > v->f->sort.len ||
      first.id > v->f->sort.len - n + 1) {
    fail(v, "defines %%%u, but there are %u values", first.id + n - 1,
         v->f->sort.len);
    return;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (v->def[first.id + i].block != VD_NOWHERE)
      fail(v, "%%%u is defined twice", first.id + i);
    v->def[first.id + i] = at;
  }
}

static void define_all(Verify *v) {
  memset(v->def, 0xff, ((size_t)v->f->sort.len + 1) * sizeof *v->def);
  for (uint32_t b = 0; b < v->f->block.len; b++) {
    const VdBlock *block = &v->f->block.at[b];
    v->block = b;
    define(v, block->first_param, block->params, (Place){b, 0});
    for (uint32_t k = 0; k < block->inst.len; k++)
      define(v, block->inst.at[k].first, block->inst.at[k].results,
             (Place){b, k + 1});
  }
  v->block = VD_NOWHERE;
  VdSort valid = {0};  // many values in a row have the same
  for (uint32_t id = 1; id <= v->f->sort.len; id++) {
    VdSort sort = v->f->sort.at[id - 1];
    if (v->def[id].block == VD_NOWHERE) fail(v, "%%%u is not defined", id);
    if (valid.kind && vd_sort_eq(sort, valid)) continue;
    if (!vd_sort_is_valid(sort))
      fail(v, "%%%u has an invalid sort", id);
    else
      valid = sort;
  }
}

// --------------------------------------------------------------------- uses
// A use by instruction number k (index + 1) of the current block; the exit has
// UINT32_MAX.
static inline bool check_use(Verify *v, VdRef ref, uint32_t k) {
  if (ref.id == 0 || ref.id > v->f->sort.len) {
    fail(v, "use of %%%u, which does not exist", ref.id);
    return false;
  }
  Place def = v->def[ref.id];
  bool before = def.block == v->block
                    ? def.inst < k
                    : vd_dom_has(&v->dom, def.block, v->block);
  if (!before) fail(v, "%%%u is used where it is not defined", ref.id);
  return before;
}

static void fail_sort(Verify *v, VdRef ref, VdSort sort, const char *what) {
  fail(v, "%s: %%%u is %s, expected %s", what, ref.id,
       sort_text(v, vd_func_sort(v->f, ref)), sort_text(v, sort));
}

static inline void check_sort(Verify *v, VdRef ref, VdSort sort,
                              const char *what) {
  if (!vd_sort_eq(vd_func_sort(v->f, ref), sort)) fail_sort(v, ref, sort, what);
}

static void check_count(Verify *v, uint32_t found, uint32_t expected,
                        const char *what) {
  if (found != expected)
    fail(v, "%s: found %u, expected %u", what, found, expected);
}

// ------------------------------------------------------------- instructions
static void check_op(Verify *v, const VdInst *inst) {
  if (inst->op <= VD_OP_NONE || inst->op >= VD_OP_COUNT ||
      inst->op == VD_OP_CONST || inst->op == VD_OP_VAR ||
      inst->op == VD_OP_ADDR || inst->op == VD_OP_APP) {
    bool known = inst->op > VD_OP_NONE && inst->op < VD_OP_COUNT;
    fail(v, "'%s' is not an operator of instructions",
         known ? vd_op_info[inst->op].text : "?");
    return;
  }
  VdSort few[8], *sort = few;
  if (inst->args > 8) sort = VD_NEW_ARRAY(v->arena, VdSort, inst->args);
  for (uint32_t i = 0; i < inst->args; i++)
    sort[i] = vd_func_sort(v->f, inst->arg[i]);
  const char *text = vd_op_info[inst->op].text;
  VdSort result = vd_op_sort_valid(inst->op, inst->imm, sort, inst->args);
  if (!result.kind)
    fail(v, "%s does not take these %u arguments", text, inst->args);
  else
    check_sort(v, inst->first, result, text);
}

static void check_const(Verify *v, const VdInst *inst) {
  VdSort sort = inst->value.sort;
  if (sort.kind != VD_SORT_BOOL && sort.kind != VD_SORT_BV &&
      sort.kind != VD_SORT_FLOAT)
    fail(v, "a constant of sort %s", sort_text(v, sort));
  else
    check_sort(v, inst->first, sort, "const");
}

static void check_address(Verify *v, const VdInst *inst, uint32_t n,
                          const char *what) {
  if (inst->index >= n) fail(v, "%s %u does not exist", what, inst->index);
  check_sort(v, inst->first, vd_sort_bv(VD_POINTER_BITS), what);
}

static void check_call(Verify *v, const VdInst *inst) {
  if (inst->index >= v->m->func.len) {
    fail(v, "call of function %u, which does not exist", inst->index);
    return;
  }
  const VdFunc *callee = v->m->func.at[inst->index];
  if (inst->args != callee->params || inst->results != callee->results) {
    fail(v,
         "call of @%s: found %u arguments and %u results, expected %u and %u",
         callee->name, inst->args, inst->results, callee->params,
         callee->results);
    return;
  }
  const char *what = callee->name;
  if (inst->kind == VD_INST_CALLPTR && !inst->args)
    fail(v, "call by pointer of @%s, which takes no address", what);
  else if (inst->kind == VD_INST_CALLPTR)
    check_sort(v, inst->arg[0], vd_sort_bv(VD_POINTER_BITS), "address");
  for (uint32_t i = 0; i < callee->params && !v->error; i++)
    check_sort(v, inst->arg[i], callee->param[i].sort, what);
  for (uint32_t i = 0; i < callee->results && !v->error; i++)
    check_sort(v, (VdRef){inst->first.id + i}, callee->result[i].sort, what);
}

static void check_require(Verify *v, const VdInst *inst) {
  check_count(v, inst->args, 1, "arguments of a require");
  check_count(v, inst->results, 0, "results of a require");
  if (v->error) return;
  check_sort(v, inst->arg[0], vd_sort_bool(), "require");
  if (!inst->text) fail(v, "a require without a reason");
}

static void check_one_result(Verify *v, const VdInst *inst, bool args) {
  check_count(v, inst->results, 1, "results of an instruction");
  if (!args) check_count(v, inst->args, 0, "arguments of an instruction");
}

static void check_inst(Verify *v, const VdInst *inst, uint32_t k) {
  for (uint32_t i = 0; i < inst->args; i++)
    if (!check_use(v, inst->arg[i], k)) return;
  VdInstKind kind = inst->kind;
  if (kind < VD_INST_CALL) check_one_result(v, inst, kind == VD_INST_OP);
  if (v->error) return;
  switch (kind) {
    case VD_INST_OP: check_op(v, inst); return;
    case VD_INST_CONST: check_const(v, inst); return;
    case VD_INST_UNDEF: return;
    case VD_INST_NEVER:
      if (vd_func_sort(v->f, inst->first).kind != VD_SORT_BOOL)
        fail(v, "never is a Bool");
      return;
    case VD_INST_GLOBAL:
      check_address(v, inst, v->m->global.len, "global");
      return;
    case VD_INST_FUNC: check_address(v, inst, v->m->func.len, "func"); return;
    case VD_INST_SLOT: check_address(v, inst, v->f->slot.len, "slot"); return;
    case VD_INST_CALL:
    case VD_INST_CALLPTR: check_call(v, inst); return;
    case VD_INST_REQUIRE: check_require(v, inst); return;
  }
  fail(v, "unknown kind of instruction %d", (int)kind);
}

// -------------------------------------------------------------------- exits
static void check_edge(Verify *v, const VdEdge *edge) {
  const VdBlock *to = &v->f->block.at[edge->block];
  if (edge->block == 0) fail(v, "the entry block has a predecessor");
  if (edge->args != to->params) {
    fail(v, "edge to b%u: found %u arguments, expected %u", edge->block,
         edge->args, to->params);
    return;
  }
  for (uint32_t i = 0; i < edge->args; i++)
    if (check_use(v, edge->arg[i], UINT32_MAX))
      check_sort(v, edge->arg[i],
                 vd_func_sort(v->f, (VdRef){to->first_param.id + i}), "edge");
}

static void check_exit(Verify *v, const VdBlock *block) {
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    check_edge(v, &block->edge[e]);
  if (block->exit == VD_EXIT_BRANCH && check_use(v, block->cond, UINT32_MAX))
    check_sort(v, block->cond, vd_sort_bool(), "condition");
  if (block->exit != VD_EXIT_RETURN) return;
  for (uint32_t i = 0; i < v->f->results; i++)
    if (check_use(v, block->ret[i], UINT32_MAX))
      check_sort(v, block->ret[i], v->f->result[i].sort, "return");
}

static void check_blocks(Verify *v) {
  for (uint32_t b = 0; b < v->f->block.len && !v->error; b++) {
    const VdBlock *block = &v->f->block.at[b];
    v->block = b;
    for (uint32_t k = 0; k < block->inst.len && !v->error; k++)
      check_inst(v, &block->inst.at[k], k + 1);
    if (!v->error) check_exit(v, block);
  }
  v->block = VD_NOWHERE;
}

// Before the shape can be computed: exits are there and lead somewhere.
static void check_targets(Verify *v) {
  for (uint32_t b = 0; b < v->f->block.len; b++) {
    const VdBlock *block = &v->f->block.at[b];
    v->block = b;
    if (block->exit <= VD_EXIT_NONE || block->exit > VD_EXIT_STOP)
      fail(v, "the block has no exit");
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      if (block->edge[e].block >= v->f->block.len)
        fail(v, "edge to b%u, which does not exist", block->edge[e].block);
  }
  v->block = VD_NOWHERE;
}

static void check_reachable(Verify *v) {
  for (uint32_t b = 0; b < v->cfg.blocks; b++)
    if (v->cfg.rank[b] == VD_NOWHERE) fail(v, "b%u is unreachable", b);
}

static void check_entry(Verify *v) {
  const VdBlock *entry = &v->f->block.at[0];
  check_count(v, entry->params, v->f->params, "parameters of the entry block");
  for (uint32_t i = 0; i < v->f->params && !v->error; i++)
    check_sort(v, (VdRef){entry->first_param.id + i}, v->f->param[i].sort,
               "parameter");
}

static void check_body(Verify *v) {
  check_targets(v);
  v->def = vd_alloc(((size_t)v->f->sort.len + 1) * sizeof *v->def);
  define_all(v);
  if (!v->error) check_entry(v);
  if (!v->error) {
    vd_cfg_init(&v->cfg, v->f);
    vd_dom_init(&v->dom, &v->cfg, v->f);
    check_reachable(v);
    if (!v->error) check_blocks(v);
    vd_dom_done(&v->dom);
    vd_cfg_done(&v->cfg);
  }
  vd_free(v->def);
}

// ---------------------------------------------------------------- functions
static void check_params(Verify *v, const VdParam *params, uint32_t n,
                         const char *what) {
  for (uint32_t i = 0; i < n; i++) {
    const VdParam *p = &params[i];
    if (!vd_sort_is_valid(p->sort))
      fail(v, "%s %u has an invalid sort", what, i);
    if (p->role > VD_ROLE_HALT) fail(v, "%s %u has an unknown role", what, i);
    if (p->role == VD_ROLE_HALT && p->sort.kind != VD_SORT_BOOL)
      fail(v, "%s %u is a halt flag, but no bool", what, i);
    if (p->role == VD_ROLE_WORLD && p->sort.kind != VD_SORT_WORLD)
      fail(v, "%s %u has role world, but another sort", what, i);
    if (p->role == VD_ROLE_MEM && p->sort.kind != VD_SORT_ARRAY)
      fail(v, "%s %u has role mem, but is no array", what, i);
    if (!p->name) fail(v, "%s %u has no name, not even an empty one", what, i);
  }
}

static bool has_role(const VdParam *params, uint32_t n, VdRole role) {
  for (uint32_t i = 0; i < n; i++)
    if (params[i].role == role) return true;
  return false;
}

static void check_kind(Verify *v) {
  const VdFunc *f = v->f;
  if (f->kind == VD_FUNC_DEFINED && !f->block.len) fail(v, "no body");
  if (f->kind != VD_FUNC_DEFINED && f->block.len)
    fail(v, "a body, but the function is not a defined one");
  if (f->kind == VD_FUNC_IMPURE &&
      (!has_role(f->param, f->params, VD_ROLE_WORLD) ||
       !has_role(f->result, f->results, VD_ROLE_WORLD)))
    fail(v, "an impure external that does not take and give the world");
  if (f->kind == VD_FUNC_UNSUPPORTED && vd_digest_is_none(&f->opaque))
    fail(v, "unsupported, but without a digest of its body");
  if (f->kind != VD_FUNC_UNSUPPORTED && (f->ref.len || f->take.len))
    fail(v, "refers to functions, but is not unsupported");
  for (uint32_t i = 0; i < f->ref.len; i++)
    if (f->ref.at[i] >= v->m->func.len)
      fail(v, "refers to function %u, which does not exist", f->ref.at[i]);
  for (uint32_t i = 0; i < f->take.len; i++)
    if (f->take.at[i] >= v->m->func.len)
      fail(v, "takes function %u, which does not exist", f->take.at[i]);
  if (f->kind > VD_FUNC_UNSUPPORTED) fail(v, "unknown kind %d", (int)f->kind);
}

static void check_names(Verify *v, uint32_t func) {
  const VdFunc *f = v->f;
  if (!f->link || !f->type || !f->abi || !f->notes || !f->reason)
    fail(v, "a text is missing");
  if (vd_module_find_func(v->m, f->name) != func)
    fail(v, "the name is not unique, or not the one it was made with");
  if (f->loop ? f->parent >= v->m->func.len : f->parent != 0)
    fail(v, "function %u cannot be the parent", f->parent);
}

static void check_func(Verify *v, uint32_t func) {
  v->f = v->m->func.at[func];
  v->block = VD_NOWHERE;
  check_names(v, func);
  check_params(v, v->f->param, v->f->params, "parameter");
  check_params(v, v->f->result, v->f->results, "result");
  check_kind(v);
  if (!v->error && v->f->kind == VD_FUNC_DEFINED) check_body(v);
  v->f = NULL;
}

// ------------------------------------------------------------------ globals
static void check_relocs(Verify *v, const VdGlobal *g) {
  for (uint32_t i = 0; i < g->relocs && !v->error; i++) {
    const struct VdGlobalReloc *r = &g->reloc[i];
    uint32_t n = r->function ? v->m->func.len : v->m->global.len;
    if (g->size < 8 || r->offset > g->size - 8)
      fail(v, "$%s: an address at %llu does not fit", g->name,
           (unsigned long long)r->offset);
    if (i && r->offset < g->reloc[i - 1].offset + 8)
      fail(v, "$%s: addresses overlap or are not in order", g->name);
    if (r->index >= n)
      fail(v, "$%s: address of %s %u, which does not exist", g->name,
           r->function ? "function" : "global", r->index);
  }
}

// Digests know globals by name, so names must tell them apart.
static void check_global_name(Verify *v, VdMap *seen, uint32_t index) {
  const char *name = v->m->global.at[index].name;
  uint64_t key = vd_hash_bytes(name, strlen(name), 0);
  for (;; key++) {
    uint64_t *slot = vd_map_put(seen, key);
    if (*slot && strcmp(v->m->global.at[*slot - 1].name, name)) continue;
    if (*slot) fail(v, "two globals are called $%s", name);
    *slot = index + 1;
    return;
  }
}

static void check_globals(Verify *v) {
  VdMap seen = {0};
  for (uint32_t i = 0; i < v->m->global.len && !v->error; i++) {
    const VdGlobal *g = &v->m->global.at[i];
    if (!g->name) {
      fail(v, "global %u has no name", i);
      break;
    }
    check_global_name(v, &seen, i);
    if (g->external && (g->init || g->relocs))
      fail(v, "$%s is external, but has contents", g->name);
    check_relocs(v, g);
  }
  vd_map_done(&seen);
}

const char *vd_ir_verify(const VdModule *m, VdArena *arena) {
  Verify v = {.m = m, .arena = arena};
  check_globals(&v);
  for (uint32_t i = 0; i < m->func.len && !v.error; i++) check_func(&v, i);
  return v.error;
}

void vd_debug_verify(const VdModule *m) {
  if (!VD_DEBUG_BUILD) return;
  VdArena arena = {0};
  const char *error = vd_ir_verify(m, &arena);
  if (error) vd_bug(__FILE__, __LINE__, error);
  vd_arena_done(&arena);
}
