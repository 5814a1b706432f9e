// What a proof about a pair takes for granted (assume.def), said only where it
// can matter: if a version, with all that it calls, touches it, or, where that
// would be said of nearly everything, if the new version does what the old one
// does not.
#include "verdict/assume.h"

#include <stdlib.h>

static const char *const texts[] = {
#define VD_ASSUMPTION(id, text) text,
#include "verdict/assume.def"
#undef VD_ASSUMPTION
};

// Words of front ends that stand for an assumption as they are.
static const struct {
  const char *word;
  VdAssumption assumption;
} words[] = {
    {"errno", VD_ASSUME_ERRNO},
    {"locale", VD_ASSUME_LOCALE},
    {"tls", VD_ASSUME_TLS},
    {"volatile", VD_ASSUME_VOLATILE},
    {"threads", VD_ASSUME_THREADS},
    {"freed", VD_ASSUME_FREED},
    {"addresses", VD_ASSUME_ADDRESSES},
    {"padding", VD_ASSUME_PADDING},
    {"streams", VD_ASSUME_STREAMS},
    {"zeros", VD_ASSUME_ZEROS},
    {"rounding", VD_ASSUME_ROUNDING},
    {"fast", VD_ASSUME_FAST},
    {"optimiser", VD_ASSUME_OPTIMISER},
};

// ------------------------------------------------------------ one version
// Float operators by which the versions are compared. Which way a result is
// rounded shows if the versions compute in other ways, or by other signs.
static const VdOp operators[] = {
    VD_OP_FADD, VD_OP_FSUB, VD_OP_FMUL, VD_OP_FDIV,  VD_OP_FSQRT, VD_OP_FMA,
    VD_OP_FTOF, VD_OP_STOF, VD_OP_UTOF, VD_OP_FRINT, VD_OP_FNEG};
enum { ROUNDED = VD_COUNT(operators) - 2 };

static uint32_t operator_of(VdOp op) {
  uint32_t i = 0;
  while (i < VD_COUNT(operators) && operators[i] != op) i++;
  return i;
}

typedef VD_VEC(const char *) Words;

// What the functions reachable from a function do.
typedef struct Needs {
  const VdModule *m;
  bool need[VD_ASSUMPTIONS];
  bool heap, stack;
  bool compares;  // floats
  bool outside;   // calls what may look at the state that floats have
  uint64_t frame, operations;  // bytes of locals; on floats
  bool writes;                 // by pointers to what is not known
  bool strings;                // calls what needs their ends
  bool locals;                 // has some whose addresses get out
  bool sizeless;               // uses a variable whose size is not known
  bool stores;                 // to memory
  bool floats;                 // gives some to the outside
  uint32_t uses[VD_COUNT(operators)];
  VdMap seen;   // functions
  Words words;  // that the versions are compared by
} Needs;

static bool is_compared(const char *word, size_t len) {
  return memchr(word, ':', len) != NULL;
}

// The number behind a word that starts so, 0 if it does not.
static uint64_t number_behind(const char *word, const char *start) {
  size_t n = strlen(start);
  return strncmp(word, start, n) ? 0 : strtoull(word + n, NULL, 10);
}

