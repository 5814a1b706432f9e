// ABC's property-directed reachability, as a program.
//
// ABC wants latches that start with 0, no constraints and one output, so the
// machine is folded into that form:
//  - a latch that starts with 1 is kept negated;
//  - one that starts with any value reads an extra input in the first step, in
//    which a latch `started` is still 0;
//  - a latch `broken` remembers that a constraint did not hold.
// Both have one value in all that counts, so an invariant is carried back by
// putting that in; with `started` it counts from the second step on.
//
// Nothing that ABC prints or writes is believed: see mc.h.
#include <math.h>

#include "base/limit.h"
#include "solve/aiger.h"
#include "solve/mc_impl.h"

// ABC does not count its work: it gets so many seconds for one of work, so that
// on a busy machine too it mostly ends before them.

typedef struct Folded {
  const VdMcMachine *from;
  VdAig *aig;
  VdMcMachine machine;
  VdLit bad;
  VdLit *map;             // of each node of `from`
  VdLit started, broken;  // FALSE: there is no such latch
} Folded;

// ------------------------------------------------------------------ folding

static bool has_free(const VdAig *aig) {
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    if (vd_aig_reset_at(aig, i) == VD_RESET_FREE) return true;
  return false;
}

// Latch i of the machine is latch i here; then come the two others.
static void fold_leaves(Folded *f) {
  const VdAig *from = f->from->aig;
  VdLits latch = {0};
  for (uint32_t i = 0; i < vd_aig_inputs(from); i++)
    f->map[vd_lit_node(vd_aig_input_at(from, i))] = vd_aig_input(f->aig);
  for (uint32_t i = 0; i < vd_aig_latches(from); i++)
    vd_push(&latch, vd_aig_latch(f->aig, VD_RESET_0));
  if (has_free(from)) {
    f->started = vd_aig_latch(f->aig, VD_RESET_0);
    vd_aig_set_next(f->aig, f->started, VD_LIT_TRUE);
  }
  for (uint32_t i = 0; i < vd_aig_latches(from); i++) {
    VdReset reset = vd_aig_reset_at(from, i);
    VdLit lit = vd_lit_not_if(latch.at[i], reset == VD_RESET_1);
    if (reset == VD_RESET_FREE)
      lit = vd_aig_ite(f->aig, f->started, lit, vd_aig_input(f->aig));
    f->map[vd_lit_node(vd_aig_latch_at(from, i))] = lit;
  }
  vd_vec_done(&latch);
}

static void fold_next(Folded *f) {
  const VdAig *from = f->from->aig;
  for (uint32_t i = 0; i < vd_aig_latches(from); i++) {
    VdLit next = vd_lit_mapped(f->map, vd_aig_next_at(from, i));
    bool negated = vd_aig_reset_at(from, i) == VD_RESET_1;
    vd_aig_set_next(f->aig, vd_aig_latch_at(f->aig, i),
                    vd_lit_not_if(next, negated));
  }
}

static VdLit mapped_any(Folded *f, const VdLit *lits, uint32_t n,
                        bool negated) {
  VdLits mapped = {0};
  for (uint32_t i = 0; i < n; i++)
    vd_push(&mapped, vd_lit_not_if(vd_lit_mapped(f->map, lits[i]), negated));
  VdLit any = vd_aig_any(f->aig, mapped.at, mapped.len);
  vd_vec_done(&mapped);
  return any;
}

static void fold_roots(Folded *f) {
  const VdMcMachine *from = f->from;
  f->bad = mapped_any(f, from->bad, from->bads, false);
  if (from->constraints == 0) return;
  VdLit breaks = mapped_any(f, from->constraint, from->constraints, true);
  f->broken = vd_aig_latch(f->aig, VD_RESET_0);
  VdLit now = vd_aig_or(f->aig, f->broken, breaks);
  vd_aig_set_next(f->aig, f->broken, now);
  f->bad = vd_aig_and(f->aig, f->bad, vd_lit_not(now));
}

static void folded_init(Folded *f, const VdMcMachine *from) {
  uint32_t nodes = vd_aig_nodes(from->aig);
  *f = (Folded){.from = from, .aig = vd_aig_new()};
  f->map = vd_alloc(vd_mul(nodes, sizeof *f->map));
  VdNodes all = {0};
  for (uint32_t i = 0; i < nodes; i++) vd_push(&all, i);
  fold_leaves(f);
  vd_aig_copy(from->aig, &all, f->aig, f->map);
  fold_next(f);
  fold_roots(f);
  f->machine = (VdMcMachine){.aig = f->aig, .bad = &f->bad, .bads = 1};
  vd_vec_done(&all);
}

