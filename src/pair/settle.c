// From a difference that a run showed to a verdict: make the input small, find
// out which inputs matter, replay it on the real code.
#include <inttypes.h>
#include <math.h>

#include "base/limit.h"
#include "pair/pair.h"
#include "verdict/assume.h"

enum {
  SMALL = 256,  // below, a number is hardly a pointer
};

typedef struct Shrink {
  VdJob *job;
  VdRunner *runner;
  VdCase *best;
  uint32_t tries;
} Shrink;

static bool still(Shrink *s) {
  if (s->tries++ >= vd_limit->settle_tries || vd_budget_over(&s->job->budget))
    return false;
  return vd_runner_shows(s->runner, s->best, false);
}

// Tries a value for a parameter; keeps it if the difference stays.
static bool try_value(Shrink *s, uint32_t i, VdValue v) {
  VdValue was = s->best->param[i];
  if (vd_value_eq(&v, &was)) return false;
  s->best->param[i] = v;
  if (still(s)) return true;
  s->best->param[i] = was;
  return false;
}

static VdValue zero_like(const VdValue *v) {
  return (VdValue){.sort = v->sort};
}

static void shrink_number(Shrink *s, uint32_t i) {
  VdSort sort = s->best->param[i].sort;
  if (try_value(s, i, vd_value_bv(sort.a, 0))) return;
  if (try_value(s, i, vd_value_bv(sort.a, 1))) return;
  if (try_value(s, i, vd_value_bv(sort.a, ~0ull))) return;
  // A pointer.
  if (sort.a == 64 && (try_value(s, i, vd_value_bv(64, vd_inputs_region(i))) ||
                       s->best->param[i].bits >> 32))
    return;
  // Bits off, high ones first: a smaller number that still works.
  for (uint32_t bit = sort.a; bit-- > 0;) {
    uint64_t bits = s->best->param[i].bits, less = bits & ~(1ull << bit);
    // Not to the start of memory, where no object is, if it may be a pointer.
    bool start = sort.a == 64 && less >= SMALL &&
                 less < VD_FIRST_ADDRESS + VD_ADDRESS_MARGIN;
    if (less != bits && !start) try_value(s, i, vd_value_bv(sort.a, less));
  }
}

static void shrink_float(Shrink *s, uint32_t i) {
  static const int64_t simple[] = {0, 1, -1, 2, 10};
  VdSort sort = s->best->param[i].sort;
  for (size_t k = 0; k < VD_COUNT(simple); k++) {
    VdValue from = vd_value_bv(64, (uint64_t)simple[k]), v;
    vd_op_eval(s->job->arena, VD_OP_STOF, vd_imm_float(sort), &from, 1, &v);
    if (try_value(s, i, v)) return;
  }
}

static void shrink_params(Shrink *s) {
  for (uint32_t i = 0; i < s->best->params; i++) {
    VdSort sort = s->best->param[i].sort;
    if (sort.kind == VD_SORT_BOOL)
      try_value(s, i, zero_like(&s->best->param[i]));
    else if (sort.kind == VD_SORT_FLOAT && vd_sort_width(sort) <= 64)
      shrink_float(s, i);
    else if (sort.kind == VD_SORT_BV && sort.a <= 64)
      shrink_number(s, i);
  }
}

// Memory: whole cells to zero, then halves, down to single bytes.
static void shrink_bytes(Shrink *s, VdCell *cell, uint32_t from, uint32_t n) {
  uint8_t was[256];
  bool all_zero = true;
  if (n > sizeof was) n = sizeof was;
  for (uint32_t i = 0; i < n; i++) all_zero &= !cell->bytes[from + i];
  if (all_zero) return;
  memcpy(was, cell->bytes + from, n);
  memset(cell->bytes + from, 0, n);
  if (still(s)) return;
  memcpy(cell->bytes + from, was, n);
  if (n == 1 || s->tries >= vd_limit->settle_tries) return;
  shrink_bytes(s, cell, from, n / 2);
  shrink_bytes(s, cell, from + n / 2, n - n / 2);
}

