// One acyclic function to terms.
//
// Blocks come in reverse post order, so every edge leads forward and one pass
// gives each value its term. At a join the value of a parameter is decided only
// by the branches between the join's immediate dominator and the join: walking
// back from the join over that region, a block's decision is ite(its condition,
// decision of one successor, of the other), and a successor from which the join
// cannot be reached does not count. So the term has the shape of the program's
// ifs, its size is that of the region, and no path is ever enumerated.
#include "base/limit.h"
#include "summary/summary_impl.h"

typedef struct Maker {
  VdSums *sums;
  VdTerms *tm;
  const VdFunc *f;
  VdTerm *value;       // by value id
  VdTerm *cond;        // by block: its exit's condition
  VdTerm *required;    // by block: what must hold for it to be defined
  VdTerm *decision;    // by block, within one join
  uint32_t *idom;      // by block
  uint32_t *edges_in;  // by block: number of edges, then
  VdEdge **edge_in;    // by block: the last of them
  uint32_t undefs;
  VdTerm *reached;  // by block; only while calls are asked for:
  VdCalls *calls;
  VdArena *calls_arena;
  uint8_t *home;   // by value id: the Home of a memory
  VdTerm now[2];   // memory and world
  VdTerm *end[2];  // by block: the same at its end
} Maker;

// What a memory is: not known yet, that of the program, one of a local alone,
// or one of the two.
typedef enum Home { HOME_OPEN = 0, HOME_MAIN, HOME_LOCAL, HOME_EITHER } Home;

enum { MEMORY = 0, WORLD = 1 };
static const VdRole state_role[] = {VD_ROLE_MEM, VD_ROLE_WORLD};

static VdTerm value_of(const Maker *k, VdRef ref) {
  return k->value[ref.id];
}

// -------------------------------------------------------------- dominators

static uint32_t meet(const uint32_t *idom, uint32_t x, uint32_t y) {
  while (x != y) {
    if (x > y)
      x = idom[x];
    else
      y = idom[y];
  }
  return x;
}

static void note_edge(Maker *k, uint32_t from, VdEdge *edge) {
  uint32_t to = edge->block;
  k->idom[to] = k->edges_in[to]++ ? meet(k->idom, k->idom[to], from) : from;
  k->edge_in[to] = edge;
}

// False if the function is not acyclic and in order.
static bool find_edges(Maker *k) {
  for (uint32_t b = 0; b < k->f->block.len; b++) {
    VdBlock *block = &k->f->block.at[b];
    for (uint32_t i = 0; i < vd_block_edges(block); i++) {
      if (block->edge[i].block <= b) return false;
      note_edge(k, b, &block->edge[i]);
    }
  }
  return true;
}

// ------------------------------------------------------------------- joins

static VdTerm decide(Maker *k, uint32_t block, VdTerm yes, VdTerm no) {
  if (vd_term_is_none(yes)) return no;
  if (vd_term_is_none(no)) return yes;
  return vd_mk_ite(k->tm, k->cond[block], yes, no);
}

// What parameter i of join gets along an edge; none if it isn't reached.
static VdTerm along(const Maker *k, const VdEdge *edge, uint32_t join,
                    uint32_t i) {
  if (edge->block == join) return value_of(k, edge->arg[i]);
  return edge->block < join ? k->decision[edge->block] : VD_TERM_NONE;
}

static VdTerm join_value(Maker *k, uint32_t join, uint32_t i) {
  uint32_t top = k->idom[join];
  for (uint32_t b = join; b-- > top;) {
    const VdBlock *block = &k->f->block.at[b];
    uint32_t n = vd_block_edges(block);
    VdTerm yes = n > 0 ? along(k, &block->edge[0], join, i) : VD_TERM_NONE;
    VdTerm no = n > 1 ? along(k, &block->edge[1], join, i) : VD_TERM_NONE;
    k->decision[b] = decide(k, b, yes, no);
  }
  return k->decision[top];
}

static void set_params(Maker *k, uint32_t b) {
  const VdBlock *block = &k->f->block.at[b];
  for (uint32_t i = 0; i < block->params; i++) {
    uint32_t id = block->first_param.id + i;
    if (b == 0)
      k->value[id] = vd_summary_param(k->tm, k->f, i);
    else if (k->edges_in[b] == 1)
      k->value[id] = value_of(k, k->edge_in[b]->arg[i]);
    else
      k->value[id] = join_value(k, b, i);
  }
}

