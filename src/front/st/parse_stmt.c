// Statements to the syntax tree.
#include "front/st/parse_impl.h"

// Where a list of statements ends.
static bool at_end(const VdStParser *p) {
  switch (vd_parse_look(p, 0)->kind) {
    case VD_TOK_END:
    case VD_KEY_ELSE:
    case VD_KEY_ELSIF:
    case VD_KEY_UNTIL:
    case VD_KEY_END_ACTION:
    case VD_KEY_END_CASE:
    case VD_KEY_END_FOR:
    case VD_KEY_END_FUNCTION:
    case VD_KEY_END_FUNCTION_BLOCK:
    case VD_KEY_END_IF:
    case VD_KEY_END_PROGRAM:
    case VD_KEY_END_REPEAT:
    case VD_KEY_END_STEP:
    case VD_KEY_END_TRANSITION:
    case VD_KEY_END_WHILE:
    case VD_KEY_FUNCTION:
    case VD_KEY_FUNCTION_BLOCK:
    case VD_KEY_PROGRAM:
    case VD_KEY_TYPE:
    case VD_KEY_CONFIGURATION: return true;
    default:
      return vd_parse_at_vars(p) || vd_parse_at_sfc(p) || vd_parse_at_method(p);
  }
}

// After an error: to the next statement, or to the end of the list.
static void sync(VdStParser *p) {
  static const VdStTok stop[] = {
      VD_KEY_ELSE,
      VD_KEY_ELSIF,
      VD_KEY_UNTIL,
      VD_KEY_END_ACTION,
      VD_KEY_END_CASE,
      VD_KEY_END_FOR,
      VD_KEY_END_FUNCTION,
      VD_KEY_END_FUNCTION_BLOCK,
      VD_KEY_END_IF,
      VD_KEY_END_PROGRAM,
      VD_KEY_END_REPEAT,
      VD_KEY_END_STEP,
      VD_KEY_END_TRANSITION,
      VD_KEY_END_WHILE,
      VD_KEY_IF,
      VD_KEY_CASE,
      VD_KEY_FOR,
      VD_KEY_WHILE,
      VD_KEY_REPEAT,
      VD_KEY_FUNCTION,
      VD_KEY_FUNCTION_BLOCK,
      VD_KEY_PROGRAM,
  };
  vd_parse_sync(p, stop, VD_COUNT(stop));
}

// ---------------------------------------------------------------------- IF
static VdStBranch parse_condition(VdStParser *p) {
  VdStBranch branch = {.pos = vd_parse_here(p)};
  branch.cond = vd_parse_expr(p);
  vd_parse_take(p, VD_KEY_THEN);
  sync(p);
  vd_parse_stmts(p, &branch.body);
  return branch;
}

static void parse_if(VdStParser *p, VdStStmt *s) {
  vd_parse_take(p, VD_KEY_IF);
  do {
    vd_st_add(p->arena, &s->branch, parse_condition(p));
  } while (vd_parse_accept(p, VD_KEY_ELSIF));
  if (vd_parse_is(p, VD_KEY_ELSE)) {
    VdStBranch branch = {.pos = vd_parse_here(p)};
    vd_parse_accept(p, VD_KEY_ELSE);
    vd_parse_stmts(p, &branch.body);
    vd_st_add(p->arena, &s->branch, branch);
  }
  vd_parse_take(p, VD_KEY_END_IF);
}

// -------------------------------------------------------------------- CASE
static bool is_label_end(VdStTok kind) {
  return kind == VD_TOK_COLON || kind == VD_TOK_COMMA || kind == VD_TOK_RANGE;
}

// A label and not a statement: a value, or a name with a ':', ',' or '..'.
static bool at_label(const VdStParser *p) {
  switch (vd_parse_look(p, 0)->kind) {
    case VD_TOK_LITERAL:
    case VD_TOK_ENUM:
    case VD_TOK_MINUS:
    case VD_TOK_OPEN:
    case VD_TOK_STRING:
    case VD_KEY_TRUE:
    case VD_KEY_FALSE: return true;
    case VD_TOK_NAME: break;
    default: return false;
  }
  uint32_t after = 1;
  while (vd_parse_look(p, after)->kind == VD_TOK_DOT &&
         vd_parse_look(p, after + 1)->kind == VD_TOK_NAME)
    after += 2;
  return is_label_end(vd_parse_look(p, after)->kind);
}