// Cells that are zero are what memory is anyway, but for constants; long ones
// are cut at the ends.
static void drop_zero_cells(Shrink *s) {
  VdCase *input = s->best;
  uint32_t n = 0, all = input->memory.len;
  VdCell *was =
      vd_arena_copy(s->job->arena, input->memory.at, vd_mul(all, sizeof *was));
  for (uint32_t i = 0; i < input->memory.len; i++) {
    VdCell cell = input->memory.at[i];
    while (cell.len && !cell.bytes[cell.len - 1]) cell.len--;
    while (cell.len > 8 && cell.addr % 8 == 0 &&
           !memcmp(cell.bytes, "\0\0\0\0\0\0\0", 8))
      cell.addr += 8, cell.bytes += 8, cell.len -= 8;
    if (cell.len) input->memory.at[n++] = cell;
  }
  input->memory.len = n;
  if (!all || vd_runner_shows(s->runner, input, false)) return;
  memcpy(input->memory.at, was, all * sizeof *was);
  input->memory.len = all;
}

// Pointers to memory of their own, while that still has contents: one into a
// small variable may read what lies behind it, and a process can't have memory
// at every address.
static void shrink_pointers(Shrink *s) {
  for (uint32_t i = 0; i < s->best->params; i++) {
    VdValue v = s->best->param[i];
    if (v.sort.kind == VD_SORT_BV && v.sort.a == 64 && v.bits >> 32)
      try_value(s, i, vd_value_bv(64, vd_inputs_region(i)));
  }
}

static void shrink(Shrink *s) {
  shrink_pointers(s);
  for (uint32_t i = 0; i < s->best->memory.len; i++)
    shrink_bytes(s, &s->best->memory.at[i], 0, s->best->memory.at[i].len);
  shrink_params(s);
  shrink_params(s);
  drop_zero_cells(s);
}

// The k-th other value of a parameter: the plain ones first.
static VdValue other_value(Shrink *s, VdInputs *inputs, VdRandom *r,
                           VdSort sort, int k) {
  static const int64_t plain[] = {0, 1, -1};
  if (k >= (int)VD_COUNT(plain) || vd_sort_width(sort) > 64)
    return vd_inputs_value(inputs, r, sort);
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(plain[k] & 1);
  if (sort.kind == VD_SORT_BV) return vd_value_bv(sort.a, (uint64_t)plain[k]);
  VdValue from = vd_value_bv(64, (uint64_t)plain[k]), v;
  vd_op_eval(s->job->arena, VD_OP_STOF, vd_imm_float(sort), &from, 1, &v);
  return v;
}

// A parameter is irrelevant if a handful of quite different values all show the
// difference too.
static void mark_relevant(Shrink *s) {
  VdInputs *inputs = vd_inputs_new(&s->job->sides, s->runner);
  VdRandom r = {s->job->options->seed + 99};
  for (uint32_t i = 0; i < s->best->params; i++) {
    VdValue was = s->best->param[i];
    bool differs = true;
    for (uint32_t k = 0; k < vd_limit->settle_relevance && differs; k++) {
      s->best->param[i] = other_value(s, inputs, &r, was.sort, k);
      differs = vd_runner_shows(s->runner, s->best, false);
    }
    s->best->param[i] = was;
    s->best->relevant[i] = !differs;
  }
  vd_inputs_free(inputs);
}

// -------------------------------------------------------------- difference

// Where a local lies is no difference.
static bool is_same_arg(const VdValue *x, const VdValue *y) {
  bool pointers = x->sort.kind == VD_SORT_BV && x->sort.a == 64;
  return vd_value_eq(x, y) ||
         (pointers && vd_is_stack(x->bits) && vd_is_stack(y->bits));
}

static void describe_events(const VdCase *c, VdBuf *out) {
  const VdOutcome *x = &c->old_outcome, *y = &c->new_outcome;
  uint32_t n = x->event.len < y->event.len ? x->event.len : y->event.len;
  for (uint32_t i = 0; i < n; i++) {
    const VdEvent *e = &x->event.at[i], *f = &y->event.at[i];
    if (strcmp(e->link, f->link)) {
      vd_buf_printf(out, "call %u to the outside: %s against %s", i + 1,
                    e->link, f->link);
      return;
    }
    bool same = e->args == f->args && e->memory == f->memory;
    for (uint32_t k = 0; same && k < e->args; k++)
      same = is_same_arg(&e->arg[k], &f->arg[k]);
    if (!same) {
      vd_buf_printf(out, "call %u to the outside: %s with other arguments",
                    i + 1, e->link);
      return;
    }
  }
  if (x->event.len == y->event.len) return;
  const VdOutcome *longer = x->event.len > n ? x : y;
  if (x->status == VD_RUN_OK && y->status == VD_RUN_OK)
    vd_buf_printf(out, "calls to the outside: %u against %u", x->event.len,
                  y->event.len);
  else
    vd_buf_printf(out, "call %u to the outside: %s in %s only", n + 1,
                  longer->event.at[n].link, longer == x ? "old" : "new");
}