// ------------------------------------------------------------ instructions

static void require(Maker *k, uint32_t b, VdTerm cond) {
  k->required[b] = vd_mk_and(k->tm, k->required[b], cond);
}

// Where a call is made: in a block, and only if `when` holds there.
typedef struct Site {
  uint32_t block;
  VdTerm when;
} Site;

static void note_call(Maker *k, const Site *at, uint32_t func,
                      const VdTerm *args, uint32_t n) {
  if (!k->calls) return;
  VdTerm here = vd_mk_and(k->tm, k->reached[at->block], k->required[at->block]);
  VdCall call = {.func = func,
                 .args = n,
                 .arg = vd_arena_copy(k->calls_arena, args, n * sizeof *args),
                 .when = vd_mk_and(k->tm, here, at->when),
                 .memory = k->now[MEMORY],
                 .world = k->now[WORLD]};
  vd_push(k->calls, call);
}

static VdTerm call_is_defined(Maker *k, uint32_t func, const VdTerm *args,
                              uint32_t n) {
  const VdFunc *f = k->sums->module->func.at[func];
  if (!f->may_be_undefined) return vd_mk_bool(k->tm, true);
  return vd_mk_app(k->tm, vd_sums_symbol(k->sums, func),
                   vd_summary_defined_index(f), args, n);
}

// A call that is ordered with accesses to memory, but leaves memory alone and
// does not look at it: what it is told of memory is the same each time.
static void call_keeper(Maker *k, const VdInst *inst, const VdTerm *args,
                        VdTerm *result) {
  const VdFunc *f = k->sums->module->func.at[inst->index];
  VdTerm *passed = VD_NEW_ARRAY(&k->sums->arena, VdTerm, f->params + 1);
  uint32_t symbol = vd_sums_symbol(k->sums, inst->index);
  VdTerm memory = VD_TERM_NONE;
  for (uint32_t i = 0; i < f->params; i++) {
    bool is_memory = f->param[i].role == VD_ROLE_MEM;
    if (is_memory) memory = args[i];
    passed[i] = is_memory ? vd_summary_state(k->tm, VD_ROLE_MEM) : args[i];
  }
  for (uint32_t i = 0; i < f->results; i++)
    result[i] = f->result[i].role == VD_ROLE_MEM
                    ? memory
                    : vd_mk_app(k->tm, symbol, i, passed, f->params);
}

// The results of a call; returns where it is defined.
static VdTerm make_call(Maker *k, const Site *at, const VdInst *inst,
                        const VdTerm *args, VdTerm *result) {
  if (vd_func_has_note(k->sums->module->func.at[inst->index], "keeps")) {
    call_keeper(k, inst, args, result);
    return vd_mk_bool(k->tm, true);
  }
  note_call(k, at, inst->index, args, inst->args);
  uint32_t symbol = vd_sums_symbol(k->sums, inst->index);
  for (uint32_t i = 0; i < inst->results; i++)
    result[i] = vd_mk_app(k->tm, symbol, i, args, inst->args);
  return call_is_defined(k, inst->index, args, inst->args);
}

static void set_call(Maker *k, uint32_t b, const VdInst *inst,
                     const VdTerm *args) {
  Site at = {b, vd_mk_bool(k->tm, true)};
  require(k, b, make_call(k, &at, inst, args, &k->value[inst->first.id]));
}

// A call through a pointer that is the address of a function here is a call of
// that function: with those of the states that it takes, and states that it
// does not give back as they were.
static uint32_t pointed_func(Maker *k, const VdInst *inst, VdTerm address) {
  const VdModule *m = k->sums->module;
  if (vd_term_op(k->tm, address) != VD_OP_ADDR) return UINT32_MAX;
  uint32_t object = vd_term_object(k->tm, address);
  if (vd_object_get(k->tm, object)->kind != VD_OBJECT_FUNCTION)
    return UINT32_MAX;
  for (uint32_t i = 0; i < m->func.len; i++)
    if (vd_func_fits(m->func.at[i], m->func.at[inst->index]) &&
        vd_sums_func_object(k->sums, i) == object)
      return i;
  return UINT32_MAX;
}

