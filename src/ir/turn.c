// A loop run from its end (ir.h). Bodies are copied by the builder: a parameter
// of a block is a variable there.
#include "ir/inner.h"

// One copy of a loop's function.
typedef struct Copy {
  VdBuild *b;
  VdModule *m;
  const VdFunc *f;
  uint32_t func;  // the loop
  const VdTurn *turn;
  VdRef *value;     // of the original's value: here
  uint32_t *var;    // of a parameter of a block: the variable
  uint32_t *block;  // of the original's block: here
  uint32_t turned;  // the function that runs from the end
  bool whole;       // this is that function; else the one that starts it
} Copy;

static VdRef number(Copy *c, VdSort sort, uint64_t bits) {
  return vd_build_bv(c->b, sort.a, bits);
}

static VdRef add(Copy *c, VdRef x, VdRef y) {
  return vd_build_op(c->b, VD_OP_BVADD, 0, (VdRef[]){x, y}, 2);
}

// The last value of a counter, in terms of the parameters at the start.
static VdRef last_value(Copy *c, const VdTurnCounter *t) {
  VdSort sort = c->f->param[t->param].sort;
  VdRef sum = number(c, sort, t->constant);
  for (uint32_t i = 0; i < c->f->params; i++) {
    if (!t->coef[i]) continue;
    VdRef part[2] = {number(c, sort, t->coef[i]), vd_build_param(c->b, i)};
    sum = add(c, sum, vd_build_op(c->b, VD_OP_BVMUL, 0, part, 2));
  }
  return sum;
}

// The arguments of the turned function: the loop's parameters, then for each
// counter where it ends (which is its first value) and what it is after the
// loop.
static void start_args(Copy *c, VdRef *arg) {
  uint32_t n = c->f->params;
  for (uint32_t i = 0; i < n; i++) arg[i] = vd_build_param(c->b, i);
  for (uint32_t k = 0; k < c->turn->counters; k++) {
    const VdTurnCounter *t = &c->turn->counter[k];
    arg[n + 2 * k] = arg[t->param];
    arg[t->param] = last_value(c, t);
    arg[n + 2 * k + 1] =
        add(c, arg[t->param], number(c, c->f->param[t->param].sort, t->step));
  }
}

static void write_results(Copy *c, VdRef first, const uint32_t *result) {
  for (uint32_t i = 0; i < c->f->results; i++)
    vd_build_write(c->b, result[i], (VdRef){first.id + i});
}

// Goes back by one step, or leaves the loop as it is left at its end.
static void copy_turned_call(Copy *c, const VdInst *inst, VdRef *arg,
                             const uint32_t *result, uint32_t after) {
  uint32_t n = c->f->params, yes = vd_build_block(c->b),
           no = vd_build_block(c->b);
  VdRef at_end = vd_build_bool(c->b, true);
  for (uint32_t k = 0; k < c->turn->counters; k++) {
    VdRef now = vd_build_param(c->b, c->turn->counter[k].param);
    VdRef first = vd_build_param(c->b, n + 2 * k);
    VdRef same = vd_build_op(c->b, VD_OP_EQ, 0, (VdRef[]){now, first}, 2);
    at_end =
        k ? vd_build_op(c->b, VD_OP_AND, 0, (VdRef[]){at_end, same}, 2) : same;
  }
  vd_build_branch(c->b, at_end, yes, no);
  vd_build_into(c->b, yes);
  for (uint32_t i = 0; i < n; i++) arg[i] = c->value[inst->arg[i].id];
  for (uint32_t k = 0; k < c->turn->counters; k++)
    arg[c->turn->counter[k].param] = vd_build_param(c->b, n + 2 * k + 1);
  write_results(c, vd_build_call(c->b, c->func, arg, n), result);
  vd_build_jump(c->b, after);
  vd_build_into(c->b, no);
  for (uint32_t k = 0; k < c->turn->counters; k++) {
    const VdTurnCounter *t = &c->turn->counter[k];
    VdSort sort = c->f->param[t->param].sort;
    arg[t->param] =
        add(c, vd_build_param(c->b, t->param), number(c, sort, 0 - t->step));
    arg[n + 2 * k] = vd_build_param(c->b, n + 2 * k);
    arg[n + 2 * k + 1] = vd_build_param(c->b, n + 2 * k + 1);
  }
  write_results(c,
                vd_build_call(c->b, c->turned, arg, n + 2 * c->turn->counters),
                result);
  vd_build_jump(c->b, after);
}