static VdStBranch parse_case_branch(VdStParser *p) {
  VdStBranch branch = {.pos = vd_parse_here(p)};
  do {
    VdStLabel label = {.low = vd_parse_expr(p)};
    if (vd_parse_accept(p, VD_TOK_RANGE)) label.high = vd_parse_expr(p);
    vd_st_add(p->arena, &branch.label, label);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, VD_TOK_COLON);
  sync(p);
  return branch;
}

static void parse_stmt(VdStParser *p, VdStStmts *out);

static void parse_case(VdStParser *p, VdStStmt *s) {
  vd_parse_take(p, VD_KEY_CASE);
  s->value = vd_parse_expr(p);
  vd_parse_take(p, VD_KEY_OF);
  sync(p);
  while (!p->panic && !at_end(p)) {
    if (!at_label(p)) {
      vd_parse_error(p, "a label of CASE");
      sync(p);
      continue;
    }
    VdStBranch branch = parse_case_branch(p);
    while (!p->panic && !at_end(p) && !at_label(p)) parse_stmt(p, &branch.body);
    vd_st_add(p->arena, &s->branch, branch);
  }
  if (vd_parse_is(p, VD_KEY_ELSE)) {
    VdStBranch branch = {.pos = vd_parse_here(p)};
    vd_parse_accept(p, VD_KEY_ELSE);
    vd_parse_accept(p, VD_TOK_COLON);
    vd_parse_stmts(p, &branch.body);
    vd_st_add(p->arena, &s->branch, branch);
  }
  vd_parse_take(p, VD_KEY_END_CASE);
}

// ------------------------------------------------------------------- loops
static void parse_for(VdStParser *p, VdStStmt *s) {
  vd_parse_take(p, VD_KEY_FOR);
  s->target = vd_parse_place(p);
  vd_parse_take(p, VD_TOK_BECOMES);
  s->value = vd_parse_expr(p);
  vd_parse_take(p, VD_KEY_TO);
  s->limit = vd_parse_expr(p);
  if (vd_parse_accept(p, VD_KEY_BY)) s->by = vd_parse_expr(p);
  vd_parse_take(p, VD_KEY_DO);
  sync(p);
  vd_parse_stmts(p, &s->body);
  vd_parse_take(p, VD_KEY_END_FOR);
}

static void parse_while(VdStParser *p, VdStStmt *s) {
  vd_parse_take(p, VD_KEY_WHILE);
  s->value = vd_parse_expr(p);
  vd_parse_take(p, VD_KEY_DO);
  sync(p);
  vd_parse_stmts(p, &s->body);
  vd_parse_take(p, VD_KEY_END_WHILE);
}

static void parse_repeat(VdStParser *p, VdStStmt *s) {
  vd_parse_take(p, VD_KEY_REPEAT);
  vd_parse_stmts(p, &s->body);
  vd_parse_take(p, VD_KEY_UNTIL);
  s->value = vd_parse_expr(p);
  vd_parse_accept(p, VD_TOK_SEMICOLON);
  vd_parse_take(p, VD_KEY_END_REPEAT);
}

// -------------------------------------------------------------- statements
static bool at_special_assignment(const VdStParser *p) {
  return vd_parse_look(p, 1)->kind == VD_TOK_EQ &&
         (vd_parse_is_word(p, 0, "S") || vd_parse_is_word(p, 0, "R") ||
          vd_parse_is_word(p, 0, "REF"));
}

// CODESYS: S= R= REF=, a := b := c.
static void parse_special(VdStParser *p) {
  vd_parse_unsupported(p, vd_parse_here(p),
                       "an assignment other than variable := expression");
  while (vd_parse_accept(p, VD_TOK_NAME) || vd_parse_accept(p, VD_TOK_EQ) ||
         vd_parse_accept(p, VD_TOK_BECOMES))
    continue;
  if (!vd_parse_is(p, VD_TOK_SEMICOLON)) vd_parse_expr(p);
}