static VdTerm call_pointed(Maker *k, const Site *at, const VdInst *inst,
                           const VdTerm *args, uint32_t func, VdTerm *result) {
  const VdFunc *shape = k->sums->module->func.at[inst->index];
  const VdFunc *f = k->sums->module->func.at[func];
  VdTerm *passed = VD_NEW_ARRAY(&k->sums->arena, VdTerm, f->params + 1);
  uint32_t symbol = vd_sums_symbol(k->sums, func);
  for (uint32_t i = 0; i < f->params; i++)
    passed[i] = args[vd_func_fit_param(f, shape, i)];
  note_call(k, at, func, passed, f->params);
  for (uint32_t i = 0; i < shape->results; i++) {
    uint32_t from = vd_func_fit_result(f, shape, i);
    if (from != UINT32_MAX)
      result[i] = vd_mk_app(k->tm, symbol, from, passed, f->params);
    else if (shape->result[i].role == VD_ROLE_HALT)
      result[i] = vd_mk_bool(k->tm, false);
    else
      result[i] = args[vd_func_fit_state(shape, shape->result[i].role)];
  }
  return call_is_defined(k, func, passed, f->params);
}

// A word of a constant table, wherever it is: one of the functions in there, as
// a choice. As it was if the table is long, or is none.
static VdTerm choose_in_table(Maker *k, VdTerm pointer) {
  VdTerms *tm = k->tm;
  if (vd_term_op(tm, pointer) != VD_OP_LOAD ||
      vd_term_op(tm, vd_term_arg(tm, pointer, 0)) != VD_OP_ROM)
    return pointer;
  VdTerm at = vd_term_arg(tm, pointer, 1), choice = pointer;
  VdPlace place = vd_term_place(tm, at);
  if (vd_term_op(tm, place.base) != VD_OP_ADDR) return pointer;
  const VdObject *table = vd_object_get(tm, vd_term_object(tm, place.base));
  for (uint32_t i = table->relocs;
       i-- > 0 && table->relocs <= vd_limit->summary_relocs;) {
    struct VdReloc r = table->reloc[i];
    if (r.addend || vd_object_get(tm, r.object)->kind != VD_OBJECT_FUNCTION)
      continue;
    VdTerm arg[] = {place.base, vd_mk_bv(tm, 64, r.offset)};
    VdTerm here = vd_mk(tm, VD_OP_PTRADD, 0, arg, 2);
    choice =
        vd_mk_ite(tm, vd_mk_eq(tm, at, here), vd_mk_addr(tm, r.object), choice);
  }
  return choice;
}

// A choice of pointers is a choice of calls.
static VdTerm call_through(Maker *k, Site at, const VdInst *inst, VdTerm *args,
                           uint32_t *choices, VdTerm *result) {
  VdTerms *tm = k->tm;
  VdTerm address = args[0];
  uint32_t func = pointed_func(k, inst, address);
  if (func != UINT32_MAX) return call_pointed(k, &at, inst, args, func, result);
  if (vd_term_op(tm, address) != VD_OP_ITE || !*choices)
    return make_call(k, &at, inst, args, result);
  --*choices;
  VdTerm cond = vd_term_arg(tm, address, 0);
  VdTerm *other = VD_NEW_ARRAY(&k->sums->arena, VdTerm, inst->results + 1);
  Site yes = {at.block, vd_mk_and(tm, at.when, cond)};
  Site no = {at.block, vd_mk_and(tm, at.when, vd_mk_not(tm, cond))};
  args[0] = vd_term_arg(tm, address, 1);
  VdTerm defined = call_through(k, yes, inst, args, choices, result);
  args[0] = vd_term_arg(tm, address, 2);
  VdTerm also = call_through(k, no, inst, args, choices, other);
  args[0] = address;
  for (uint32_t i = 0; i < inst->results; i++)
    result[i] = vd_mk_ite(tm, cond, result[i], other[i]);
  return vd_mk_ite(tm, cond, defined, also);
}

static void set_callptr(Maker *k, uint32_t b, const VdInst *inst,
                        VdTerm *args) {
  uint32_t choices = 64;
  Site at = {b, vd_mk_bool(k->tm, true)};
  args[0] = choose_in_table(k, args[0]);
  require(k, b,
          call_through(k, at, inst, args, &choices, &k->value[inst->first.id]));
}

