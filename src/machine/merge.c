// Two machines, most of whose cells are the same.
//
// A cell of the new side is taken for its namesake of the old side. Where that
// is right, most of the two steps becomes one term, and nothing is left to ask.
// Let the merged machine keep the old side's value of such a cell, and let it
// be a property that the new side's value is the same. As long as all
// properties hold, a run of the merged machine is a run of both. So if no run
// breaks a property, no run of both breaks one of the contract's; and if one
// breaks the property of a pair first, that pair is not the same, and is taken
// apart.
#include <strings.h>

#include "base/limit.h"
#include "machine/steps.h"
#include "run/cycle.h"

static bool may_pair(VdSteps *s, const VdStepCell *old, const VdStepCell *new) {
  return !((old->use | new->use) & VD_USE_INPUT) &&
         !((old->use | new->use) & VD_USE_INPUT) &&
         vd_sort_eq(vd_term_sort(s->tm, old->own),
                    vd_term_sort(s->tm, new->own)) &&
         vd_value_eq(&old->init, &new->init);
}

static void pair_all(VdSteps *s) {
  const uint32_t *partner = vd_steps_partners(s);
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    VdStepCell *new = &s->side[1].cell.at[i];
    new->pair = VD_NONE;
    if (partner[i] != VD_NONE &&
        may_pair(s, &s->side[0].cell.at[partner[i]], new))
      new->pair = partner[i];
  }
}

static void subst_cells(VdSteps *s, VdStepCells *cells, const VdMap *map) {
  uint32_t n = cells->len;
  VdTerm *term = vd_alloc(vd_mul(2 * n + 1, sizeof *term));
  for (uint32_t i = 0; i < n; i++) {
    term[2 * i] = cells->at[i].own;
    term[2 * i + 1] = cells->at[i].step;
  }
  vd_terms_subst(s->tm, term, 2 * n, map);
  for (uint32_t i = 0; i < n; i++) {
    cells->at[i].now = term[2 * i];
    cells->at[i].next = term[2 * i + 1];
  }
  vd_free(term);
}

// ------------------------------------------------------------------- cone
typedef struct Cone {
  VdSteps *s;
  VdMap seen;      // nodes
  VdMap cell;      // variable to 2 * cell + side + 1
  VdTermVec todo;  // roots
  VdTermVec nodes;
} Cone;

static void need_cell(Cone *c, int side, uint32_t i) {
  VdStepCell *cell = &c->s->side[side].cell.at[i];
  if (cell->needed) return;
  cell->needed = true;
  vd_push(&c->todo, cell->step);
  if (side == 1 && cell->pair != VD_NONE) need_cell(c, 0, cell->pair);
}

static void visit(Cone *c, VdTerm root) {
  VdTerms *tm = c->s->tm;
  c->nodes.len = 0;
  vd_push(&c->nodes, root);
  while (c->nodes.len) {
    VdTerm t = vd_pop(&c->nodes);
    if (vd_map_get(&c->seen, t.id)) continue;
    *vd_map_put(&c->seen, t.id) = 1;
    const uint64_t *at = vd_map_get(&c->cell, t.id);
    if (at) need_cell(c, (int)((*at - 1) & 1), (uint32_t)((*at - 1) / 2));
    for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
      vd_push(&c->nodes, vd_term_arg(tm, t, i));
  }
}

// Marks the cells that the properties depend on. A pair that they do not depend
// on may well differ.
static void find_cone(VdSteps *s, const VdProduct *given) {
  Cone c = {.s = s};
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
      s->side[k].cell.at[i].needed = false;
      *vd_map_put(&c.cell, s->side[k].cell.at[i].own.id) =
          2 * (uint64_t)i + (uint64_t)k + 1;
    }
  vd_push(&c.todo, given->assume);
  for (uint32_t i = 0; i < given->ensure.len; i++)
    vd_push(&c.todo, given->ensure.at[i].holds);
  while (c.todo.len) visit(&c, vd_pop(&c.todo));
  vd_map_done(&c.seen);
  vd_map_done(&c.cell);
  vd_vec_done(&c.todo);
  vd_vec_done(&c.nodes);
}

