// Declarations: types, initial values, and lists of variables.
#include "front/st/parse_impl.h"

#include <strings.h>

// ------------------------------------------------------------------- types
static const char *const integer_name[] = {
    "SINT",  "INT",   "DINT", "LINT", "USINT", "UINT",
    "UDINT", "ULINT", "BYTE", "WORD", "DWORD", "LWORD",
};

static bool is_integer_name(const VdStToken *token) {
  for (size_t i = 0; i < VD_COUNT(integer_name); i++)
    if (strlen(integer_name[i]) == token->len &&
        !strncasecmp(integer_name[i], token->text, token->len))
      return true;
  return false;
}

static VdStSpec *new_spec(VdStParser *p, VdStSpecKind kind) {
  VdStSpec *spec = vd_st_spec_name(p->arena, vd_parse_here(p), NULL);
  spec->kind = kind;
  return spec;
}

static void parse_enumerators(VdStParser *p, VdStSpec *spec) {
  spec->kind = VD_ST_SPEC_ENUM;
  vd_parse_take(p, VD_TOK_OPEN);
  do {
    VdStEnumValue value = {.pos = vd_parse_here(p)};
    value.name = vd_parse_take_name(p);
    if (!value.name) return;
    if (vd_parse_accept(p, VD_TOK_BECOMES)) value.value = vd_parse_expr(p);
    vd_st_add(p->arena, &spec->enumerator, value);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, VD_TOK_CLOSE);
}

static VdStSpec *parse_enum(VdStParser *p) {
  VdStSpec *spec = new_spec(p, VD_ST_SPEC_ENUM);
  parse_enumerators(p, spec);
  // CODESYS has the base type after the values.
  if (is_integer_name(vd_parse_look(p, 0))) spec->name = vd_parse_take_name(p);
  return spec;
}

static VdStSpec *parse_array(VdStParser *p) {
  VdStSpec *spec = new_spec(p, VD_ST_SPEC_ARRAY);
  vd_parse_take(p, VD_KEY_ARRAY);
  vd_parse_take(p, VD_TOK_OPEN_BRACKET);
  do {
    VdPos pos = vd_parse_here(p);
    if (vd_parse_accept(p, VD_TOK_STAR)) {
      vd_parse_unsupported(p, pos, "an array of any length");
      spec->kind = VD_ST_SPEC_UNSUPPORTED;
      spec->name = "ARRAY[*]";
      continue;
    }
    VdStRange range = {.low = vd_parse_expr(p)};
    vd_parse_take(p, VD_TOK_RANGE);
    range.high = vd_parse_expr(p);
    vd_st_add(p->arena, &spec->range, range);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, VD_TOK_CLOSE_BRACKET);
  vd_parse_take(p, VD_KEY_OF);
  spec->element = vd_parse_spec(p);
  return spec;
}

static void parse_decl(VdStParser *p, const VdStVar *like, VdStVars *out);

static void sync_decl(VdStParser *p) {
  static const VdStTok stop[] = {
      VD_KEY_END_VAR,     VD_KEY_END_STRUCT,
      VD_KEY_END_TYPE,    VD_KEY_END_FUNCTION,
      VD_KEY_END_PROGRAM, VD_KEY_END_FUNCTION_BLOCK,
      VD_KEY_VAR,         VD_KEY_VAR_INPUT,
      VD_KEY_VAR_OUTPUT,  VD_KEY_VAR_IN_OUT,
      VD_KEY_VAR_TEMP,    VD_KEY_VAR_EXTERNAL,
      VD_KEY_VAR_GLOBAL,  VD_KEY_FUNCTION,
      VD_KEY_PROGRAM,     VD_KEY_FUNCTION_BLOCK,
  };
  vd_parse_sync(p, stop, VD_COUNT(stop));
}

static VdStSpec *parse_struct(VdStParser *p) {
  VdStSpec *spec = new_spec(p, VD_ST_SPEC_STRUCT);
  VdStVar field = {.section = VD_ST_VAR};
  vd_parse_take(p, VD_KEY_STRUCT);
  vd_parse_accept(p, VD_TOK_COLON);
  while (!p->panic && vd_parse_is(p, VD_TOK_NAME))
    parse_decl(p, &field, &spec->field);
  vd_parse_take(p, VD_KEY_END_STRUCT);
  return spec;
}