static void describe(const VdCase *c, VdBuf *out) {
  const VdOutcome *x = &c->old_outcome, *y = &c->new_outcome;
  if (y->status == VD_RUN_UNDEFINED) {
    vd_buf_printf(out, "undefined behaviour in new: %s", y->text);
    if (y->pos.file) {
      vd_buf_str(out, " at ");
      vd_pos_print(y->pos, out);
    }
    return;
  }
  describe_events(c, out);
  if (out->len) return;
  if (x->status != y->status &&
      (x->status == VD_RUN_ENDLESS || y->status == VD_RUN_ENDLESS)) {
    vd_buf_printf(out, "the %s version never returns",
                  x->status == VD_RUN_ENDLESS ? "old" : "new");
    return;
  }
  if (x->halted != y->halted) {
    vd_buf_printf(out, "the %s version ends the program",
                  x->halted ? "old" : "new");
    return;
  }
  for (uint32_t i = 0; i < x->results && i < y->results; i++)
    if (!vd_value_eq(&x->result[i], &y->result[i])) {
      vd_buf_str(out, "return value");
      return;
    }
  vd_buf_str(out, "memory that the caller can see");
}

// ------------------------------------------------------------ bits of NaNs
// To the model all NaNs are one, with these bits. Machines hand on the bits of
// an operand, so a difference that has to do with them need not show.
static bool is_nan_word(uint64_t bits, uint32_t width) {
  if (width == 64) return (bits << 1) > 0xffe0000000000000u;
  return width == 32 && (uint32_t)(bits << 1) > 0xff000000u;
}

static bool is_nan_value(const VdValue *v) {
  if (v->sort.kind == VD_SORT_FLOAT) return false;
  return is_nan_word(vd_value_limb(v, 0), vd_sort_width(v->sort));
}

static bool has_nan(const VdValue *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (is_nan_value(&v[i])) return true;
  return false;
}

// A cell has the bytes that changed; the others are taken as zero.
static uint64_t word_in(const VdCell *cell, uint64_t addr, uint32_t bytes) {
  uint64_t word = 0;
  for (uint32_t i = 0; i < bytes; i++)
    if (addr + i - cell->addr < cell->len)
      word |= (uint64_t)cell->bytes[addr + i - cell->addr] << (8 * i);
  return word;
}

static bool has_nan_in(const VdCell *cell) {
  for (uint64_t at = cell->addr - 7; at != cell->addr + cell->len; at++)
    if (is_nan_word(word_in(cell, at, 8), 64) ||
        is_nan_word(word_in(cell, at, 4), 32))
      return true;
  return false;
}

static bool is_about_nan(const VdOutcome *o) {
  if (has_nan(o->result, o->results)) return true;
  for (uint32_t i = 0; i < o->event.len; i++)
    if (has_nan(o->event.at[i].arg, o->event.at[i].args)) return true;
  for (uint32_t i = 0; i < o->memory.len; i++)
    if (has_nan_in(&o->memory.at[i])) return true;
  return false;
}

// Clang names a static of a function by the function and itself; what has no
// name begins with a dot.

static bool has_nameless(const VdCase *c) {
  for (uint32_t i = 0; i < c->region.len; i++) {
    const VdRegion *region = &c->region.at[i];
    bool nameless =
        region->global && !region->text && strchr(region->name, '.');
    for (uint64_t k = 0;
         nameless && k <= region->size && k <= vd_limit->settle_inside; k++)
      if (vd_case_has_word(c, region->addr + k)) return true;
  }
  return false;
}

static uint64_t size_of(const VdModule *m, const char *name) {
  for (uint32_t i = 0; i < m->global.len; i++)
    if (!strcmp(vd_global_known_as(&m->global.at[i]), name))
      return m->global.at[i].size;
  return 0;
}

// What it holds in one version says nothing of what it holds in the other.
static bool has_resized(const VdJob *job, const VdCase *c) {
  for (uint32_t i = 0; i < c->region.len; i++) {
    uint64_t x = size_of(job->sides.module[OLD], c->region.at[i].name);
    uint64_t y = size_of(job->sides.module[NEW], c->region.at[i].name);
    if (x && y && x != y) return true;
  }
  return false;
}

