// Trees as C.
#include <inttypes.h>

#include "prog.h"

const char *type_text(Scalar t) {
  static const char *const text[] = {
      "void",  "_Bool",          "signed char", "unsigned char",
      "short", "unsigned short", "int",         "unsigned",
      "long",  "unsigned long",  "float",       "double"};
  return text[t];
}

static const char *op_text(Op op) {
  static const char *const text[] = {
      "",  "+",  "-", "*",  "/",  "%",  "<<", ">>", "&", "|", "^",
      "<", "<=", ">", ">=", "==", "!=", "&&", "||", "-", "~", "!"};
  return text[op];
}

// ------------------------------------------------------------- expressions

static void print_const(Scalar type, uint64_t bits, VdBuf *out) {
  switch (type) {
    case T_F32: vd_buf_printf(out, "(%af)", float_of(type, bits)); break;
    case T_F64: vd_buf_printf(out, "(%a)", float_of(type, bits)); break;
    case T_U32: vd_buf_printf(out, "%uu", (uint32_t)bits); break;
    case T_U64: vd_buf_printf(out, "%" PRIu64 "ul", bits); break;
    case T_I64:
      if (bits == (uint64_t)INT64_MIN) {
        vd_buf_str(out, "(-9223372036854775807l - 1)");
      } else {
        vd_buf_printf(out,
                      (int64_t)bits < 0 ? "(%" PRId64 "l)" : "%" PRId64 "l",
                      (int64_t)bits);
      }
      break;
    default: {
      int32_t x = (int32_t)(uint32_t)bits;
      if (x == INT32_MIN) {
        vd_buf_str(out, "(-2147483647 - 1)");
      } else {
        vd_buf_printf(out, x < 0 ? "(%d)" : "%d", x);
      }
    }
  }
}

static void print_index(const Expr *e, VdBuf *out) {
  const Var *v = e->var;
  const Expr *i = e->kid[0];
  unsigned mask = (unsigned)v->count - 1;
  if (v->count == 1) {
    vd_buf_printf(out, "*%s", v->name);
  } else if (e->open) {
    vd_buf_printf(out, "%s[", v->name);
    print_expr(i, out);
    vd_buf_str(out, "]");
  } else if (i->kind == E_CONST) {
    vd_buf_printf(out, "%s[%u]", v->name, (unsigned)i->bits & mask);
  } else {
    vd_buf_printf(out, "%s[", v->name);
    print_expr(i, out);
    vd_buf_printf(out, " & %u]", mask);
  }
}

static void print_call(const Expr *e, VdBuf *out) {
  vd_buf_printf(out, "%s(", e->callee->name);
  for (int i = 0; i < e->kids; i++) {
    if (i) vd_buf_str(out, ", ");
    print_expr(e->kid[i], out);
  }
  vd_buf_str(out, ")");
}

// As what the callee's parameter wants; `open` asks for an address.
static void print_pass(const Expr *e, VdBuf *out) {
  vd_buf_printf(out, "%s%s", e->open ? "&" : "", e->var->name);
}

static const char *const literal[] = {"abc", "0%z", "\\x80Z\\xff", "a\\nb"};