static uint64_t sum(uint64_t a, uint64_t b) {
  return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

static void take_notes(Needs *n, const VdFunc *f, VdArena *arena) {
  for (size_t i = 0; i < VD_COUNT(words); i++)
    n->need[words[i].assumption] |= vd_func_has_note(f, words[i].word);
  for (const char *at = f->notes; *at;) {
    size_t len = strcspn(at, " ");
    if (is_compared(at, len))
      vd_push(&n->words, vd_arena_printf(arena, "%.*s", (int)len, at));
    n->frame = sum(n->frame, number_behind(at, "frame:"));
    n->operations = sum(n->operations, number_behind(at, "floats:"));
    at += len + strspn(at + len, " ");
  }
}

typedef struct Visit {
  Needs *needs;
  VdArena *arena;
} Visit;

static void need_func(Visit *v, uint32_t func) {
  Needs *n = v->needs;
  uint64_t *slot = vd_map_put(&n->seen, func);
  if ((*slot)++) return;
  const VdFunc *f = n->m->func.at[func];
  take_notes(n, f, v->arena);
  n->compares |= vd_func_has_note(f, "compares");
  n->stack |= f->recursive && !f->loop;
  n->writes |= vd_func_has_note(f, "writes");
  n->strings |= vd_func_has_note(f, "strings");
  n->locals |= f->slot.len > 0;
  n->stack |= vd_func_has_note(f, "stack");
  for (uint32_t i = 0; i < f->params && f->kind == VD_FUNC_IMPURE; i++)
    n->floats |= f->param[i].sort.kind == VD_SORT_FLOAT;
  n->outside |= f->kind == VD_FUNC_UNSUPPORTED ||
                (f->kind == VD_FUNC_IMPURE && !vd_func_has_note(f, "keeps") &&
                 !vd_func_has_note(f, "volatile"));
  if (f->kind == VD_FUNC_IMPURE || f->kind == VD_FUNC_PURE)
    n->need[VD_ASSUME_EXTERNALS] |= !vd_func_has_note(f, "keeps");
  for (uint32_t i = 0; i < f->results && f->kind != VD_FUNC_DEFINED; i++)
    n->heap |= f->result[i].role == VD_ROLE_HEAP;
}

static void need_inst(void *context, uint32_t func, const VdInst *inst) {
  Visit *v = context;
  Needs *n = v->needs;
  need_func(v, func);
  if (inst->kind == VD_INST_CALL) need_func(v, inst->index);
  if (inst->kind == VD_INST_CALLPTR)
    n->need[VD_ASSUME_POINTERS] = n->outside = true;
  if (inst->kind == VD_INST_GLOBAL)
    n->sizeless |= n->m->global.at[inst->index].size == 0;
  if (inst->kind != VD_INST_OP) return;
  n->stores |= inst->op == VD_OP_STORE || inst->op == VD_OP_FILL ||
               inst->op == VD_OP_COPY;
  uint32_t op = operator_of(inst->op);
  if (op < VD_COUNT(operators)) n->uses[op]++;
  if (inst->op == VD_OP_FTOB || inst->op == VD_OP_BTOF)
    n->need[VD_ASSUME_NAN] = true;
}

static void needs_init(Needs *n, const VdModule *m, uint32_t func,
                       VdArena *arena) {
  *n = (Needs){.m = m};
  Visit visit = {n, arena};
  need_func(&visit, func);
  vd_ir_each(m, func, need_inst, &visit);
}

static void needs_done(Needs *n) {
  vd_map_done(&n->seen);
  vd_vec_done(&n->words);
}

bool vd_assume_touches(const VdModule *m, uint32_t func, VdAssumption about) {
  VdArena arena = {0};
  Needs needs;
  needs_init(&needs, m, func, &arena);
  bool touches = needs.need[about];
  needs_done(&needs);
  vd_arena_done(&arena);
  return touches;
}

// -------------------------------------------------- new against old, words
// "align:ROOT:N": an access through ROOT needs an alignment of N.
static uint64_t alignment(const Needs *n, const char *root, size_t len) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < n->words.len; i++) {
    const char *word = n->words.at[i], *end = strrchr(word, ':');
    if (strncmp(word, "align:", 6)) continue;
    if (root && ((size_t)(end - word) != len || strncmp(word, root, len)))
      continue;
    uint64_t align = strtoull(end + 1, NULL, 10);
    if (align > most) most = align;
  }
  return most;
}

static bool is_stricter(const Needs *old, const Needs *new) {
  for (uint32_t i = 0; i < new->words.len; i++) {
    const char *word = new->words.at[i];
    if (strncmp(word, "align:", 6)) continue;
    size_t len = (size_t)(strrchr(word, ':') - word);
    uint64_t was = alignment(old, word, len);
    if (!was) was = alignment(old, NULL, 0);
    if (alignment(new, word, len) > was) return true;
  }
  return false;
}