// A local starts to live (vd_lift_start): it holds anything, and so may hold
// what was there. Not so where a program fills memory with what it does not
// know. To say more would tell versions apart of which one has inlined the
// other's function: the locals of a call are just there.
static bool is_start(const Maker *k, const VdInst *inst, const VdTerm *args) {
  if (inst->op != VD_OP_FILL || vd_term_op(k->tm, args[2]) != VD_OP_ZEXT)
    return false;
  VdTerm of = vd_term_arg(k->tm, args[2], 0);
  return vd_term_op(k->tm, of) == VD_OP_VAR &&
         vd_term_var_class(k->tm, of) == VD_VAR_IS_ANY &&
         vd_term_sort(k->tm, of).a == 1;
}

// Whether an address is not one of a constant, as far as terms know.
static VdTerm is_writable(Maker *k, VdTerm addr, int choices) {
  VdTerms *tm = k->tm;
  VdTerm base = vd_term_place(tm, addr).base;
  if (vd_term_op(tm, addr) == VD_OP_ITE) base = addr;
  if (vd_term_op(tm, base) == VD_OP_ITE && choices > 0)
    return vd_mk_ite(tm, vd_term_arg(tm, base, 0),
                     is_writable(k, vd_term_arg(tm, base, 1), choices - 1),
                     is_writable(k, vd_term_arg(tm, base, 2), choices - 1));
  return vd_mk_bool(tm, vd_term_op(tm, base) != VD_OP_ADDR ||
                            !vd_object_get(tm, vd_term_object(tm, base))->rom);
}

// A write to a constant is undefined: string literals get there by pointers.
static void require_writable(Maker *k, uint32_t b, const VdInst *inst,
                             const VdTerm *args) {
  VdTerms *tm = k->tm;
  VdTerm length = inst->op == VD_OP_FILL   ? args[3]
                  : inst->op == VD_OP_COPY ? args[4]
                                           : VD_TERM_NONE;
  if (inst->op < VD_OP_STORE || inst->op > VD_OP_COPY) return;
  VdTerm ok = is_writable(k, args[1], vd_limit->writable_choices);
  if (!vd_term_is_none(length))
    ok = vd_mk_or(tm, ok, vd_mk_eq(tm, length, vd_mk_bv(tm, 64, 0)));
  require(k, b, ok);
}

static void set_inst(Maker *k, uint32_t b, const VdInst *inst) {
  VdTerm small[16], *args = small;
  VdTerm *to = &k->value[inst->first.id];
  if (inst->args > VD_COUNT(small))
    args = VD_NEW_ARRAY(&k->sums->arena, VdTerm, inst->args);
  for (uint32_t i = 0; i < inst->args; i++) args[i] = value_of(k, inst->arg[i]);
  switch (inst->kind) {
    case VD_INST_OP:
      if (!is_start(k, inst, args)) require_writable(k, b, inst, args);
      *to = is_start(k, inst, args)
                ? args[0]
                : vd_mk(k->tm, inst->op, inst->imm, args, inst->args);
      break;
    case VD_INST_CONST: *to = vd_mk_value(k->tm, &inst->value); break;
    case VD_INST_UNDEF:
      *to = vd_mk_var(k->tm, VD_VAR_UNDEF, k->undefs++,
                      vd_func_sort(k->f, inst->first), NULL);
      break;
    case VD_INST_NEVER: *to = vd_mk_bool(k->tm, false); break;
    case VD_INST_GLOBAL:
      *to = vd_mk_addr(k->tm, vd_sums_global_object(k->sums, inst->index));
      break;
    case VD_INST_FUNC:
      *to = vd_mk_addr(k->tm, vd_sums_func_object(k->sums, inst->index));
      break;
    case VD_INST_SLOT:
      *to = vd_mk_addr(k->tm, vd_slot_object(k->sums, k->f, inst->index));
      break;
    case VD_INST_CALL: set_call(k, b, inst, args); break;
    case VD_INST_CALLPTR: set_callptr(k, b, inst, args); break;
    case VD_INST_REQUIRE: require(k, b, args[0]); break;
  }
}