void print_expr(const Expr *e, VdBuf *out) {
  switch (e->kind) {
    case E_CONST: print_const(e->type, e->bits, out); return;
    case E_VAR: vd_buf_str(out, e->var->name); return;
    case E_INDEX:
      if (e->var->count == 1) vd_buf_char(out, '(');
      print_index(e, out);
      if (e->var->count == 1) vd_buf_char(out, ')');
      return;
    case E_FIELD:
      vd_buf_printf(out, "%s%s%c", e->var->name, e->var->pointer ? "->" : ".",
                    'a' + e->field);
      return;
    case E_CALL: print_call(e, out); return;
    case E_PASS: print_pass(e, out); return;
    case E_NULL: vd_buf_printf(out, "!%s", e->var->name); return;
    case E_CHAR:
      vd_buf_printf(out, "\"%s\"[", literal[e->bits % VD_COUNT(literal)]);
      print_expr(e->kid[0], out);
      vd_buf_str(out, " & 3]");
      return;
    case E_UNARY:
      vd_buf_printf(out, "(%s", op_text(e->op));
      print_expr(e->kid[0], out);
      break;
    case E_BINARY:
      vd_buf_char(out, '(');
      print_expr(e->kid[0], out);
      vd_buf_printf(out, " %s ", op_text(e->op));
      print_expr(e->kid[1], out);
      break;
    case E_COND:
      vd_buf_char(out, '(');
      print_expr(e->kid[0], out);
      vd_buf_str(out, " ? ");
      print_expr(e->kid[1], out);
      vd_buf_str(out, " : ");
      print_expr(e->kid[2], out);
      break;
    case E_CAST:
      vd_buf_printf(out, "((%s)", type_text(e->type));
      print_expr(e->kid[0], out);
      break;
  }
  vd_buf_char(out, ')');
}

// -------------------------------------------------------------- statements

static void indent(int depth, VdBuf *out) {
  vd_buf_printf(out, "%*s", depth * 2, "");
}

static void print_var(const Var *v, const char *prefix, VdBuf *out) {
  if (v->constant) vd_buf_str(out, "const ");
  if (v->record == NO_RECORD) {
    vd_buf_str(out, type_text(v->type));
  } else {
    vd_buf_printf(out, "struct S%d", v->record);
  }
  vd_buf_printf(out, " %s%s%s", v->pointer ? "*" : "", prefix, v->name);
  if (v->count && !v->pointer) vd_buf_printf(out, "[%d]", v->count);
}

static void print_stmt(const Kit *k, const Stmt *s, int depth, VdBuf *out);

static void print_block(const Kit *k, const Block *b, int depth, VdBuf *out) {
  for (uint32_t i = 0; i < b->len; i++) print_stmt(k, b->at[i], depth, out);
}

static void print_braced(const Kit *k, const Block *b, int depth, VdBuf *out) {
  vd_buf_str(out, " {\n");
  print_block(k, b, depth + 1, out);
  indent(depth, out);
  vd_buf_str(out, "}");
}

static void print_init(const Kit *k, const Var *v, VdBuf *out) {
  vd_buf_str(out, " = {");
  int n = v->record != NO_RECORD ? k->record[v->record].fields
          : v->count             ? v->count
                                 : 1;
  for (int i = 0; i < n; i++) {
    Scalar t = v->record != NO_RECORD ? k->record[v->record].field[i] : v->type;
    if (i) vd_buf_str(out, ", ");
    print_const(is_float(t) ? t : T_I32, v->init[i], out);
  }
  vd_buf_str(out, "}");
}

static void print_decl(const Kit *k, const Stmt *s, int depth, VdBuf *out) {
  if (s->var->place == P_STATIC) {
    vd_buf_str(out, "static ");
    print_var(s->var, "", out);
    print_init(k, s->var, out);
    vd_buf_str(out, ";\n");
    return;
  }
  print_var(s->var, "", out);
  if (s->list.len) {
    vd_buf_str(out, " = {");
    for (uint32_t i = 0; i < s->list.len; i++) {
      if (i) vd_buf_str(out, ", ");
      print_expr(s->list.at[i], out);
    }
    vd_buf_str(out, "};\n");
    return;
  }
  if (s->split) {
    vd_buf_str(out, ";\n");
    indent(depth, out);
    vd_buf_str(out, s->var->name);
  }
  if (s->src) {
    vd_buf_printf(out, " = %s%s", s->src->pointer ? "*" : "", s->src->name);
  } else {
    vd_buf_str(out, " = ");
    print_expr(s->expr, out);
  }
  vd_buf_str(out, ";\n");
}