static VdStSpec *parse_subrange(VdStParser *p, VdStSpec *spec) {
  spec->kind = VD_ST_SPEC_SUBRANGE;
  vd_parse_take(p, VD_TOK_OPEN);
  spec->low = vd_parse_expr(p);
  vd_parse_take(p, VD_TOK_RANGE);
  spec->high = vd_parse_expr(p);
  vd_parse_take(p, VD_TOK_CLOSE);
  return spec;
}

// Types that are not modelled. STRING and WSTRING may have a length.
static VdStSpec *parse_other(VdStParser *p) {
  VdStSpec *spec = new_spec(p, VD_ST_SPEC_UNSUPPORTED);
  bool string =
      vd_parse_is_word(p, 0, "STRING") || vd_parse_is_word(p, 0, "WSTRING");
  spec->name = vd_parse_take_name(p);
  if (!string) {
    vd_parse_accept(p, VD_KEY_TO);
    spec->element = vd_parse_spec(p);
    return spec;
  }
  VdStTok close = VD_TOK_END;
  if (vd_parse_accept(p, VD_TOK_OPEN_BRACKET))
    close = VD_TOK_CLOSE_BRACKET;
  else if (vd_parse_accept(p, VD_TOK_OPEN))
    close = VD_TOK_CLOSE;
  if (close == VD_TOK_END) return spec;
  vd_parse_expr(p);
  vd_parse_take(p, close);
  return spec;
}

// FB(x := 1), which CODESYS hands to the instance's constructor.
static void parse_constructor(VdStParser *p, VdStSpec *spec) {
  spec->kind = VD_ST_SPEC_UNSUPPORTED;
  vd_parse_take(p, VD_TOK_OPEN);
  do {
    vd_parse_accept(p, VD_TOK_NAME);
    vd_parse_accept(p, VD_TOK_BECOMES);
    vd_parse_expr(p);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, VD_TOK_CLOSE);
}

static VdStSpec *parse_named(VdStParser *p) {
  bool integer = is_integer_name(vd_parse_look(p, 0));
  VdStSpec *spec = new_spec(p, VD_ST_SPEC_NAME);
  spec->name = vd_parse_take_name(p);
  if (vd_parse_accept(p, VD_TOK_DOT)) {
    spec->kind = VD_ST_SPEC_UNSUPPORTED;
    vd_parse_take_name(p);
  }
  if (!vd_parse_is(p, VD_TOK_OPEN)) return spec;
  VdStTok first = vd_parse_look(p, 1)->kind, second = vd_parse_look(p, 2)->kind;
  bool list = first == VD_TOK_NAME &&
              (second == VD_TOK_BECOMES || second == VD_TOK_COMMA ||
               second == VD_TOK_CLOSE);
  if (list && !integer)
    parse_constructor(p, spec);
  else if (list)
    parse_enumerators(p, spec);
  else
    parse_subrange(p, spec);
  return spec;
}

static bool at_other(const VdStParser *p) {
  static const char *const word[] = {"STRING", "WSTRING", "POINTER",
                                     "REFERENCE", "REF_TO"};
  for (size_t i = 0; i < VD_COUNT(word); i++)
    if (vd_parse_is_word(p, 0, word[i])) return true;
  return false;
}

static VdStSpec *parse_spec(VdStParser *p) {
  switch (vd_parse_look(p, 0)->kind) {
    case VD_TOK_OPEN: return parse_enum(p);
    case VD_KEY_ARRAY: return parse_array(p);
    case VD_KEY_STRUCT: return parse_struct(p);
    case VD_TOK_NAME: return at_other(p) ? parse_other(p) : parse_named(p);
    default: vd_parse_error(p, "a type"); return NULL;
  }
}

VdStSpec *vd_parse_spec(VdStParser *p) {
  if (!vd_parse_enter(p)) return NULL;
  VdStSpec *spec = parse_spec(p);
  vd_parse_leave(p);
  return spec;
}

