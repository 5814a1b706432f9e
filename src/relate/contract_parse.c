// The grammar of contracts. After an error the rest of its clause is skipped,
// so that one file gives all its messages at once.
//
//   file   = { "compare" name [ "as" name ] block }
//   block  = "{" { clause | "frame" name [ "as" name ] block } "}"
//   clause = ( "assume" | "relate" | "ensure" ) expression ";"
//          | "ensure" ( "outputs" | "default" ) ";"
#include <strings.h>

#include "base/limit.h"
#include "relate/contract_impl.h"

typedef struct Parser {
  VdContractLexer lexer;
  VdContractToken token;  // the next one
  const char *last;       // where the one before it ended
  VdTrouble *trouble;
  VdArena *arena;
  const char *path;
  uint32_t depth;
  bool panic;
} Parser;

typedef struct Level {
  const char *text;
  VdContractOp op;
  int level;
  enum { LEFT, RIGHT, NONE } group;
} Level;
static const Level levels[] = {
#define OP(name, text, level, group) {text, VD_CO_##name, level, group},
#include "relate/contract_op.def"
#undef OP
};

const char *vd_contract_op_text(VdContractOp op) {
  for (uint32_t i = 0; i < VD_COUNT(levels); i++)
    if (levels[i].op == op) return levels[i].text;
  return op == VD_CO_NOT ? "!" : op == VD_CO_FLIP ? "~" : "-";
}

// ------------------------------------------------------------------ tokens
static void next(Parser *p) {
  if (p->token.text) p->last = p->token.text + p->token.len;
  p->token = vd_contract_lex(&p->lexer);
}

static bool is_text(const VdContractToken *t, const char *text) {
  return t->len == strlen(text) && !memcmp(t->text, text, t->len);
}

static bool is_sign(const Parser *p, const char *text) {
  return p->token.kind == VD_CT_SIGN && is_text(&p->token, text);
}

static bool is_word(const Parser *p, const char *text) {
  return p->token.kind == VD_CT_NAME && is_text(&p->token, text);
}

static VdPos here(const Parser *p) {
  return (VdPos){p->path, p->token.line, p->token.column};
}

// The operators of Structured Text, which do not exist here.
static const char *meant(const VdContractToken *t) {
  static const char *const words[][2] = {
      {"AND", "&&"}, {"OR", "||"}, {"NOT", "!"}, {"MOD", "%"}, {"XOR", "!="}};
  for (uint32_t i = 0; i < VD_COUNT(words); i++)
    if (t->kind == VD_CT_NAME && strlen(words[i][0]) == t->len &&
        !strncasecmp(words[i][0], t->text, t->len))
      return words[i][1];
  return NULL;
}

static void fail(Parser *p, const char *expected) {
  const VdContractToken *t = &p->token;
  if (!p->panic && t->kind != VD_CT_WRONG) {
    const char *sign = meant(t);
    VdExcerpt found = vd_excerpt_of(t->text, t->len);
    vd_trouble(p->trouble, VD_ERROR, t->line, t->column,
               "found %s, expected %s%s%s",
               t->kind == VD_CT_END ? "the end of the file" : found.text,
               expected, sign ? "; write " : "", sign ? sign : "");
  }
  p->panic = true;
}

static void fail_at(Parser *p, VdPos pos, const char *fmt, ...) VD_PRINTF(3, 4);
static void fail_at(Parser *p, VdPos pos, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (!p->panic)
    vd_vtrouble(p->trouble, VD_ERROR, pos.line, pos.column, fmt, args);
  va_end(args);
  p->panic = true;
}

static bool accept(Parser *p, const char *sign) {
  if (p->panic || !is_sign(p, sign)) return false;
  next(p);
  return true;
}

static bool take(Parser *p, const char *sign) {
  if (p->panic || accept(p, sign)) return !p->panic;
  char expected[8];
  snprintf(expected, sizeof expected, "\"%s\"", sign);
  fail(p, expected);
  return false;
}

// ------------------------------------------------------------------- names
static bool add_name(Parser *p, VdBuf *out) {
  if (p->panic || p->token.kind != VD_CT_NAME) {
    fail(p, "a name");
    return false;
  }
  vd_buf_add(out, p->token.text, p->token.len);
  next(p);
  return true;
}