static void print_lhs(const Expr *e, VdBuf *out) {
  if (e->kind == E_INDEX) {
    print_index(e, out);
  } else {
    print_expr(e, out);
  }
}

// Without the semicolon.
static void print_assign(const Stmt *s, VdBuf *out) {
  print_lhs(s->lhs, out);
  bool simple = s->lhs->kind == E_VAR;
  if (s->bump && simple && (s->op == OP_ADD || s->op == OP_SUB) &&
      s->expr->kind == E_CONST && !is_float(s->expr->type) &&
      s->expr->bits == 1) {
    vd_buf_str(out, s->op == OP_ADD ? "++" : "--");
    return;
  }
  vd_buf_printf(out, " %s= ", op_text(s->op));
  print_expr(s->expr, out);
}

static void print_switch(const Kit *k, const Stmt *s, int depth, VdBuf *out) {
  vd_buf_str(out, "switch (");
  print_expr(s->expr, out);
  vd_buf_str(out, ") {\n");
  for (uint32_t i = 0; i < s->cases.len; i++) {
    const Case *c = &s->cases.at[i];
    for (int j = 0; j < c->consts; j++) {
      indent(depth + 1, out);
      vd_buf_printf(out, "case %" PRId64 ":\n", c->value[j]);
    }
    indent(depth + 1, out);
    vd_buf_str(out, c->otherwise ? "default: {\n" : "{\n");
    print_block(k, &c->body, depth + 2, out);
    indent(depth + 2, out);
    vd_buf_str(out, c->falls ? ";\n" : "break;\n");
    indent(depth + 1, out);
    vd_buf_str(out, "}\n");
  }
  indent(depth, out);
  vd_buf_str(out, "}\n");
}

static void print_if(const Kit *k, const Stmt *s, int depth, VdBuf *out) {
  vd_buf_str(out, "if (");
  print_expr(s->expr, out);
  vd_buf_str(out, ")");
  print_braced(k, &s->body, depth, out);
  if (s->has_else) {
    vd_buf_str(out, " else");
    print_braced(k, &s->orelse, depth, out);
  }
  vd_buf_str(out, "\n");
}

static void print_for(const Kit *k, const Stmt *s, int depth, VdBuf *out) {
  vd_buf_str(out, "for (");
  if (s->first) print_assign(s->first, out);
  vd_buf_str(out, "; ");
  if (s->expr) print_expr(s->expr, out);
  vd_buf_str(out, "; ");
  if (s->step) print_assign(s->step, out);
  vd_buf_str(out, ")");
  print_braced(k, &s->body, depth, out);
  vd_buf_str(out, "\n");
}

static void print_return(const Stmt *s, VdBuf *out) {
  vd_buf_str(out, "return");
  if (s->expr) {
    vd_buf_char(out, ' ');
    print_expr(s->expr, out);
  } else if (s->var) {
    vd_buf_printf(out, " %s%s", s->var->pointer ? "*" : "", s->var->name);
  }
  vd_buf_str(out, ";\n");
}

static const char *star(const Var *v) {
  return v->pointer ? "*" : "";
}

