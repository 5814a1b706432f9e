// Expressions. Precedence is that of the third edition (table 71), in which a
// minus and NOT bind stronger than **: -2 ** 2 is 4. Operators of one level
// group to the left, ** too.
#include "base/limit.h"
#include "front/st/parse_impl.h"
#include "front/st/plc.h"

typedef struct Level {
  VdStTok token;
  VdStOp op;
  int level;
} Level;
static const Level levels[] = {
    {VD_KEY_OR, VD_ST_OR, 1},    {VD_KEY_XOR, VD_ST_XOR, 2},
    {VD_KEY_AND, VD_ST_AND, 3},  {VD_TOK_AMP, VD_ST_AND, 3},
    {VD_TOK_EQ, VD_ST_EQ, 4},    {VD_TOK_NE, VD_ST_NE, 4},
    {VD_TOK_LT, VD_ST_LT, 5},    {VD_TOK_GT, VD_ST_GT, 5},
    {VD_TOK_LE, VD_ST_LE, 5},    {VD_TOK_GE, VD_ST_GE, 5},
    {VD_TOK_PLUS, VD_ST_ADD, 6}, {VD_TOK_MINUS, VD_ST_SUB, 6},
    {VD_TOK_STAR, VD_ST_MUL, 7}, {VD_TOK_SLASH, VD_ST_DIV, 7},
    {VD_KEY_MOD, VD_ST_MOD, 7},  {VD_TOK_POWER, VD_ST_POWER, 8},
};

static const Level *level_of(const VdStParser *p) {
  VdStTok kind = vd_parse_look(p, 0)->kind;
  for (size_t i = 0; i < VD_COUNT(levels); i++)
    if (levels[i].token == kind) return &levels[i];
  return NULL;
}

// ------------------------------------------------------------------- depth
static uint32_t depth_of(const VdStExpr *e) {
  return e ? e->depth : 0;
}

static uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

// Long chains of operators are deep trees; whoever walks them recurses.
static VdStExpr *measure(VdStParser *p, VdStExpr *e) {
  uint32_t depth = larger(depth_of(e->base), depth_of(e->right));
  for (uint32_t i = 0; i < e->arg.len; i++)
    depth = larger(depth, depth_of(e->arg.at[i].value));
  e->depth = depth + 1;
  if (e->depth <= vd_limit->st_depth) return e;
  const char *why = vd_arena_printf(
      p->arena, "an expression with more than %d operators in a row",
      vd_limit->st_depth);
  vd_parse_abandon(p, e->pos, why);
  return e;
}

// ---------------------------------------------------------------- literals
static const char *prefix_of(VdStParser *p, const VdStToken *token) {
  if (!token->prefix) return NULL;
  VdStToken prefix = {.text = token->prefix, .len = token->prefix_len};
  return vd_parse_text(p, &prefix);
}

static VdStExpr *parse_literal(VdStParser *p) {
  const VdStToken *token = vd_parse_look(p, 0);
  VdStExpr *e = vd_st_expr(p->arena, VD_ST_LITERAL, vd_parse_here(p));
  vd_parse_accept(p, VD_TOK_LITERAL);
  e->literal = token->literal;
  e->negative = token->negative;
  if (token->literal == VD_ST_LIT_REAL)
    e->real = token->negative ? -token->real : token->real;
  else
    e->bits = token->bits;
  e->prefix = prefix_of(p, token);
  return measure(p, e);
}

static VdStExpr *parse_enum(VdStParser *p) {
  const VdStToken *token = vd_parse_look(p, 0);
  const char *name = vd_parse_text(p, token);
  VdPos pos = vd_parse_here(p);
  const char *prefix = prefix_of(p, token);
  vd_parse_accept(p, VD_TOK_ENUM);
  bool truth = vd_st_same(name, "TRUE");
  if (vd_st_same(prefix, "BOOL") && (truth || vd_st_same(name, "FALSE"))) {
    VdStExpr *e = vd_st_bool(p->arena, pos, truth);
    e->prefix = prefix;
    return measure(p, e);
  }
  VdStExpr *e = vd_st_expr(p->arena, VD_ST_ENUM, pos);
  e->prefix = prefix;
  e->name = name;
  return measure(p, e);
}

// --------------------------------------------------------------- arguments
static void parse_output(VdStParser *p, VdStArg *arg) {
  arg->output = true;
  if (!vd_parse_is(p, VD_TOK_COMMA) && !vd_parse_is(p, VD_TOK_CLOSE))
    arg->value = vd_parse_place(p);
}

