// Traces from CSV: RFC 4180, with a comma, a semicolon or a tab between fields,
// and lines that begin with # as comments. Only bytes that are there count:
// what is read is never larger than its file.
#include <strings.h>

#include "base/limit.h"
#include "run/roles.h"
#include "run/trace.h"

typedef struct Field {
  const char *at;
  size_t len;
  uint32_t column;  // in the line, from 1 on
  bool quoted;
} Field;

typedef struct Reader {
  VdCycleTrace *trace;
  VdCycleTraceFile *file;
  VdDiags *diags;
  const char *path, *at, *end;
  char separator;
  uint32_t line, errors;
  VD_VEC(Field) field;      // of the line
  VD_VEC(uint32_t) var;     // of each field: a variable, TIME or PASSED
  VD_VEC(uint32_t) target;  // of each field: a column, TIME or PASSED
  VdBuf text;               // quoted fields, without their quotes
} Reader;

// Besides VD_TRACE_FAULT.
#define TIME (UINT32_MAX - 2)
#define PASSED (UINT32_MAX - 3)
#define AFTER ((uint32_t)1 << 31)  // with a variable: after the cycle, x=>

static void error_at(Reader *r, uint32_t column, const char *text) {
  VdPos pos = {r->path, r->line, column};
  if (r->errors++ < vd_limit->trace_errors)
    vd_diag(r->diags, VD_ERROR, pos, "%s", text);
}

// What the file has there, fit to be shown.
static const char *shown(Reader *r, const Field *field) {
  VdBuf out = {0};
  size_t n =
      field->len < vd_limit->trace_shown ? field->len : vd_limit->trace_shown;
  vd_text_printn(field->at, n, &out);
  if (field->len > vd_limit->trace_shown) vd_buf_str(&out, "...");
  const char *text = vd_arena_str(&r->diags->arena, vd_buf_text(&out));
  vd_buf_done(&out);
  return text;
}

// ------------------------------------------------------------------- lines
static Field drop_spaces(Field f) {
  while (f.len && (f.at[0] == ' ' || f.at[0] == '\t')) {
    f.at++;
    f.column++;
    f.len--;
  }
  while (f.len && (f.at[f.len - 1] == ' ' || f.at[f.len - 1] == '\t')) f.len--;
  return f;
}

// What is between quotes, two of which are one. Field.at is an offset into text
// until the line is whole, as the text may move.
static bool take_quoted(Reader *r, const char **at, const char *end,
                        Field *field) {
  const char *c = *at + 1;
  size_t start = r->text.len;
  for (;; c++) {
    if (c == end) {
      error_at(r, field->column, "a quote that does not end in its line");
      return false;
    }
    if (*c == '"' && (c + 1 == end || c[1] != '"')) break;
    if (*c == '"') c++;
    vd_buf_char(&r->text, *c);
  }
  *at = c + 1;
  field->quoted = true;
  field->at = (const char *)(uintptr_t)start;
  field->len = r->text.len - start;
  return true;
}

static bool split(Reader *r, const char *at, const char *end) {
  const char *start = at;
  r->field.len = 0;
  r->text.len = 0;
  for (;; at++) {
    while (at < end && *at == ' ') at++;
    Field field = {.at = at, .column = (uint32_t)(at - start) + 1};
    if (at < end && *at == '"') {
      if (!take_quoted(r, &at, end, &field)) return false;
      while (at < end && *at == ' ') at++;
      if (at < end && *at != r->separator) {
        error_at(r, (uint32_t)(at - start) + 1, "text after a field in quotes");
        return false;
      }
    } else {
      const char *stop = memchr(at, r->separator, (size_t)(end - at));
      at = stop ? stop : end;
      field.len = (size_t)(at - field.at);
      field = drop_spaces(field);
    }
    vd_push(&r->field, field);
    if (at == end) break;
  }
  for (uint32_t i = 0; i < r->field.len; i++)
    if (r->field.at[i].quoted)
      r->field.at[i].at = vd_buf_text(&r->text) + (uintptr_t)r->field.at[i].at;
  return true;
}

// The next line that says something: its text without the line's end.
static bool next_line(Reader *r, const char **start, const char **stop) {
  while (r->at < r->end) {
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    *start = r->at;
    *stop = end ? end : r->end;
    r->at = end ? end + 1 : r->end;
    r->line++;
    if (*stop > *start && (*stop)[-1] == '\r') --*stop;
    const char *c = *start;
    while (c < *stop && *c == ' ') c++;
    if (c < *stop && *c != '#') return true;
  }
  return false;
}

