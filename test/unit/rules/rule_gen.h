// Random rule functions over the crosswalks of brute.h: as C, run on a set of
// codes, and translated by Definition 4. Nothing here knows the checker.
#ifndef VD_TEST_RULE_GEN_H
#define VD_TEST_RULE_GEN_H

#include "../relate/brute.h"

typedef enum CondKind {
  COND_CODE,   // has("a"): bit `set`
  COND_TABLE,  // has_any: one of `set`
  COND_AGE,    // a parameter, no code
  COND_NOT,
  COND_AND,
  COND_OR,
  COND_DIFFER,  // a != b
  COND_CONST,   // set is 0 or 1
} CondKind;
typedef struct Cond {
  CondKind kind;
  uint32_t set;
  const struct Cond *a, *b;
} Cond;

typedef enum StmtKind {
  STMT_IF,
  STMT_RESULT,  // r = k
  STMT_ADD,     // r += k * cond
  STMT_AGE,     // r += age
  STMT_READ,    // r += out->pay
  STMT_PAY,     // out->pay = k
  STMT_AMOUNT,  // out->amount = k + 0.5
  STMT_GLOBAL,  // total = k
  STMT_RETURN,
  STMT_UNDEFINED,
} StmtKind;
typedef struct Stmt {
  StmtKind kind;
  int k;
  const Cond *cond;
  const struct Stmt *then, *otherwise, *next;
} Stmt;

typedef struct Gen {
  VdArena *arena;
  VdRandom *random;
  uint32_t codes;  // of its side
  bool undefined;  // may there be undefined behaviour?
  uint32_t part;   // codes of one copy, of a crosswalk of copies; else 0
} Gen;

static inline uint32_t gen_below(const Gen *g, uint32_t n) {
  return (uint32_t)vd_random_below(g->random, n);
}

// --------------------------------------------------------------- at random

static inline Cond *gen_node(VdArena *arena, CondKind kind, uint32_t set,
                             const Cond *a, const Cond *b) {
  Cond *c = VD_NEW(arena, Cond);
  *c = (Cond){kind, set, a, b};
  return c;
}

// The same codes of every copy.
static inline uint32_t gen_of_all(const Gen *g) {
  uint32_t one = brute_any(g->random, g->part), all = 0;
  for (uint32_t i = 0; i < g->codes; i += g->part) all |= one << i;
  return all;
}

static inline const Cond *gen_cond(const Gen *g, uint32_t depth) {
  uint32_t roll = gen_below(g, depth ? 12 : 5);
  if (roll < 4 && g->part && gen_below(g, 12))
    return gen_node(g->arena, COND_TABLE, gen_of_all(g), NULL, NULL);
  if (roll < 3)
    return gen_node(g->arena, COND_CODE, brute_one(g->random, g->codes), NULL,
                    NULL);
  if (roll == 3)
    return gen_node(g->arena, COND_TABLE, brute_any(g->random, g->codes), NULL,
                    NULL);
  if (roll == 4 && gen_below(g, 3) == 0)
    return gen_node(g->arena, COND_AGE, 0, NULL, NULL);
  if (roll == 4) return gen_cond(g, depth);
  const Cond *a = gen_cond(g, depth - 1);
  if (roll < 7) return gen_node(g->arena, COND_NOT, 0, a, NULL);
  CondKind kind = roll < 9 ? COND_AND : roll < 11 ? COND_OR : COND_DIFFER;
  return gen_node(g->arena, kind, 0, a, gen_cond(g, depth - 1));
}

static inline const Stmt *gen_stmt(const Gen *g, uint32_t depth);

static inline const Stmt *gen_simple(const Gen *g) {
  static const StmtKind kinds[] = {
      STMT_RESULT, STMT_RESULT, STMT_RESULT, STMT_RESULT, STMT_ADD,
      STMT_ADD,    STMT_AGE,    STMT_READ,   STMT_PAY,    STMT_PAY,
      STMT_AMOUNT, STMT_GLOBAL, STMT_RETURN, STMT_RETURN, STMT_UNDEFINED};
  Stmt *s = VD_NEW(g->arena, Stmt);
  s->kind = kinds[gen_below(g, VD_COUNT(kinds))];
  if (s->kind == STMT_UNDEFINED && !g->undefined) s->kind = STMT_RESULT;
  s->k = 1 + (int)gen_below(g, 3);
  if (s->kind == STMT_ADD) s->cond = gen_cond(g, 1);
  return s;
}

static inline const Stmt *gen_if(const Gen *g, uint32_t depth) {
  Stmt *s = VD_NEW(g->arena, Stmt);
  s->kind = STMT_IF;
  s->cond = gen_cond(g, 2);
  s->then = gen_stmt(g, depth - 1);
  if (gen_below(g, 2)) s->otherwise = gen_stmt(g, depth - 1);
  return s;
}