static void folded_done(Folded *f) {
  vd_aig_free(f->aig);
  vd_free(f->map);
}

// ----------------------------------------------------------------- and back

static VdMcTrace unfold_trace(const Folded *f, const VdMcTrace *trace,
                              VdArena *arena) {
  const VdAig *from = f->from->aig;
  VdMcTrace out = vd_mc_trace_new(arena, f->from, trace->steps);
  uint32_t extra = out.inputs;
  for (uint32_t i = 0; i < out.latches; i++) {
    VdReset reset = vd_aig_reset_at(from, i);
    out.start[i] = reset == VD_RESET_1;
    if (reset == VD_RESET_FREE)
      out.start[i] = vd_mc_trace_input(trace, 0, extra++);
  }
  for (uint32_t step = 0; step < out.steps; step++)
    for (uint32_t i = 0; i < out.inputs; i++)
      out.input[(size_t)step * out.inputs + i] =
          vd_mc_trace_input(trace, step, i);
  return out;
}

// A cube that no run is in, over latches of the folded machine, as a clause.
static void unfold_cube(const Folded *f, const VdLits *cube, VdClauses *out) {
  const VdAig *from = f->from->aig;
  VdLits clause = {0};
  bool counts = true;
  for (uint32_t i = 0; i < cube->len; i++) {
    VdLit lit = cube->at[i], latch = lit & ~1u;
    uint32_t index = vd_aig_index(f->aig, vd_lit_node(lit));
    if (f->started != VD_LIT_FALSE && latch == f->started) {
      counts &= !vd_lit_sign(lit);
    } else if (f->broken != VD_LIT_FALSE && latch == f->broken) {
      counts &= vd_lit_sign(lit);
    } else {
      bool negated = vd_aig_reset_at(from, index) == VD_RESET_1;
      VdLit was = vd_aig_latch_at(from, index);
      vd_push(&clause, vd_lit_not_if(was, vd_lit_sign(lit) == negated));
    }
  }
  if (counts) vd_clauses_add(out, clause.at, clause.len);
  vd_vec_done(&clause);
}

// ------------------------------------------------------------------ reading

typedef struct Text {
  const char *at, *end;
} Text;

// The next word of the line, its length, 0 at the end of the line.
static size_t word_of(Text *line, const char **word) {
  while (line->at < line->end && (*line->at == ' ' || *line->at == '\r'))
    line->at++;
  *word = line->at;
  while (line->at < line->end && *line->at != ' ' && *line->at != '\r')
    line->at++;
  return (size_t)(line->at - *word);
}

static bool line_of(Text *text, Text *line) {
  if (text->at == text->end) return false;
  const char *stop = memchr(text->at, '\n', (size_t)(text->end - text->at));
  *line = (Text){text->at, stop ? stop : text->end};
  text->at = stop ? stop + 1 : text->end;
  return true;
}

// "lo12" is latch 12.
static bool latch_name(const Folded *f, const char *word, size_t len,
                       VdLit *out) {
  uint64_t number = 0;
  if (len < 3 || len > 12 || memcmp(word, "lo", 2) != 0) return false;
  for (size_t i = 2; i < len; i++) {
    if (word[i] < '0' || word[i] > '9') return false;
    number = 10 * number + (uint64_t)(word[i] - '0');
  }
  if (number >= vd_aig_latches(f->aig)) return false;
  *out = vd_aig_latch_at(f->aig, (uint32_t)number);
  return true;
}

static bool read_names(const Folded *f, Text line, VdLits *names) {
  const char *word;
  size_t len;
  names->len = 0;
  while ((len = word_of(&line, &word)) > 0) {
    VdLit latch;
    if (!latch_name(f, word, len, &latch)) return false;
    vd_push(names, latch);
  }
  return true;
}

// "1-0 1": the cube of the first name and not the third.
static bool read_cube(Text line, const VdLits *names, VdLits *cube) {
  const char *word;
  size_t len = word_of(&line, &word);
  if (len != names->len) return false;
  cube->len = 0;
  for (uint32_t i = 0; i < len; i++) {
    if (word[i] == '1' || word[i] == '0')
      vd_push(cube, vd_lit_not_if(names->at[i], word[i] == '0'));
    else if (word[i] != '-')
      return false;
  }
  return true;
}

