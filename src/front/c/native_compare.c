// What the two versions did, from what they printed.
#include "base/limit.h"
#include "front/c/native_impl.h"

typedef struct Output {
  VdBuf text;
  VD_VEC(const char *) line;
  const char *surprise;  // where it did not do what the model says, or NULL
} Output;

static const char model_prefix[] = "model: ";

static void add_line(Output *out, const char *line) {
  size_t n = strlen(model_prefix);
  if (strncmp(line, model_prefix, n))
    vd_push(&out->line, line);
  else if (!out->surprise)
    out->surprise = line + n;
}

static void output_read(const VdReplay *r, int side, Output *out) {
  *out = (Output){0};
  vd_buf_str(&out->text, r->said[side]);
  for (char *at = out->text.at; at && *at;) {
    char *line = at;
    at += strcspn(at, "\n");
    if (*at) *at++ = '\0';
    add_line(out, line);
  }
}

static void output_done(Output *out) {
  vd_vec_done(&out->line);
  vd_buf_done(&out->text);
}

static const char *line_with(const Output *out, const char *prefix) {
  for (uint32_t i = 0; i < out->line.len; i++)
    if (!strncmp(out->line.at[i], prefix, strlen(prefix)))
      return out->line.at[i];
  return NULL;
}

// ------------------------------------------------------------------- report
static bool has_line(const Output *out, const char *line) {
  for (uint32_t i = 0; i < out->line.len; i++)
    if (!strcmp(out->line.at[i], line)) return true;
  return false;
}

static bool is_state(const char *line) {
  return strncmp(line, "calls ", 6) && strncmp(line, "returns", 7) &&
         strncmp(line, "ends ", 5) && strncmp(line, "goes on", 7) &&
         strncmp(line, "does not", 8) && strncmp(line, "crashes", 7) &&
         strncmp(line, "undefined", 9);
}

// Calls and results, and of memory what the other version has not.
static void put_output(const char *name, const Output *out, const Output *other,
                       VdBuf *report) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < out->line.len; i++) {
    const char *line = out->line.at[i];
    if (is_state(line) && has_line(other, line)) continue;
    if (shown++ >= vd_limit->replay_lines && is_state(line)) continue;
    if (shown > vd_limit->replay_lines && !strncmp(line, "calls ", 6)) continue;
    if (shown > 2 * vd_limit->replay_lines) break;
    line += strspn(line, " ");
    bool is_long = strlen(line) > vd_limit->replay_columns;
    vd_buf_printf(report, "%s: %.*s%s\n", name, vd_limit->replay_columns, line,
                  is_long ? "..." : "");
  }
}

// ------------------------------------------------------------------ verdict
static uint32_t first_difference(const Output *x, const Output *y) {
  uint32_t i = 0;
  while (i < x->line.len && i < y->line.len &&
         !strcmp(x->line.at[i], y->line.at[i]))
    i++;
  return i;
}

// The length of "calls f(...)" without the answer; 0 if the line is no call.
static size_t question_length(const char *line) {
  if (strncmp(line, "calls ", 6)) return 0;
  const char *end = NULL;
  for (const char *p = line; (p = strstr(p, ") = ")); p++) end = p + 1;
  return end ? (size_t)(end - line) : strlen(line);
}

// What the line tells of the memory that a callee could see, NULL if nothing.
static const char *seen_at(const Output *out, uint32_t i) {
  if (i >= out->line.len) return NULL;
  const char *line = out->line.at[i];
  bool is = !strncmp(line, "  by now ", 9) || !strncmp(line, "  with ", 7);
  return is ? line : NULL;
}

// Did the callees of calls before line i see the same memory?
static bool saw_same(const Output *x, const Output *y, uint32_t i) {
  const char *a = seen_at(x, i), *b = seen_at(y, i);
  while (a && b && !strcmp(a, b)) {
    i++;
    a = seen_at(x, i);
    b = seen_at(y, i);
  }
  return !a && !b;
}

// The same call, answered in two ways: the outside is not one.
static bool is_unfair(const Output *x, const Output *y) {
  uint32_t i = first_difference(x, y);
  if (i >= x->line.len || i >= y->line.len) return false;
  const char *a = x->line.at[i], *b = y->line.at[i];
  static const char write[] = "  it writes";
  if (!strncmp(a, write, strlen(write)) && !strncmp(b, write, strlen(write)))
    return true;
  size_t n = question_length(a);
  return n && n == question_length(b) && !strncmp(a, b, n) &&
         saw_same(x, y, i + 1);
}

static bool is_same(const Output *x, const Output *y) {
  return x->line.len == y->line.len && first_difference(x, y) == x->line.len;
}

static bool ends_by_trap(const VdOutcome *outcome) {
  uint32_t n = outcome->event.len;
  return outcome->halted && n && !strcmp(outcome->event.at[n - 1].link, "trap");
}

// Division by zero and what the compiler checks.
static bool is_undefined(const Output *out, const VdOutcome *outcome) {
  if (line_with(out, "crashes: SIGFPE")) return true;
  return line_with(out, "undefined behaviour") && !ends_by_trap(outcome);
}

