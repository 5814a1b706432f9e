// A syntax tree as Structured Text: what tests look at. Variables that the SFC
// translation made have names that do not read back.
#ifndef ST_PRINT_H
#define ST_PRINT_H

#include "front/st/ast.h"

static void print_expr(const VdStExpr *e, VdBuf *out);
static void print_stmts(const VdStStmts *list, int depth, VdBuf *out);

static void print_time(uint64_t nanoseconds, VdBuf *out) {
  int64_t n = (int64_t)nanoseconds;
  vd_buf_printf(out, "T#%lldms", (long long)(n / 1000000));
  if (n % 1000000) vd_buf_printf(out, "%lldns", (long long)(n % 1000000));
}

static void print_literal(const VdStExpr *e, VdBuf *out) {
  if (e->prefix) vd_buf_printf(out, "%s#", e->prefix);
  switch (e->literal) {
    case VD_ST_LIT_BOOL: vd_buf_str(out, e->bits ? "TRUE" : "FALSE"); break;
    case VD_ST_LIT_REAL: vd_buf_printf(out, "%g", e->real); break;
    case VD_ST_LIT_TIME: print_time(e->bits, out); break;
    default:
      vd_buf_printf(out, "%s%llu", e->negative ? "-" : "",
                    (unsigned long long)e->bits);
  }
}

static void print_args(const VdStExpr *e, char open, char close, VdBuf *out) {
  vd_buf_char(out, open);
  for (uint32_t i = 0; i < e->arg.len; i++) {
    const VdStArg *arg = &e->arg.at[i];
    if (i) vd_buf_str(out, ", ");
    if (arg->name)
      vd_buf_printf(out, "%s %s ", arg->name, arg->output ? "=>" : ":=");
    if (arg->value) print_expr(arg->value, out);
  }
  vd_buf_char(out, close);
}

static void print_binary(const VdStExpr *e, VdBuf *out) {
  static const char *const op[] = {
      [VD_ST_OR] = "OR", [VD_ST_XOR] = "XOR", [VD_ST_AND] = "AND",
      [VD_ST_EQ] = "=",  [VD_ST_NE] = "<>",   [VD_ST_LT] = "<",
      [VD_ST_GT] = ">",  [VD_ST_LE] = "<=",   [VD_ST_GE] = ">=",
      [VD_ST_ADD] = "+", [VD_ST_SUB] = "-",   [VD_ST_MUL] = "*",
      [VD_ST_DIV] = "/", [VD_ST_MOD] = "MOD", [VD_ST_POWER] = "**"};
  vd_buf_char(out, '(');
  print_expr(e->base, out);
  vd_buf_printf(out, " %s ", op[e->op]);
  print_expr(e->right, out);
  vd_buf_char(out, ')');
}

static void print_expr(const VdStExpr *e, VdBuf *out) {
  switch (e->kind) {
    case VD_ST_LITERAL: print_literal(e, out); break;
    case VD_ST_NAME:
    case VD_ST_ADDRESS: vd_buf_str(out, e->name); break;
    case VD_ST_ENUM: vd_buf_printf(out, "%s#%s", e->prefix, e->name); break;
    case VD_ST_MEMBER:
      print_expr(e->base, out);
      vd_buf_printf(out, ".%s", e->name);
      break;
    case VD_ST_BIT:
      print_expr(e->base, out);
      vd_buf_printf(out, ".%llu", (unsigned long long)e->bits);
      break;
    case VD_ST_INDEX:
      print_expr(e->base, out);
      print_args(e, '[', ']', out);
      break;
    case VD_ST_CALL:
      print_expr(e->base, out);
      print_args(e, '(', ')', out);
      break;
    case VD_ST_UNARY:
      vd_buf_str(out, e->op == VD_ST_NOT ? "NOT " : "-");
      print_expr(e->base, out);
      break;
    case VD_ST_BINARY: print_binary(e, out); break;
    case VD_ST_ARRAY_INIT: print_args(e, '[', ']', out); break;
    case VD_ST_REPEAT_INIT:
      vd_buf_printf(out, "%llu", (unsigned long long)e->bits);
      print_args(e, '(', ')', out);
      break;
    case VD_ST_STRUCT_INIT: print_args(e, '(', ')', out); break;
  }
}

static void print_line(int depth, const char *text, VdBuf *out) {
  vd_buf_printf(out, "%*s%s", 2 * depth, "", text);
}

static void print_if(const VdStStmt *s, int depth, VdBuf *out) {
  for (uint32_t i = 0; i < s->branch.len; i++) {
    const VdStBranch *b = &s->branch.at[i];
    print_line(depth, !b->cond ? "ELSE" : i ? "ELSIF " : "IF ", out);
    if (b->cond) print_expr(b->cond, out);
    vd_buf_str(out, b->cond ? " THEN\n" : "\n");
    print_stmts(&b->body, depth + 1, out);
  }
  print_line(depth, "END_IF;\n", out);
}

