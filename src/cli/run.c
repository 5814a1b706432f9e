// `veridiff run`: simulates a PLC program on the inputs of a trace.
#include <errno.h>

#include "base/limit.h"
#include "cli/cli.h"
#include "front/st/st.h"
#include "report/trace.h"
#include "run/roles.h"

static const uint64_t NS_OF_MS = 1000000;
enum {
  CODE_WRONG = 1,       // a fault, or not what the trace expects
  CODE_NOT_RUN = 3,     // could not be run to its end
  TICK_CYCLES = 1 << 8  // between two looks at the clock
};

typedef struct Sim {
  const VdArgs *args;
  VdArena arena;
  VdDiags diags;
  VdModule *module;
  const VdPlc *plc;
  uint32_t number;
  const VdMachine *pou;
  VdPatterns inputs, outputs, watch;
  uint8_t *role;
  bool *watched;
  VdCycleTrace trace;
  VdCycles *cycles;
  VdCycleStatus status;
  VdProgress progress;
  VdBuf error;
} Sim;

// ----------------------------------------------------------------- program
static bool fail(Sim *s, const char *text, const char *name) {
  vd_buf_printf(&s->error, "%s: %s%s", s->args->operand[0], text, name);
  return false;
}

static bool read_program(Sim *s) {
  const char *path = s->args->operand[0];
  VdStOptions options = {0};
  if (!vd_st_is_input(path))
    return fail(s, "expected Structured Text (.st) or PLCopen XML (.xml)", "");
  s->module = vd_st_read(path, &options, &s->diags, &s->plc);
  return s->module != NULL;
}

static bool is_wanted(const VdMachine *pou, VdMachineKind kind) {
  return pou->kind == kind && !pou->library && !vd_plc_pou(pou)->tested;
}

static uint32_t count_kind(const Sim *s, VdMachineKind kind, uint32_t *last) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->plc->all.machines; i++) {
    if (!is_wanted(&s->plc->all.machine[i], kind)) continue;
    *last = i;
    n++;
  }
  return n;
}

static bool refuse_choice(Sim *s, VdMachineKind kind, const char *text) {
  const char *lead = " ";
  vd_buf_printf(&s->error, "%s: %s", s->args->operand[0], text);
  for (uint32_t i = 0; i < s->plc->all.machines; i++) {
    if (!is_wanted(&s->plc->all.machine[i], kind)) continue;
    vd_buf_printf(&s->error, "%s%s", lead, s->plc->all.machine[i].name);
    lead = ", ";
  }
  return false;
}

static bool choose_pou(Sim *s) {
  const char *name = s->args->program;
  uint32_t last = VD_NONE;
  if (name) {
    s->number = vd_machine_find(&s->plc->all, name);
    if (s->number == VD_NONE) return fail(s, "there is no POU ", name);
    if (s->plc->all.machine[s->number].kind == VD_MACHINE_FUNCTION)
      return fail(
          s, "expected a PROGRAM or FUNCTION_BLOCK, found the FUNCTION ", name);
  } else {
    uint32_t n = count_kind(s, VD_MACHINE_PROGRAM, &s->number);
    if (n > 1)
      return refuse_choice(s, VD_MACHINE_PROGRAM,
                           "has several programs; --program takes one of");
    if (!n && count_kind(s, VD_MACHINE_BLOCK, &last))
      return refuse_choice(s, VD_MACHINE_BLOCK,
                           "has no PROGRAM; --program takes one of");
    if (!n) return fail(s, "has no PROGRAM", "");
  }
  s->pou = &s->plc->all.machine[s->number];
  return true;
}

// ------------------------------------------------------------------- roles
static void add_patterns(Sim *s, const VdWords *words, VdPatterns *out) {
  for (uint32_t i = 0; i < words->n; i++)
    vd_patterns_add(out, &s->arena, words->at[i]);
}

