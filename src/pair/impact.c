// What a change can influence, on the instructions of both versions.
//
// Instructions are aligned as lines are by diff, by what they do (operator,
// constant, callee). One that has no partner, or whose operands are not those
// of its partner, is changed. What a change influences is found forward: by
// data, and where values join or a run may end, by the branches that decide. It
// is an account for people: what is left out of the question is left out
// because both versions have one term for it.
#include "base/limit.h"
#include "pair/pair.h"

// A line: an instruction, a parameter of a block, or a block's exit.
typedef enum LineKind { LINE_INST, LINE_PARAM, LINE_EXIT } LineKind;
typedef struct Line {
  LineKind kind;
  uint32_t block, index;
  uint64_t key;          // what it does, without its operands
  uint32_t first, args;  // operands, in `arg`
  bool changed, influenced, influences;
  uint32_t partner;  // in the other version, from 1 on; 0 is none
} Line;

typedef struct Side {
  const VdModule *m;
  VdSums *sums;
  const VdFunc *f;
  VD_VEC(Line) line;
  VD_VEC(uint32_t) arg;  // value ids
  uint32_t *line_of;     // by value id: its line, from 1 on
} Side;

// ------------------------------------------------------------------- lines

static void add_arg(Side *s, VdRef ref) {
  vd_push(&s->arg, ref.id);
  s->line.at[s->line.len - 1].args++;
}

static void add_line(Side *s, LineKind kind, uint32_t block, uint32_t index,
                     uint64_t key) {
  Line line = {.kind = kind,
               .block = block,
               .index = index,
               .key = vd_hash_mix(key, kind),
               .first = s->arg.len};
  vd_push(&s->line, line);
}

static uint64_t inst_key(Side *s, const VdInst *inst) {
  uint64_t key = vd_hash_mix(inst->kind, inst->results);
  switch (inst->kind) {
    case VD_INST_OP: return vd_hash_mix(vd_hash_mix(key, inst->op), inst->imm);
    case VD_INST_CONST:
      for (uint32_t i = 0; i * 64 < vd_sort_width(inst->value.sort); i++)
        key = vd_hash_mix(key, vd_value_limb(&inst->value, i));
      return vd_hash_mix(
          key, (uint64_t)inst->value.sort.a << 32 | inst->value.sort.kind);
    case VD_INST_CALL:
    case VD_INST_CALLPTR:
      return vd_hash_mix(key, vd_sums_symbol(s->sums, inst->index));
    case VD_INST_GLOBAL:
      return vd_hash_mix(key, vd_sums_global_object(s->sums, inst->index));
    case VD_INST_FUNC:
      return vd_hash_mix(key, vd_sums_func_object(s->sums, inst->index));
    case VD_INST_SLOT: return vd_hash_mix(key, inst->index);
    case VD_INST_UNDEF:
    case VD_INST_NEVER:
    case VD_INST_REQUIRE: break;
  }
  return key;
}

// Parameters of a block get their values from the edges that lead there.
static void add_params(Side *s, uint32_t b) {
  const VdBlock *to = &s->f->block.at[b];
  for (uint32_t i = 0; i < to->params; i++) {
    VdSort sort = vd_func_sort(s->f, (VdRef){to->first_param.id + i});
    add_line(
        s, LINE_PARAM, b, i,
        vd_hash_mix(b == 0 ? i + 1 : 0, (uint64_t)sort.a << 32 | sort.kind));
    s->line_of[to->first_param.id + i] = s->line.len;
    for (uint32_t from = 0; from < b; from++) {
      const VdBlock *block = &s->f->block.at[from];
      for (uint32_t e = 0; e < vd_block_edges(block); e++)
        if (block->edge[e].block == b) add_arg(s, block->edge[e].arg[i]);
    }
  }
}

static void add_exit(Side *s, uint32_t b) {
  const VdBlock *block = &s->f->block.at[b];
  add_line(s, LINE_EXIT, b, 0, block->exit);
  if (block->exit == VD_EXIT_BRANCH) add_arg(s, block->cond);
  if (block->exit == VD_EXIT_RETURN)
    for (uint32_t i = 0; i < s->f->results; i++) add_arg(s, block->ret[i]);
}