// The first of , ; and tab that is outside of quotes.
static char separator_of(const char *at, const char *end) {
  bool quoted = false;
  for (; at < end; at++) {
    if (*at == '"') quoted = !quoted;
    if (!quoted && (*at == ',' || *at == ';' || *at == '\t')) return *at;
  }
  return ',';
}

// -------------------------------------------------------------------- head
static uint32_t find_var(const Reader *r, const char *at, size_t len) {
  const VdMachine *pou = r->file->machine;
  for (uint32_t i = 0; i < pou->vars; i++)
    if (strlen(pou->var[i].name) == len &&
        !strncasecmp(pou->var[i].name, at, len))
      return i;
  return VD_NONE;
}

static bool is_word(const Field *field, const char *word) {
  return field->len == strlen(word) &&
         !strncasecmp(field->at, word, field->len);
}

// old.x, new.x
static bool is_of_comparison(const Field *field) {
  return field->len > 4 && (!strncasecmp(field->at, "old.", 4) ||
                            !strncasecmp(field->at, "new.", 4));
}

static bool is_input(const Reader *r, uint32_t var) {
  return var < r->file->machine->vars && r->file->role[var] & VD_USE_INPUT;
}

// What a name means; VD_NONE if nothing.
static uint32_t meaning_of(const Reader *r, const Field *field) {
  size_t len = field->len;
  if (is_word(field, "time")) return TIME;
  uint32_t var = find_var(r, field->at, len);
  if (var != VD_NONE) return var;
  if (is_word(field, "fault")) return VD_TRACE_FAULT;
  if (is_of_comparison(field)) return PASSED;
  if (len > 2 && !memcmp(field->at + len - 2, "=>", 2)) {
    var = find_var(r, field->at, len - 2);
    if (is_input(r, var) && r->file->role[var] & VD_USE_OUTPUT)
      return var | AFTER;
  }
  return VD_NONE;
}

static bool is_taken(const Reader *r, uint32_t var) {
  for (uint32_t i = 0; i < r->var.len; i++)
    if (r->var.at[i] == var) return true;
  return false;
}

static void read_name(Reader *r, const Field *field) {
  const char *wrong = NULL, *name = r->file->machine->name;
  uint32_t var = field->len ? meaning_of(r, field) : PASSED;
  if (!field->len)
    error_at(r, field->column, "expected the name of a variable");
  if (var == VD_NONE)
    wrong = vd_arena_printf(&r->diags->arena, "is no variable of %s", name);
  else if (var != PASSED && is_taken(r, var))
    wrong = "is there already";
  if (wrong)
    error_at(
        r, field->column,
        vd_arena_printf(&r->diags->arena, "'%s' %s", shown(r, field), wrong));
  r->file->has_time |= var == TIME;
  vd_push(&r->var, var);
}

static uint32_t find_column(const VdCycleTrace *trace, uint32_t var,
                            bool input) {
  for (uint32_t i = 0; i < trace->column.len; i++)
    if (trace->column.at[i].var[0] == var && trace->column.at[i].input == input)
      return i;
  return VD_NONE;
}

static uint32_t target_of(Reader *r, uint32_t var) {
  VdCycleTrace *trace = r->trace;
  if (var == TIME || var == PASSED) return var;
  uint32_t column = find_column(trace, var & ~AFTER, is_input(r, var));
  if (var == VD_TRACE_FAULT) column = find_column(trace, var, false);
  if (column != VD_NONE) return column;
  if (var == VD_TRACE_FAULT)
    vd_cycle_trace_add_fault(trace, VD_TRACE_OLD);
  else
    vd_cycle_trace_add(trace, r->file->machine, var, VD_USE_STATE,
                       VD_TRACE_OLD);
  return trace->column.len - 1;
}

