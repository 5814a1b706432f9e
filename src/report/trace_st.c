// A trace as a test program in Structured Text.
//
// Only what changes is written, in a CASE over the number of the cycle: so long
// traces stay short, and no vendor's limits or syntax of arrays matter.
#include <inttypes.h>
#include <strings.h>

#include "report/trace.h"

typedef struct Test {
  const VdCycleTrace *trace;
  const VdTraceTest *test;
  VdBuf *out, *error;
  VD_VEC(uint32_t) column;  // of the trace
  uint32_t cycles;          // before a fault
} Test;

static const char *const own_names[] = {"tested", "cycle", "done", "passed",
                                        "failed"};

static bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9');
}

// Text that can stand in a comment.
static void print_comment(const char *text, VdBuf *out) {
  VdBuf line = {0};
  vd_text_print(text, &line);
  for (const char *at = vd_buf_text(&line); *at; at++)
    vd_buf_char(out, *at == '*' ? '_' : *at);
  vd_buf_done(&line);
}

static const VdTraceColumn *column_of(const Test *t, uint32_t i) {
  return &t->trace->column.at[t->column.at[i]];
}

// in_Start for Start, in_a_3_x_7 for a[3].x in column 7: the number keeps apart
// what looks alike.
static void print_variable(const Test *t, uint32_t i, VdBuf *out) {
  const VdTraceColumn *column = column_of(t, i);
  bool odd = false;
  vd_buf_str(out, column->input ? "in" : "want");
  char last = 0;
  for (const char *c = column->name; *c; c++) {
    if (is_letter_or_digit(*c)) {
      if (!last || last == '_') vd_buf_char(out, '_');
      vd_buf_char(out, *c);
      last = *c;
    } else {
      odd |= *c != '_' || !last || last == '_' || !c[1];
      last = '_';
    }
  }
  if (odd) vd_buf_printf(out, "_%" PRIu32, i);
}

// The variable under test.
static void print_place(const Test *t, uint32_t i, VdBuf *out) {
  const VdTraceColumn *column = column_of(t, i);
  vd_buf_printf(out, "%s%s", column->global ? "" : "tested.", column->name);
}

// ------------------------------------------------------------------ checks
static bool refuse(const Test *t, const char *name, const char *why) {
  vd_buf_printf(t->error, "no test can be written: %s %s", name, why);
  return false;
}

static bool is_name(const char *text) {
  for (const char *c = text; c && *c; c++)
    if (!is_letter_or_digit(*c) && *c != '_') return false;
  return text && *text;
}

static bool check_column(const Test *t, uint32_t i) {
  const VdTraceColumn *column = &t->trace->column.at[i];
  if (column->direction == VD_DIR_IN_OUT)
    return refuse(t, column->name, "is a VAR_IN_OUT");
  if (column->type.enumeration && !is_name(column->type.enumeration->name))
    return refuse(t, column->name, "has a type without a name");
  for (size_t k = 0; column->global && k < VD_COUNT(own_names); k++)
    if (!strcasecmp(column->name, own_names[k]))
      return refuse(t, column->name, "has a name that the test needs");
  for (uint32_t c = 0; c < vd_cycle_trace_cycles(t->trace); c++) {
    VdValue value = vd_cycle_trace_get(t->trace, c, i);
    bool real = vd_elem_class(column->type.elem) == VD_SCALAR_REAL;
    // Times and dates out of range are written as conversions.
    if ((real || column->type.enumeration) &&
        !vd_elem_has_literal(column->type, value))
      return refuse(t, column->name, "has a value without a literal");
  }
  return true;
}

static bool is_fault(const VdTraceColumn *column) {
  return column->var[0] == VD_TRACE_FAULT || column->var[1] == VD_TRACE_FAULT;
}

