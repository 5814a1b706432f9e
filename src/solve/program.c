// Any solver that reads SMT-LIB on stdin, as a program.
//
// It may print garbage, half an answer, or nothing, or die: only a clean
// "unsat", or "sat" and a value for every watched term, counts. An error that
// comes before the answer makes it worthless, as the solver goes on without
// the command that it did not take. One after "unsat" is expected: there are
// no values to get then.
#include <math.h>

#include "solve/solve_impl.h"

// The whole answer, as far as it was read.
typedef struct Answer {
  const char *at, *end;
} Answer;

static bool take(Answer *answer, const char *token) {
  const char *at = answer->at;
  size_t n = vd_token_next(&at, answer->end);
  if (n != strlen(token) || memcmp(at, token, n) != 0) return false;
  answer->at = at + n;
  return true;
}

// |w3| is the same symbol as w3.
static bool take_watch(Answer *answer, uint32_t i) {
  char name[16], quoted[18];
  snprintf(name, sizeof name, "w%u", i);
  snprintf(quoted, sizeof quoted, "|%s|", name);
  return take(answer, name) || take(answer, quoted);
}

// Takes one expression; *text and the result are where it is and its length.
static size_t take_value(Answer *answer, const char **text) {
  const char *at = answer->at, *start = NULL;
  uint32_t open = 0;
  do {
    size_t n = vd_token_next(&at, answer->end);
    if (n == 0) return 0;
    if (!start) start = at;
    if (*at == ')' && open == 0) return 0;
    if (*at == '(') open++;
    if (*at == ')') open--;
    at += n;
  } while (open > 0);
  answer->at = at;
  *text = start;
  return (size_t)(at - start);
}

// ((|w0| #x2a) (|w1| true))
static bool read_values(const VdQuestion *question, Answer *answer,
                        VdValue *out) {
  const VdQuery *query = question->query;
  if (!take(answer, "(")) return false;
  for (uint32_t i = 0; i < query->watches; i++) {
    VdSort sort = vd_term_sort(question->tm, query->watch[i]);
    const char *text;
    if (!take(answer, "(") || !take_watch(answer, i)) return false;
    size_t len = take_value(answer, &text);
    if (len == 0 || !vd_model_read(question->arena, sort, text, len, &out[i]) ||
        !take(answer, ")"))
      return false;
  }
  return take(answer, ")");
}

static void read_sat(const VdQuestion *question, Answer *answer,
                     VdReply *reply) {
  uint32_t n = question->query->watches;
  VdValue *values = VD_NEW_ARRAY(question->arena, VdValue, n);
  if (n > 0 && !read_values(question, answer, values)) {
    vd_reply_unknown(reply, "the solver gave no readable values");
    return;
  }
  reply->answer = VD_ANSWER_SAT;
  reply->watch = values;
}

static void read_answer(const VdQuestion *question, const VdRun *run,
                        VdReply *reply) {
  const char *text = vd_buf_text(&run->out);
  Answer answer = {text, text + run->out.len};
  if (take(&answer, "unsat"))
    reply->answer = VD_ANSWER_UNSAT;
  else if (take(&answer, "sat"))
    read_sat(question, &answer, reply);
  else if (take(&answer, "unknown"))
    vd_reply_unknown(reply, "the solver does not know");
  else if (take(&answer, "timeout"))
    vd_reply_spent(reply, &question->budget);
  else if (vd_token_next(&answer.at, answer.end) == 0 &&
           answer.at == answer.end)
    vd_reply_unknown(reply, "the solver said nothing%s%s",
                     run->err.len ? ": " : "", vd_buf_text(&run->err));
  else
    vd_reply_unknown(reply, "the solver said: %s", answer.at);
}

// A shell that cannot run a program exits with 126 or 127, and with 128 + n
// when signal n ended it.
static void judge(const VdQuestion *question, const VdRun *run,
                  VdReply *reply) {
  if (run->timeout || vd_budget_over(&question->budget))
    vd_reply_spent(reply, &question->budget);
  else if (run->status < 0)
    vd_reply_unknown(reply, "%s", vd_buf_text(&run->err));
  else if (run->status > 128)
    vd_reply_unknown(reply, "the solver died: signal %d", run->status - 128);
  else if (run->status >= 126)
    vd_reply_unknown(reply, "cannot run the solver: %s",
                     vd_buf_text(&run->err));
  else
    read_answer(question, run, reply);
}

// Runs the command with the file as its stdin.
// Its work cannot be counted: it is what it takes, by the clock.
static void run_on(const char *program, const char *path,
                   const VdBudget *budget, VdRun *run) {
  VdBuf command = {0};
  double start = vd_now(), left = vd_budget_left(budget);
  VdBudget cut = vd_budget_cut(budget, left < HUGE_VAL ? left : 0);
  vd_buf_printf(&command, "exec <\"$0\"\n%s", program);
  const char *argv[] = {"sh", "-c", vd_buf_text(&command), path, NULL};
  vd_run(argv, NULL, &cut, run);
  vd_work_spend(vd_now() - start);
  vd_buf_done(&command);
}

// The script goes through a file: a solver that answers before it has read
// everything would block a pipe. False if there is no place for the file.
static bool run_with(const char *program, const VdBuf *script,
                     const VdBudget *budget, VdRun *run) {
  VdBuf directory = {0}, path = {0};
  if (!vd_tempdir_new(&directory)) return false;
  vd_buf_printf(&path, "%s/query.smt2", vd_buf_text(&directory));
  bool ok = vd_file_write(vd_buf_text(&path), script->at, script->len);
  if (ok) run_on(program, vd_buf_text(&path), budget, run);
  vd_tempdir_remove(vd_buf_text(&directory));
  vd_buf_done(&path);
  vd_buf_done(&directory);
  return ok;
}

static void print_script(const VdQuestion *question, VdBuf *out) {
  uint32_t n = question->query->watches;
  if (n > 0) vd_buf_str(out, "(set-option :produce-models true)\n");
  vd_buf_add(out, question->script->at, question->script->len);
  for (uint32_t i = 0; i < n; i++)
    vd_buf_printf(out, "%s|w%u|", i == 0 ? "(get-value (" : " ", i);
  if (n > 0) vd_buf_str(out, "))\n");
  vd_buf_str(out, "(exit)\n");
}

static void program_solve(const VdQuestion *question, VdReply *reply) {
  VdBuf script = {0};
  VdRun run = {0};
  print_script(question, &script);
  if (run_with(question->solver->program, &script, &question->budget, &run))
    judge(question, &run, reply);
  else
    vd_reply_unknown(reply, "cannot write a temporary file");
  vd_run_done(&run);
  vd_buf_done(&script);
}

const VdBackend vd_backend_program = {program_solve};