// When a block is reached with nothing undefined before: what holds at its
// immediate dominator, and the decisions between the two.
static VdTerm reached_term(Maker *k, uint32_t join) {
  VdTerm never = vd_mk_bool(k->tm, false);
  uint32_t top = k->idom[join];
  if (join == 0) return vd_mk_bool(k->tm, true);
  for (uint32_t b = join; b-- > top;) {
    const VdBlock *block = &k->f->block.at[b];
    VdTerm way[2] = {never, never};
    for (uint32_t i = 0; i < vd_block_edges(block); i++) {
      uint32_t to = block->edge[i].block;
      way[i] = to == join  ? vd_mk_bool(k->tm, true)
               : to < join ? k->decision[to]
                           : never;
    }
    VdTerm on = vd_block_edges(block) == 2
                    ? vd_mk_ite(k->tm, k->cond[b], way[0], way[1])
                    : way[0];
    k->decision[b] = vd_mk_and(k->tm, k->required[b], on);
  }
  return vd_mk_and(k->tm, k->reached[top], k->decision[top]);
}

// ------------------------------------------------------------ state of calls
// A function may be handed several memories or worlds, an earlier one too:
// then it is not known which of them is the present one.
static VdTerm first_state(const Maker *k, VdRole role) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->f->params; i++) n += k->f->param[i].role == role;
  return n > 1 ? VD_TERM_NONE : vd_summary_state(k->tm, role);
}

// As join_value does it for a parameter.
static VdTerm join_state(Maker *k, uint32_t join, int s) {
  uint32_t top = k->idom[join];
  for (uint32_t b = join; b-- > top;) {
    const VdBlock *block = &k->f->block.at[b];
    VdTerm way[2] = {VD_TERM_NONE, VD_TERM_NONE};
    for (uint32_t i = 0; i < vd_block_edges(block); i++) {
      uint32_t to = block->edge[i].block;
      if (to <= join) way[i] = to == join ? k->end[s][b] : k->decision[to];
    }
    k->decision[b] = decide(k, b, way[0], way[1]);
  }
  return k->decision[top];
}

static bool is_known_at_ends(const Maker *k, uint32_t join, int s) {
  for (uint32_t b = k->idom[join]; b < join; b++)
    if (vd_term_is_none(k->end[s][b])) return false;
  return true;
}

static void enter_block(Maker *k, uint32_t b) {
  k->reached[b] = reached_term(k, b);
  for (uint32_t i = 0; b == 0 && i < k->f->params; i++)
    k->home[k->f->block.at[0].first_param.id + i] =
        k->f->param[i].role == VD_ROLE_MEM ? HOME_MAIN : HOME_LOCAL;
  for (int s = 0; s < 2; s++) {
    if (b == 0)
      k->now[s] = first_state(k, state_role[s]);
    else if (!is_known_at_ends(k, b, s))
      k->now[s] = VD_TERM_NONE;
    else
      k->now[s] =
          k->edges_in[b] == 1 ? k->end[s][k->idom[b]] : join_state(k, b, s);
  }
}

// One bit each for the two homes.
static void note_home(Maker *k, uint32_t id, uint8_t home) {
  k->home[id] |= home;
}

static void note_write(Maker *k, const VdInst *inst) {
  uint32_t id = inst->first.id;
  uint8_t of = k->home[inst->arg[0].id];
  note_home(k, id, of == HOME_OPEN ? HOME_LOCAL : of);
  if (of == HOME_MAIN) k->now[MEMORY] = k->value[id];
  if (of == HOME_EITHER) k->now[MEMORY] = VD_TERM_NONE;
}

static void note_results(Maker *k, const VdInst *inst) {
  const VdFunc *callee = k->sums->module->func.at[inst->index];
  for (uint32_t i = 0; i < callee->results; i++) {
    VdRole role = callee->result[i].role;
    uint32_t id = inst->first.id + i;
    note_home(k, id, role == VD_ROLE_MEM ? HOME_MAIN : HOME_LOCAL);
    for (int s = 0; s < 2; s++)
      if (role == state_role[s]) k->now[s] = k->value[id];
  }
}

