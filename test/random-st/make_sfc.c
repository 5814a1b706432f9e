// Random SFC networks: a sequence with selections, at most one pair of
// simultaneous branches, and a way back to the start.
#include "make.h"

static const char *some_qualifier(Maker *m, bool *timed) {
  static const char *const plain_ones[] = {"N", "N", "N",  "N", "S",
                                           "R", "P", "P1", "P0"};
  static const char *const timed_ones[] = {"L", "D", "SD", "DS", "SL"};
  *timed = m->times && maybe(m, 20);
  return *timed ? timed_ones[roll(m, VD_COUNT(timed_ones))]
                : plain_ones[roll(m, VD_COUNT(plain_ones))];
}

static Step *add_step(Maker *m) {
  Step *s = VD_NEW(&m->kit->arena, Step);
  s->name = name_of(m->kit, "S%u", m->pou->steps.len);
  s->initial = !m->pou->steps.len;
  vd_push(&m->pou->steps, s);
  return s;
}

static Transition *link(Maker *m, Step *from, Step *to) {
  Transition *t = VD_NEW(&m->kit->arena, Transition);
  vd_push(&t->from, from);
  vd_push(&t->to, to);
  vd_push(&m->pou->transitions, t);
  return t;
}

static void add_blocks(Maker *m, Step *s) {
  for (uint32_t n = roll(m, 3); n > 0; n--) {
    StepBlock block = {0};
    bool timed = false;
    Type type = plain(T_BOOL);
    Expr *place = maybe(m, 50) ? leaf(m, &type, true) : NULL;
    block.qualifier = some_qualifier(m, &timed);
    if (timed) block.time = some_time(m);
    if (place && place->kind == E_VAR)
      block.var = place->var;
    else
      block.action = m->pou->actions.at[roll(m, m->pou->actions.len)];
    vd_push(&s->blocks, block);
  }
}

// Before the bodies are made, so that they can look at steps.
static void make_steps(Maker *m) {
  uint32_t n = 2 + roll(m, 4);
  bool fork = maybe(m, 20);
  for (uint32_t i = 0; i < n; i++) add_step(m);
  Step **at = m->pou->steps.at;
  if (fork) {
    Step *a = add_step(m), *b = add_step(m);
    at = m->pou->steps.at;
    Transition *split = link(m, at[0], a), *join = link(m, a, at[1]);
    vd_push(&split->to, b);
    vd_push(&join->from, b);
  }
  for (uint32_t i = fork ? 1 : 0; i < n; i++) link(m, at[i], at[(i + 1) % n]);
  for (uint32_t extra = roll(m, 3); extra > 0; extra--)
    link(m, at[roll(m, n)], at[roll(m, n)]);
}

void make_network(Maker *m) {
  Pou *p = m->pou;
  make_steps(m);
  for (uint32_t i = 1 + roll(m, 3); i > 0; i--) {
    Action *a = VD_NEW(&m->kit->arena, Action);
    a->name = name_of(m->kit, "Act%u", p->actions.len);
    vd_push(&p->actions, a);
    make_block(m, &a->body, 1 + roll(m, 2));
  }
  for (uint32_t i = 0; i < p->steps.len; i++) add_blocks(m, p->steps.at[i]);
  bool numbered = maybe(m, 20);
  for (uint32_t i = 0; i < p->transitions.len; i++) {
    p->transitions.at[i]->cond = condition(m, 2);
    if (numbered) p->transitions.at[i]->priority = (int)roll(m, 4);
  }
}
