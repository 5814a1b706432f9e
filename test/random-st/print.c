// Trees as Structured Text, with no more parentheses than are needed.
#include <inttypes.h>

#include "st.h"

// --------------------------------------------------------------- constants

const char *const class_text[] = {
    [T_BOOL] = "BOOL", [T_SINT] = "SINT", [T_INT] = "INT",   [T_UINT] = "UINT",
    [T_DINT] = "DINT", [T_BYTE] = "BYTE", [T_TIME] = "TIME", [T_REAL] = "REAL"};

void print_value(const Type *type, int64_t value, bool typed, VdBuf *out) {
  switch (type->class) {
    case T_BOOL: vd_buf_str(out, value ? "TRUE" : "FALSE"); return;
    case T_TIME: vd_buf_printf(out, "T#%" PRId64 "ms", value); return;
    case T_ENUM: vd_buf_str(out, type->enumeration->text[value]); return;
    case T_BYTE:
      vd_buf_printf(out, "%s16#%" PRIX64, typed ? "BYTE#" : "",
                    (uint64_t)value);
      return;
    default: break;
  }
  if (typed) vd_buf_printf(out, "%s#", class_text[type->class]);
  if (type->class == T_REAL)
    vd_buf_printf(out, "%.2f", (double)value / 4);
  else
    vd_buf_printf(out, "%" PRId64, value);
}

// ------------------------------------------------------------- expressions

typedef struct OpText {
  const char *text;
  int prec;  // 0: a function
} OpText;

static const OpText op_text[] = {
    [OP_OR] = {"OR", 1},    [OP_XOR] = {"XOR", 2},     [OP_AND] = {"AND", 3},
    [OP_EQ] = {"=", 4},     [OP_NE] = {"<>", 4},       [OP_LT] = {"<", 5},
    [OP_LE] = {"<=", 5},    [OP_GT] = {">", 5},        [OP_GE] = {">=", 5},
    [OP_ADD] = {"+", 6},    [OP_SUB] = {"-", 6},       [OP_MUL] = {"*", 7},
    [OP_DIV] = {"/", 7},    [OP_MOD] = {"MOD", 7},     [OP_NEG] = {"-", 9},
    [OP_NOT] = {"NOT ", 9}, [OP_ABS] = {"ABS", 0},     [OP_MIN] = {"MIN", 0},
    [OP_MAX] = {"MAX", 0},  [OP_LIMIT] = {"LIMIT", 0}, [OP_SEL] = {"SEL", 0},
    [OP_MUX] = {"MUX", 0},  [OP_SHL] = {"SHL", 0},     [OP_SHR] = {"SHR", 0},
};

static int prec_of(const Expr *e) {
  if (e->kind == E_CONST && e->value < 0 &&
      (is_int(e->type.class) || e->type.class == T_REAL))
    return 9;
  if (e->kind != E_OP || !op_text[e->op].prec) return 10;
  return op_text[e->op].prec;
}

// A literal of its own takes any type; where nothing else says which, it has
// to be written.
static bool is_bare(const Expr *e) {
  if (e->kind == E_CONST) return true;
  if (e->kind != E_OP) return false;
  for (int i = 0; i < e->kids; i++)
    if (!is_bare(e->kid[i])) return false;
  return true;
}

static bool needs_types(const Expr *e) {
  int first = e->op == OP_SEL || e->op == OP_MUX ? 1 : 0;
  for (int i = first; i < e->kids; i++)
    if (!is_bare(e->kid[i])) return false;
  return true;
}

static void put_expr(const Expr *e, bool typed, VdBuf *out);

static void put_kid(const Expr *kid, int prec, bool typed, VdBuf *out) {
  bool open = prec_of(kid) < prec;
  if (open) vd_buf_char(out, '(');
  put_expr(kid, typed, out);
  if (open) vd_buf_char(out, ')');
}

static void put_list(const Expr *e, bool typed, VdBuf *out) {
  vd_buf_char(out, '(');
  for (int i = 0; i < e->kids; i++) {
    if (i) vd_buf_str(out, ", ");
    put_expr(e->kid[i], typed, out);
  }
  vd_buf_char(out, ')');
}

static void put_op(const Expr *e, bool typed, VdBuf *out) {
  const OpText *op = &op_text[e->op];
  typed |= needs_types(e);
  if (!op->prec) {
    vd_buf_str(out, op->text);
    put_list(e, typed, out);
    return;
  }
  if (e->kids == 1) {
    vd_buf_str(out, op->text);
    put_kid(e->kid[0], 10, typed, out);
    return;
  }
  put_kid(e->kid[0], op->prec, typed, out);
  vd_buf_printf(out, " %s ", op->text);
  put_kid(e->kid[1], op->prec + 1, typed, out);
}