static bool check_matched(Sim *s, const VdPatterns *patterns,
                          const char *option) {
  for (uint32_t i = 0; i < patterns->len; i++) {
    if (patterns->at[i].matches) continue;
    vd_buf_printf(&s->error, "option --%s: no variable of %s fits '%s'", option,
                  s->pou->name, patterns->at[i].text);
    return false;
  }
  return true;
}

static bool find_roles(Sim *s) {
  s->role = VD_NEW_ARRAY(&s->arena, uint8_t, s->pou->vars + (size_t)1);
  add_patterns(s, &s->args->inputs, &s->inputs);
  add_patterns(s, &s->args->outputs, &s->outputs);
  return vd_machine_roles(s->pou, &s->inputs, &s->outputs, s->role,
                          &s->error) &&
         check_matched(s, &s->inputs, "inputs") &&
         check_matched(s, &s->outputs, "outputs");
}

static bool find_watched(Sim *s) {
  s->watched = VD_NEW_ARRAY(&s->arena, bool, s->pou->vars + (size_t)1);
  add_patterns(s, &s->args->watch, &s->watch);
  vd_patterns_choose(&s->watch, s->pou, s->watched);
  return check_matched(s, &s->watch, "watch");
}

// ------------------------------------------------------------------- trace
static bool read_trace(Sim *s, uint16_t cycle, bool *has_time) {
  VdBuf text = {0};
  const char *path = s->args->trace;
  if (!vd_file_read(path, vd_limit->trace_bytes, &text)) {
    vd_buf_printf(&s->error, "option --trace: %s: %s", path, strerror(errno));
    return false;
  }
  VdCycleTraceFile file = {.path = path,
                           .text = vd_buf_text(&text),
                           .len = text.len,
                           .machine = s->pou,
                           .role = s->role,
                           .watch = s->watched,
                           .cycle = cycle};
  bool ok = vd_cycle_trace_read(&s->trace, &file, &s->diags);
  *has_time = file.has_time;
  vd_buf_done(&text);
  return ok;
}

// As a trace without lines has them.
static void set_initial(Sim *s) {
  for (uint32_t i = 0; i < s->trace.column.len; i++) {
    const VdTraceColumn *column = &s->trace.column.at[i];
    if (column->input)
      vd_cycle_trace_set(&s->trace, 0, i, s->pou->var[column->var[0]].init);
  }
}

// --cycles: the first ones of the trace, or its last one on and on.
static void set_length(Sim *s, uint16_t cycle) {
  VdCycleTrace *trace = &s->trace;
  uint64_t wanted = s->args->cycles;
  if (!wanted) return;
  vd_cycle_trace_cut(trace, wanted < trace->elapsed.len ? (uint32_t)wanted
                                                        : trace->elapsed.len);
  while (trace->elapsed.len < wanted) {
    uint32_t n = trace->elapsed.len;
    vd_cycle_trace_cycle(trace, n ? trace->elapsed.at[n - 1] : cycle);
    if (!n) set_initial(s);
  }
}

static bool check_time(Sim *s, bool has_time) {
  for (uint32_t i = 0; i < s->pou->vars; i++)
    s->trace.timed |= s->pou->var[i].stopwatch;
  if (has_time && s->args->cycle) {
    vd_buf_printf(&s->error, "option --cycle: %s has a column time",
                  s->args->trace);
    return false;
  }
  if (s->trace.timed && !has_time && !s->args->cycle) {
    vd_buf_printf(&s->error,
                  "%s measures time: give the time of a cycle by --cycle, such "
                  "as --cycle 4ms, or in a column time of the trace",
                  s->pou->name);
    return false;
  }
  s->trace.timed |= has_time || s->args->cycle;
  return true;
}

