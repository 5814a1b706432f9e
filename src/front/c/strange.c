// Running a stranger's program: the token, and what to make of silence.
#include "front/c/strange.h"

#include <errno.h>
#include <signal.h>
#include <sys/random.h>

#include "base/limit.h"

enum {
  TOKEN = 32,  // characters
};

// A name that the code cannot know before it runs.
static bool make_token(char token[TOKEN + 1]) {
  uint8_t bytes[TOKEN / 2];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  for (size_t i = 0; i < sizeof bytes; i++)
    snprintf(token + 2 * i, 3, "%02x", bytes[i]);
  return true;
}

static bool is_line(const char *at, const char *token) {
  return !memcmp(at, token, TOKEN) && at[TOKEN] == '\n';
}

static const char *take_result(const VdBuf *out, const char *token,
                               VdArena *arena) {
  const size_t line = TOKEN + 1;
  const char *text = vd_buf_text(out);
  if (out->len < 2 * line || memchr(text, '\0', out->len)) return NULL;
  const char *last = text + out->len - line;
  if (!is_line(text, token) || !is_line(last, token) || last[-1] != '\n')
    return NULL;
  return vd_arena_printf(arena, "%.*s", (int)(last - text - line), text + line);
}

static const char *why_silent(const VdRun *run) {
  int signal = run->status > 128 ? run->status - 128 : 0;
  if (strstr(vd_buf_text(&run->err), "printed more")) return "printed too much";
  if (run->timeout || signal == SIGKILL || signal == SIGXCPU)
    return "did not end in time";
  if (signal == SIGSYS) return "made a system call";
  if (run->status < 0) return vd_buf_text(&run->err);
  return run->out.len > 0 ? "printed what is no result"
                          : "ended without a result";
}

const char *vd_strange_run(const VdStrange *s, VdArena *arena,
                           const char **why) {
  char token[TOKEN + 1];
  const char *const argv[] = {s->program, s->arg ? s->arg : token,
                              s->arg ? token : NULL, NULL};
  VdConfine confine = {.kind = VD_CONFINE_RUN,
                       .directory = s->empty,
                       .seconds = vd_limit->strange_time,
                       .memory = (size_t)vd_limit->strange_memory << 20};
  VdBudget budget = vd_budget_cut(&s->budget, vd_limit->strange_time);
  VdRun run;
  if (!make_token(token)) {
    *why = strerror(errno);
    return NULL;
  }
  vd_run_confined(argv, &confine, &budget, &run);
  const char *result = take_result(&run.out, token, arena);
  if (!result) *why = vd_arena_str(arena, why_silent(&run));
  vd_run_done(&run);
  return result;
}