static void add_index(Parser *p, VdBuf *out) {
  vd_buf_char(out, '[');
  do {
    if (vd_buf_text(out)[out->len - 1] != '[') vd_buf_char(out, ',');
    if (accept(p, "-")) vd_buf_char(out, '-');
    if (p->panic || p->token.kind != VD_CT_INT) {
      fail(p, "a number: an index is a constant");
      return;
    }
    vd_buf_printf(out, "%llu", (unsigned long long)p->token.bits);
    next(p);
  } while (accept(p, ","));
  if (take(p, "]")) vd_buf_char(out, ']');
}

// What may follow a name: .b[3].c
static void add_path(Parser *p, VdBuf *out) {
  while (!p->panic) {
    if (is_sign(p, "[")) {
      next(p);
      add_index(p, out);
    } else if (accept(p, ".")) {
      vd_buf_char(out, '.');
      add_name(p, out);
    } else {
      return;
    }
  }
}

static const char *keep(Parser *p, VdBuf *text) {
  const char *out = vd_arena_str(p->arena, vd_buf_text(text));
  vd_buf_done(text);
  return out;
}

static const char *parse_path(Parser *p) {
  VdBuf text = {0};
  if (add_name(p, &text)) add_path(p, &text);
  return keep(p, &text);
}

// ------------------------------------------------------------- expressions
static VdContractExpr *parse_expr(Parser *p);

static VdContractExpr *new_expr(Parser *p, VdContractKind kind, VdPos pos) {
  VdContractExpr *e = VD_NEW(p->arena, VdContractExpr);
  e->kind = kind;
  e->pos = pos;
  e->depth = 1;
  return e;
}

static void deep(Parser *p, VdPos pos) {
  fail_at(p, pos, "the expression is nested deeper than contract_depth = %d",
          vd_limit->contract_depth);
}

// Long chains of operators are deep trees; whoever walks them recurses.
static VdContractExpr *join(Parser *p, VdContractKind kind, VdContractOp op,
                            VdPos pos, VdContractExpr *const arg[3]) {
  VdContractExpr *e = new_expr(p, kind, pos);
  e->op = op;
  for (int i = 0; i < 3; i++) {
    e->arg[i] = arg[i];
    if (arg[i] && arg[i]->depth >= e->depth) e->depth = arg[i]->depth + 1;
  }
  if (e->depth > vd_limit->contract_depth) deep(p, pos);
  return e;
}

static VdContractExpr *parse_name(Parser *p) {
  VdContractExpr *e = new_expr(p, VD_CE_NAME, here(p));
  int side = is_word(p, "old") ? 0 : is_word(p, "new") ? 1 : VD_CONTRACT_BARE;
  e->side = side;
  if (side == VD_CONTRACT_BARE) {
    e->name = parse_path(p);
    return e;
  }
  next(p);
  if (take(p, ".")) e->name = parse_path(p);
  return e;
}

static VdContractExpr *parse_literal(Parser *p, VdContractKind kind) {
  const VdContractToken *t = &p->token;
  VdContractExpr *e = new_expr(p, kind, here(p));
  e->bits = kind == VD_CE_BOOL ? (t->text[0] | 32) == 't' : t->bits;
  e->class = t->class;
  e->unit = t->unit;
  VdBuf text = {0};
  vd_buf_add(&text, t->text, t->len);
  e->name = keep(p, &text);
  next(p);
  return e;
}

static bool is_truth(const Parser *p) {
  return is_word(p, "true") || is_word(p, "TRUE") || is_word(p, "false") ||
         is_word(p, "FALSE");
}

static VdContractExpr *parse_primary(Parser *p) {
  switch (p->token.kind) {
    case VD_CT_NAME:
      if (is_truth(p)) return parse_literal(p, VD_CE_BOOL);
      if (!meant(&p->token)) return parse_name(p);
      break;
    case VD_CT_ENUM: return parse_literal(p, VD_CE_ENUM);
    case VD_CT_INT: return parse_literal(p, VD_CE_INT);
    case VD_CT_REAL: return parse_literal(p, VD_CE_REAL);
    case VD_CT_MOMENT: return parse_literal(p, VD_CE_MOMENT);
    case VD_CT_SIGN:
      if (!accept(p, "(")) break;
      VdContractExpr *e = parse_expr(p);
      take(p, ")");
      return e;
    case VD_CT_WRONG:
    case VD_CT_END: break;
  }
  fail(p, "an expression");
  return NULL;
}