// The model has memory at every address, a process has not.
static bool is_out_of_memory(const Output *out, const VdOutcome *outcome) {
  return line_with(out, "crashes: SIGSEGV") && outcome->status == VD_RUN_OK;
}

static void check_output(VdReplay *r, const Output *out, const char *name) {
  const char *why = line_with(out, "unavailable: ");
  if (why) vd_replay_reject(r, "%s", why + strlen("unavailable: "));
  if (line_with(out, "timeout"))
    vd_replay_reject(r, "the %s version did not end in time", name);
  if (line_with(out, "stack overflow"))
    vd_replay_reject(r, "the %s version used up the stack", name);
  if (!out->line.len)
    vd_replay_reject(r, "the %s version printed nothing", name);
}

// Does the version do what the model says, as far as that can be seen? If not,
// the report says so. Where the model has no say, nothing contradicts it. A new
// version that crashes only takes its confirmation away: it may want to.
static VdNativeStatus fidelity(const VdReplay *r, const Output out[2], int side,
                               VdBuf *report) {
  const char *name = side == VD_OLD ? "old" : "new";
  if (is_out_of_memory(&out[side], r->outcome[side])) {
    vd_buf_printf(report,
                  "the %s version uses memory that the input can't have in a "
                  "process\n",
                  name);
    return side == VD_OLD ? VD_NATIVE_UNFIT : VD_NATIVE_UNAVAILABLE;
  }
  if (!out[side].surprise) return VD_NATIVE_DIFFERS;
  vd_buf_printf(report, "the model's %s version %s\n", name,
                out[side].surprise);
  return VD_NATIVE_CONTRADICTS;
}

// No process can have such an input. Of the new version alone that is no more
// than what it says: it may want to be rid of the input.
static bool is_impossible(VdReplay *r, const Output out[2], VdBuf *report) {
  static const char prefix[] = "impossible: ";
  const char *why[2] = {line_with(&out[VD_OLD], prefix),
                        line_with(&out[VD_NEW], prefix)};
  if (!why[VD_OLD] && why[VD_NEW])
    vd_replay_reject(r, "the new version: %s", why[VD_NEW] + strlen(prefix));
  if (!why[VD_OLD]) return false;
  vd_buf_printf(report, "%s\n", why[VD_OLD] + strlen(prefix));
  return true;
}

// Why undefined behaviour of the new version was not seen.
static void put_unseen(const VdReplay *r, VdBuf *report) {
  const char *why = r->outcome[VD_NEW]->text;
  if (vd_replay_is_uninitialised(r))
    vd_buf_str(report,
               "no check sees the use of a variable without a value, and which "
               "value it gets\nmade no difference\n");
  else
    vd_buf_printf(report, "no check of %s sees this undefined behaviour%s%s\n",
                  r->cc, why ? ": " : "", why ? why : "");
}

static VdNativeStatus judge(VdReplay *r, const Output out[2], VdBuf *report) {
  if (is_undefined(&out[VD_OLD], r->outcome[VD_OLD])) {
    vd_buf_str(report,
               "the old version has undefined behaviour on this input\n");
    return VD_NATIVE_UNFIT;
  }
  if (is_unfair(&out[VD_OLD], &out[VD_NEW])) {
    vd_buf_str(report, "the outside did not answer both versions alike\n");
    return VD_NATIVE_UNFIT;
  }
  bool same = is_same(&out[VD_OLD], &out[VD_NEW]);
  VdNativeStatus status = VD_NATIVE_DIFFERS;
  if (!same || line_with(&out[VD_OLD], "crashes"))
    for (int side = 0; side < 2 && status == VD_NATIVE_DIFFERS; side++)
      status = fidelity(r, out, side, report);
  if (status != VD_NATIVE_DIFFERS) return status;
  if (!same && vd_replay_is_uninitialised(r))
    vd_buf_str(report, "variables without a value were set to a pattern\n");
  if (!same) return VD_NATIVE_DIFFERS;
  if (!vd_replay_is_undefined(r)) return VD_NATIVE_AGREES;
  if (vd_native_is_ir(r->path[VD_NEW])) {
    vd_buf_str(report, "nothing checks LLVM IR for undefined behaviour\n");
    return VD_NATIVE_UNAVAILABLE;
  }
  put_unseen(r, report);
  return VD_NATIVE_AGREES;
}

VdNativeStatus vd_native_compare(VdReplay *r, VdBuf *report) {
  Output out[2];
  VdNativeStatus status = VD_NATIVE_UNAVAILABLE;
  output_read(r, VD_OLD, &out[VD_OLD]);
  output_read(r, VD_NEW, &out[VD_NEW]);
  check_output(r, &out[VD_OLD], "old");
  check_output(r, &out[VD_NEW], "new");
  if (!r->bad && is_impossible(r, out, report)) {
    status = VD_NATIVE_UNFIT;
  } else if (!r->bad) {
    put_output("old", &out[VD_OLD], &out[VD_NEW], report);
    put_output("new", &out[VD_NEW], &out[VD_OLD], report);
    status = judge(r, out, report);
  }
  output_done(&out[VD_OLD]);
  output_done(&out[VD_NEW]);
  return status;
}