static bool has_word(const Needs *n, const char *word) {
  for (uint32_t i = 0; i < n->words.len; i++)
    if (!strcmp(n->words.at[i], word)) return true;
  return false;
}

// Another word that says the same up to its last part.
static bool has_other(const Needs *n, const char *word) {
  size_t len = (size_t)(strrchr(word, ':') + 1 - word);
  for (uint32_t i = 0; i < n->words.len; i++)
    if (!strncmp(n->words.at[i], word, len) && strcmp(n->words.at[i], word))
      return true;
  return false;
}

static bool ends_with(const char *word, const char *end) {
  size_t n = strlen(word), m = strlen(end);
  return n >= m && !strcmp(word + n - m, end);
}

// Is the tag of a struct, "@TAG", in a word?
static bool has_tag(const Needs *n, const char *tag) {
  for (uint32_t i = 0; i < n->words.len; i++) {
    const char *word = n->words.at[i];
    if (!strncmp(word, "type:", 5) && strchr(word, '@') && ends_with(word, tag))
      return true;
  }
  return false;
}

// Is it as in the old version, but for a struct that has another name now?
static bool is_renamed(const Needs *old, const Needs *new, const char *word) {
  const char *tag = strchr(word, '@');
  if (!tag || has_tag(old, tag)) return false;
  for (uint32_t i = 0; i < old->words.len; i++) {
    const char *was = strchr(old->words.at[i], '@');
    if (was && was - old->words.at[i] == tag - word &&
        !strncmp(old->words.at[i], word, (size_t)(tag - word)) &&
        !has_tag(new, was))
      return true;
  }
  return false;
}

// "type:ROOT:OFFSET:TYPE": what is at a place, as accessed. TYPE is "bytes" if
// that may be any.
static bool has_new_type(const Needs *old, const Needs *new) {
  for (uint32_t i = 0; i < new->words.len; i++) {
    const char *word = new->words.at[i];
    if (strncmp(word, "type:", 5) || ends_with(word, ":bytes") ||
        has_word(old, word) || is_renamed(old, new, word))
      continue;
    if (has_other(old, word) || has_other(new, word)) return true;
  }
  return false;
}

// Has the new version a word that starts so, and the old one has not?
static bool has_new(const Needs *old, const Needs *new, const char *start) {
  for (uint32_t i = 0; i < new->words.len; i++)
    if (!strncmp(new->words.at[i], start, strlen(start)) &&
        !has_word(old, new->words.at[i]))
      return true;
  return false;
}

static bool has_others(const Needs needs[2], const char *start) {
  return has_new(&needs[OLD], &needs[NEW], start) ||
         has_new(&needs[NEW], &needs[OLD], start);
}

// ------------------------------------------------------------------ floats
static bool computes(const Needs *n) {
  uint32_t uses = 0;
  for (uint32_t i = 0; i < ROUNDED; i++) uses += n->uses[i];
  return uses > 0;
}

// To the outside, of which the sign at least can be seen there.
static bool gives_nans(const Needs *n) {
  return n->floats && (computes(n) || n->uses[VD_COUNT(operators) - 1] > 0);
}

static bool rounds_otherwise(const Needs *old, const Needs *new) {
  bool signs = old->uses[VD_COUNT(operators) - 1] > 0 ||
               new->uses[VD_COUNT(operators) - 1] > 0;
  return (computes(old) || computes(new)) &&
         (signs || memcmp(old->uses, new->uses, sizeof old->uses));
}

static bool gives_floats(const VdFunc *f) {
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].sort.kind == VD_SORT_FLOAT) return true;
  return false;
}

// Where an operation is between calls is not in the ir. A comparison is not
// rounded, but may set a flag.
static bool moves_floats(const Needs needs[2]) {
  bool outside = needs[OLD].outside || needs[NEW].outside;
  bool any = false;
  for (int k = 0; k < 2; k++)
    any |= needs[k].operations > 0 || needs[k].compares;
  return outside && any;
}