// The question with the pairs of the moment.
static void merge(VdSteps *s, const VdProduct *given, VdProduct *out) {
  VdMap map = {0};
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    const VdStepCell *new = &s->side[1].cell.at[i];
    if (new->pair != VD_NONE)
      *vd_map_put(&map, new->own.id) = s->side[0].cell.at[new->pair].own.id;
  }
  subst_cells(s, &s->side[0].cell, &map);
  subst_cells(s, &s->side[1].cell, &map);
  out->assume = vd_term_subst(s->tm, given->assume, &map);
  for (uint32_t i = 0; i < s->coupling.len; i++)
    s->coupling.at[i].now = vd_term_subst(s->tm, s->coupling.at[i].own, &map);
  for (uint32_t i = 0; i < given->ensure.len; i++) {
    VdEnsure ensure = given->ensure.at[i];
    ensure.holds = vd_term_subst(s->tm, ensure.holds, &map);
    vd_push(&out->ensure, ensure);
  }
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    const VdStepCell *new = &s->side[1].cell.at[i];
    if (new->pair == VD_NONE || !new->needed) continue;
    VdEnsure same = {
        .holds = vd_mk_eq(s->tm, s->side[0].cell.at[new->pair].next, new->next),
        .text = new->name,
        .cell = {new->pair, i},
        .pair = true};
    if (!vd_term_is_true(s->tm, same.holds)) vd_push(&out->ensure, same);
  }
  vd_map_done(&map);
}

static void product_done(VdProduct *product) {
  vd_vec_done(&product->ensure);
}

// Pairs that random runs tell apart. True if there were some.
static bool part_broken(VdSteps *s, const VdProduct *merged,
                        const VdBudget *budget) {
  double begun = vd_work();
  uint8_t *broken = vd_alloc(merged->ensure.len + 1);
  memset(broken, 0, merged->ensure.len + 1);
  vd_product_runs(s, merged, budget, broken);
  if (s->trail) s->trail->wasted += vd_work() - begun;
  bool any = false;
  for (uint32_t i = 0; i < merged->ensure.len; i++) {
    const VdEnsure *ensure = &merged->ensure.at[i];
    if (!broken[i] || !ensure->pair) continue;
    s->side[1].cell.at[ensure->cell[1]].pair = VD_NONE;
    any = true;
  }
  vd_free(broken);
  return any;
}

// ------------------------------------------------------------------ frames
// The frame of a cell of the new side: a number of an instance of the machine
// plus one, 0 for the machine itself. Instances in instances belong to the
// outer one.
static uint32_t frame_of(const VdStepSide *side, uint32_t cell) {
  uint32_t var = side->cell.at[cell].var, best = 0, size = 0;
  for (uint32_t i = 0; var != VD_NONE && i < side->machine->instances; i++) {
    const VdMachineInstance *in = &side->machine->instance[i];
    if (var < in->first || var >= in->first + in->vars || in->vars <= size)
      continue;
    best = i + 1;
    size = in->vars;
  }
  return best;
}

static uint32_t frame_of_property(const VdSteps *s, const VdEnsure *ensure) {
  return ensure->pair ? frame_of(&s->side[1], ensure->cell[1]) : 0;
}

// Is it a machine in a machine whose step function has not changed?
static bool is_unchanged(const VdSteps *s, const VdMachineInstance *new) {
  const VdMachineInstance *old =
      vd_machine_instance(s->side[0].machine, new->name);
  if (!old) return false;
  const VdMachine *p = &s->side[0].machines->machine[old->machine];
  const VdMachine *q = &s->side[1].machines->machine[new->machine];
  return vd_digest_eq(&s->side[0].module->func.at[p->func]->digest,
                      &s->side[1].module->func.at[q->func]->digest);
}

static void list_frames(const VdSteps *s, VdMachineFrames *frames) {
  const VdStepSide *side = &s->side[1];
  uint32_t n = side->machine->instances + 1;
  VdMachineFrame *frame = vd_alloc(vd_mul(n, sizeof *frame));
  memset(frame, 0, n * sizeof *frame);
  for (uint32_t i = 0; i < side->cell.len; i++) {
    VdMachineFrame *f = &frame[frame_of(side, i)];
    if (side->cell.at[i].use & VD_USE_INPUT) continue;
    f->cells++;
    f->coupled += side->cell.at[i].pair != VD_NONE;
  }
  frames->len = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!frame[i].cells) continue;
    const VdMachineInstance *in = i ? &side->machine->instance[i - 1] : NULL;
    frame[i].name = in ? in->name : side->machine->name;
    frame[i].checker =
        in && is_unchanged(s, in) && frame[i].coupled == frame[i].cells
            ? "source"
            : "symbolic";
    vd_push(frames, frame[i]);
  }
  vd_free(frame);
}

static VdMachineFrame *find_frame(const VdSteps *s, VdMachineFrames *frames,
                                  uint32_t number) {
  const VdMachine *machine = s->side[1].machine;
  const char *name =
      number ? machine->instance[number - 1].name : machine->name;
  for (uint32_t i = 0; i < frames->len; i++)
    if (frames->at[i].name == name) return &frames->at[i];
  return NULL;
}