// The invariant as a PLA: cubes that no run is in.
static bool read_invariant(const Folded *f, const VdBuf *file, VdClauses *out) {
  Text text = {vd_buf_text(file), vd_buf_text(file) + file->len}, line;
  VdLits names = {0}, cube = {0};
  bool ok = true, named = false;
  while (ok && line_of(&text, &line)) {
    const char *word;
    Text rest = line;
    size_t len = word_of(&rest, &word);
    if (len == 0 || *word == '#') continue;
    if (len == 4 && memcmp(word, ".ilb", 4) == 0) {
      ok = read_names(f, rest, &names);
      named = true;
    } else if (*word != '.') {
      ok = named && read_cube(line, &names, &cube);
      if (ok) unfold_cube(f, &cube, out);
    }
  }
  vd_vec_done(&names);
  vd_vec_done(&cube);
  return ok;
}

// ABC's witness has neither head nor end: the latches' line, one line for each
// step, and "# DONE" after the last.
static bool read_trace(const Folded *f, const VdBuf *file, VdArena *arena,
                       VdMcTrace *out) {
  static const char mark[] = "# DONE";
  VdBuf text = {0};
  const char *all = vd_buf_text(file);
  const char *done = strstr(all, mark);
  size_t len = done ? (size_t)(done - all) : file->len;
  vd_buf_str(&text, "1\nb0\n");
  vd_buf_add(&text, all, len);
  vd_buf_str(&text, "\n.\n");
  bool ok = vd_aiger_read_witness(&f->machine, vd_buf_text(&text), text.len,
                                  arena, out);
  vd_buf_done(&text);
  return ok;
}

// ------------------------------------------------------------------ running

static bool read_from(const char *directory, const char *name, VdBuf *out) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/%s", directory, name);
  bool ok = vd_file_read(vd_buf_text(&path), vd_limit->abc_answer, out);
  vd_buf_done(&path);
  return ok;
}

static void judge_files(const Folded *f, const char *directory,
                        const VdRun *run, VdArena *arena, VdMcFound *found) {
  VdBuf file = {0};
  VdClauses clauses = {0};
  VdMcTrace trace;
  if (read_from(directory, "trace", &file)) {
    if (read_trace(f, &file, arena, &trace)) {
      found->answer = VD_MC_BAD;
      found->trace = unfold_trace(f, &trace, arena);
    }
  } else if (strstr(vd_buf_text(&run->out), "Property proved") &&
             read_from(directory, "invariant", &file) &&
             read_invariant(f, &file, &clauses)) {
    found->answer = VD_MC_SAFE;
    found->proof = vd_proof_new(arena, VD_PROOF_INDUCTION, 1, &clauses);
    found->proof.delay = f->started != VD_LIT_FALSE;
  }
  vd_clauses_done(&clauses);
  vd_buf_done(&file);
}

// What ended by its limit has used all that it was given.
static void spend(const VdBudget *budget, double took, unsigned limit) {
  double left = vd_budget_left(budget);
  bool ended = !limit || took < limit || left == HUGE_VAL;
  vd_work_spend(ended ? took / vd_limit->abc_longer : left);
}

static void run_in(const char *program, const Folded *f, const char *directory,
                   const VdBudget *budget, VdArena *arena, VdMcFound *found) {
  VdBuf path = {0}, file = {0}, script = {0};
  VdRun run = {0};
  double left = fmin(vd_budget_seconds(budget),
                     vd_limit->abc_longer * vd_budget_left(budget));
  unsigned seconds = left < 1e6 ? (unsigned)left + 1 : 0;  // 0 is no limit
  vd_buf_printf(&path, "%s/machine.aig", directory);
  vd_aiger_write(&f->machine, true, &file);
  vd_buf_printf(&script,
                "read_aiger machine.aig; pdr -d -I invariant -T %u; "
                "write_cex -a trace",
                seconds);
  double start = vd_now();
  const char *argv[] = {program, "-s", "-q", vd_buf_text(&script), NULL};
  if (vd_file_write(vd_buf_text(&path), file.at, file.len)) {
    VdConfine confine = {
        .kind = VD_CONFINE_BUILD, .directory = directory, .folder = directory};
    vd_run_confined(argv, &confine, budget, &run);
    spend(budget, vd_now() - start, seconds);
    if (run.status == 0 && !run.timeout)
      judge_files(f, directory, &run, arena, found);
  }
  vd_run_done(&run);
  vd_buf_done(&path);
  vd_buf_done(&file);
  vd_buf_done(&script);
}

void vd_abc_run(const char *program, const VdMcMachine *machine,
                const VdBudget *budget, VdArena *arena, VdMcFound *found) {
  *found = (VdMcFound){0};
  VdBuf directory = {0};
  if (!vd_tempdir_new(&directory)) return;
  Folded f;
  folded_init(&f, machine);
  run_in(program ? program : "berkeley-abc", &f, vd_buf_text(&directory),
         budget, arena, found);
  folded_done(&f);
  vd_tempdir_remove(vd_buf_text(&directory));
  vd_buf_done(&directory);
}