static void add_block(Side *s, uint32_t b) {
  const VdBlock *block = &s->f->block.at[b];
  add_params(s, b);
  for (uint32_t i = 0; i < block->inst.len; i++) {
    const VdInst *inst = &block->inst.at[i];
    add_line(s, LINE_INST, b, i, inst_key(s, inst));
    for (uint32_t k = 0; k < inst->args; k++) add_arg(s, inst->arg[k]);
    for (uint32_t k = 0; k < inst->results; k++)
      s->line_of[inst->first.id + k] = s->line.len;
  }
  add_exit(s, b);
}

static void side_init(const VdJob *job, int k, Side *s) {
  *s = (Side){.m = job->sides.module[k],
              .sums = job->sides.sums[k],
              .f = vd_job_func(job, k)};
  s->line_of = vd_alloc((s->f->sort.len + 2) * sizeof *s->line_of);
  for (uint32_t b = 0;
       b < s->f->block.len && s->line.len <= vd_limit->impact_lines; b++)
    add_block(s, b);
}

static void side_done(Side *s) {
  vd_vec_done(&s->line);
  vd_vec_done(&s->arg);
  vd_free(s->line_of);
}

// --------------------------------------------------------------- alignment

// The longest common subsequence of what the lines do.
static void align(Side *x, Side *y) {
  uint32_t n = x->line.len, m = y->line.len, w = m + 1;
  uint16_t *best = vd_alloc(vd_mul(n + 1, w) * sizeof *best);
  for (uint32_t i = n; i-- > 0;)
    for (uint32_t j = m; j-- > 0;) {
      uint16_t down = best[(i + 1) * w + j], right = best[i * w + j + 1];
      best[i * w + j] = x->line.at[i].key == y->line.at[j].key
                            ? (uint16_t)(best[(i + 1) * w + j + 1] + 1)
                        : down > right ? down
                                       : right;
    }
  for (uint32_t i = 0, j = 0; i < n && j < m;) {
    if (x->line.at[i].key == y->line.at[j].key) {
      x->line.at[i].partner = j + 1;
      y->line.at[j].partner = i + 1;
      i++, j++;
    } else if (best[(i + 1) * w + j] >= best[i * w + j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  vd_free(best);
}

// What was replaced by something else is still the same operand.
static bool same_operands(const Side *x, const Line *a, const Side *y,
                          const Line *b) {
  if (a->args != b->args) return false;
  for (uint32_t i = 0; i < a->args; i++) {
    uint32_t p = x->line_of[x->arg.at[a->first + i]];
    uint32_t q = y->line_of[y->arg.at[b->first + i]];
    if (!p || !q) return false;
    uint32_t to = x->line.at[p - 1].partner, from = y->line.at[q - 1].partner;
    if (to != q && (to || from)) return false;
  }
  return true;
}

static void find_changed(Side *x, const Side *y) {
  for (uint32_t i = 0; i < x->line.len; i++) {
    Line *a = &x->line.at[i];
    a->changed =
        !a->partner || !same_operands(x, a, y, &y->line.at[a->partner - 1]);
  }
}

// --------------------------------------------------------------- influence

static bool is_decision(const Side *s, const Line *line) {
  return line->kind == LINE_EXIT &&
         s->f->block.at[line->block].exit == VD_EXIT_BRANCH;
}

// Where control matters: joins, conditions of definedness, the ends.
static bool is_controlled(const Side *s, const Line *line) {
  if (line->kind == LINE_PARAM) return line->args > 1;
  if (line->kind == LINE_EXIT)
    return s->f->block.at[line->block].exit == VD_EXIT_RETURN;
  const VdInst *inst = &s->f->block.at[line->block].inst.at[line->index];
  return inst->kind == VD_INST_REQUIRE;
}

// Edges lead forward, so one pass finds all that is influenced. A decision
// counts for everything after it that control matters for.
static void go_forward(Side *s) {
  bool decided = false;
  for (uint32_t i = 0; i < s->line.len; i++) {
    Line *line = &s->line.at[i];
    bool by_data = line->changed;
    for (uint32_t k = 0; k < line->args && !by_data; k++) {
      uint32_t from = s->line_of[s->arg.at[line->first + k]];
      by_data = from && s->line.at[from - 1].influenced;
    }
    line->influenced = by_data || (decided && is_controlled(s, line));
    decided |= line->influenced && is_decision(s, line);
  }
}

// What the changed ones are computed from, and the branches before them.
static void go_backward(Side *s) {
  bool later = false;
  for (uint32_t i = s->line.len; i-- > 0;) {
    Line *line = &s->line.at[i];
    if (line->changed || (later && is_decision(s, line)))
      line->influences = true;
    later |= line->changed;
    for (uint32_t k = 0; k < line->args && line->influences; k++) {
      uint32_t from = s->line_of[s->arg.at[line->first + k]];
      if (from) s->line.at[from - 1].influences = true;
    }
  }
}

// A result is influenced if some return gives an influenced value, or if a
// branch that is influenced decides which return it is.
static bool is_result_influenced(const Side *s, uint32_t result) {
  uint32_t returns = 0;
  bool decided = false, influenced = false;
  for (uint32_t i = 0; i < s->line.len; i++) {
    const Line *line = &s->line.at[i];
    decided |= line->influenced && is_decision(s, line);
    if (line->kind != LINE_EXIT ||
        s->f->block.at[line->block].exit != VD_EXIT_RETURN)
      continue;
    returns++;
    uint32_t from = s->line_of[s->arg.at[line->first + result]];
    uint32_t partner = line->partner;
    influenced |= !partner || !from || s->line.at[from - 1].influenced;
  }
  return influenced || (returns > 1 && decided);
}

// ------------------------------------------------------------------ account

static uint32_t count(const Side *s, size_t flag) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->line.len; i++)
    n += s->line.at[i].kind == LINE_INST &&
         *(const bool *)((const char *)&s->line.at[i] + flag);
  return n;
}

static uint32_t count_insts(const Side *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->line.len; i++)
    n += s->line.at[i].kind == LINE_INST;
  return n;
}