// One question decides all.
static inline const Stmt *gen_small(const Gen *g) {
  Stmt *s = VD_NEW(g->arena, Stmt), *then = VD_NEW(g->arena, Stmt);
  *then = (Stmt){.kind = STMT_RESULT, .k = 2};
  *s = (Stmt){.kind = STMT_IF, .cond = gen_cond(g, gen_below(g, 2))};
  s->then = then;
  return s;
}

// One to three statements.
static inline const Stmt *gen_stmt(const Gen *g, uint32_t depth) {
  Stmt *first = NULL, **link = &first;
  for (uint32_t n = 1 + gen_below(g, depth > 1 ? 3 : 1); n; n--) {
    const Stmt *s = depth && gen_below(g, 4) ? gen_if(g, depth) : gen_simple(g);
    Stmt *copy = VD_NEW(g->arena, Stmt);
    *copy = *s;
    *link = copy;
    link = (Stmt **)&copy->next;
  }
  return first;
}

// ------------------------------------------------------------- translation

static inline uint32_t gen_repeat(const Brute *j, uint32_t one) {
  uint32_t all = 0;
  for (uint32_t i = 0; i < j->news; i += j->part) all |= one << i;
  return all;
}

// All codes of a set; or, bluntly, each code or one of its copies.
static inline const Cond *gen_codes(VdArena *arena, const Brute *j,
                                    uint32_t set, bool blunt) {
  const Cond *all = NULL;
  for (uint32_t i = 0; i < BRUTE_CODES; i++) {
    if (!(set >> i & 1)) continue;
    const Cond *one =
        blunt ? gen_node(arena, COND_TABLE, gen_repeat(j, 1u << i), NULL, NULL)
              : gen_node(arena, COND_CODE, 1u << i, NULL, NULL);
    all = all ? gen_node(arena, COND_AND, 0, all, one) : one;
  }
  return all;
}

// T of a disjunction of old codes. Bluntly: as if tables were single codes,
// which is wrong where it takes two copies to see it (Section 4.1).
static inline const Cond *gen_translate_any(VdArena *arena, const Brute *j,
                                            uint32_t set, bool blunt) {
  const Cond *any = gen_node(arena, COND_CONST, 0, NULL, NULL);
  for (uint32_t i = 0; i < j->lines; i++) {
    if (!(j->line[i].old & set)) continue;
    if (blunt && j->line[i].new >> j->part) continue;
    const Cond *all = gen_codes(arena, j, j->line[i].new, blunt);
    any = any->kind == COND_CONST ? all : gen_node(arena, COND_OR, 0, any, all);
  }
  return any;
}

static inline const Cond *gen_translate(VdArena *arena, const Brute *j,
                                        const Cond *c, bool blunt) {
  if (!c) return NULL;
  if (c->kind == COND_CODE || c->kind == COND_TABLE)
    return gen_translate_any(arena, j, c->set, blunt);
  return gen_node(arena, c->kind, c->set, gen_translate(arena, j, c->a, blunt),
                  gen_translate(arena, j, c->b, blunt));
}

static inline const Stmt *gen_translate_stmt(VdArena *arena, const Brute *j,
                                             const Stmt *s, bool blunt) {
  if (!s) return NULL;
  Stmt *to = VD_NEW(arena, Stmt);
  *to = *s;
  to->cond = gen_translate(arena, j, s->cond, blunt);
  to->then = gen_translate_stmt(arena, j, s->then, blunt);
  to->otherwise = gen_translate_stmt(arena, j, s->otherwise, blunt);
  to->next = gen_translate_stmt(arena, j, s->next, blunt);
  return to;
}

// ---------------------------------------------------------------- mutation

// Changes about one condition in `rate`.
static inline const Cond *gen_mutate(const Gen *g, const Cond *c,
                                     uint32_t rate) {
  if (!c || c->kind == COND_CONST) return c;
  if (!gen_below(g, rate)) return gen_cond(g, 1);
  if (!gen_below(g, rate) && c->a) return c->a;
  return gen_node(g->arena, c->kind, c->set, gen_mutate(g, c->a, rate),
                  gen_mutate(g, c->b, rate));
}

static inline const Stmt *gen_mutate_stmt(const Gen *g, const Stmt *s,
                                          uint32_t rate) {
  if (!s) return NULL;
  Stmt *to = VD_NEW(g->arena, Stmt);
  *to = *s;
  if (!gen_below(g, rate * 3)) to->k = 1 + (int)gen_below(g, 3);
  to->cond = gen_mutate(g, s->cond, rate);
  to->then = gen_mutate_stmt(g, s->then, rate);
  to->otherwise = gen_mutate_stmt(g, s->otherwise, rate);
  to->next = gen_mutate_stmt(g, s->next, rate);
  return to;
}