// ------------------------------------------------------------------- loops
static bool has_loop(const Needs *n, char letter) {
  for (uint32_t i = 0; i < n->words.len; i++)
    if (!strncmp(n->words.at[i], "loops:", 6) &&
        strchr(n->words.at[i] + 6, letter))
      return true;
  return false;
}

// "loops:LETTERS": n for those that may run for ever.
static bool has_new_end(const Needs needs[2]) {
  return has_others(needs, "loops:") && has_loop(&needs[OLD], 'n') &&
         has_loop(&needs[NEW], 'p');
}

bool vd_assume_loops(const VdModule *const module[2], const uint32_t func[2],
                     VdArena *arena) {
  Needs needs[2];
  for (int k = 0; k < 2; k++) needs_init(&needs[k], module[k], func[k], arena);
  bool is_new = has_new_end(needs);
  for (int k = 0; k < 2; k++) needs_done(&needs[k]);
  return is_new;
}

// ------------------------------------------------------------------ bodies
static uint64_t hash_of(const VdFunc *f) {
  uint64_t h = vd_hash_bytes(f->notes, strlen(f->notes), 0);
  return vd_hash_bytes(f->body.byte, sizeof f->body.byte, h);
}

// Of a function and the static ones that it calls, whose order does not count.
static uint64_t hash_of_bodies(const VdModule *m, uint32_t func) {
  VdMap seen = {0};
  VD_VEC(uint32_t) work = {0};
  uint64_t hash = 0;
  *vd_map_put(&seen, func) = 1;
  vd_push(&work, func);
  while (work.len) {
    const VdFunc *f = m->func.at[vd_pop(&work)];
    if (!f->loop) hash += hash_of(f);
    for (uint32_t b = 0; b < f->block.len; b++)
      for (uint32_t i = 0; i < f->block.at[b].inst.len; i++) {
        const VdInst *inst = &f->block.at[b].inst.at[i];
        if (inst->kind != VD_INST_CALL && inst->kind != VD_INST_FUNC) continue;
        const VdFunc *callee = m->func.at[inst->index];
        if (!callee->local && !callee->loop) continue;
        uint64_t *slot = vd_map_put(&seen, inst->index);
        if (!(*slot)++) vd_push(&work, inst->index);
      }
  }
  vd_vec_done(&work);
  vd_map_done(&seen);
  return hash;
}

uint64_t vd_assume_bodies(const VdModule *m) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < m->func.len; i++)
    if (!m->func.at[i]->loop) hash += hash_of(m->func.at[i]);
  return hash;
}

bool vd_assume_is_unchanged(const VdModule *const module[2],
                            const uint32_t func[2], bool none_changed) {
  const VdFunc *f = module[OLD]->func.at[func[OLD]];
  const VdFunc *g = module[NEW]->func.at[func[NEW]];
  return !strcmp(f->notes, g->notes) && vd_digest_eq(&f->body, &g->body) &&
         (none_changed || hash_of_bodies(module[OLD], func[OLD]) ==
                              hash_of_bodies(module[NEW], func[NEW]));
}

// --------------------------------------------------------------- all of it
enum { MORE_STACK = 1 << 16 };  // bytes that the new version may need

// What the ir does not show, and the source does.
static void compare_words(const Needs needs[2], bool *need) {
  need[VD_ASSUME_ALIGN] = is_stricter(&needs[OLD], &needs[NEW]);
  need[VD_ASSUME_TYPES] = has_new_type(&needs[OLD], &needs[NEW]);
  // "nan:BITS" is a constant, "fast:FLAGS" are those of an operation.
  need[VD_ASSUME_NAN] |= has_others(needs, "nan:");
  need[VD_ASSUME_FAST] |= has_others(needs, "fast:");
  need[VD_ASSUME_ASSERTS] |= has_others(needs, "asserts:");
  need[VD_ASSUME_ROUNDING] |= moves_floats(needs);
  need[VD_ASSUME_STACK] |= needs[NEW].frame > sum(needs[OLD].frame, MORE_STACK);
  // Calls that took none in the old version.
  need[VD_ASSUME_STACK] |= has_new(&needs[NEW], &needs[OLD], "tail:");
  need[VD_ASSUME_SCOPE] |= has_new(&needs[OLD], &needs[NEW], "scope:");
  need[VD_ASSUME_UNWRITTEN] = has_new(&needs[OLD], &needs[NEW], "unwritten:");
}