// ---------------------------------------------------------- initial values
static VdStExpr *parse_list(VdStParser *p, VdStExpr *e, VdStTok close) {
  if (vd_parse_accept(p, close)) return e;
  do {
    VdStArg arg = {.pos = vd_parse_here(p)};
    if (e->kind == VD_ST_STRUCT_INIT) {
      arg.name = vd_parse_take_name(p);
      vd_parse_take(p, VD_TOK_BECOMES);
    }
    arg.value = vd_parse_init(p);
    if (!arg.value) return e;
    if (arg.value->depth > e->depth) e->depth = arg.value->depth;
    vd_st_add(p->arena, &e->arg, arg);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
  vd_parse_take(p, close);
  e->depth++;
  return e;
}

static VdStExpr *parse_repeat(VdStParser *p) {
  VdStExpr *e = vd_st_expr(p->arena, VD_ST_REPEAT_INIT, vd_parse_here(p));
  e->bits = vd_parse_look(p, 0)->bits;
  vd_parse_take(p, VD_TOK_LITERAL);
  vd_parse_take(p, VD_TOK_OPEN);
  return parse_list(p, e, VD_TOK_CLOSE);
}

static VdStExpr *parse_init(VdStParser *p) {
  VdPos pos = vd_parse_here(p);
  const VdStToken *first = vd_parse_look(p, 0);
  VdStTok next = vd_parse_look(p, 1)->kind;
  bool field =
      next == VD_TOK_NAME && vd_parse_look(p, 2)->kind == VD_TOK_BECOMES;
  if (first->kind == VD_TOK_OPEN && field) {
    vd_parse_accept(p, VD_TOK_OPEN);
    VdStExpr *e = vd_st_expr(p->arena, VD_ST_STRUCT_INIT, pos);
    return parse_list(p, e, VD_TOK_CLOSE);
  }
  if (vd_parse_accept(p, VD_TOK_OPEN_BRACKET)) {
    VdStExpr *e = vd_st_expr(p->arena, VD_ST_ARRAY_INIT, pos);
    return parse_list(p, e, VD_TOK_CLOSE_BRACKET);
  }
  if (first->kind == VD_TOK_LITERAL && first->literal == VD_ST_LIT_INT &&
      next == VD_TOK_OPEN)
    return parse_repeat(p);
  return vd_parse_expr(p);
}

VdStExpr *vd_parse_init(VdStParser *p) {
  if (!vd_parse_enter(p)) return NULL;
  VdStExpr *e = parse_init(p);
  vd_parse_leave(p);
  return e;
}

// --------------------------------------------------------------- variables
static void parse_names(VdStParser *p, VdStNames *names) {
  do {
    VdStName name = {.pos = vd_parse_here(p)};
    name.text = vd_parse_take_name(p);
    if (!name.text) return;
    vd_st_add(p->arena, names, name);
  } while (vd_parse_accept(p, VD_TOK_COMMA));
}

// name, name AT %IX0.0 : type R_EDGE := value;
static void parse_decl(VdStParser *p, const VdStVar *like, VdStVars *out) {
  VdStNames names = {0};
  VdStVar shared = *like;
  parse_names(p, &names);
  if (vd_parse_accept(p, VD_KEY_AT)) {
    shared.at = vd_st_address(p->arena, vd_parse_text(p, vd_parse_look(p, 0)));
    vd_parse_take(p, VD_TOK_ADDRESS);
  }
  bool global = like->section == VD_ST_VAR_GLOBAL;
  uint32_t first = p->at;
  if (global) p->odd = false;
  vd_parse_take(p, VD_TOK_COLON);
  shared.spec = vd_parse_spec(p);
  shared.falling = vd_parse_accept_word(p, "F_EDGE");
  shared.edge = shared.falling || vd_parse_accept_word(p, "R_EDGE");
  if (vd_parse_accept(p, VD_TOK_BECOMES)) shared.init = vd_parse_init(p);
  vd_parse_take(p, VD_TOK_SEMICOLON);
  if (p->panic) {
    sync_decl(p);
    return;
  }
  if (global) {
    shared.text = vd_parse_canonical(p, first + 1, p->at - 1);
    p->odd |= shared.edge;
    if (p->odd) shared.spec = vd_parse_odd(p, names.at[0].pos);
    if (p->odd) shared.init = NULL;
    VdStWritten written = {.name = names};
    for (uint32_t i = 0; i < shared.spec->enumerator.len; i++)
      vd_st_add(
          p->arena, &written.name,
          (VdStName){shared.spec->enumerator.at[i].name, names.at[0].pos});
    written.text =
        vd_arena_printf(p->arena, "%d %d %d %d %s %s", shared.constant,
                        shared.retain, shared.non_retain, shared.persistent,
                        shared.at ? shared.at : "", shared.text);
    vd_st_add(p->arena, &p->unit->written, written);
  }
  for (uint32_t i = 0; i < names.len; i++) {
    VdStVar *var = VD_NEW(p->arena, VdStVar);
    *var = shared;
    var->name = names.at[i].text;
    var->pos = names.at[i].pos;
    vd_st_add(p->arena, out, var);
  }
}

typedef struct Section {
  VdStTok word;
  VdStSection section;
} Section;
static const Section sections[] = {
    {VD_KEY_VAR, VD_ST_VAR},
    {VD_KEY_VAR_INPUT, VD_ST_VAR_INPUT},
    {VD_KEY_VAR_OUTPUT, VD_ST_VAR_OUTPUT},
    {VD_KEY_VAR_IN_OUT, VD_ST_VAR_IN_OUT},
    {VD_KEY_VAR_TEMP, VD_ST_VAR_TEMP},
    {VD_KEY_VAR_EXTERNAL, VD_ST_VAR_EXTERNAL},
    {VD_KEY_VAR_GLOBAL, VD_ST_VAR_GLOBAL},
};

static const Section *section_of(const VdStParser *p) {
  VdStTok kind = vd_parse_look(p, 0)->kind;
  for (size_t i = 0; i < VD_COUNT(sections); i++)
    if (sections[i].word == kind) return &sections[i];
  return NULL;
}

bool vd_parse_at_vars(const VdStParser *p) {
  return section_of(p) || vd_parse_is(p, VD_KEY_VAR_ACCESS) ||
         vd_parse_is(p, VD_KEY_VAR_CONFIG);
}

// VAR_ACCESS and VAR_CONFIG. Those of a configuration are compared as written.
static void skip_section(VdStParser *p) {
  bool config = vd_parse_is(p, VD_KEY_VAR_CONFIG);
  uint32_t first = p->at;
  VdPos pos = vd_parse_here(p);
  if (p->pou) vd_parse_unsupported(p, pos, "VAR_ACCESS or VAR_CONFIG");
  while (!vd_parse_is(p, VD_KEY_END_VAR) && !vd_parse_is(p, VD_TOK_END))
    vd_parse_skip(p);
  vd_parse_take(p, VD_KEY_END_VAR);
  if (p->pou) return;
  VdStFact fact = {.kind = VD_PLC_FACT_CONFIG, .pos = pos, .acts = true};
  fact.name =
      vd_arena_printf(p->arena, "%s%s%s", config ? "VAR_CONFIG" : "VAR_ACCESS",
                      p->place ? " of " : "", p->place ? p->place : "");
  fact.text = vd_parse_canonical(p, first + 1, p->at - 1);
  if (p->at > first + 2) vd_st_add(p->arena, &p->unit->fact, fact);
  p->unit->configured |= config;
}

static bool accept_access(VdStParser *p, VdStVar *like) {
  if (vd_parse_accept_word(p, "PUBLIC")) {
    like->visible = true;
    return true;
  }
  bool internal = vd_parse_accept_word(p, "PRIVATE") ||
                  vd_parse_accept_word(p, "PROTECTED") ||
                  vd_parse_accept_word(p, "INTERNAL");
  like->internal |= internal;
  return internal;
}

static void parse_qualifiers(VdStParser *p, VdStVar *like) {
  for (;;) {
    VdStVar before = *like;
    if (vd_parse_accept(p, VD_KEY_CONSTANT)) {
      like->constant = true;
    } else if (vd_parse_accept(p, VD_KEY_RETAIN)) {
      like->retain = true;
    } else if (vd_parse_accept_word(p, "PERSISTENT")) {
      like->persistent = true;
    } else if (vd_parse_accept(p, VD_KEY_NON_RETAIN)) {
      like->non_retain = true;
    } else if (!accept_access(p, like)) {
      return;
    }
    // A variable may be called like one of these words.
    if (vd_parse_is(p, VD_TOK_COLON) || vd_parse_is(p, VD_TOK_COMMA)) {
      p->at--;
      *like = before;
      return;
    }
  }
}

void vd_parse_vars(VdStParser *p, VdStVars *out) {
  const Section *section = section_of(p);
  if (!section) {
    skip_section(p);
    return;
  }
  vd_parse_take(p, section->word);
  VdStVar like = {.section = section->section, .place = p->place};
  parse_qualifiers(p, &like);
  while (!p->panic && vd_parse_is(p, VD_TOK_NAME)) parse_decl(p, &like, out);
  if (!vd_parse_take(p, VD_KEY_END_VAR)) {
    sync_decl(p);
    vd_parse_accept(p, VD_KEY_END_VAR);
  }
  vd_parse_accept(p, VD_TOK_SEMICOLON);
}