static bool make_trace(Sim *s) {
  uint64_t cycle = 0;
  bool has_time = false;
  vd_cycle_trace_init(&s->trace, s->pou->name, false);
  if (!s->args->trace && !s->args->cycles) {
    vd_buf_str(&s->error, "expected --trace FILE or --cycles N");
    return false;
  }
  if (!vd_cycle_read(s->args, &cycle, &s->error)) return false;
  uint16_t elapsed = (uint16_t)(cycle / NS_OF_MS);
  if (!find_watched(s)) return false;
  if (!s->args->trace)
    vd_cycle_trace_add_outputs(&s->trace, s->pou, s->role, s->watched,
                               VD_TRACE_OLD);
  else if (!read_trace(s, elapsed, &has_time))
    return false;
  if (!check_time(s, has_time)) return false;
  set_length(s, elapsed);
  return true;
}

// A program without outputs shows nothing.
static void hint_outputs(const Sim *s) {
  for (uint32_t i = 0; i < s->trace.column.len; i++)
    if (!s->trace.column.at[i].input &&
        s->trace.column.at[i].var[0] != VD_TRACE_FAULT)
      return;
  VdBuf text = {0};
  vd_buf_printf(&text,
                "%s declares no outputs; --outputs and --watch take variables "
                "to show",
                s->pou->name);
  if (!s->args->quiet && !s->pou->reason) vd_message(text.at);
  vd_buf_done(&text);
}

// --------------------------------------------------------------------- run
static bool tick(void *context, uint32_t cycle) {
  Sim *s = context;
  if (cycle % TICK_CYCLES) return true;
  vd_progress_draw(&s->progress, cycle, vd_cycle_trace_cycles(&s->trace), 0,
                   s->pou->name);
  return !*vd_signals_cancelled();
}

static void simulate(Sim *s) {
  s->cycles = vd_cycles_new(&s->plc->all, s->number);
  vd_progress_init(&s->progress, stderr, !s->args->quiet);
  s->progress.unit = "cycles";
  s->status =
      vd_cycle_trace_run(&s->trace, (VdCycles *[2]){s->cycles, NULL}, tick, s);
  vd_progress_clear(&s->progress);
}

// The fault's own column, VD_NONE if there is none.
static uint32_t fault_column(const Sim *s) {
  for (uint32_t i = 0; i < s->trace.column.len; i++)
    if (s->trace.column.at[i].var[0] == VD_TRACE_FAULT) return i;
  return VD_NONE;
}

static bool is_fault_expected(const Sim *s) {
  for (uint32_t i = 0; i < s->trace.want.len; i++) {
    const VdTraceWant *want = &s->trace.want.at[i];
    if (want->column == fault_column(s) && want->bits) return true;
  }
  return false;
}

static int exit_code(const Sim *s) {
  if (*vd_signals_cancelled()) return VD_STATUS_INTERRUPTED;
  if (vd_cycle_trace_unmet(&s->trace)) return CODE_WRONG;
  if (s->status == VD_CYCLE_FAILED) return CODE_NOT_RUN;
  if (s->status == VD_CYCLE_FAULT && !is_fault_expected(s)) return CODE_WRONG;
  return VD_STATUS_OK;
}

// ------------------------------------------------------------------ output
static void say_unmet(const Sim *s, VdBuf *out) {
  const VdCycleTrace *trace = &s->trace;
  const VdTraceWant *want = vd_cycle_trace_unmet(trace);
  if (!want) return;
  const VdTraceColumn *column = &trace->column.at[want->column];
  VdValue is = vd_cycle_trace_get(trace, want->cycle, want->column);
  VdValue wanted = {.sort = is.sort, .bits = want->bits};
  vd_buf_printf(out, "cycle %u: %s is ", want->cycle + 1, column->name);
  vd_elem_print(column->type, is, out);
  vd_buf_str(out, ", expected ");
  vd_elem_print(column->type, wanted, out);
  vd_buf_char(out, '\n');
}