static bool choose_columns(Test *t) {
  for (uint32_t i = 0; i < t->trace->column.len; i++) {
    const VdTraceColumn *column = &t->trace->column.at[i];
    if (column->watched || is_fault(column) || !(column->sides & t->test->side))
      continue;
    if (!check_column(t, i)) return false;
    vd_push(&t->column, i);
  }
  return true;
}

// A test stops where what it tests does.
static void find_fault(Test *t) {
  uint32_t cycles = vd_cycle_trace_cycles(t->trace);
  t->cycles = cycles;
  for (uint32_t i = 0; i < t->trace->column.len; i++) {
    const VdTraceColumn *column = &t->trace->column.at[i];
    if (!is_fault(column) || !(column->sides & t->test->side)) continue;
    for (t->cycles = 0; t->cycles < cycles; t->cycles++)
      if (vd_cycle_trace_get(t->trace, t->cycles, i).bits) return;
  }
}

// ----------------------------------------------------------------- writing
static bool fits_both(const Test *t) {
  for (uint32_t i = 0; i < t->trace->column.len; i++)
    if (t->trace->column.at[i].input &&
        t->trace->column.at[i].sides != VD_TRACE_BOTH)
      return false;
  return true;
}

static bool has_hidden(const Test *t) {
  for (uint32_t i = 0; i < t->column.len; i++)
    if (column_of(t, i)->direction == VD_DIR_LOCAL) return true;
  return false;
}

static void print_times(const Test *t) {
  const VdCycleTrace *trace = t->trace;
  uint32_t cycles = vd_cycle_trace_cycles(trace);
  if (!trace->timed || !cycles) return;
  for (uint32_t c = 1; c < cycles; c++)
    if (trace->elapsed.at[c] != trace->elapsed.at[0]) {
      vd_buf_str(t->out,
                 "\n   Its cycles take different times. veridiff run takes "
                 "them from a column time\n   of --trace.\n");
      return;
    }
  vd_buf_printf(t->out, "\n   A cycle takes %" PRIu16 "ms.\n",
                trace->elapsed.at[0]);
}

static void print_head(const Test *t) {
  const VdCycleTrace *trace = t->trace;
  const char *side = t->test->side == VD_TRACE_OLD ? "old" : "new";
  vd_buf_str(t->out, "(* Written by veridiff: replays a trace of ");
  print_comment(trace->program, t->out);
  vd_buf_str(t->out, " (");
  print_comment(t->test->source, t->out);
  vd_buf_printf(t->out, ").\n\n   Load both and run it for %" PRIu32,
                t->cycles);
  vd_buf_str(t->out,
             " cycles. Then `done` is TRUE, and `passed` is TRUE\n   if in "
             "every cycle the outputs were those");
  if (trace->two) vd_buf_printf(t->out, " of the %s version", side);
  if (!trace->two) vd_buf_str(t->out, " of the trace");
  vd_buf_str(t->out,
             ". `failed` is the\n   first cycle in which they were not, or "
             "0.\n");
  print_times(t);
  if (t->cycles < vd_cycle_trace_cycles(trace))
    vd_buf_printf(t->out,
                  "\n   In cycle %" PRIu32
                  " of the trace there was a fault: it ends before that.\n",
                  t->cycles + 1);
  if (t->test->is_program)
    vd_buf_str(t->out,
               "\n   What it tests is a PROGRAM. Where that cannot be the "
               "type of a variable, write\n   FUNCTION_BLOCK instead. "
               "veridiff takes it as it is.\n");
  if (has_hidden(t))
    vd_buf_str(t->out,
               "\n   Variables that are given from outside must be VAR_INPUT, "
               "those that are\n   looked at VAR_OUTPUT.\n");
  if (trace->two && !fits_both(t))
    vd_buf_printf(t->out,
                  "\n   Old and new have different inputs; this is for the %s "
                  "version alone.\n",
                  side);
  vd_buf_str(t->out, "*)\n");
}