static VdContractExpr *parse_unary(Parser *p) {
  VdPos pos = here(p);
  VdContractOp op = is_sign(p, "!")   ? VD_CO_NOT
                    : is_sign(p, "~") ? VD_CO_FLIP
                    : is_sign(p, "-") ? VD_CO_NEG
                                      : VD_CO_NONE;
  if (p->depth >= vd_limit->contract_depth) deep(p, pos);
  if (p->panic) return NULL;
  p->depth++;
  VdContractExpr *e;
  if (op) {
    next(p);
    VdContractExpr *arg[3] = {parse_unary(p)};
    e = arg[0] ? join(p, VD_CE_UNARY, op, pos, arg) : NULL;
  } else {
    e = parse_primary(p);
  }
  p->depth--;
  return e;
}

static const Level *level_of(const Parser *p) {
  if (p->token.kind != VD_CT_SIGN) return NULL;
  for (uint32_t i = 0; i < VD_COUNT(levels); i++)
    if (is_text(&p->token, levels[i].text)) return &levels[i];
  return NULL;
}

static VdContractExpr *parse_level(Parser *p, int least) {
  VdContractExpr *left = parse_unary(p);
  int chained = 0;  // the level of a last operator that does not group
  while (left && !p->panic) {
    const Level *level = level_of(p);
    if (!level || level->level < least) break;
    VdPos pos = here(p);
    if (level->level == chained)
      fail_at(p, pos, "comparisons in a row need parentheses");
    chained = level->group == NONE ? level->level : 0;
    next(p);
    // What groups to the right is one level of recursion an operator.
    if (level->group == RIGHT && p->depth++ >= vd_limit->contract_depth)
      deep(p, pos);
    VdContractExpr *right =
        p->panic ? NULL
                 : parse_level(p, level->level + (level->group != RIGHT));
    p->depth -= level->group == RIGHT;
    if (!right) return NULL;
    VdContractExpr *arg[3] = {left, right};
    left = join(p, VD_CE_BINARY, level->op, pos, arg);
  }
  return left;
}

static VdContractExpr *parse_expr(Parser *p) {
  VdContractExpr *condition = parse_level(p, 1);
  VdPos pos = here(p);
  if (!condition || !accept(p, "?")) return condition;
  if (p->depth++ >= vd_limit->contract_depth) deep(p, pos);
  VdContractExpr *a = p->panic ? NULL : parse_expr(p);
  VdContractExpr *b = a && take(p, ":") ? parse_expr(p) : NULL;
  p->depth--;
  VdContractExpr *arg[3] = {condition, a, b};
  return b ? join(p, VD_CE_CHOICE, VD_CO_NONE, pos, arg) : NULL;
}

// ------------------------------------------------------------------ blocks
typedef VD_VEC(VdClause) Clauses;
typedef VD_VEC(VdContractBlock) Blocks;

// Skips what is left of a clause: to its ";" or before the block's "}".
static void recover(Parser *p) {
  uint32_t open = 0;
  while (p->panic && p->token.kind != VD_CT_END) {
    bool close = is_sign(p, "}");
    if (close && !open) break;
    bool ends = (is_sign(p, ";") && !open) || (close && open == 1);
    open += is_sign(p, "{");
    open -= close;
    next(p);
    if (ends) break;
  }
  p->panic = false;
}

static bool is_defaults(const Parser *p) {
  if (!is_word(p, "outputs") && !is_word(p, "default")) return false;
  VdContractLexer after = p->lexer;
  VdTrouble silent = *p->trouble;
  VdDiags none = {0};
  silent.diags = &none;
  after.trouble = &silent;
  VdContractToken t = vd_contract_lex(&after);
  vd_diags_done(&none);
  return t.kind == VD_CT_SIGN && is_text(&t, ";");
}

static void parse_clause(Parser *p, VdClauseKind kind, Clauses *out) {
  VdClause clause = {.kind = kind, .pos = here(p)};
  next(p);
  const char *start = p->token.text;
  clause.defaults = kind == VD_CLAUSE_ENSURE && is_defaults(p);
  if (clause.defaults)
    next(p);
  else
    clause.expr = parse_expr(p);
  VdBuf text = {0};
  if (!p->panic) vd_contract_squeeze(start, (size_t)(p->last - start), &text);
  clause.text = keep(p, &text);
  if (take(p, ";")) vd_push(out, clause);
}

static bool same_names(const VdContractBlock *a, const VdContractBlock *b) {
  return !strcmp(a->name[0], b->name[0]) && !strcmp(a->name[1], b->name[1]);
}