static void print_stmt(const Kit *k, const Stmt *s, int depth, VdBuf *out) {
  indent(s->kind == S_LABEL ? 0 : depth, out);
  switch (s->kind) {
    case S_DECL: print_decl(k, s, depth, out); break;
    case S_POINT:
      print_var(s->var, "", out);
      vd_buf_printf(out, " = %s%s;\n",
                    s->src->count || s->src->pointer ? "" : "&", s->src->name);
      break;
    case S_ASSIGN:
      print_assign(s, out);
      vd_buf_str(out, ";\n");
      break;
    case S_CALL:
      if (s->lhs) {
        print_lhs(s->lhs, out);
        vd_buf_str(out, " = ");
      }
      print_expr(s->expr, out);
      vd_buf_str(out, ";\n");
      break;
    case S_IF: print_if(k, s, depth, out); break;
    case S_WHILE:
      vd_buf_str(out, "while (");
      print_expr(s->expr, out);
      vd_buf_str(out, ")");
      print_braced(k, &s->body, depth, out);
      vd_buf_str(out, "\n");
      break;
    case S_DO:
      vd_buf_str(out, "do");
      print_braced(k, &s->body, depth, out);
      vd_buf_str(out, " while (");
      print_expr(s->expr, out);
      vd_buf_str(out, ");\n");
      break;
    case S_FOR: print_for(k, s, depth, out); break;
    case S_SWITCH: print_switch(k, s, depth, out); break;
    case S_BREAK: vd_buf_str(out, "break;\n"); break;
    case S_CONTINUE: vd_buf_str(out, "continue;\n"); break;
    case S_RETURN: print_return(s, out); break;
    case S_GOTO: vd_buf_printf(out, "goto l%d;\n", s->label); break;
    case S_LABEL: vd_buf_printf(out, "l%d:;\n", s->label); break;
    case S_COPY:
      vd_buf_printf(out, "memcpy(%s, %s, %d * sizeof *%s);\n", s->var->name,
                    s->src->name, s->var->count, s->var->name);
      break;
    case S_FILL:
      vd_buf_printf(out, "memset(%s, %d, %d * sizeof *%s);\n", s->var->name,
                    s->label, s->var->count, s->var->name);
      break;
    case S_MOVE:
      vd_buf_printf(out, "%s%s = %s%s;\n", star(s->var), s->var->name,
                    star(s->src), s->src->name);
      break;
    case S_BLOCK:
      vd_buf_str(out, "{\n");
      print_block(k, &s->body, depth + 1, out);
      indent(depth, out);
      vd_buf_str(out, "}\n");
      break;
  }
}

// --------------------------------------------------------------- functions

void print_signature(const Kit *k, const Func *f, const char *prefix,
                     VdBuf *out) {
  (void)k;
  if (f->record != NO_RECORD) {
    vd_buf_printf(out, "struct S%d %s%s(", f->record, prefix, f->name);
  } else {
    vd_buf_printf(out, "%s %s%s(", type_text(f->type), prefix, f->name);
  }
  for (uint32_t i = 0; i < f->param.len; i++) {
    if (i) vd_buf_str(out, ", ");
    print_var(f->param.at[i], "", out);
  }
  vd_buf_str(out, f->param.len ? ")" : "void)");
}

void print_unit(const Kit *k, const Unit *unit, VdBuf *out) {
  for (uint32_t i = 0; i < unit->global.len; i++) {
    const Var *v = unit->global.at[i];
    if (v->place == P_FILE_STATIC) vd_buf_str(out, "static ");
    print_var(v, "", out);
    print_init(k, v, out);
    vd_buf_str(out, ";\n");
  }
  for (uint32_t i = 0; i < unit->func.len; i++) {
    const Func *f = unit->func.at[i];
    vd_buf_str(out, f->is_static ? "\nstatic " : "\n");
    print_signature(k, f, "", out);
    vd_buf_str(out, " {\n");
    print_block(k, &f->body, 1, out);
    vd_buf_str(out, "}\n");
  }
  vd_buf_char(out, '\n');
}

void print_head(const Kit *k, VdBuf *out) {
  vd_buf_str(out, "#include <string.h>\n\n");
  for (int i = 0; i < RECORDS; i++) {
    vd_buf_printf(out, "struct S%d {\n", i);
    for (int f = 0; f < k->record[i].fields; f++)
      vd_buf_printf(out, "  %s %c;\n", type_text(k->record[i].field[f]),
                    'a' + f);
    vd_buf_str(out, "};\n");
  }
  for (int i = 0; i < EXTERNS; i++) {
    print_signature(k, k->external[i], "", out);
    vd_buf_str(out, ";\n");
  }
  vd_buf_char(out, '\n');
}