static inline bool gen_has_undefined(const Stmt *s) {
  for (; s; s = s->next)
    if (s->kind == STMT_UNDEFINED || gen_has_undefined(s->then) ||
        gen_has_undefined(s->otherwise))
      return true;
  return false;
}

// -------------------------------------------------------------------- runs
// Outputs depend on a parameter and on what is at *out linearly, and on the
// parameter by age > 1. So functions that agree on these, agree on all.
enum { GEN_ENVS = 8 };
typedef struct GenEnv {
  uint32_t age, pay;
} GenEnv;
static inline GenEnv gen_env(uint32_t i) {
  static const uint32_t age[] = {0, 1, 2, 9};
  return (GenEnv){age[i & 3], i & 4 ? 1000 : 7};
}

typedef struct GenState {
  uint32_t result, pay, amount, total;
  bool undefined, returned;
} GenState;

static inline bool gen_holds(const Cond *c, uint32_t codes, GenEnv env) {
  switch (c->kind) {
    case COND_CODE:
    case COND_TABLE: return (c->set & codes) != 0;
    case COND_AGE: return env.age > 1;
    case COND_NOT: return !gen_holds(c->a, codes, env);
    case COND_AND:
      return gen_holds(c->a, codes, env) && gen_holds(c->b, codes, env);
    case COND_OR:
      return gen_holds(c->a, codes, env) || gen_holds(c->b, codes, env);
    case COND_DIFFER:
      return gen_holds(c->a, codes, env) != gen_holds(c->b, codes, env);
    case COND_CONST: return c->set;
  }
  return false;
}

static inline void gen_step(const Stmt *s, uint32_t codes, GenEnv env,
                            GenState *st) {
  for (; s && !st->returned && !st->undefined; s = s->next) {
    uint32_t k = (uint32_t)s->k;
    switch (s->kind) {
      case STMT_IF:
        gen_step(gen_holds(s->cond, codes, env) ? s->then : s->otherwise, codes,
                 env, st);
        break;
      case STMT_RESULT: st->result = k; break;
      case STMT_ADD: st->result += k * gen_holds(s->cond, codes, env); break;
      case STMT_AGE: st->result += env.age; break;
      case STMT_READ: st->result += st->pay; break;
      case STMT_PAY: st->pay = k; break;
      case STMT_AMOUNT: st->amount = k; break;
      case STMT_GLOBAL: st->total = k; break;
      case STMT_RETURN:
        st->result = k;
        st->returned = true;
        break;
      case STMT_UNDEFINED: st->undefined = true; break;
    }
  }
}

static inline GenState gen_run(const Stmt *s, uint32_t codes, uint32_t env) {
  GenState st = {.pay = gen_env(env).pay, .amount = 99, .total = 99};
  gen_step(s, codes, gen_env(env), &st);
  st.returned = false;
  return st;
}

static inline bool gen_same_state(const GenState *a, const GenState *b) {
  return a->result == b->result && a->pay == b->pay && a->amount == b->amount &&
         a->total == b->total;
}

// ---------------------------------------------------------------- printing

typedef struct GenPrint {
  VdRandom *random;
  char first;      // 'a' or 'A'
  VdBuf *helpers;  // functions in front of this one, if there may be some
  VdBuf *out;
  uint32_t *helper;  // how many there are, NULL for none
} GenPrint;

enum { GEN_OR = 1, GEN_AND, GEN_DIFFER, GEN_UNARY };

static inline void gen_print_cond(GenPrint *p, const Cond *c, int level);

static inline void gen_print_inner(GenPrint *p, const Cond *c, const char *op,
                                   int own, int level) {
  bool open = own < level || vd_random_below(p->random, 8) == 0;
  if (open) vd_buf_char(p->out, '(');
  gen_print_cond(p, c->a, own + (own == GEN_DIFFER));
  vd_buf_printf(p->out, "%s%s%s", vd_random_below(p->random, 5) ? " " : "\n  ",
                op, vd_random_below(p->random, 5) ? " " : " /* has(\"?\") */ ");
  gen_print_cond(p, c->b, own + 1);
  if (open) vd_buf_char(p->out, ')');
}

// As a function of its own.
static inline void gen_print_helper(GenPrint *p, const Cond *c) {
  VdBuf body = {0};
  GenPrint inner = *p;
  inner.out = &body;
  uint32_t number = ++*p->helper;
  gen_print_cond(&inner, c, 0);
  vd_buf_printf(p->helpers,
                "static _Bool h%u(unsigned age) { (void)age; return %s; }\n",
                number, vd_buf_text(&body));
  vd_buf_printf(p->out, "h%u(age)", number);
  vd_buf_done(&body);
}

