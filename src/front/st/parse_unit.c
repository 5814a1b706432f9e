// Files: POUs, types, globals and configurations.
#include "front/st/parse_impl.h"

// ------------------------------------------------------------------ digest
// What a pragma says counts to the letter, but for line breaks.
static void put_pragmas(const VdStParser *p, uint32_t first, VdBuf *buf) {
  for (uint32_t i = 0; i < p->pragma.len; i++) {
    const VdStPragma *pragma = &p->pragma.at[i];
    if (pragma->passive || pragma->before <= first || pragma->before > p->at)
      continue;
    for (size_t k = 0; k < pragma->len; k++)
      vd_buf_char(buf, pragma->text[k] == '\n' ? ' ' : pragma->text[k]);
    vd_buf_printf(buf, " %u\n", pragma->before - first);
  }
}

static void keep_tokens(VdStParser *p, VdStPou *pou, uint32_t first) {
  VdBuf buf = {0};
  vd_st_tokens_print(&p->token.at[first], p->at - first, &buf);
  put_pragmas(p, first, &buf);
  pou->tokens = vd_arena_str(p->arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
}

// -------------------------------------------------------------------- code
static void skip_to(VdStParser *p, VdStTok end) {
  while (!vd_parse_is(p, end) && !vd_parse_is(p, VD_TOK_END)) vd_parse_skip(p);
}

bool vd_parse_at_method(const VdStParser *p) {
  if (vd_parse_look(p, 1)->kind != VD_TOK_NAME) return false;
  return vd_parse_is_word(p, 0, "METHOD") || vd_parse_is_word(p, 0, "PROPERTY");
}

void vd_parse_code(VdStParser *p, VdStStmts *body, VdSfcNet **sfc) {
  for (;;) {
    uint32_t before = p->at;
    if (vd_parse_at_sfc(p))
      vd_parse_sfc_part(p, sfc);
    else if (!vd_parse_at_method(p))
      vd_parse_stmts(p, body);
    if (p->at == before || p->panic) break;
  }
  if (*sfc && body->len && !p->panic) {
    VdPos pos = body->at[0]->pos;
    vd_diag(p->diags, VD_ERROR, pos,
            "found statements among steps, expected either");
    p->errors++;
  }
}

// -------------------------------------------------------------------- POUs
typedef struct Form {
  VdStTok word, end;
  VdStPouKind kind;
} Form;
static const Form forms[] = {
    {VD_KEY_PROGRAM, VD_KEY_END_PROGRAM, VD_ST_PROGRAM},
    {VD_KEY_FUNCTION, VD_KEY_END_FUNCTION, VD_ST_FUNCTION},
    {VD_KEY_FUNCTION_BLOCK, VD_KEY_END_FUNCTION_BLOCK, VD_ST_FUNCTION_BLOCK},
};

static const Form *form_of(const VdStParser *p) {
  VdStTok kind = vd_parse_look(p, 0)->kind;
  for (size_t i = 0; i < VD_COUNT(forms); i++)
    if (forms[i].word == kind) return &forms[i];
  return NULL;
}

static bool accept_modifier(VdStParser *p, VdStPou *pou) {
  static const char *const word[] = {"FINAL",   "ABSTRACT", "PUBLIC",
                                     "PRIVATE", "INTERNAL", "PROTECTED"};
  if (vd_parse_look(p, 1)->kind != VD_TOK_NAME) return false;
  for (size_t i = 0; i < VD_COUNT(word); i++) {
    if (!vd_parse_accept_word(p, word[i])) continue;
    pou->modifiers = vd_arena_printf(p->arena, "%s%s%s",
                                     pou->modifiers ? pou->modifiers : "",
                                     pou->modifiers ? " " : "", word[i]);
    return true;
  }
  return false;
}

static void parse_heading(VdStParser *p, VdStPou *pou) {
  while (accept_modifier(p, pou)) continue;
  pou->pos = vd_parse_here(p);
  pou->name = vd_parse_take_name(p);
  VdPos pos = vd_parse_here(p);
  if (vd_parse_is_word(p, 0, "EXTENDS") || vd_parse_is_word(p, 0, "IMPLEMENTS"))
    vd_parse_unsupported(p, pos, "EXTENDS or IMPLEMENTS");
  else if (pou->kind == VD_ST_FUNCTION && vd_parse_accept(p, VD_TOK_COLON))
    pou->result = vd_parse_spec(p);
}

static void parse_pou_body(VdStParser *p, const Form *form, VdStPou *pou) {
  vd_parse_accept(p, VD_TOK_SEMICOLON);
  while (!p->panic && vd_parse_at_vars(p)) vd_parse_vars(p, &pou->var);
  if (!p->panic) vd_parse_code(p, &pou->body, &pou->sfc);
  if (!p->panic && vd_parse_at_method(p)) {
    vd_parse_unsupported(p, vd_parse_here(p), "a method or property");
    skip_to(p, form->end);
  }
}

static void parse_pou(VdStParser *p, const Form *form) {
  uint32_t first = p->at;
  VdStPou *pou = VD_NEW(p->arena, VdStPou);
  pou->kind = form->kind;
  p->pou = pou;
  vd_parse_take(p, form->word);
  parse_heading(p, pou);
  pou->no_interface = pou->reason != NULL;
  if (pou->reason)
    skip_to(p, form->end);
  else
    parse_pou_body(p, form, pou);
  vd_parse_take(p, form->end);
  vd_parse_accept(p, VD_TOK_SEMICOLON);
  vd_parse_pragmas(p, first);
  p->pou = NULL;
  if (!pou->name) return;
  keep_tokens(p, pou, first);
  vd_parse_part(p, first, pou->name);
  vd_st_add(p->arena, &p->unit->pou, pou);
}

// CLASS and INTERFACE: a POU that is not modelled. Their end words are names.
static bool parse_class(VdStParser *p) {
  const char *end = NULL;
  if (vd_parse_look(p, 1)->kind != VD_TOK_NAME) return false;
  if (vd_parse_is_word(p, 0, "CLASS")) end = "END_CLASS";
  if (vd_parse_is_word(p, 0, "INTERFACE")) end = "END_INTERFACE";
  if (!end) return false;
  uint32_t first = p->at;
  VdStPou *pou = VD_NEW(p->arena, VdStPou);
  pou->kind = VD_ST_FUNCTION_BLOCK;
  pou->no_interface = true;
  vd_st_unsupported(pou, vd_parse_here(p), "a class or interface");
  vd_parse_accept(p, VD_TOK_NAME);
  while (accept_modifier(p, pou)) continue;
  pou->pos = vd_parse_here(p);
  pou->name = vd_parse_take_name(p);
  while (!vd_parse_is_word(p, 0, end) && !vd_parse_is(p, VD_TOK_END))
    vd_parse_skip(p);
  if (!vd_parse_accept_word(p, end)) vd_parse_error(p, end);
  keep_tokens(p, pou, first);
  if (pou->name) vd_parse_part(p, first, pou->name);
  if (pou->name) vd_st_add(p->arena, &p->unit->pou, pou);
  return true;
}

// ------------------------------------------------------------------- types
static void parse_type(VdStParser *p) {
  VdStTypeDecl *decl = VD_NEW(p->arena, VdStTypeDecl);
  p->odd = false;
  decl->pos = vd_parse_here(p);
  decl->name = vd_parse_take_name(p);
  uint32_t first = p->at + 1;
  vd_parse_take(p, VD_TOK_COLON);
  decl->spec = vd_parse_spec(p);
  if (vd_parse_accept(p, VD_TOK_BECOMES)) decl->init = vd_parse_init(p);
  decl->text = vd_parse_canonical(p, first, p->at);
  if (decl->name) vd_parse_part(p, first - 2, decl->name);
  if (p->odd) decl->spec = vd_parse_odd(p, decl->pos);
  if (p->odd) decl->init = NULL;
  // CODESYS leaves out the ';' after END_STRUCT and enums.
  if (!vd_parse_is(p, VD_KEY_END_TYPE)) vd_parse_take(p, VD_TOK_SEMICOLON);
  if (p->panic) return;
  vd_st_unit_add_type(p->arena, p->unit, decl);
}

static void parse_types(VdStParser *p) {
  static const VdStTok stop[] = {VD_KEY_END_TYPE, VD_KEY_FUNCTION,
                                 VD_KEY_FUNCTION_BLOCK, VD_KEY_PROGRAM};
  vd_parse_take(p, VD_KEY_TYPE);
  while (vd_parse_is(p, VD_TOK_NAME)) {
    parse_type(p);
    vd_parse_sync(p, stop, VD_COUNT(stop));
  }
  vd_parse_take(p, VD_KEY_END_TYPE);
  vd_parse_accept(p, VD_TOK_SEMICOLON);
}

// ---------------------------------------------------------- configurations
// Which task runs which program is not run here, but compared as it stands.
static void add_fact(VdStParser *p, VdPos pos, bool acts, const char *name,
                     const char *text) {
  VdStFact fact = {.kind = VD_PLC_FACT_CONFIG,
                   .name = name,
                   .text = text,
                   .acts = acts,
                   .pos = pos};
  vd_st_add(p->arena, &p->unit->fact, fact);
}

static void skip_argument(VdStParser *p) {
  for (uint32_t depth = 0; !vd_parse_is(p, VD_TOK_END); vd_parse_skip(p)) {
    VdStTok kind = vd_parse_look(p, 0)->kind;
    if (kind == VD_TOK_SEMICOLON) return;
    if (!depth && (kind == VD_TOK_COMMA || kind == VD_TOK_CLOSE)) return;
    if (kind == VD_TOK_OPEN) depth++;
    if (kind == VD_TOK_CLOSE) depth--;
  }
}

// TASK name (INTERVAL := T#10ms, PRIORITY := 1);
static void parse_task(VdStParser *p) {
  vd_parse_accept_word(p, "TASK");
  VdPos pos = vd_parse_here(p);
  const char *name = vd_parse_take_name(p);
  if (!name) return;
  name = vd_arena_printf(p->arena, "TASK %s.%s", p->place, name);
  add_fact(p, pos, false, name, "");
  if (vd_parse_accept(p, VD_TOK_OPEN)) {
    do {
      pos = vd_parse_here(p);
      const char *what = vd_parse_take_name(p);
      vd_parse_take(p, VD_TOK_BECOMES);
      uint32_t first = p->at;
      skip_argument(p);
      if (!p->panic)
        add_fact(p, pos, true,
                 vd_arena_printf(p->arena, "%s of %s", what, name),
                 vd_parse_canonical(p, first, p->at));
    } while (vd_parse_accept(p, VD_TOK_COMMA));
    vd_parse_take(p, VD_TOK_CLOSE);
  }
  vd_parse_take(p, VD_TOK_SEMICOLON);
}

// Programs of one task run in the order of the file.
static void add_order(VdStParser *p, VdPos pos, const char *task,
                      const char *name) {
  const char *what =
      task ? vd_arena_printf(p->arena, "the order of programs in TASK %s.%s",
                             p->place, task)
           : vd_arena_printf(p->arena, "the order of programs in %s", p->place);
  if (!vd_st_extend_fact(p->unit, what, name))
    add_fact(p, pos, true, what, name);
}

// PROGRAM RETAIN name WITH task : type (x := 1, y => z);
static void parse_instance(VdStParser *p) {
  const char *keep = "", *task = NULL;
  vd_parse_take(p, VD_KEY_PROGRAM);
  if (vd_parse_accept(p, VD_KEY_RETAIN)) keep = " RETAIN";
  if (vd_parse_accept(p, VD_KEY_NON_RETAIN)) keep = " NON_RETAIN";
  VdPos pos = vd_parse_here(p);
  const char *name = vd_parse_take_name(p);
  if (vd_parse_accept_word(p, "WITH")) task = vd_parse_take_name(p);
  vd_parse_take(p, VD_TOK_COLON);
  uint32_t first = p->at;
  while (!vd_parse_is(p, VD_TOK_SEMICOLON) && !vd_parse_is(p, VD_TOK_END))
    vd_parse_skip(p);
  const char *type = vd_parse_canonical(p, first, p->at);
  vd_parse_take(p, VD_TOK_SEMICOLON);
  if (!name || p->panic) return;
  add_fact(p, pos, true,
           vd_arena_printf(p->arena, "PROGRAM %s.%s", p->place, name),
           vd_arena_printf(p->arena, "%s%s%s%s", type, task ? " WITH " : "",
                           task ? task : "", keep));
  add_order(p, pos, task, name);
}

static void parse_resource_part(VdStParser *p) {
  if (vd_parse_at_vars(p))
    vd_parse_vars(p, &p->unit->global);
  else if (vd_parse_is(p, VD_KEY_PROGRAM))
    parse_instance(p);
  else if (vd_parse_is_word(p, 0, "TASK"))
    parse_task(p);
  else
    vd_parse_error(p, "a variable section, TASK or PROGRAM");
}

static void parse_resource(VdStParser *p) {
  const char *outer = p->place, *type = "";
  vd_parse_take(p, VD_KEY_RESOURCE);
  VdPos pos = vd_parse_here(p);
  const char *name = vd_parse_take_name(p);
  if (vd_parse_accept_word(p, "ON")) type = vd_parse_take_name(p);
  if (name) p->place = vd_arena_printf(p->arena, "%s.%s", outer, name);
  if (name && type)
    add_fact(p, pos, false, vd_arena_printf(p->arena, "RESOURCE %s", p->place),
             type);
  while (!p->panic && !vd_parse_is(p, VD_KEY_END_RESOURCE) &&
         !vd_parse_is(p, VD_TOK_END))
    parse_resource_part(p);
  vd_parse_take(p, VD_KEY_END_RESOURCE);
  p->place = outer;
}

static void parse_configuration(VdStParser *p) {
  vd_parse_take(p, VD_KEY_CONFIGURATION);
  VdPos pos = vd_parse_here(p);
  p->place = vd_parse_take_name(p);
  if (p->place)
    add_fact(p, pos, false,
             vd_arena_printf(p->arena, "CONFIGURATION %s", p->place), "");
  while (!p->panic && !vd_parse_is(p, VD_KEY_END_CONFIGURATION) &&
         !vd_parse_is(p, VD_TOK_END)) {
    if (vd_parse_is(p, VD_KEY_RESOURCE))
      parse_resource(p);
    else
      parse_resource_part(p);
  }
  vd_parse_take(p, VD_KEY_END_CONFIGURATION);
  p->place = NULL;
}

// ------------------------------------------------------------------- files
static void parse_declaration(VdStParser *p) {
  uint32_t first = p->at;
  if (vd_parse_is(p, VD_KEY_TYPE))
    parse_types(p);
  else if (vd_parse_is(p, VD_KEY_VAR_GLOBAL))
    vd_parse_vars(p, &p->unit->global);
  else if (vd_parse_is(p, VD_KEY_CONFIGURATION))
    parse_configuration(p);
  else if (!parse_class(p))
    vd_parse_error(p,
                   "PROGRAM, FUNCTION, FUNCTION_BLOCK, TYPE, VAR_GLOBAL or "
                   "CONFIGURATION");
  vd_parse_pragmas(p, first);
}

// A ';' is no place to go on from here.
static void sync(VdStParser *p, uint32_t first) {
  static const VdStTok stop[] = {VD_KEY_PROGRAM,        VD_KEY_FUNCTION,
                                 VD_KEY_FUNCTION_BLOCK, VD_KEY_TYPE,
                                 VD_KEY_CONFIGURATION,  VD_KEY_VAR_GLOBAL};
  if (p->panic && p->at == first && !vd_parse_is(p, VD_TOK_END)) p->at++;
  while (p->panic && !vd_parse_is(p, VD_TOK_END)) {
    vd_parse_sync(p, stop, VD_COUNT(stop));
    VdStTok kind = vd_parse_look(p, 0)->kind;
    bool found = false;
    for (size_t i = 0; i < VD_COUNT(stop); i++) found |= stop[i] == kind;
    if (!found) p->panic = true;
  }
}

void vd_parse_unit(VdStParser *p) {
  while (!vd_parse_is(p, VD_TOK_END)) {
    uint32_t first = p->at;
    const Form *form = form_of(p);
    if (form)
      parse_pou(p, form);
    else if (!vd_parse_accept(p, VD_TOK_SEMICOLON))
      parse_declaration(p);
    sync(p, first);
  }
}