static void note_state(Maker *k, const VdInst *inst) {
  if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_CALLPTR) {
    note_results(k, inst);
  } else if (inst->kind == VD_INST_CONST) {
    note_home(k, inst->first.id, HOME_LOCAL);
  } else if (inst->kind == VD_INST_OP) {
    switch (inst->op) {
      case VD_OP_STORE:
      case VD_OP_FILL:
      case VD_OP_COPY:
      case VD_OP_UPDATE: note_write(k, inst); break;
      case VD_OP_ITE:
        note_home(k, inst->first.id,
                  k->home[inst->arg[1].id] | k->home[inst->arg[2].id]);
        break;
      default: break;
    }
  }
}

static void leave_block(Maker *k, uint32_t b) {
  const VdBlock *block = &k->f->block.at[b];
  for (int s = 0; s < 2; s++) k->end[s][b] = k->now[s];
  for (uint32_t i = 0; i < vd_block_edges(block); i++) {
    const VdEdge *edge = &block->edge[i];
    uint32_t first = k->f->block.at[edge->block].first_param.id;
    for (uint32_t a = 0; a < edge->args; a++)
      note_home(k, first + a, k->home[edge->arg[a].id]);
  }
}

static void set_block(Maker *k, uint32_t b) {
  const VdBlock *block = &k->f->block.at[b];
  set_params(k, b);
  if (k->calls) enter_block(k, b);
  k->required[b] = vd_mk_bool(k->tm, true);
  for (uint32_t i = 0; i < block->inst.len; i++) {
    set_inst(k, b, &block->inst.at[i]);
    if (k->calls) note_state(k, &block->inst.at[i]);
  }
  if (k->calls) leave_block(k, b);
  if (block->exit == VD_EXIT_BRANCH) k->cond[b] = value_of(k, block->cond);
}

// ----------------------------------------------------------------- results

// Back from the exits: result i as seen from the start of each block.
static VdTerm result_value(Maker *k, uint32_t i) {
  for (uint32_t b = k->f->block.len; b-- > 0;) {
    const VdBlock *block = &k->f->block.at[b];
    uint32_t n = vd_block_edges(block);
    VdTerm yes = n > 0 ? k->decision[block->edge[0].block] : VD_TERM_NONE;
    VdTerm no = n > 1 ? k->decision[block->edge[1].block] : VD_TERM_NONE;
    k->decision[b] = block->exit == VD_EXIT_RETURN ? value_of(k, block->ret[i])
                                                   : decide(k, b, yes, no);
  }
  if (!vd_term_is_none(k->decision[0])) return k->decision[0];
  // No path returns: it is undefined everywhere and any value will do.
  return vd_mk_var(k->tm, VD_VAR_UNDEF, k->undefs++, k->f->result[i].sort,
                   NULL);
}

static bool is_slot(const void *context, const VdObject *object) {
  (void)context;
  return object->kind == VD_OBJECT_SLOT;
}

// Memory as the function leaves it: without the writes to its own locals, the
// only slots that its terms know (a loop gets the addresses of its function's
// as parameters; a callee's come with opening an application).
//
// Where the function returns, the lifetime of its locals ends. A program that
// reads them later, by a pointer that got out, is undefined, whoever does it;
// so in a defined one no later term depends on what is dropped, whether or not
// the address escaped. A place on the stack may be used again, but the locals
// of another call are other objects here, which nobody reads before they are
// written. What stays are writes by pointers that might point to a local and
// writes below a call: the call may have read the local. Without this a helper
// that copies its arguments makes all that is called after it see another
// memory.
static VdTerm left_memory(Maker *k, VdTerm mem) {
  return k->f->slot.len ? vd_mem_strip(k->tm, mem, is_slot, NULL) : mem;
}

static VdTerm defined_value(Maker *k) {
  for (uint32_t b = k->f->block.len; b-- > 0;) {
    const VdBlock *block = &k->f->block.at[b];
    VdTerm after = vd_mk_bool(k->tm, block->exit != VD_EXIT_STOP);
    if (vd_block_edges(block) == 1) after = k->decision[block->edge[0].block];
    if (vd_block_edges(block) == 2)
      after = vd_mk_ite(k->tm, k->cond[b], k->decision[block->edge[0].block],
                        k->decision[block->edge[1].block]);
    k->decision[b] = vd_mk_and(k->tm, k->required[b], after);
  }
  return k->decision[0];
}