static void say_twice(Parser *p, const VdContractBlock *b,
                      const Blocks *others) {
  for (uint32_t i = 0; i < others->len; i++) {
    if (p->panic || !same_names(b, &others->at[i])) continue;
    vd_trouble(p->trouble, VD_ERROR, b->pos.line, b->pos.column,
               "%s has a block already, in line %u",
               vd_excerpt_of(b->name[0], strlen(b->name[0])).text,
               others->at[i].pos.line);
  }
}

static void parse_body(Parser *p, uint32_t level, VdContractBlock *block);

// "compare" or "frame" and what belongs to it.
static void parse_block(Parser *p, uint32_t level, Blocks *out) {
  next(p);
  VdContractBlock block = {.pos = here(p)};
  block.name[0] = block.name[1] = parse_path(p);
  if (!p->panic && is_word(p, "as")) {
    next(p);
    block.name[1] = parse_path(p);
  }
  if (out->len == vd_limit->contract_blocks)
    fail_at(p, block.pos, "more than contract_blocks = %d blocks",
            vd_limit->contract_blocks);
  else
    say_twice(p, &block, out);
  if (level > vd_limit->contract_frames)
    fail_at(p, block.pos, "frames are nested deeper than contract_frames = %d",
            vd_limit->contract_frames);
  if (!take(p, "{")) return;
  parse_body(p, level, &block);
  vd_push(out, block);
}

static const struct {
  const char *word;
  VdClauseKind kind;
} clause_words[] = {{"assume", VD_CLAUSE_ASSUME},
                    {"relate", VD_CLAUSE_RELATE},
                    {"ensure", VD_CLAUSE_ENSURE}};

static void parse_member(Parser *p, uint32_t level, Clauses *clauses,
                         Blocks *frames) {
  for (uint32_t i = 0; i < VD_COUNT(clause_words); i++) {
    if (!is_word(p, clause_words[i].word)) continue;
    parse_clause(p, clause_words[i].kind, clauses);
    return;
  }
  if (is_word(p, "frame"))
    parse_block(p, level + 1, frames);
  else
    fail(p, "assume, relate, ensure, frame or \"}\"");
}

static void parse_body(Parser *p, uint32_t level, VdContractBlock *block) {
  Clauses clauses = {0};
  Blocks frames = {0};
  while (!is_sign(p, "}") && p->token.kind != VD_CT_END) {
    parse_member(p, level, &clauses, &frames);
    if (p->panic) recover(p);
  }
  take(p, "}");
  block->clauses = clauses.len;
  block->clause =
      vd_arena_copy(p->arena, clauses.at, clauses.len * sizeof *clauses.at);
  block->frames = frames.len;
  block->frame =
      vd_arena_copy(p->arena, frames.at, frames.len * sizeof *frames.at);
  vd_vec_done(&clauses);
  vd_vec_done(&frames);
}

static void parse_file(Parser *p, VdContract *contract) {
  Blocks blocks = {0};
  while (p->token.kind != VD_CT_END) {
    if (is_word(p, "compare"))
      parse_block(p, 0, &blocks);
    else
      fail(p, "compare");
    while (p->panic && p->token.kind != VD_CT_END && !is_word(p, "compare"))
      next(p);
    p->panic = false;
  }
  contract->blocks = blocks.len;
  contract->block =
      vd_arena_copy(p->arena, blocks.at, blocks.len * sizeof *blocks.at);
  vd_vec_done(&blocks);
}

VdContract *vd_contract_read_text(const char *path, const char *text,
                                  size_t len, VdDiags *diags) {
  VdContract *contract = vd_alloc(sizeof *contract);
  VdTrouble trouble = vd_trouble_of(diags, path);
  contract->path = vd_arena_str(&contract->arena, path);
  Parser p = {
      .trouble = &trouble, .arena = &contract->arena, .path = contract->path};
  if (len > vd_limit->contract_bytes) {
    vd_trouble(&trouble, VD_ERROR, 0, 0,
               "the file has more than contract_bytes = %d bytes",
               vd_limit->contract_bytes);
    len = 0;
  }
  vd_contract_lex_init(&p.lexer, text, len, &trouble);
  next(&p);
  parse_file(&p, contract);
  if (!contract->blocks && !trouble.count[VD_ERROR])
    vd_trouble(&trouble, VD_ERROR, 0, 0, "the contract has no compare block");
  if (!vd_trouble_end(&trouble)) return contract;
  vd_contract_free(contract);
  return NULL;
}