static void copy_self_call(Copy *c, const VdInst *inst) {
  uint32_t n = c->f->params + 2 * c->turn->counters;
  VdRef *arg = vd_alloc(vd_mul(n + 1, sizeof *arg));
  if (!c->whole) {
    start_args(c, arg);
    VdRef first = vd_build_call(c->b, c->turned, arg, n);
    for (uint32_t i = 0; i < inst->results; i++)
      c->value[inst->first.id + i].id = first.id + i;
  } else {
    uint32_t *result = vd_alloc(vd_mul(c->f->results + 1, sizeof *result));
    uint32_t after = vd_build_block(c->b);
    for (uint32_t i = 0; i < c->f->results; i++)
      result[i] = vd_build_var(c->b, c->f->result[i].sort);
    copy_turned_call(c, inst, arg, result, after);
    vd_build_into(c->b, after);
    for (uint32_t i = 0; i < inst->results; i++)
      c->value[inst->first.id + i] = vd_build_read(c->b, result[i]);
    vd_free(result);
  }
  vd_free(arg);
}

static void copy_inst(Copy *c, const VdInst *inst) {
  VdRef *arg = vd_alloc(vd_mul(inst->args + 1, sizeof *arg));
  VdRef r = VD_REF_NONE;
  for (uint32_t i = 0; i < inst->args; i++) arg[i] = c->value[inst->arg[i].id];
  vd_build_at(c->b, inst->pos);
  switch (inst->kind) {
    case VD_INST_OP:
      r = vd_build_op(c->b, inst->op, inst->imm, arg, inst->args);
      break;
    case VD_INST_CONST: r = vd_build_const(c->b, inst->value); break;
    case VD_INST_UNDEF:
      r = vd_build_undef(c->b, vd_func_sort(c->f, inst->first));
      break;
    case VD_INST_NEVER: r = vd_build_never(c->b); break;
    case VD_INST_GLOBAL: r = vd_build_global(c->b, inst->index); break;
    case VD_INST_FUNC: r = vd_build_func(c->b, inst->index); break;
    case VD_INST_SLOT: break;  // there are none: see vd_ir_turn
    case VD_INST_CALL:
      r = vd_build_call(c->b, inst->index, arg, inst->args);
      break;
    case VD_INST_CALLPTR:
      r = vd_build_callptr(c->b, inst->index, arg, inst->args);
      break;
    case VD_INST_REQUIRE:
      (inst->unset ? vd_build_require_set : vd_build_require)(c->b, arg[0],
                                                              inst->text);
      break;
  }
  for (uint32_t i = 0; i < inst->results; i++)
    c->value[inst->first.id + i].id = r.id + i;
  vd_free(arg);
}

static void copy_edge(Copy *c, const VdEdge *edge) {
  const VdBlock *to = &c->f->block.at[edge->block];
  for (uint32_t i = 0; i < edge->args; i++)
    vd_build_write(c->b, c->var[to->first_param.id + i],
                   c->value[edge->arg[i].id]);
  vd_build_jump(c->b, c->block[edge->block]);
}

static void copy_exit(Copy *c, const VdBlock *block) {
  VdRef *ret;
  vd_build_at(c->b, block->pos);
  switch (block->exit) {
    case VD_EXIT_JUMP: copy_edge(c, &block->edge[0]); break;
    case VD_EXIT_BRANCH: {
      uint32_t yes = vd_build_block(c->b), no = vd_build_block(c->b);
      vd_build_branch(c->b, c->value[block->cond.id], yes, no);
      vd_build_into(c->b, yes);
      copy_edge(c, &block->edge[0]);
      vd_build_into(c->b, no);
      copy_edge(c, &block->edge[1]);
      break;
    }
    case VD_EXIT_RETURN:
      ret = vd_alloc(vd_mul(c->f->results + 1, sizeof *ret));
      for (uint32_t i = 0; i < c->f->results; i++)
        ret[i] = c->value[block->ret[i].id];
      vd_build_return(c->b, ret, c->f->results);
      vd_free(ret);
      break;
    case VD_EXIT_NONE:
    case VD_EXIT_STOP: vd_build_stop(c->b); break;
  }
}