// False if there is no body, or not an acyclic one.
static bool maker_init(Maker *k, VdSums *sums, uint32_t func, VdArena *arena) {
  const VdFunc *f = sums->module->func.at[func];
  uint32_t blocks = f->block.len;
  *k = (Maker){.sums = sums, .tm = sums->tm, .f = f};
  k->value = VD_NEW_ARRAY(arena, VdTerm, f->sort.len + 1);
  k->cond = VD_NEW_ARRAY(arena, VdTerm, blocks);
  k->required = VD_NEW_ARRAY(arena, VdTerm, blocks);
  k->decision = VD_NEW_ARRAY(arena, VdTerm, blocks);
  k->reached = VD_NEW_ARRAY(arena, VdTerm, blocks);
  k->idom = VD_NEW_ARRAY(arena, uint32_t, blocks);
  k->edges_in = VD_NEW_ARRAY(arena, uint32_t, blocks);
  k->edge_in = VD_NEW_ARRAY(arena, VdEdge *, blocks);
  return blocks && find_edges(k);
}

VdSummary *vd_summary_make(VdSums *sums, uint32_t func) {
  const VdFunc *f = sums->module->func.at[func];
  VdArena scratch = {0};
  VdSummary *s = NULL;
  Maker k;
  if (maker_init(&k, sums, func, &scratch)) {
    for (uint32_t b = 0; b < f->block.len; b++) set_block(&k, b);
    s = VD_NEW(&sums->arena, VdSummary);
    s->results = f->results;
    s->result = VD_NEW_ARRAY(&sums->arena, VdTerm, f->results);
    for (uint32_t i = 0; i < f->results; i++) {
      s->result[i] = result_value(&k, i);
      if (f->result[i].role == VD_ROLE_MEM)
        s->result[i] = left_memory(&k, s->result[i]);
    }
    s->defined = defined_value(&k);
  }
  vd_arena_done(&scratch);
  return s;
}

bool vd_summary_calls(VdSums *sums, uint32_t func, VdArena *arena,
                      VdCalls *out) {
  const VdFunc *f = sums->module->func.at[func];
  VdArena scratch = {0};
  Maker k;
  bool ok = f->kind == VD_FUNC_DEFINED && maker_init(&k, sums, func, &scratch);
  if (ok) {
    k.calls = out;
    k.calls_arena = arena;
    k.home = vd_arena_alloc(&scratch, f->sort.len + 1);
    for (int s = 0; s < 2; s++)
      k.end[s] = VD_NEW_ARRAY(&scratch, VdTerm, f->block.len);
    for (uint32_t b = 0; b < f->block.len; b++) set_block(&k, b);
  }
  vd_arena_done(&scratch);
  return ok;
}

// Can a block lead to a call of the function itself?
static bool calls_again(const VdFunc *f, uint32_t func, uint32_t from) {
  bool *mark = vd_alloc(f->block.len + 1);
  bool again = false;
  mark[from] = true;
  for (uint32_t b = from; b < f->block.len && !again; b++) {
    const VdBlock *block = &f->block.at[b];
    if (!mark[b]) continue;
    for (uint32_t i = 0; i < block->inst.len; i++)
      again |= block->inst.at[i].kind == VD_INST_CALL &&
               block->inst.at[i].index == func;
    for (uint32_t i = 0; i < vd_block_edges(block); i++)
      mark[block->edge[i].block] = true;
  }
  vd_free(mark);
  return again;
}

VdTerm vd_summary_stays(VdSums *sums, uint32_t func) {
  const VdFunc *f = sums->module->func.at[func];
  VdArena scratch = {0};
  VdTerm stays = VD_TERM_NONE;
  Maker k;
  if (f->kind == VD_FUNC_DEFINED && maker_init(&k, sums, func, &scratch) &&
      f->block.at[0].exit == VD_EXIT_BRANCH) {
    const VdBlock *head = &f->block.at[0];
    bool again[2];
    for (int i = 0; i < 2; i++)
      again[i] = calls_again(f, func, head->edge[i].block);
    set_block(&k, 0);
    if (again[0] != again[1])
      stays = again[0] ? k.cond[0] : vd_mk_not(k.tm, k.cond[0]);
  }
  vd_arena_done(&scratch);
  return stays;
}