static void print_stmts(const VdStStmts *list, int depth, VdBuf *out) {
  for (uint32_t i = 0; i < list->len; i++) {
    const VdStStmt *s = list->at[i];
    if (s->kind == VD_ST_IF) {
      print_if(s, depth, out);
    } else if (s->kind == VD_ST_ASSIGN) {
      print_line(depth, "", out);
      print_expr(s->target, out);
      vd_buf_str(out, " := ");
      print_expr(s->value, out);
      vd_buf_str(out, ";\n");
    } else if (s->kind == VD_ST_INVOKE) {
      print_line(depth, "", out);
      print_expr(s->value, out);
      vd_buf_str(out, ";\n");
    } else {
      print_line(depth, "...\n", out);
    }
  }
}

static void print_spec(const VdStSpec *spec, VdBuf *out) {
  switch (spec->kind) {
    case VD_ST_SPEC_NAME: vd_buf_str(out, spec->name); break;
    case VD_ST_SPEC_UNSUPPORTED:
      vd_buf_printf(out, "unsupported %s", spec->name);
      break;
    case VD_ST_SPEC_SUBRANGE:
      vd_buf_printf(out, "%s (", spec->name);
      print_expr(spec->low, out);
      vd_buf_str(out, "..");
      print_expr(spec->high, out);
      vd_buf_str(out, ")");
      break;
    case VD_ST_SPEC_ENUM:
      vd_buf_str(out, "(");
      for (uint32_t i = 0; i < spec->enumerator.len; i++) {
        vd_buf_printf(out, i ? ", %s" : "%s", spec->enumerator.at[i].name);
        if (!spec->enumerator.at[i].value) continue;
        vd_buf_str(out, " := ");
        print_expr(spec->enumerator.at[i].value, out);
      }
      vd_buf_printf(out, ")%s%s", spec->name ? " " : "",
                    spec->name ? spec->name : "");
      break;
    case VD_ST_SPEC_STRUCT:
      vd_buf_str(out, "STRUCT");
      for (uint32_t i = 0; i < spec->field.len; i++) {
        const VdStVar *f = spec->field.at[i];
        vd_buf_printf(out, " %s : ", f->name);
        print_spec(f->spec, out);
        if (f->init) vd_buf_str(out, " := ");
        if (f->init) print_expr(f->init, out);
        vd_buf_str(out, ";");
      }
      vd_buf_str(out, " END_STRUCT");
      break;
    case VD_ST_SPEC_ARRAY:
      vd_buf_str(out, "ARRAY[");
      for (uint32_t i = 0; i < spec->range.len; i++) {
        if (i) vd_buf_str(out, ", ");
        print_expr(spec->range.at[i].low, out);
        vd_buf_str(out, "..");
        print_expr(spec->range.at[i].high, out);
      }
      vd_buf_str(out, "] OF ");
      print_spec(spec->element, out);
      break;
  }
}

static void print_var(const VdStVar *var, VdBuf *out) {
  static const char *const section[] = {
      "VAR",      "VAR_INPUT",    "VAR_OUTPUT", "VAR_IN_OUT",
      "VAR_TEMP", "VAR_EXTERNAL", "VAR_GLOBAL"};
  vd_buf_printf(out, "  %s%s%s %s", section[var->section],
                var->constant ? " CONSTANT" : "", var->retain ? " RETAIN" : "",
                var->name);
  if (var->at) vd_buf_printf(out, " AT %s", var->at);
  vd_buf_str(out, " : ");
  print_spec(var->spec, out);
  if (var->init) vd_buf_str(out, " := ");
  if (var->init) print_expr(var->init, out);
  vd_buf_str(out, "\n");
}

static inline void print_pou(const VdStPou *pou, VdBuf *out) {
  static const char *const kind[] = {"PROGRAM", "FUNCTION_BLOCK", "FUNCTION"};
  vd_buf_printf(out, "%s %s", kind[pou->kind], pou->name);
  if (pou->result) vd_buf_str(out, " : ");
  if (pou->result) print_spec(pou->result, out);
  vd_buf_str(out, "\n");
  if (pou->reason)
    vd_buf_printf(out, "  unsupported at %u:%u: %s\n", pou->reason_pos.line,
                  pou->reason_pos.column, pou->reason);
  for (uint32_t i = 0; i < pou->var.len; i++) print_var(pou->var.at[i], out);
  print_stmts(&pou->body, 1, out);
  for (uint32_t i = 0; i < pou->action.len; i++) {
    vd_buf_printf(out, "  ACTION %s\n", pou->action.at[i]->name);
    print_stmts(&pou->action.at[i]->body, 2, out);
  }
}

static inline void print_unit(const VdStUnit *unit, VdBuf *out) {
  for (uint32_t i = 0; i < unit->type.len; i++) {
    vd_buf_printf(out, "TYPE %s : ", unit->type.at[i]->name);
    print_spec(unit->type.at[i]->spec, out);
    if (unit->type.at[i]->init) vd_buf_str(out, " := ");
    if (unit->type.at[i]->init) print_expr(unit->type.at[i]->init, out);
    vd_buf_str(out, "\n");
  }
  for (uint32_t i = 0; i < unit->global.len; i++)
    print_var(unit->global.at[i], out);
  for (uint32_t i = 0; i < unit->pou.len; i++) print_pou(unit->pou.at[i], out);
}

#endif