static VdStArg parse_arg(VdStParser *p) {
  VdStArg arg = {.pos = vd_parse_here(p)};
  uint32_t not = vd_parse_is(p, VD_KEY_NOT);
  VdStTok name = vd_parse_look(p, not)->kind;
  VdStTok next = vd_parse_look(p, not+1)->kind;
  if (name == VD_TOK_NAME && next == VD_TOK_GIVES) {
    arg.negated = vd_parse_accept(p, VD_KEY_NOT);
    arg.name = vd_parse_take_name(p);
    vd_parse_take(p, VD_TOK_GIVES);
    parse_output(p, &arg);
  } else if (name == VD_TOK_NAME && !not&&next == VD_TOK_BECOMES) {
    arg.name = vd_parse_take_name(p);
    vd_parse_take(p, VD_TOK_BECOMES);
    arg.value = vd_parse_expr(p);
  } else {
    arg.value = vd_parse_expr(p);
  }
  return arg;
}

static VdStExpr *parse_call(VdStParser *p, VdStExpr *callee) {
  VdStExpr *e = vd_st_expr(p->arena, VD_ST_CALL, callee->pos);
  e->base = callee;
  vd_parse_take(p, VD_TOK_OPEN);
  if (vd_parse_accept(p, VD_TOK_CLOSE)) return measure(p, e);
  do {
    vd_st_add(p->arena, &e->arg, parse_arg(p));
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, VD_TOK_CLOSE);
  return measure(p, e);
}

static VdStExpr *parse_index(VdStParser *p, VdStExpr *base) {
  VdStExpr *e = vd_st_expr(p->arena, VD_ST_INDEX, base->pos);
  e->base = base;
  vd_parse_take(p, VD_TOK_OPEN_BRACKET);
  do {
    VdStArg arg = {.pos = vd_parse_here(p)};
    arg.value = vd_parse_expr(p);
    vd_st_add(p->arena, &e->arg, arg);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, VD_TOK_CLOSE_BRACKET);
  return measure(p, e);
}

// ------------------------------------------------------------------ places
// The number of a bit: .3 or .%X3.
static VdStExpr *parse_bit(VdStParser *p, VdStExpr *base) {
  const VdStToken *token = vd_parse_look(p, 0);
  VdStExpr *e = vd_st_expr(p->arena, VD_ST_BIT, base->pos);
  e->base = base;
  if (vd_parse_is(p, VD_TOK_ADDRESS)) {
    bool bit = token->len > 2 && (token->text[1] | 32) == 'x';
    if (!bit || vd_elem_read_int(token->text + 2, token->len - 2, &e->bits))
      vd_parse_unsupported(p, vd_parse_here(p), "a part of a variable");
    vd_parse_accept(p, VD_TOK_ADDRESS);
  } else if (token->literal == VD_ST_LIT_INT && !token->prefix) {
    e->bits = token->bits;
    vd_parse_accept(p, VD_TOK_LITERAL);
  } else {
    vd_parse_error(p, "the number of a bit");
  }
  return measure(p, e);
}

static VdStExpr *parse_member(VdStParser *p, VdStExpr *base) {
  VdStTok kind = vd_parse_look(p, 0)->kind;
  if (kind == VD_TOK_ADDRESS || kind == VD_TOK_LITERAL)
    return parse_bit(p, base);
  const char *name = vd_parse_take_name(p);
  if (!name) return base;
  return measure(p, vd_st_member(p->arena, base->pos, base, name));
}

VdStExpr *vd_parse_place(VdStParser *p) {
  VdPos pos = vd_parse_here(p);
  if (vd_parse_is(p, VD_TOK_ADDRESS)) {
    VdStExpr *e = vd_st_expr(p->arena, VD_ST_ADDRESS, pos);
    e->name = vd_parse_text(p, vd_parse_look(p, 0));
    vd_parse_accept(p, VD_TOK_ADDRESS);
    vd_parse_unsupported(p, pos, "a direct address");
    return measure(p, e);
  }
  const char *name = vd_parse_take_name(p);
  if (!name) return NULL;
  VdStExpr *e = measure(p, vd_st_name(p->arena, pos, name));
  while (!p->panic) {
    if (vd_parse_accept(p, VD_TOK_DOT)) {
      e = parse_member(p, e);
    } else if (vd_parse_is(p, VD_TOK_OPEN_BRACKET)) {
      e = parse_index(p, e);
    } else if (vd_parse_is(p, VD_TOK_OPEN)) {
      e = parse_call(p, e);
    } else if (vd_parse_is(p, VD_TOK_CARET)) {
      vd_parse_unsupported(p, vd_parse_here(p), "a dereference");
      vd_parse_accept(p, VD_TOK_CARET);
    } else {
      break;
    }
  }
  return e;
}