static VdStStmt *parse_assign(VdStParser *p) {
  VdStStmt *s = vd_st_stmt(p->arena, VD_ST_ASSIGN, vd_parse_here(p));
  VdStExpr *place = vd_parse_place(p);
  if (!place) return NULL;
  if (at_special_assignment(p)) {
    parse_special(p);
    return NULL;
  }
  if (place->kind == VD_ST_CALL) {
    s->kind = VD_ST_INVOKE;
    s->value = place;
    return s;
  }
  if (!vd_parse_take(p, VD_TOK_BECOMES)) return NULL;
  s->target = place;
  s->value = vd_parse_expr(p);
  if (vd_parse_is(p, VD_TOK_BECOMES)) parse_special(p);
  return s->value ? s : NULL;
}

// JMP and labels, and words of object orientation.
static bool skip_unsupported(VdStParser *p) {
  const char *what = NULL;
  VdStTok next = vd_parse_look(p, 1)->kind;
  if (vd_parse_is_word(p, 0, "JMP") && next == VD_TOK_NAME) what = "JMP";
  if (vd_parse_is(p, VD_TOK_NAME) && next == VD_TOK_COLON) what = "a label";
  if (vd_parse_is_word(p, 0, "SUPER")) what = "SUPER";
  if (vd_parse_is_word(p, 0, "THIS")) what = "THIS";
  if (!what) return false;
  vd_parse_unsupported(p, vd_parse_here(p), what);
  bool label = next == VD_TOK_COLON;
  while (!vd_parse_is(p, VD_TOK_SEMICOLON) && !vd_parse_is(p, VD_TOK_END)) {
    bool colon = vd_parse_is(p, VD_TOK_COLON);
    vd_parse_skip(p);
    if (label && colon) return true;
  }
  vd_parse_accept(p, VD_TOK_SEMICOLON);
  return true;
}

static VdStStmt *parse_word(VdStParser *p, VdStTok word, VdStStmtKind kind,
                            void (*rest)(VdStParser *, VdStStmt *)) {
  VdStStmt *s = vd_st_stmt(p->arena, kind, vd_parse_here(p));
  if (rest)
    rest(p, s);
  else
    vd_parse_take(p, word);
  return s;
}

static VdStStmt *parse_one(VdStParser *p, bool *closed) {
  VdStTok kind = vd_parse_look(p, 0)->kind;
  *closed = true;
  switch (kind) {
    case VD_KEY_IF: return parse_word(p, kind, VD_ST_IF, parse_if);
    case VD_KEY_CASE: return parse_word(p, kind, VD_ST_CASE, parse_case);
    case VD_KEY_FOR: return parse_word(p, kind, VD_ST_FOR, parse_for);
    case VD_KEY_WHILE: return parse_word(p, kind, VD_ST_WHILE, parse_while);
    case VD_KEY_REPEAT: return parse_word(p, kind, VD_ST_REPEAT, parse_repeat);
    default: break;
  }
  *closed = false;
  switch (kind) {
    case VD_KEY_EXIT: return parse_word(p, kind, VD_ST_EXIT, NULL);
    case VD_KEY_CONTINUE: return parse_word(p, kind, VD_ST_CONTINUE, NULL);
    case VD_KEY_RETURN: return parse_word(p, kind, VD_ST_RETURN, NULL);
    case VD_TOK_NAME:
    case VD_TOK_ADDRESS: return parse_assign(p);
    default: vd_parse_error(p, "a statement"); return NULL;
  }
}

static void parse_stmt(VdStParser *p, VdStStmts *out) {
  if (vd_parse_accept(p, VD_TOK_SEMICOLON) || skip_unsupported(p)) return;
  if (!vd_parse_enter(p)) return;
  uint32_t start = p->at;
  bool closed;
  VdStStmt *s = parse_one(p, &closed);
  if (s && !p->panic) vd_st_add(p->arena, out, s);
  // Many leave out the ';' after END_IF and the like.
  if (!closed)
    vd_parse_take(p, VD_TOK_SEMICOLON);
  else
    vd_parse_accept(p, VD_TOK_SEMICOLON);
  vd_parse_leave(p);
  // Where nothing was taken, the word that stopped us is not one to go on from.
  if (p->panic && p->at == start && !vd_parse_is(p, VD_TOK_END)) p->at++;
  sync(p);
}

void vd_parse_stmts(VdStParser *p, VdStStmts *out) {
  while (!p->panic && !at_end(p)) parse_stmt(p, out);
}
