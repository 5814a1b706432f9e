// A trace as a value change dump.
//
// Names: viewers take [3] at the end of a name for a range of bits, and white
// space ends one, so indices are in round brackets. A dot makes a level in the
// viewers' trees, which is what is wanted of Timer1.ET. Enums are numbers; what
// they mean is in a comment.
#include <inttypes.h>

#include "report/trace.h"

enum { FIRST_CODE = '!', CODES = '~' - '!' + 1 };

static void print_code(uint32_t column, VdBuf *out) {
  do {
    vd_buf_char(out, (char)(FIRST_CODE + column % CODES));
    column /= CODES;
  } while (column);
}

// Nothing that ends a name or a comment.
static void print_name(const char *name, VdBuf *out) {
  for (; *name; name++) {
    char c = *name;
    if (c == '[') c = '(';
    if (c == ']') c = ')';
    if (c <= ' ' || c == '$' || c == 0x7f) c = '_';
    vd_buf_char(out, c);
  }
}

static bool is_real(const VdTraceColumn *column) {
  return vd_elem_class(column->type.elem) == VD_SCALAR_REAL;
}

static void print_enum(const VdEnum *e, VdBuf *out) {
  vd_buf_str(out, "$comment ");
  print_name(e->name ? e->name : "enum", out);
  for (uint32_t i = 0; i < e->values; i++) {
    vd_buf_printf(out, " %" PRIu64 "=", e->value[i].bits);
    print_name(e->text[i], out);
  }
  vd_buf_str(out, " $end\n");
}

static void print_variable(const VdCycleTrace *trace, uint32_t i, VdBuf *out) {
  const VdTraceColumn *column = &trace->column.at[i];
  uint32_t width = is_real(column) ? 64 : vd_elem_width(column->type.elem);
  if (column->type.enumeration) print_enum(column->type.enumeration, out);
  vd_buf_printf(out, "$var %s %" PRIu32 " ", is_real(column) ? "real" : "wire",
                width);
  print_code(i, out);
  vd_buf_char(out, ' ');
  print_name(column->name, out);
  vd_buf_str(out, " $end\n");
}

// Columns of these sides, in a scope of that name.
static void print_scope(const VdCycleTrace *trace, const char *name,
                        uint8_t sides, VdBuf *out) {
  bool any = false;
  for (uint32_t i = 0; i < trace->column.len; i++) {
    if (trace->column.at[i].sides != sides) continue;
    if (!any) {
      vd_buf_str(out, "$scope module ");
      print_name(name, out);
      vd_buf_str(out, " $end\n");
    }
    any = true;
    print_variable(trace, i, out);
  }
  if (any) vd_buf_str(out, "$upscope $end\n");
}

static void print_value(const VdCycleTrace *trace, uint32_t cycle, uint32_t i,
                        VdBuf *out) {
  const VdTraceColumn *column = &trace->column.at[i];
  VdValue value = vd_cycle_trace_get(trace, cycle, i);
  uint32_t width = vd_elem_width(column->type.elem);
  if (is_real(column)) {
    vd_buf_printf(out, "r%.17g ", vd_elem_real(value));
  } else if (width == 1) {
    vd_buf_char(out, value.bits ? '1' : '0');
  } else {
    // Leading zeros may be left out, but not the last digit.
    vd_buf_char(out, 'b');
    while (width > 1 && !(value.bits >> (width - 1) & 1)) width--;
    while (width-- > 0) vd_buf_char(out, value.bits >> width & 1 ? '1' : '0');
    vd_buf_char(out, ' ');
  }
  print_code(i, out);
  vd_buf_char(out, '\n');
}

static bool is_changed(const VdCycleTrace *trace, uint32_t cycle, uint32_t i) {
  if (!cycle) return true;
  VdValue a = vd_cycle_trace_get(trace, cycle - 1, i);
  VdValue b = vd_cycle_trace_get(trace, cycle, i);
  return !vd_value_eq(&a, &b);
}

static void print_cycle(const VdCycleTrace *trace, uint32_t cycle,
                        uint64_t time, VdBuf *out) {
  bool any = false;
  for (uint32_t i = 0; i < trace->column.len; i++) {
    if (!is_changed(trace, cycle, i)) continue;
    if (!any) vd_buf_printf(out, "#%" PRIu64 "\n", time);
    if (!any && !cycle) vd_buf_str(out, "$dumpvars\n");
    any = true;
    print_value(trace, cycle, i, out);
  }
  if (any && !cycle) vd_buf_str(out, "$end\n");
}

void vd_cycle_trace_vcd(const VdCycleTrace *trace, VdBuf *out) {
  uint64_t time = 0;
  uint32_t cycles = vd_cycle_trace_cycles(trace);
  vd_buf_str(out, "$version veridiff $end\n$timescale 1 ms $end\n");
  if (!trace->timed)
    vd_buf_str(out, "$comment a cycle is a millisecond here $end\n");
  if (trace->two) {
    print_scope(trace, "inputs", VD_TRACE_BOTH, out);
    for (uint8_t side = VD_TRACE_OLD; side <= VD_TRACE_PARTNER; side++)
      if (side != VD_TRACE_BOTH)
        print_scope(trace, vd_cycle_trace_side(trace, side), side, out);
  } else {
    print_scope(trace, trace->program, VD_TRACE_OLD, out);
  }
  vd_buf_str(out, "$enddefinitions $end\n");
  for (uint32_t c = 0; c < cycles; c++) {
    uint64_t elapsed = trace->timed ? trace->elapsed.at[c] : 1;
    time += c && !elapsed ? 1 : elapsed;
    print_cycle(trace, c, time, out);
  }
  // The last values are seen for as long as a cycle.
  if (cycles) vd_buf_printf(out, "#%" PRIu64 "\n", time + 1);
}