static void print_declarations(const Test *t) {
  vd_buf_printf(t->out, "PROGRAM Replay_%s\n", t->trace->program);
  vd_buf_str(t->out,
             "VAR_OUTPUT\n"
             "  done, passed : BOOL;\n"
             "  failed : DINT;\n"
             "END_VAR\n"
             "VAR\n");
  vd_buf_printf(t->out, "  tested : %s;\n  cycle : DINT;\n", t->trace->program);
  for (uint32_t i = 0; i < t->column.len; i++) {
    const VdElemType *type = &column_of(t, i)->type;
    vd_buf_str(t->out, "  ");
    print_variable(t, i, t->out);
    vd_buf_printf(
        t->out, " : %s;\n",
        type->enumeration ? type->enumeration->name : vd_elem_text(type->elem));
  }
  vd_buf_str(t->out, "END_VAR\n");
}

static bool is_news(const Test *t, uint32_t cycle, uint32_t i) {
  if (!cycle) return true;
  VdValue a = vd_cycle_trace_get(t->trace, cycle - 1, t->column.at[i]);
  VdValue b = vd_cycle_trace_get(t->trace, cycle, t->column.at[i]);
  return !vd_value_eq(&a, &b);
}

static void print_news(const Test *t, uint32_t cycle) {
  bool any = false;
  for (uint32_t i = 0; i < t->column.len; i++) {
    VdElemType type = column_of(t, i)->type;
    if (!is_news(t, cycle, i)) continue;
    if (!any) vd_buf_printf(t->out, "    %" PRIu32 ":\n", cycle + 1);
    any = true;
    vd_buf_str(t->out, "      ");
    print_variable(t, i, t->out);
    vd_buf_str(t->out, " := ");
    if (type.enumeration) vd_buf_printf(t->out, "%s#", type.enumeration->name);
    vd_elem_print(type, vd_cycle_trace_get(t->trace, cycle, t->column.at[i]),
                  t->out);
    vd_buf_str(t->out, ";\n");
  }
}

static void print_inputs(const Test *t) {
  for (uint32_t i = 0; i < t->column.len; i++) {
    if (!column_of(t, i)->input) continue;
    vd_buf_str(t->out, "  ");
    print_place(t, i, t->out);
    vd_buf_str(t->out, " := ");
    print_variable(t, i, t->out);
    vd_buf_str(t->out, ";\n");
  }
}

static void print_checks(const Test *t) {
  for (uint32_t i = 0; i < t->column.len; i++) {
    if (column_of(t, i)->input) continue;
    vd_buf_str(t->out, "  IF failed = 0 AND ");
    print_place(t, i, t->out);
    vd_buf_str(t->out, " <> ");
    print_variable(t, i, t->out);
    vd_buf_str(t->out, " THEN failed := cycle; END_IF;\n");
  }
}

static void print_body(const Test *t) {
  vd_buf_str(t->out, "IF NOT done THEN\n  cycle := cycle + 1;\n");
  if (t->column.len) {
    vd_buf_str(t->out, "  CASE cycle OF\n");
    for (uint32_t c = 0; c < t->cycles; c++) print_news(t, c);
    vd_buf_str(t->out, "  END_CASE;\n");
  }
  print_inputs(t);
  vd_buf_str(t->out, "  tested();\n");
  print_checks(t);
  vd_buf_printf(t->out,
                "  done := cycle >= %" PRIu32
                ";\n"
                "  passed := done AND failed = 0;\n"
                "END_IF;\n"
                "END_PROGRAM\n",
                t->cycles);
}

bool vd_cycle_trace_st(const VdCycleTrace *trace, const VdTraceTest *test,
                       VdBuf *out, VdBuf *error) {
  Test t = {.trace = trace, .test = test, .out = out, .error = error};
  find_fault(&t);
  bool ok = t.cycles > 0;
  if (!ok) refuse(&t, trace->program, "was run for no cycle");
  ok = ok && choose_columns(&t);
  if (ok) {
    print_head(&t);
    print_declarations(&t);
    print_body(&t);
  }
  vd_vec_done(&t.column);
  return ok;
}
