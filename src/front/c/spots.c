// A rule file is read as tokens: functions by their braces, and the literals
// that they ask for (spots.h).
#include "front/c/spots.h"

#include "base/limit.h"
#include "front/c/ctoken.h"
#include "relate/crosswalk.h"

typedef struct Spot {
  const char *text;  // what is asked for, of the file's
  uint32_t len;
  uint32_t line, column;
  bool table;
  bool doubtful;  // behind "0 &&" or "if (0)": clang may have left it out
  bool taken;
} Spot;

typedef struct Body {
  uint32_t line;
  uint32_t first, spots;
} Body;

struct VdSpots {
  VdBuf text;
  VD_VEC(Body) body;
  VD_VEC(Spot) spot;
  VdNames names;  // of functions: a body more is a name more
  bool need_names;
  VdBuf outline;    // the words outside of functions
  bool no_outline;  // they do not tell what the file exports
  VdMap of_call;    // LLVM call to spot
};

// --------------------------------------------------------------- functions
typedef struct Reader {
  VdSpots *out;
  VdCTokens tokens;
  VdCToken last[4];  // the latest at the end
  uint32_t parens;   // that are open
  uint32_t braces;
  VdCToken name;   // outside of functions: what the last parentheses follow
  bool is_def;     // nothing but words since they were closed,
  bool is_plain;   // and none but attributes
  size_t decl;     // where the present declaration starts in the outline
  bool is_local;   // it starts with "static",
  bool is_braced;  // and there was a brace in it
  // Clang leaves out what a number decides:
  bool chained;      // "0 &&" was in the statement
  bool decided;      // "if (0)" is before the statement or block,
  uint32_t outside;  // which is in so many braces
  bool ended;        // it has just ended: "else" may follow
} Reader;

static void begin_body(Reader *r) {
  VdSpots *s = r->out;
  if (!r->is_def) return;
  // The second function of a name, which clang rejects, has no body here.
  uint32_t id = vd_name_put(&s->names, r->name.at, r->name.len);
  bool again = id <= s->body.len;
  if (!again) vd_push(&s->body, (Body){r->name.line, s->spot.len, 0});
  if (again || !r->is_plain) s->no_outline = true;
}

static void end_body(Reader *r) {
  VdSpots *s = r->out;
  if (r->is_def && s->body.len) {
    Body *b = &s->body.at[s->body.len - 1];
    b->spots = s->spot.len - b->first;
  }
  r->is_def = false;
}

// ----------------------------------------------------------------- outline

// Names of the compiler may stand for anything: a line number, a pragma.
static bool is_odd_name(const Reader *r, const VdCToken *t) {
  bool body = r->braces && r->is_def;
  if (body && vd_ctoken_is(t, "extern")) return true;
  if (t->len < 2 || *t->at != '_') return false;
  if (vd_ctoken_is(t, "_Bool") || vd_ctoken_is(t, "_Static_assert"))
    return false;
  if (!body && vd_ctoken_is(t, "__attribute__")) return false;
  return t->at[1] == '_' || (t->at[1] >= 'A' && t->at[1] <= 'Z');
}

// The present token, and what it ends. The bodies of functions do not count,
// and nothing of static ones.
static void see_outline(Reader *r, const VdCToken *t) {
  VdBuf *out = &r->out->outline;
  char c = *t->at;
  bool top = !r->braces && !r->parens;
  if (t->kind == VD_CTOKEN_NAME && is_odd_name(r, t)) r->out->no_outline = true;
  if (out->len == r->decl) {
    r->is_local = vd_ctoken_is(t, "static");
    r->is_braced = false;
  }
  if (r->braces && r->is_def) return;
  vd_buf_add(out, t->at, t->len);
  vd_buf_char(out, ' ');
  if (t->kind != VD_CTOKEN_OTHER || c != '{') {
    bool attribute = vd_ctoken_is(t, "__attribute__");
    if (top && c != '(' && !attribute) r->is_plain = false;
    if (top && c == ';') r->decl = out->len;
  } else if (!r->is_def) {
    r->is_braced = true;
  } else if (top) {
    if (r->is_local && !r->is_braced) out->len = r->decl;
    r->decl = out->len;
  }
}

static void see_question(Reader *r) {
  if (!vd_ctoken_asks(r->last)) return;
  const VdCToken *name = &r->last[0], *text = &r->last[2];
  Spot spot = {.text = text->at + 1,
               .len = text->len - 2,
               .line = name->line,
               .column = name->column,
               .table = vd_ctoken_is(name, "has_any"),
               .doubtful = r->chained || r->decided};
  vd_push(&r->out->spot, spot);
}

static bool is_number(const VdCToken *t) {
  return t->kind == VD_CTOKEN_NUMBER || t->kind == VD_CTOKEN_CHAR;
}