static void put_expr(const Expr *e, bool typed, VdBuf *out) {
  switch (e->kind) {
    case E_CONST: print_value(&e->type, e->value, typed, out); return;
    case E_VAR: vd_buf_str(out, e->var->name); return;
    case E_INDEX:
      vd_buf_printf(out, "%s[", e->var->name);
      put_expr(e->kid[0], false, out);
      vd_buf_char(out, ']');
      return;
    case E_FIELD:
      vd_buf_printf(out, "%s.%s", e->var->name,
                    e->var->type.record->text[e->field]);
      return;
    case E_MEMBER:
      vd_buf_printf(out, "%s.%s", e->var->name, e->member->name);
      return;
    case E_STEP: vd_buf_printf(out, "%s.X", e->step->name); return;
    case E_OP: put_op(e, typed, out); return;
    case E_CONVERT:
      vd_buf_printf(out, "%s_TO_%s(", class_text[e->kid[0]->type.class],
                    class_text[e->type.class]);
      put_expr(e->kid[0], true, out);
      vd_buf_char(out, ')');
      return;
    case E_CALL:
      vd_buf_str(out, e->callee->name);
      put_list(e, false, out);
      return;
  }
}

// -------------------------------------------------------------- statements

static void put_block(const Block *b, int depth, VdBuf *out);

static void indent(int depth, VdBuf *out) {
  for (int i = 0; i < depth; i++) vd_buf_str(out, "  ");
}

static void put_if(const Stmt *s, int depth, VdBuf *out) {
  for (uint32_t i = 0; i < s->arms.len; i++) {
    if (i) indent(depth, out);
    vd_buf_str(out, i ? "ELSIF " : "IF ");
    put_expr(s->arms.at[i].cond, false, out);
    vd_buf_str(out, " THEN\n");
    put_block(&s->arms.at[i].body, depth + 1, out);
  }
  if (s->has_else) {
    indent(depth, out);
    vd_buf_str(out, "ELSE\n");
    put_block(&s->orelse, depth + 1, out);
  }
  indent(depth, out);
  vd_buf_str(out, "END_IF;\n");
}

static void put_labels(const Type *type, const Arm *arm, VdBuf *out) {
  for (int i = 0; i < arm->labels; i++) {
    if (i) vd_buf_str(out, ", ");
    print_value(type, arm->low[i], false, out);
    if (arm->high[i] == arm->low[i]) continue;
    vd_buf_str(out, "..");
    print_value(type, arm->high[i], false, out);
  }
  vd_buf_str(out, ":\n");
}

static void put_case(const Stmt *s, int depth, VdBuf *out) {
  vd_buf_str(out, "CASE ");
  put_expr(s->expr, true, out);
  vd_buf_str(out, " OF\n");
  for (uint32_t i = 0; i < s->arms.len; i++) {
    indent(depth + 1, out);
    put_labels(&s->expr->type, &s->arms.at[i], out);
    put_block(&s->arms.at[i].body, depth + 2, out);
  }
  if (s->has_else) {
    indent(depth, out);
    vd_buf_str(out, "ELSE\n");
    put_block(&s->orelse, depth + 1, out);
  }
  indent(depth, out);
  vd_buf_str(out, "END_CASE;\n");
}

static void put_for(const Stmt *s, int depth, VdBuf *out) {
  vd_buf_str(out, "FOR ");
  put_expr(s->lhs, false, out);
  vd_buf_str(out, " := ");
  put_expr(s->expr, false, out);
  vd_buf_str(out, " TO ");
  put_expr(s->limit, false, out);
  if (s->step != 1) vd_buf_printf(out, " BY %" PRId64, s->step);
  vd_buf_str(out, " DO\n");
  put_block(&s->body, depth + 1, out);
  indent(depth, out);
  vd_buf_str(out, "END_FOR;\n");
}

static void put_invoke(const Stmt *s, VdBuf *out) {
  vd_buf_printf(out, "%s(", s->instance->name);
  for (uint32_t i = 0; i < s->args.len; i++) {
    const Arg *arg = &s->args.at[i];
    vd_buf_printf(out, "%s%s %s ", i ? ", " : "", arg->member->name,
                  arg->out ? "=>" : ":=");
    put_expr(arg->expr, false, out);
  }
  vd_buf_str(out, ");\n");
}