// Why the real code may not show what the model does, NONE if nobody knows.
static VdReason why_refused(const VdJob *job, const VdCase *c) {
  if (vd_job_has_floats(job) &&
      (is_about_nan(&c->old_outcome) || is_about_nan(&c->new_outcome)))
    return VD_REASON_NAN_BITS;
  for (int k = 0; k < 2; k++)
    if (vd_assume_touches(job->sides.module[k], job->sides.func[k],
                          VD_ASSUME_ZEROS))
      return VD_REASON_ZEROS;
  if (has_nameless(c)) return VD_REASON_NAMELESS;
  if (has_resized(job, c)) return VD_REASON_RESIZED;
  return VD_REASON_NONE;
}

static void note_refusal(VdJob *job, VdCase *c, VdNativeStatus status) {
  if (status == VD_NATIVE_DIFFERS || status == VD_NATIVE_UNAVAILABLE) return;
  VdReason why =
      status == VD_NATIVE_UNFIT ? VD_REASON_UNFIT : why_refused(job, c);
  if (!job->refused) job->refused = why;
  if (status == VD_NATIVE_UNFIT && !job->unfit) job->unfit = c;
  // Undefined behaviour need not show in a run: compilers fold and forget it.
  bool undefined = c->new_outcome.status == VD_RUN_UNDEFINED;
  if (undefined && status == VD_NATIVE_AGREES) {
    if (!job->unseen) job->unseen = c;
  } else if (why == VD_REASON_NONE && !job->contradicted) {
    job->contradicted = c;
  }
}

// Runs it on the real code; false if that does not show it.
static bool confirm(VdJob *job, VdCase *c) {
  VdBuf report = {0};
  double start = vd_now();
  if (!job->native || !job->native->replay) return true;
  // A difference that was found late is still shown on the real code:
  // function/kind.c leaves room for that beyond the pair's own time.
  double left = vd_budget_seconds(&job->budget);
  double seconds = fmin(left + vd_limit->replay_time, vd_limit->replay_most);
  VdBudget budget = vd_budget_cut(&job->options->budget, seconds);
  VdNativeStatus status = job->native->replay(
      job->native->context, job->sides.func[OLD], job->sides.func[NEW], c,
      job->options->emit_test, &budget, &report);
  c->native = vd_arena_str(job->arena, vd_buf_text(&report));
  c->native_confirmed = status == VD_NATIVE_DIFFERS;
  vd_buf_done(&report);
  static const char *const said[] = {
      [VD_NATIVE_UNAVAILABLE] = "the real code was not run",
      [VD_NATIVE_DIFFERS] = "the real code differs too",
      [VD_NATIVE_AGREES] = "the real code does not differ",
      [VD_NATIVE_CONTRADICTS] = "the real code does something else",
      [VD_NATIVE_UNFIT] = "no process can have that input"};
  vd_job_step(job, "replay", start, "%s", said[status]);
  if (job->options->emit_test && status == VD_NATIVE_DIFFERS)
    c->reproducer =
        vd_arena_printf(job->arena, "%s/%s", job->options->emit_test,
                        vd_job_func(job, OLD)->link);
  note_refusal(job, c, status);
  return status == VD_NATIVE_DIFFERS || status == VD_NATIVE_UNAVAILABLE;
}

bool vd_settle_different(VdJob *job, VdRunner *runner, const char *checker,
                         VdCase *found) {
  Shrink s = {
      .job = job, .runner = runner, .best = vd_case_copy(found, job->arena)};
  if (job->loop) {
    vd_job_undecided(job, VD_REASON_LOOPS);
    return true;
  }
  // Runs are in IEEE arithmetic. Over the reals only the input that was found
  // is known to show a difference.
  if (job->options->reals && vd_job_has_floats(job)) {
    memset(s.best->relevant, true, s.best->params);
  } else {
    shrink(&s);
    mark_relevant(&s);
  }
  VdBuf text = {0};
  VD_CHECK(vd_runner_shows(runner, s.best, true));
  describe(s.best, &text);
  s.best->difference = vd_arena_str(job->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  if (!confirm(job, s.best)) return false;
  vd_job_different(job, checker, s.best);
  vd_find_condition(job, runner);
  return true;
}