static void decide(Reader *r) {
  r->decided = true;
  r->outside = r->braces;
}

static void see_doubt(Reader *r, char c) {
  const VdCToken *before = &r->last[2];
  bool ends = c == ';' || c == '}';
  if (ends || c == '{') r->chained = false;
  if ((c == '&' || c == '|') && is_number(before)) r->chained = true;
  r->ended = r->decided && ends && r->braces == r->outside;
  if (r->ended) r->decided = false;
  if (c == ')' && is_number(before) && r->last[1].kind == VD_CTOKEN_OPEN)
    if (!r->decided) decide(r);
}

static void see_name(Reader *r, const VdCToken *name) {
  if (r->ended && vd_ctoken_is(name, "else")) decide(r);
  r->ended = false;
}

static bool see_sign(Reader *r, char c) {
  const VdCToken *before = &r->last[2];
  if (c == '(' && r->parens++ == 0 && !r->braces &&
      !vd_ctoken_is(before, "__attribute__")) {
    r->name = *before;
    r->is_def = r->is_plain = r->name.kind == VD_CTOKEN_NAME;
  }
  if (c == ')' && r->parens-- == 0) return false;
  if (c == '{' && r->braces++ == 0) begin_body(r);
  if (c == '}' && r->braces-- == 0) return false;
  if (c == ')') see_question(r);
  if (c == '}' && !r->braces) end_body(r);
  see_doubt(r, c);
  bool ends = c == ';' || c == ',' || c == '=';
  if (ends && !r->braces && !r->parens) r->is_def = false;
  return true;
}

// The preprocessor is only used to include.
static bool skip_directive(Reader *r) {
  static const char known[] = "<veridiff/codes.h>";
  VdCToken t = vd_ctokens_next(&r->tokens);
  if (!t.directive || !vd_ctoken_is(&t, "include")) return false;
  VdCTokens ahead = r->tokens;
  const char *from = NULL;
  while ((t = vd_ctokens_next(&ahead)).directive) {
    if (!from) from = t.at;
    r->tokens = ahead;
  }
  if (!from || (size_t)(r->tokens.at - from) != strlen(known) ||
      memcmp(from, known, strlen(known)))
    r->out->need_names = r->out->no_outline = true;
  return true;
}

static bool is_record(const VdCToken *t) {
  return vd_ctoken_is(t, "struct") || vd_ctoken_is(t, "union");
}

static bool is_shift(const VdCToken *before, const VdCToken *t) {
  return (*t->at == '<' || *t->at == '>') && *before->at == *t->at &&
         before->at + before->len == t->at;
}

// What clang has to name, from the present token and the two before it.
static bool needs_names(const Reader *r) {
  const VdCToken *t = &r->last[3], *before = &r->last[2];
  if (r->parens && !r->braces)
    return t->kind != VD_CTOKEN_CLOSE && !vd_ctoken_is(t, "void");
  if (t->kind != VD_CTOKEN_OTHER) return false;
  bool body = r->braces && r->is_def;
  bool is_members =
      *t->at == '{' && (is_record(before) || is_record(before - 1));
  return *t->at == '[' || (*t->at == ':' && !body) || (is_members && body) ||
         (before->kind == VD_CTOKEN_OTHER && is_shift(before, t));
}

static bool see_token(Reader *r, const VdCToken *t) {
  if (t->directive) return skip_directive(r);
  memmove(r->last, r->last + 1, 3 * sizeof *r->last);
  r->last[3] = *t;
  see_outline(r, t);
  r->out->need_names |= needs_names(r);
  bool word = t->kind == VD_CTOKEN_NAME || is_number(t);
  if (word) see_name(r, t);
  return word || t->kind == VD_CTOKEN_STRING || see_sign(r, *t->at);
}

static bool read_all(Reader *r) {
  VdCToken t;
  while ((t = vd_ctokens_next(&r->tokens)).kind != VD_CTOKEN_END)
    if (!see_token(r, &t)) return false;
  return !r->tokens.odd && !r->braces && !r->parens;
}

VdSpots *vd_spots_read(const char *path) {
  VdSpots *s = vd_alloc(sizeof *s);
  bool ok = vd_file_read(path, vd_limit->spots_bytes, &s->text);
  if (ok) {
    const char *at = vd_buf_text(&s->text);
    Reader r = {.out = s};
    vd_ctokens_init(&r.tokens, at, s->text.len);
    ok = !memchr(at, '\0', s->text.len) && read_all(&r);
  }
  if (ok) return s;
  vd_spots_free(s);
  return NULL;
}