// What came of it, a line each, in the order in which it matters.
static void say_outcome(const Sim *s, VdBuf *out) {
  VdPos pos;
  const char *why = vd_cycles_why(s->cycles, &pos);
  unsigned long long done = vd_cycles_count(s->cycles);
  say_unmet(s, out);
  if (s->status == VD_CYCLE_FAULT)
    vd_buf_printf(out, "cycle %llu: fault; the program has stopped\n",
                  done + 1);
  if (s->status == VD_CYCLE_FAILED) {
    vd_buf_printf(out, "cycle %llu: not run: %s", done + 1, why);
    if (pos.file) vd_buf_str(out, " at ");
    vd_pos_print(pos, out);
    vd_buf_char(out, '\n');
  }
  if (s->trace.want.len && exit_code(s) == VD_STATUS_OK)
    vd_buf_str(out, "all as expected\n");
}

static void put_json(const Sim *s, VdBuf *out) {
  VdBuf text = {0};
  bool fault = s->status == VD_CYCLE_FAULT;
  say_outcome(s, &text);
  if (text.len) text.at[--text.len] = 0;  // the line's end
  VdRunReport report = {.file = s->args->operand[0],
                        .trace = &s->trace,
                        .fault = fault ? vd_cycles_count(s->cycles) + 1 : 0,
                        .outcome = vd_buf_text(&text),
                        .exit_code = exit_code(s)};
  vd_run_report_json(&report, out);
  vd_buf_done(&text);
}

static bool write_file(Sim *s, const char *option, const char *path,
                       const VdBuf *text) {
  if (vd_file_write(path, vd_buf_text(text), text->len)) return true;
  vd_buf_printf(&s->error, "option --%s: %s: %s", option, path,
                strerror(errno));
  return false;
}

static bool write_test(Sim *s, VdBuf *out) {
  VdTraceTest test = {.side = VD_TRACE_OLD,
                      .is_program = s->pou->kind == VD_MACHINE_PROGRAM,
                      .source = s->args->operand[0]};
  return vd_cycle_trace_st(&s->trace, &test, out, &s->error);
}

static bool write_files(Sim *s) {
  const VdArgs *args = s->args;
  VdBuf csv = {0}, vcd = {0}, test = {0};
  if (args->csv) vd_cycle_trace_csv(&s->trace, &csv);
  if (args->vcd) vd_cycle_trace_vcd(&s->trace, &vcd);
  bool ok = (!args->csv || write_file(s, "csv", args->csv, &csv)) &&
            (!args->vcd || write_file(s, "vcd", args->vcd, &vcd)) &&
            (!args->test || (write_test(s, &test) &&
                             write_file(s, "test", args->test, &test)));
  vd_buf_done(&csv);
  vd_buf_done(&vcd);
  vd_buf_done(&test);
  return ok;
}

static bool print_all(Sim *s) {
  VdBuf out = {0};
  if (s->args->json) {
    put_json(s, &out);
  } else {
    if (!s->args->quiet) vd_cycle_trace_text(&s->trace, &out);
    VdBuf outcome = {0};
    say_outcome(s, &outcome);
    if (out.len && outcome.len) vd_buf_char(&out, '\n');
    vd_buf_str(&out, vd_buf_text(&outcome));
    vd_buf_done(&outcome);
  }
  bool ok = vd_output_write(&out, &s->error);
  vd_buf_done(&out);
  return ok;
}

static int run(Sim *s) {
  if (!read_program(s) || !choose_pou(s) || !find_roles(s) || !make_trace(s))
    return VD_STATUS_USAGE;
  hint_outputs(s);
  simulate(s);
  if (!print_all(s) || !write_files(s)) return VD_STATUS_USAGE;
  return exit_code(s);
}

int vd_run_command(const VdArgs *args) {
  Sim s = {.args = args};
  int code = run(&s);
  vd_diags_show(&s.diags);
  if (s.error.len) vd_message(s.error.at);
  vd_cycles_free(s.cycles);
  vd_cycle_trace_done(&s.trace);
  vd_vec_done(&s.inputs);
  vd_vec_done(&s.outputs);
  vd_vec_done(&s.watch);
  vd_module_free(s.module);
  vd_diags_done(&s.diags);
  vd_buf_done(&s.error);
  vd_arena_done(&s.arena);
  return code;
}