static void read_head(Reader *r, const char *start, const char *stop) {
  VdCycleTraceFile *file = r->file;
  r->separator = separator_of(start, stop);
  if (!split(r, start, stop)) return;
  for (uint32_t i = 0; i < r->field.len && r->errors < vd_limit->trace_errors;
       i++)
    read_name(r, &r->field.at[i]);
  if (r->errors) return;
  for (uint32_t i = 0; i < r->var.len; i++)
    if (is_input(r, r->var.at[i]))
      vd_cycle_trace_add(r->trace, file->machine, r->var.at[i], VD_USE_INPUT,
                         VD_TRACE_OLD);
  vd_cycle_trace_add_outputs(r->trace, file->machine, file->role, file->watch,
                             VD_TRACE_OLD);
  for (uint32_t i = 0; i < r->var.len; i++)
    vd_push(&r->target, target_of(r, r->var.at[i]));
}

// ------------------------------------------------------------------ cycles
static void refuse_value(Reader *r, const Field *field, const char *name,
                         const char *wrong) {
  error_at(r, field->column,
           vd_arena_printf(&r->diags->arena, "the value '%s' of %s: %s",
                           shown(r, field), name, wrong));
}

static void read_elapsed(Reader *r, const Field *field, uint32_t cycle) {
  VdValue value;
  const char *wrong = vd_elem_read_value((VdElemType){VD_ELEM_TIME, NULL},
                                         field->at, field->len, &value);
  if (!wrong && value.bits > UINT16_MAX) wrong = "expected 0ms to 65535ms";
  if (wrong)
    refuse_value(r, field, "time", wrong);
  else
    r->trace->elapsed.at[cycle] = (uint16_t)value.bits;
}

static void read_cell(Reader *r, uint32_t i, uint32_t cycle) {
  const Field *field = &r->field.at[i];
  uint32_t target = r->target.at[i];
  VdValue value;
  if (!field->len || is_word(field, "-") || target == PASSED) return;
  if (target == TIME) {
    read_elapsed(r, field, cycle);
    return;
  }
  const VdTraceColumn *column = &r->trace->column.at[target];
  const char *wrong =
      vd_elem_read_value(column->type, field->at, field->len, &value);
  if (wrong)
    refuse_value(r, field, column->name, wrong);
  else if (column->input)
    vd_cycle_trace_set(r->trace, cycle, target, value);
  else
    vd_push(&r->trace->want, (VdTraceWant){cycle, target, value.bits});
}

// What inputs are before the first cycle.
static void first_cycle(Reader *r) {
  vd_cycle_trace_cycle(r->trace, r->file->cycle);
  for (uint32_t i = 0; i < r->trace->column.len; i++) {
    const VdTraceColumn *column = &r->trace->column.at[i];
    if (column->input)
      vd_cycle_trace_set(r->trace, 0, i,
                         r->file->machine->var[column->var[0]].init);
  }
}

static void read_cycle(Reader *r, const char *start, const char *stop) {
  VdCycleTrace *trace = r->trace;
  uint32_t cycle = trace->elapsed.len;
  if (!split(r, start, stop)) return;
  if (r->field.len != r->target.len) {
    error_at(r,
             r->field.len > r->target.len ? r->field.at[r->target.len].column
                                          : (uint32_t)(stop - start) + 1,
             vd_arena_printf(&r->diags->arena,
                             "expected %u values as in the first line, found "
                             "%u",
                             r->target.len, r->field.len));
    return;
  }
  if (cycle)
    vd_cycle_trace_cycle(trace, trace->elapsed.at[cycle - 1]);
  else
    first_cycle(r);
  for (uint32_t i = 0; i < r->field.len && r->errors < vd_limit->trace_errors;
       i++)
    read_cell(r, i, cycle);
}

static void read_all(Reader *r) {
  const char *start, *stop;
  if (r->file->len >= 3 && !memcmp(r->at, "\xef\xbb\xbf", 3)) r->at += 3;
  if (!next_line(r, &start, &stop)) {
    r->line = 0;
    error_at(r, 0, "a trace needs a line with the names of inputs");
    return;
  }
  read_head(r, start, stop);
  if (r->errors) return;
  while (r->errors < vd_limit->trace_errors && next_line(r, &start, &stop))
    read_cycle(r, start, stop);
}

bool vd_cycle_trace_read(VdCycleTrace *trace, VdCycleTraceFile *file,
                         VdDiags *diags) {
  Reader r = {.trace = trace,
              .file = file,
              .diags = diags,
              .path = vd_arena_str(&diags->arena, file->path),
              .at = file->text,
              .end = file->text + file->len};
  read_all(&r);
  vd_vec_done(&r.field);
  vd_vec_done(&r.var);
  vd_vec_done(&r.target);
  vd_buf_done(&r.text);
  return !r.errors;
}