void vd_spots_free(VdSpots *s) {
  if (!s) return;
  vd_vec_done(&s->body);
  vd_vec_done(&s->spot);
  vd_names_done(&s->names);
  vd_map_done(&s->of_call);
  vd_buf_done(&s->outline);
  vd_buf_done(&s->text);
  vd_free(s);
}

bool vd_spots_need_names(const VdSpots *s) {
  return s->need_names;
}

bool vd_spots_same_outline(const VdSpots *s, const VdSpots *other) {
  return !s->no_outline && !other->no_outline &&
         s->outline.len == other->outline.len &&
         !memcmp(vd_buf_text(&s->outline), vd_buf_text(&other->outline),
                 s->outline.len);
}

// ------------------------------------------------------------------ module
static const char *link_of(LLVMValueRef func) {
  size_t n;
  const char *name = LLVMGetValueName2(func, &n);
  return name + (n && *name == '\1');
}

// The literal that a call gives to a function, without its last byte.
static const char *literal_of(LLVMValueRef call, size_t *len) {
  if (LLVMGetNumArgOperands(call) != 1) return NULL;
  LLVMValueRef global = LLVMIsAGlobalVariable(LLVMGetOperand(call, 0));
  LLVMValueRef init = global ? LLVMGetInitializer(global) : NULL;
  if (!init || !LLVMIsConstantString(init)) return NULL;
  const char *text = LLVMGetAsString(init, len);
  return (*len)-- ? text : NULL;
}

static const Body *body_of(const VdSpots *s, LLVMValueRef func) {
  const char *link = link_of(func);
  uint32_t id = vd_name_get(&s->names, link, strlen(link));
  return id ? &s->body.at[id - 1] : NULL;
}

typedef struct Ask {
  LLVMValueRef call;
  const char *text;
  size_t len;
  bool table;
} Ask;
typedef VD_VEC(Ask) Asks;

// The questions of a function; false if there is one without a literal.
static bool find_asks(LLVMValueRef func, Asks *asks) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (!callee || !LLVMIsAFunction(callee)) continue;
      Ask ask = {.call = i,
                 .table = !strcmp(link_of(callee), VD_RULES_HAS_ANY)};
      if (!ask.table && strcmp(link_of(callee), VD_RULES_HAS)) continue;
      ask.text = literal_of(i, &ask.len);
      if (!ask.text) return false;
      vd_push(asks, ask);
    }
  return true;
}

static bool is_for(const Spot *spot, const Ask *ask) {
  return spot->table == ask->table && spot->len == ask->len &&
         !memcmp(spot->text, ask->text, ask->len);
}

// Clang emits the questions for one code in the order of the text.
static bool fit_ask(VdSpots *s, const Body *b, const Asks *asks,
                    const Ask *ask) {
  uint32_t n = 0, all = 0, sure = 0;
  for (uint32_t i = 0; i < asks->len; i++)
    n += asks->at[i].table == ask->table && asks->at[i].len == ask->len &&
         !memcmp(asks->at[i].text, ask->text, ask->len);
  for (uint32_t i = b->first; i < b->first + b->spots; i++) {
    bool is = is_for(&s->spot.at[i], ask);
    all += is;
    sure += is && !s->spot.at[i].doubtful;
  }
  if (n != all && n != sure) return false;
  for (uint32_t i = b->first; i < b->first + b->spots; i++) {
    Spot *spot = &s->spot.at[i];
    if (spot->taken || !is_for(spot, ask) || (n != all && spot->doubtful))
      continue;
    spot->taken = true;
    *vd_map_put(&s->of_call, (uintptr_t)ask->call) = i;
    return true;
  }
  return false;
}

static bool fit_func(VdSpots *s, LLVMValueRef func) {
  const Body *body = body_of(s, func);
  Asks asks = {0};
  bool ok = body && find_asks(func, &asks);
  for (uint32_t i = 0; ok && i < asks.len; i++)
    ok = fit_ask(s, body, &asks, &asks.at[i]);
  vd_vec_done(&asks);
  return ok;
}

bool vd_spots_fit(VdSpots *s, LLVMModuleRef module) {
  uint32_t found = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    if (!fit_func(s, f)) return false;
    found++;
  }
  if (found < s->body.len) s->no_outline = true;
  return true;
}

VdPos vd_spots_func(const VdSpots *s, const char *path, LLVMValueRef func) {
  const Body *body = body_of(s, func);
  return (VdPos){path, body ? body->line : 0, 0};
}

bool vd_spots_call(const VdSpots *s, const char *path, LLVMValueRef call,
                   VdPos *pos) {
  const uint64_t *i = vd_map_get(&s->of_call, (uintptr_t)call);
  if (!i) return false;
  *pos = (VdPos){path, s->spot.at[*i].line, s->spot.at[*i].column};
  return true;
}