static inline void gen_print_cond(GenPrint *p, const Cond *c, int level) {
  if (p->helper && c->a && vd_random_below(p->random, 12) == 0) {
    gen_print_helper(p, c);
    return;
  }
  switch (c->kind) {
    case COND_CODE:
      vd_buf_printf(p->out, "has(\"%c\")",
                    (char)(p->first + __builtin_ctz(c->set)));
      break;
    case COND_TABLE: vd_buf_printf(p->out, "has_any(\"t%u\")", c->set); break;
    case COND_AGE:
      vd_buf_str(p->out, level > GEN_AND ? "(age > 1)" : "age > 1");
      break;
    case COND_NOT:
      vd_buf_char(p->out, '!');
      gen_print_cond(p, c->a, GEN_UNARY);
      break;
    case COND_AND: gen_print_inner(p, c, "&&", GEN_AND, level); break;
    case COND_OR: gen_print_inner(p, c, "||", GEN_OR, level); break;
    case COND_DIFFER: gen_print_inner(p, c, "!=", GEN_DIFFER, level); break;
    case COND_CONST: vd_buf_printf(p->out, "%u", c->set); break;
  }
}

static inline void gen_print_block(GenPrint *p, const Stmt *s);

static inline void gen_print_if(GenPrint *p, const Stmt *s) {
  const Stmt *t = s->then, *e = s->otherwise;
  if (e && t->kind == STMT_RESULT && e->kind == STMT_RESULT && !t->next &&
      !e->next) {
    vd_buf_str(p->out, "r = ");
    gen_print_cond(p, s->cond, GEN_OR);
    vd_buf_printf(p->out, " ? %du : %du;\n", t->k, e->k);
    return;
  }
  bool local = vd_random_below(p->random, 6) == 0;
  if (local) {
    vd_buf_str(p->out, "{ _Bool b = ");
    gen_print_cond(p, s->cond, 0);
    vd_buf_str(p->out, "; if (b) ");
  } else {
    vd_buf_str(p->out, "if (");
    gen_print_cond(p, s->cond, 0);
    vd_buf_str(p->out, ") ");
  }
  gen_print_block(p, t);
  if (e) {
    vd_buf_str(p->out, "else ");
    gen_print_block(p, e);
  }
  if (local) vd_buf_str(p->out, "}\n");
}

static inline void gen_print_stmt(GenPrint *p, const Stmt *s) {
  switch (s->kind) {
    case STMT_IF: gen_print_if(p, s); break;
    case STMT_RESULT: vd_buf_printf(p->out, "r = %du;\n", s->k); break;
    case STMT_ADD:
      vd_buf_printf(p->out, "r += %du * ", s->k);
      gen_print_cond(p, s->cond, GEN_UNARY);
      vd_buf_str(p->out, ";\n");
      break;
    case STMT_AGE: vd_buf_str(p->out, "r += age;\n"); break;
    case STMT_READ: vd_buf_str(p->out, "r += out->pay;\n"); break;
    case STMT_PAY: vd_buf_printf(p->out, "out->pay = %du;\n", s->k); break;
    case STMT_AMOUNT:
      vd_buf_printf(p->out, "out->amount = %d.5;\n", s->k);
      break;
    case STMT_GLOBAL: vd_buf_printf(p->out, "total = %d;\n", s->k); break;
    case STMT_RETURN: vd_buf_printf(p->out, "return %du;\n", s->k); break;
    case STMT_UNDEFINED:
      vd_buf_str(p->out, "{ unsigned zero = 0; r = 1 / zero; }\n");
      break;
  }
}

static inline void gen_print_block(GenPrint *p, const Stmt *s) {
  vd_buf_str(p->out, "{\n");
  for (; s; s = s->next) gen_print_stmt(p, s);
  vd_buf_str(p->out, "}\n");
}

static const char gen_head[] =
    "struct out { unsigned pay; double amount; };\n"
    "int total;\n";

// Function f<number>, behind its helpers.
static inline void gen_print(VdRandom *random, char first, uint32_t number,
                             const Stmt *s, uint32_t *helper, VdBuf *out) {
  VdBuf body = {0};
  GenPrint p = {random, first, out, &body, helper};
  gen_print_block(&p, s);
  vd_buf_printf(out,
                "unsigned f%u(unsigned age, struct out *out) {\n"
                "unsigned r = 0;\n(void)age;\n%sreturn r;\n}\n",
                number, vd_buf_text(&body));
  vd_buf_done(&body);
}

#endif