static void put_loop(const Stmt *s, int depth, VdBuf *out) {
  bool repeat = s->kind == S_REPEAT;
  vd_buf_str(out, repeat ? "REPEAT\n" : "WHILE ");
  if (!repeat) {
    put_expr(s->expr, false, out);
    vd_buf_str(out, " DO\n");
  }
  put_block(&s->body, depth + 1, out);
  indent(depth, out);
  if (repeat) {
    vd_buf_str(out, "UNTIL ");
    put_expr(s->expr, false, out);
    vd_buf_char(out, '\n');
    indent(depth, out);
  }
  vd_buf_str(out, repeat ? "END_REPEAT;\n" : "END_WHILE;\n");
}

static void put_stmt(const Stmt *s, int depth, VdBuf *out) {
  indent(depth, out);
  switch (s->kind) {
    case S_ASSIGN:
      put_expr(s->lhs, false, out);
      vd_buf_str(out, " := ");
      put_expr(s->expr, false, out);
      vd_buf_str(out, ";\n");
      return;
    case S_IF: put_if(s, depth, out); return;
    case S_CASE: put_case(s, depth, out); return;
    case S_FOR: put_for(s, depth, out); return;
    case S_WHILE:
    case S_REPEAT: put_loop(s, depth, out); return;
    case S_INVOKE: put_invoke(s, out); return;
    case S_EXIT: vd_buf_str(out, "EXIT;\n"); return;
    case S_RETURN: vd_buf_str(out, "RETURN;\n"); return;
  }
}

static void put_block(const Block *b, int depth, VdBuf *out) {
  for (uint32_t i = 0; i < b->len; i++) put_stmt(b->at[i], depth, out);
  if (b->len) return;
  indent(depth, out);
  vd_buf_str(out, ";\n");
}

// ------------------------------------------------------------ declarations

static void put_type(const Type *t, VdBuf *out) {
  if (t->count)
    vd_buf_printf(out, "ARRAY [%d..%d] OF ", t->low, t->low + t->count - 1);
  switch (t->class) {
    case T_ENUM: vd_buf_str(out, t->enumeration->name); return;
    case T_STRUCT: vd_buf_str(out, t->record->name); return;
    case T_FB: vd_buf_str(out, t->fb->name); return;
    default: vd_buf_str(out, class_text[t->class]); return;
  }
}

static void put_var(const Var *v, VdBuf *out) {
  vd_buf_printf(out, "  %s", v->name);
  if (v->at) vd_buf_printf(out, " AT %s", v->at);
  vd_buf_str(out, " : ");
  put_type(&v->type, out);
  if (v->has_init) {
    Type element = v->type;
    element.count = 0;
    vd_buf_str(out, v->type.count ? " := [" : " := ");
    for (int i = 0; i < (v->type.count ? v->type.count : 1); i++) {
      if (i) vd_buf_str(out, ", ");
      print_value(&element, v->init[i], false, out);
    }
    if (v->type.count) vd_buf_char(out, ']');
  }
  vd_buf_str(out, ";\n");
}

// The first line of a variable's section.
static const char *head_of(const Var *v) {
  static const char *const text[][2] = {
      [V_INPUT] = {"VAR_INPUT", "VAR_INPUT RETAIN"},
      [V_OUTPUT] = {"VAR_OUTPUT", "VAR_OUTPUT RETAIN"},
      [V_IN_OUT] = {"VAR_IN_OUT", "VAR_IN_OUT"},
      [V_LOCAL] = {"VAR", "VAR RETAIN"},
      [V_TEMP] = {"VAR_TEMP", "VAR_TEMP"},
      [V_CONSTANT] = {"VAR CONSTANT", "VAR CONSTANT"},
      [V_GLOBAL] = {"VAR_GLOBAL", "VAR_GLOBAL RETAIN"}};
  if (v->constant) return "VAR_GLOBAL CONSTANT";
  return text[v->at ? V_LOCAL : v->section][v->retain];
}

static void put_vars(const Vars *vars, VdBuf *out) {
  for (uint32_t i = 0; i < vars->len; i++) {
    const Var *v = vars->at[i];
    if (v->section == V_RESULT) continue;
    const Var *before = i ? vars->at[i - 1] : NULL;
    const Var *after = i + 1 < vars->len ? vars->at[i + 1] : NULL;
    bool first =
        !before || before->section == V_RESULT || head_of(before) != head_of(v);
    bool last =
        !after || after->section == V_RESULT || head_of(after) != head_of(v);
    if (first) vd_buf_printf(out, "%s\n", head_of(v));
    put_var(v, out);
    if (last) vd_buf_str(out, "END_VAR\n");
  }
}