// ------------------------------------------------------------- expressions
static VdStExpr *parse_string(VdStParser *p) {
  VdPos pos = vd_parse_here(p);
  vd_parse_unsupported(p, pos, "a string");
  vd_parse_accept(p, VD_TOK_STRING);
  return measure(p, vd_st_bool(p->arena, pos, false));
}

static VdStExpr *parse_primary(VdStParser *p) {
  VdPos pos = vd_parse_here(p);
  VdStExpr *e = NULL;
  switch (vd_parse_look(p, 0)->kind) {
    case VD_TOK_LITERAL: return parse_literal(p);
    case VD_TOK_ENUM: return parse_enum(p);
    case VD_TOK_STRING: return parse_string(p);
    case VD_KEY_TRUE:
    case VD_KEY_FALSE:
      e = vd_st_bool(p->arena, pos, vd_parse_is(p, VD_KEY_TRUE));
      vd_parse_skip(p);
      return measure(p, e);
    case VD_TOK_OPEN:
      vd_parse_accept(p, VD_TOK_OPEN);
      e = vd_parse_expr(p);
      vd_parse_take(p, VD_TOK_CLOSE);
      return e;
    case VD_TOK_NAME:
    case VD_TOK_ADDRESS: return vd_parse_place(p);
    default: vd_parse_error(p, "an expression"); return NULL;
  }
}

static bool is_plain_number(const VdStExpr *e) {
  return e->kind == VD_ST_LITERAL && !e->prefix &&
         (e->literal == VD_ST_LIT_INT || e->literal == VD_ST_LIT_REAL);
}

static VdStExpr *negate(VdStParser *p, VdPos pos, VdStExpr *e, bool literal) {
  if (literal && is_plain_number(e)) {
    e->negative = true;
    e->real = -e->real;
    e->pos = pos;
    return e;
  }
  return measure(p, vd_st_unary(p->arena, pos, VD_ST_NEG, e));
}

static VdStExpr *parse_unary(VdStParser *p);

static VdStExpr *parse_prefixed(VdStParser *p) {
  VdPos pos = vd_parse_here(p);
  bool minus = vd_parse_accept(p, VD_TOK_MINUS);
  bool plus = !minus && vd_parse_accept(p, VD_TOK_PLUS);
  if (!minus && !plus) vd_parse_accept(p, VD_KEY_NOT);
  bool literal = vd_parse_is(p, VD_TOK_LITERAL);
  VdStExpr *e = parse_unary(p);
  if (!e || plus) return e;
  if (minus) return negate(p, pos, e, literal);
  return measure(p, vd_st_unary(p->arena, pos, VD_ST_NOT, e));
}

static VdStExpr *parse_unary(VdStParser *p) {
  if (!vd_parse_enter(p)) return NULL;
  VdStTok kind = vd_parse_look(p, 0)->kind;
  VdStExpr *e;
  if (kind == VD_TOK_MINUS || kind == VD_TOK_PLUS || kind == VD_KEY_NOT)
    e = parse_prefixed(p);
  else
    e = parse_primary(p);
  vd_parse_leave(p);
  return e;
}

static bool at_other_operator(const VdStParser *p) {
  return vd_parse_is_word(p, 0, "AND_THEN") ||
         vd_parse_is_word(p, 0, "OR_ELSE");
}

static VdStExpr *parse_level(VdStParser *p, int least) {
  VdStExpr *left = parse_unary(p);
  while (left && !p->panic) {
    if (at_other_operator(p)) {
      vd_parse_unsupported(p, vd_parse_here(p), "AND_THEN or OR_ELSE");
      vd_parse_accept(p, VD_TOK_NAME);
      parse_unary(p);
      continue;
    }
    const Level *level = level_of(p);
    if (!level || level->level < least) break;
    VdPos pos = vd_parse_here(p);
    vd_parse_accept(p, level->token);
    VdStExpr *right = parse_level(p, level->level + 1);
    if (!right) break;
    left = measure(p, vd_st_binary(p->arena, pos, level->op, left, right));
  }
  return left;
}

VdStExpr *vd_parse_expr(VdStParser *p) {
  if (!vd_parse_enter(p)) return NULL;
  VdStExpr *e = parse_level(p, 1);
  vd_parse_leave(p);
  return e;
}