// Results that both versions have as one term need not be asked about.
static uint32_t count_settled(const VdJob *job, uint32_t *all) {
  VdGoal goal;
  uint32_t n = 0;
  if (vd_goal_init(job, &goal))
    for (uint32_t i = 0; i < goal.role.len; i++)
      n += vd_term_eq(goal.result[OLD].at[i], goal.result[NEW].at[i]);
  *all = goal.role.len;
  vd_goal_done(&goal);
  return n;
}

bool vd_impact(const VdJob *job, VdImpact *out) {
  Side s[2];
  memset(out, 0, sizeof *out);
  for (int k = 0; k < 2; k++) side_init(job, k, &s[k]);
  bool ok = s[OLD].line.len <= vd_limit->impact_lines &&
            s[NEW].line.len <= vd_limit->impact_lines;
  if (ok) {
    align(&s[OLD], &s[NEW]);
    find_changed(&s[OLD], &s[NEW]);
    find_changed(&s[NEW], &s[OLD]);
    for (int k = 0; k < 2; k++) {
      go_forward(&s[k]);
      go_backward(&s[k]);
      out->instructions[k] = count_insts(&s[k]);
      out->changed[k] = count(&s[k], offsetof(Line, changed));
      out->influenced[k] = count(&s[k], offsetof(Line, influenced));
      out->influences[k] = count(&s[k], offsetof(Line, influences));
      for (uint32_t i = 0; i < s[k].f->results; i++)
        out->influenced_results[k] += is_result_influenced(&s[k], i);
      out->all_results[k] = s[k].f->results;
    }
    out->settled = count_settled(job, &out->results);
  }
  for (int k = 0; k < 2; k++) side_done(&s[k]);
  return ok;
}

void vd_check_impact(VdJob *job) {
  double start = vd_now();
  VdImpact i;
  if (!vd_impact(job, &i)) return;
  vd_job_step(job, "impact", start,
              "%u of %u instructions changed, %u can be influenced; %u of %u "
              "results not influenced",
              i.changed[NEW], i.instructions[NEW], i.influenced[NEW],
              i.all_results[NEW] - i.influenced_results[NEW],
              i.all_results[NEW]);
  if (i.settled)
    vd_job_step(job, "impact", start,
                "%u of %u results need no question: both versions have one "
                "term for %s",
                i.settled, i.results, i.settled == 1 ? "it" : "each");
}