static void put_types(const Unit *u, VdBuf *out) {
  for (uint32_t i = 0; i < u->enums.len; i++) {
    const Enum *e = u->enums.at[i];
    vd_buf_printf(out, "TYPE %s : (", e->name);
    for (int j = 0; j < e->values; j++)
      vd_buf_printf(out, "%s%s", j ? ", " : "", e->text[j]);
    vd_buf_str(out, "); END_TYPE\n");
  }
  for (uint32_t i = 0; i < u->records.len; i++) {
    const Record *r = u->records.at[i];
    vd_buf_printf(out, "TYPE %s : STRUCT\n", r->name);
    for (int j = 0; j < r->fields; j++) {
      vd_buf_printf(out, "  %s : ", r->text[j]);
      put_type(&r->field[j], out);
      vd_buf_str(out, ";\n");
    }
    vd_buf_str(out, "END_STRUCT; END_TYPE\n");
  }
}

// ----------------------------------------------------------------- network

static void put_step(const Step *s, VdBuf *out) {
  vd_buf_printf(out, "%s %s:\n", s->initial ? "INITIAL_STEP" : "STEP", s->name);
  for (uint32_t i = 0; i < s->blocks.len; i++) {
    const StepBlock *b = &s->blocks.at[i];
    vd_buf_printf(out, "  %s(%s", b->action ? b->action->name : b->var->name,
                  b->qualifier);
    if (b->time) vd_buf_printf(out, ", T#%" PRId64 "ms", b->time);
    vd_buf_str(out, ");\n");
  }
  vd_buf_str(out, "END_STEP\n");
}

static void put_steps(const Steps *steps, VdBuf *out) {
  if (steps->len > 1) vd_buf_char(out, '(');
  for (uint32_t i = 0; i < steps->len; i++)
    vd_buf_printf(out, "%s%s", i ? ", " : "", steps->at[i]->name);
  if (steps->len > 1) vd_buf_char(out, ')');
}

static void put_transition(const Transition *t, VdBuf *out) {
  vd_buf_str(out, "TRANSITION ");
  if (t->priority) vd_buf_printf(out, "(PRIORITY := %d) ", t->priority);
  vd_buf_str(out, "FROM ");
  put_steps(&t->from, out);
  vd_buf_str(out, " TO ");
  put_steps(&t->to, out);
  vd_buf_str(out, " := ");
  put_expr(t->cond, false, out);
  vd_buf_str(out, ";\nEND_TRANSITION\n");
}

static void put_network(const Pou *p, VdBuf *out) {
  for (uint32_t i = 0; i < p->steps.len; i++) put_step(p->steps.at[i], out);
  for (uint32_t i = 0; i < p->transitions.len; i++)
    put_transition(p->transitions.at[i], out);
}

static void put_actions(const Pou *p, VdBuf *out) {
  for (uint32_t i = 0; i < p->actions.len; i++) {
    vd_buf_printf(out, "ACTION %s:\n", p->actions.at[i]->name);
    put_block(&p->actions.at[i]->body, 1, out);
    vd_buf_str(out, "END_ACTION\n");
  }
}

static void put_pou(const Unit *u, const Pou *p, VdBuf *out) {
  static const char *const text[] = {[P_PROGRAM] = "PROGRAM",
                                     [P_FB] = "FUNCTION_BLOCK",
                                     [P_FUNCTION] = "FUNCTION"};
  const char *kind = text[p->kind == P_PROGRAM && u->alone ? P_FB : p->kind];
  vd_buf_printf(out, "\n%s %s", kind, p->name);
  if (p->kind == P_FUNCTION) {
    vd_buf_str(out, " : ");
    put_type(&p->type, out);
  }
  vd_buf_char(out, '\n');
  put_vars(&p->vars, out);
  if (p->steps.len)
    put_network(p, out);
  else
    put_block(&p->body, 0, out);
  put_actions(p, out);
  vd_buf_printf(out, "END_%s\n", kind);
}

void print_unit(const Unit *u, VdBuf *out) {
  put_types(u, out);
  put_vars(&u->globals, out);
  for (uint32_t i = 0; i < u->pous.len; i++) put_pou(u, u->pous.at[i], out);
  if (!u->instance) return;
  vd_buf_printf(out,
                "\nCONFIGURATION Plant\nRESOURCE Cpu ON PLC\n"
                "TASK Fast (INTERVAL := T#%dms, PRIORITY := %d);\n"
                "PROGRAM %s WITH Fast : Main;\n"
                "END_RESOURCE\nEND_CONFIGURATION\n",
                u->interval, u->priority, u->instance);
}

void print_expr(const Expr *e, VdBuf *out) {
  put_expr(e, false, out);
}

void print_block(const Block *b, VdBuf *out) {
  put_block(b, 0, out);
}