// ---------------------------------------------------------------- deciding
// The properties of one frame; what holds by its form alone is left out.
static void select_frame(const VdSteps *s, const VdProduct *all, uint32_t frame,
                         VdProduct *out) {
  *out = (VdProduct){.assume = all->assume};
  for (uint32_t i = 0; i < all->ensure.len; i++)
    if (frame_of_property(s, &all->ensure.at[i]) == frame &&
        !vd_term_is_true(s->tm, all->ensure.at[i].holds))
      vd_push(&out->ensure, all->ensure.at[i]);
}

static void part_unequal(VdSteps *s, VdCycles *const cycles[2]) {
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    VdStepCell *new = &s->side[1].cell.at[i];
    if (new->pair == VD_NONE || new->var == VD_NONE) continue;
    const VdStepCell *old = &s->side[0].cell.at[new->pair];
    VdValue a = vd_cycles_get(cycles[0], old->var);
    VdValue b = vd_cycles_get(cycles[1], new->var);
    if (!vd_value_eq(&a, &b)) new->pair = VD_NONE;
  }
}

// Runs both programs on the inputs, and then on those of any of the steps, and
// takes apart what differs on the way. True if that breaks a property of the
// contract: out is the run.
static bool follow(VdSteps *s, const VdProduct *given, const VdStepInputs *run,
                   VdStepInputs *out) {
  VdBoth b;
  VdRandom random = {1};
  bool found = false;
  vd_both_init(&b, s, given);
  vd_run_new(s, run->steps + vd_limit->merge_more, out);
  for (uint32_t way = 0;
       !found && way < vd_limit->merge_ways && !vd_budget_over(&s->budget);
       way++) {
    vd_both_restart(&b);
    out->steps = 0;
    for (uint32_t t = 0; !found && t < run->steps + vd_limit->merge_more; t++) {
      uint32_t step = t;
      if (t >= run->steps)
        step = way % 3 ? (uint32_t)vd_random_below(&random, run->steps)
                       : run->steps - 1;
      vd_both_step(&b, run, step);
      vd_run_copy(s, run, step, out);
      if (t + 1 < run->steps) continue;
      part_unequal(s, b.cycles);
      out->ensure = vd_both_broken(&b, run, step);
      found = out->ensure != VD_NONE;
    }
  }
  vd_both_done(&b);
  return found;
}

// A pair that a run tells apart is no pair. True if that leads to a run that
// breaks a property of the contract.
static bool take_apart(VdSteps *s, const VdProduct *given,
                       const VdProduct *merged, VdProductReply *reply) {
  const VdEnsure *ensure = &merged->ensure.at[reply->run.ensure];
  if (!ensure->pair) return true;
  VdStepInputs run;
  uint32_t apart = ensure->cell[1];
  bool found = follow(s, given, &reply->run, &run);
  s->side[1].cell.at[apart].pair = VD_NONE;
  if (!found) return false;
  vd_run_leave_out(s, given, &run);
  reply->run = run;
  reply->shortest = false;
  reply->engine = "simulation";
  return true;
}

// ------------------------------------------------------------------- trails
// A proof is of the cells that were made one in the end, and of one frame after
// the other; what was tried before is forgotten.
static void put_pairs(VdSteps *s) {
  VdBuf text = {0};
  if (!s->trail || s->trail->follow) return;
  s->trail->text.len = 0;
  for (uint32_t i = 0; i < s->side[1].cell.len; i++)
    if (s->side[1].cell.at[i].pair == VD_NONE) vd_number_put(&text, i);
  vd_trail_put(s->trail, vd_buf_text(&text));
  vd_buf_done(&text);
}

// Takes apart what was apart. False if there is no trail to follow.
static bool take_pairs(VdSteps *s) {
  VdBuf text = {0};
  const char *taken = vd_trail_take(s->trail, &text);
  VdNumbers from = {taken ? taken : "", taken != NULL};
  while (from.ok && *from.at) {
    uint32_t cell =
        (uint32_t)vd_number_take(&from, (uint64_t)s->side[1].cell.len - 1);
    if (from.ok) s->side[1].cell.at[cell].pair = VD_NONE;
  }
  vd_buf_done(&text);
  return from.ok;
}

typedef enum Progress { APART, SETTLED } Progress;