// Words whose subjects the ir may have left out, or put into another order.
static const VdAssumption dropped[] = {VD_ASSUME_ERRNO,    VD_ASSUME_LOCALE,
                                       VD_ASSUME_ROUNDING, VD_ASSUME_ZEROS,
                                       VD_ASSUME_PADDING,  VD_ASSUME_STREAMS};

void vd_assume_source(const VdModule *const module[2], const uint32_t func[2],
                      VdArena *arena, VdVerdict *verdict) {
  Needs needs[2];
  bool need[VD_ASSUMPTIONS] = {false};
  for (int k = 0; k < 2; k++) needs_init(&needs[k], module[k], func[k], arena);
  compare_words(needs, need);
  // What one version alone touches is there although the ir is the same.
  for (size_t i = 0; i < VD_COUNT(words); i++) {
    VdAssumption a = words[i].assumption;
    need[a] |= needs[OLD].need[a] != needs[NEW].need[a];
  }
  for (size_t i = 0; i < VD_COUNT(dropped); i++)
    need[dropped[i]] |=
        needs[OLD].need[dropped[i]] || needs[NEW].need[dropped[i]];
  need[VD_ASSUME_ROUNDING] |= needs[OLD].operations != needs[NEW].operations;
  need[VD_ASSUME_PROGRESS] = has_new_end(needs);
  vd_assume_say(need, arena, verdict);
  for (int k = 0; k < 2; k++) needs_done(&needs[k]);
}

// What the functions do, apart from where in memory.
static void compare_needs(const Needs needs[2], const VdFunc *new_func,
                          bool *need) {
  for (uint32_t i = 0; i < VD_ASSUMPTIONS; i++)
    need[i] |= needs[OLD].need[i] || needs[NEW].need[i];
  need[VD_ASSUME_HEAP] = needs[OLD].heap || needs[NEW].heap;
  need[VD_ASSUME_NAN] |= gives_floats(new_func) &&
                         (computes(&needs[OLD]) || computes(&needs[NEW]));
  need[VD_ASSUME_NAN] |= gives_nans(&needs[OLD]) || gives_nans(&needs[NEW]);
  need[VD_ASSUME_WRITABLE] = needs[NEW].writes;
  need[VD_ASSUME_STRINGS] = needs[NEW].strings;
  need[VD_ASSUME_SIZES] = (needs[OLD].sizeless || needs[NEW].sizeless) &&
                          (needs[OLD].stores || needs[NEW].stores);
  need[VD_ASSUME_SCOPE] = needs[NEW].locals;
  need[VD_ASSUME_ROUNDING] |= rounds_otherwise(&needs[OLD], &needs[NEW]);
  need[VD_ASSUME_STACK] = needs[NEW].stack;
  compare_words(needs, need);
}

void vd_assume_functions(const VdModule *const module[2],
                         const uint32_t func[2], VdArena *arena, bool *need) {
  Needs needs[2];
  for (int k = 0; k < 2; k++) needs_init(&needs[k], module[k], func[k], arena);
  compare_needs(needs, module[NEW]->func.at[func[NEW]], need);
  for (int k = 0; k < 2; k++) needs_done(&needs[k]);
}

void vd_assume_say(const bool *need, VdArena *arena, VdVerdict *verdict) {
  for (uint32_t i = 0; i < VD_ASSUMPTIONS; i++)
    if (need[i]) vd_verdict_assume(arena, verdict, texts[i]);
}