static bool copy_body(Copy *c, uint32_t into) {
  const VdFunc *f = c->f;
  c->b = vd_build_new(c->m, into);
  c->value = vd_alloc(vd_mul(f->sort.len + 1, sizeof *c->value));
  c->var = vd_alloc(vd_mul(f->sort.len + 1, sizeof *c->var));
  c->block = vd_alloc(vd_mul(f->block.len + 1, sizeof *c->block));
  for (uint32_t b = 0; b < f->block.len; b++) {
    c->block[b] = vd_build_block(c->b);
    for (uint32_t i = 0; i < f->block.at[b].params && b; i++) {
      VdRef p = {f->block.at[b].first_param.id + i};
      c->var[p.id] = vd_build_var(c->b, vd_func_sort(f, p));
    }
  }
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    vd_build_into(c->b, c->block[b]);
    for (uint32_t i = 0; i < block->params; i++) {
      uint32_t id = block->first_param.id + i;
      c->value[id] =
          b ? vd_build_read(c->b, c->var[id]) : vd_build_param(c->b, i);
    }
    for (uint32_t i = 0; i < block->inst.len; i++) {
      const VdInst *inst = &block->inst.at[i];
      if (inst->kind == VD_INST_CALL && inst->index == c->func)
        copy_self_call(c, inst);
      else
        copy_inst(c, inst);
    }
    copy_exit(c, block);
  }
  const char *error = vd_build_done(c->b);
  vd_free(c->value);
  vd_free(c->var);
  vd_free(c->block);
  return !error;
}

static uint32_t like(VdModule *m, const VdFunc *f, const char *suffix,
                     const VdTurn *turn, bool whole) {
  char *name = vd_arena_printf(&m->arena, "%s.%s", f->name, suffix);
  uint32_t index = vd_module_add_func(m, name);
  VdFunc *g = m->func.at[index];
  uint32_t extra = whole ? 2 * turn->counters : 0;
  g->local = true;
  g->loop = whole;
  g->parent = whole ? f->parent : 0;  // only a loop has one
  g->pos = f->pos;
  g->params = f->params + extra;
  g->results = f->results;
  g->param = VD_NEW_ARRAY(&m->arena, VdParam, g->params + 1);
  g->result =
      vd_arena_copy(&m->arena, f->result, f->results * sizeof *g->result);
  memcpy(g->param, f->param, f->params * sizeof *g->param);
  for (uint32_t i = 0; i < extra; i++) {
    g->param[f->params + i].sort = f->param[turn->counter[i / 2].param].sort;
    g->param[f->params + i].name = "";
  }
  return index;
}

static void redirect(VdModule *m, uint32_t from, uint32_t to, uint32_t turned) {
  for (uint32_t f = 0; f < m->func.len; f++) {
    if (f == from || f == to || f == turned) continue;
    for (uint32_t b = 0; b < m->func.at[f]->block.len; b++) {
      VdBlock *block = &m->func.at[f]->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++) {
        VdInst *inst = &block->inst.at[i];
        if (inst->kind == VD_INST_CALL && inst->index == from) inst->index = to;
      }
    }
  }
}

bool vd_ir_turn(VdModule *m, uint32_t func, const VdTurn *turn) {
  const VdFunc *f = m->func.at[func];
  if (f->slot.len || f->kind != VD_FUNC_DEFINED || !turn->counters)
    return false;
  uint32_t turned = like(m, f, "turned", turn, true);
  uint32_t start = like(m, f, "start", turn, false);
  Copy whole = {.m = m,
                .f = f,
                .func = func,
                .turn = turn,
                .turned = turned,
                .whole = true};
  Copy first = {.m = m, .f = f, .func = func, .turn = turn, .turned = turned};
  if (!copy_body(&whole, turned) || !copy_body(&first, start)) return false;
  vd_func_clean(m, m->func.at[turned]);
  vd_func_clean(m, m->func.at[start]);
  redirect(m, func, start, turned);
  vd_debug_verify(m);
  return true;
}