// Frame by frame, the machine itself last: no run of the merged machine breaks
// a property if none breaks a property of this or that frame. APART: pairs were
// taken apart.
static Progress decide_frames(VdSteps *s, const VdProduct *given,
                              const VdProduct *merged, VdProductReply *reply,
                              VdMachineFrames *frames) {
  uint32_t n = s->side[1].machine->instances + 1;
  list_frames(s, frames);
  put_pairs(s);
  *reply = (VdProductReply){.answer = VD_MC_SAFE, .engine = "symbolic"};
  for (uint32_t i = 1; i <= n; i++) {
    VdProduct some;
    double start = vd_now();
    select_frame(s, merged, i % n, &some);
    VdProductReply answer = {.answer = VD_MC_SAFE};
    bool asked = some.ensure.len > 0, apart = false;
    if (asked) {
      vd_product_check(s, &some, &s->budget, VD_WAY_FULL, 0, &answer);
      apart =
          answer.answer == VD_MC_BAD && !take_apart(s, given, &some, &answer);
    }
    vd_vec_done(&some.ensure);
    if (apart) return APART;
    if (!asked) continue;
    *reply = answer;
    VdMachineFrame *frame = find_frame(s, frames, i % n);
    if (frame) {
      frame->checker = answer.engine;
      frame->seconds = vd_now() - start;
    }
    if (answer.answer != VD_MC_SAFE) return SETTLED;
  }
  return SETTLED;
}

// Looks for a run that is shorter. Only a search that sees all of them can say
// that there is none.
static void make_shortest(VdSteps *s, const VdProduct *given,
                          VdProductReply *reply) {
  VdBudget budget = vd_budget_slice(&s->budget, vd_limit->merge_work);
  while (!reply->shortest && !vd_budget_over(&budget)) {
    VdProduct merged = {0};
    VdProductReply other;
    find_cone(s, given);
    merge(s, given, &merged);
    uint32_t depth = reply->run.steps - 1;
    if (!depth) {
      reply->shortest = true;
    } else {
      vd_product_check(s, &merged, &budget, VD_WAY_DEPTH, depth, &other);
      if (other.answer == VD_MC_UNKNOWN) {
        reply->shortest = other.depth >= depth;
        product_done(&merged);
        return;
      }
      // A run of unknown arithmetic need not be one.
      if (other.answer == VD_MC_BAD && other.abstract &&
          !merged.ensure.at[other.run.ensure].pair &&
          !vd_run_breaks(s, given, &other.run)) {
        product_done(&merged);
        return;
      }
      if (other.answer == VD_MC_BAD &&
          !merged.ensure.at[other.run.ensure].pair) {
        reply->run = other.run;
        reply->shortest = true;
      } else if (other.answer == VD_MC_BAD) {
        uint32_t apart = merged.ensure.at[other.run.ensure].cell[1];
        VdStepInputs run;
        if (follow(s, given, &other.run, &run)) {
          vd_run_leave_out(s, given, &run);
          if (run.steps < reply->run.steps) reply->run = run;
        }
        s->side[1].cell.at[apart].pair = VD_NONE;
      }
    }
    product_done(&merged);
  }
}

// Of what was proved, pairs are pairs; else the two machines are looked at as
// they are.
static void tell_fates(VdSteps *s, const VdProduct *given, bool proved) {
  VdProduct merged = {0};
  if (!s->coupling.len) return;
  for (uint32_t i = 0; !proved && i < s->side[1].cell.len; i++)
    s->side[1].cell.at[i].pair = VD_NONE;
  find_cone(s, given);
  merge(s, given, &merged);
  vd_steps_fates(s, merged.assume);
  product_done(&merged);
}

static void decide_again(VdSteps *s, const VdProduct *given,
                         VdProductReply *reply, VdMachineFrames *frames) {
  VdProduct merged = {0};
  *reply = (VdProductReply){.engine = "", .why = ""};
  if (!take_pairs(s)) return;
  find_cone(s, given);
  merge(s, given, &merged);
  decide_frames(s, given, &merged, reply, frames);
  product_done(&merged);
}

void vd_steps_decide(VdSteps *s, VdProduct *given, VdProductReply *reply,
                     VdMachineFrames *frames) {
  Progress progress = APART;
  pair_all(s);
  if (s->trail && s->trail->follow) {
    decide_again(s, given, reply, frames);
    return;
  }
  while (progress == APART && !vd_budget_over(&s->budget)) {
    VdProduct merged = {0};
    find_cone(s, given);
    merge(s, given, &merged);
    vd_product_check(s, &merged, &s->budget, VD_WAY_QUICK, 0, reply);
    if (reply->answer == VD_MC_BAD)
      progress = take_apart(s, given, &merged, reply) ? SETTLED : APART;
    else if (!part_broken(s, &merged, &s->budget))
      progress = decide_frames(s, given, &merged, reply, frames);
    product_done(&merged);
  }
  if (progress == APART)
    *reply = (VdProductReply){.engine = "", .why = "timeout"};
  else if (reply->answer == VD_MC_BAD)
    make_shortest(s, given, reply);
  tell_fates(s, given, reply->answer == VD_MC_SAFE);
}
