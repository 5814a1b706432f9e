// Textual SFC. STEP, TRANSITION, ACTION and FROM are names elsewhere.
#include "front/st/parse_impl.h"

bool vd_parse_at_sfc(const VdStParser *p) {
  if (vd_parse_is(p, VD_KEY_INITIAL_STEP)) return true;
  bool named = vd_parse_look(p, 1)->kind == VD_TOK_NAME;
  if (vd_parse_is_word(p, 0, "STEP") || vd_parse_is_word(p, 0, "ACTION"))
    return named;
  if (!vd_parse_is_word(p, 0, "TRANSITION")) return false;
  return named || (vd_parse_look(p, 1)->kind == VD_TOK_OPEN &&
                   vd_parse_is_word(p, 2, "PRIORITY"));
}

static void sync(VdStParser *p) {
  static const VdStTok stop[] = {
      VD_KEY_END_STEP,       VD_KEY_END_TRANSITION,     VD_KEY_END_ACTION,
      VD_KEY_INITIAL_STEP,   VD_KEY_END_FUNCTION,       VD_KEY_END_PROGRAM,
      VD_KEY_FUNCTION,       VD_KEY_END_FUNCTION_BLOCK, VD_KEY_PROGRAM,
      VD_KEY_FUNCTION_BLOCK,
  };
  vd_parse_sync(p, stop, VD_COUNT(stop));
}

// The end word of a part; what is wrong before it is skipped.
static void take_end(VdStParser *p, VdStTok end) {
  if (!p->panic && !vd_parse_is(p, end)) vd_parse_error(p, vd_st_tok_text(end));
  while (p->panic && !vd_parse_is(p, VD_TOK_END)) {
    sync(p);
    if (!vd_parse_is(p, VD_TOK_SEMICOLON)) break;
  }
  vd_parse_accept(p, end);
  vd_parse_accept(p, VD_TOK_SEMICOLON);
}

// ------------------------------------------------------------------- steps
static const char *const qualifier_text[] = {
    [VD_SFC_N] = "N",   [VD_SFC_R] = "R",   [VD_SFC_S] = "S",
    [VD_SFC_L] = "L",   [VD_SFC_D] = "D",   [VD_SFC_P] = "P",
    [VD_SFC_SD] = "SD", [VD_SFC_DS] = "DS", [VD_SFC_SL] = "SL",
    [VD_SFC_P1] = "P1", [VD_SFC_P0] = "P0",
};

bool vd_sfc_qualifier_read(const char *text, VdSfcQualifier *out) {
  for (uint32_t i = 0; i < VD_COUNT(qualifier_text); i++) {
    if (!vd_st_same(qualifier_text[i], text)) continue;
    *out = (VdSfcQualifier)i;
    return true;
  }
  return false;
}

const char *vd_sfc_qualifier_text(VdSfcQualifier q) {
  return qualifier_text[q];
}

bool vd_sfc_is_timed(VdSfcQualifier q) {
  return q == VD_SFC_L || q == VD_SFC_D || q == VD_SFC_SD || q == VD_SFC_DS ||
         q == VD_SFC_SL;
}

static void parse_qualifier(VdStParser *p, VdSfcBlock *block) {
  const VdStToken *token = vd_parse_look(p, 0);
  bool known =
      token->kind == VD_TOK_NAME &&
      vd_sfc_qualifier_read(vd_parse_text(p, token), &block->qualifier);
  if (!known) {
    vd_parse_error(p,
                   "an action qualifier: N, R, S, L, D, P, SD, DS, SL, P1, P0");
    return;
  }
  vd_parse_accept(p, VD_TOK_NAME);
  if (!vd_sfc_is_timed(block->qualifier)) return;
  if (vd_parse_take(p, VD_TOK_COMMA)) block->time = vd_parse_expr(p);
}

static VdSfcBlock parse_block(VdStParser *p) {
  VdSfcBlock block = {.pos = vd_parse_here(p)};
  block.action.pos = block.pos;
  block.action.text = vd_parse_take_name(p);
  if (vd_parse_accept(p, VD_TOK_OPEN)) {
    if (!vd_parse_is(p, VD_TOK_CLOSE)) parse_qualifier(p, &block);
    while (vd_parse_accept(p, VD_TOK_COMMA)) {
      VdStName name = {.pos = vd_parse_here(p)};
      name.text = vd_parse_take_name(p);
      if (name.text) vd_st_add(p->arena, &block.indicator, name);
    }
    vd_parse_take(p, VD_TOK_CLOSE);
  }
  vd_parse_take(p, VD_TOK_SEMICOLON);
  return block;
}

static void parse_step(VdStParser *p, VdSfcNet *net) {
  VdSfcStep *step = VD_NEW(p->arena, VdSfcStep);
  step->initial = vd_parse_accept(p, VD_KEY_INITIAL_STEP);
  if (!step->initial) vd_parse_accept_word(p, "STEP");
  step->pos = vd_parse_here(p);
  step->name = vd_parse_take_name(p);
  vd_parse_accept(p, VD_TOK_COLON);
  while (!p->panic && vd_parse_is(p, VD_TOK_NAME)) {
    VdSfcBlock block = parse_block(p);
    if (!p->panic) vd_st_add(p->arena, &step->block, block);
  }
  take_end(p, VD_KEY_END_STEP);
  if (step->name) vd_st_add(p->arena, &net->step, step);
}

// ------------------------------------------------------------- transitions
static void parse_step_names(VdStParser *p, VdStNames *out) {
  bool list = vd_parse_accept(p, VD_TOK_OPEN);
  do {
    VdStName name = {.pos = vd_parse_here(p)};
    name.text = vd_parse_take_name(p);
    if (name.text) vd_st_add(p->arena, out, name);
  } while (list && vd_parse_accept(p, VD_TOK_COMMA));
  if (list) vd_parse_take(p, VD_TOK_CLOSE);
}

static void parse_priority(VdStParser *p, VdSfcTransition *t) {
  if (!vd_parse_accept(p, VD_TOK_OPEN)) return;
  if (!vd_parse_accept_word(p, "PRIORITY")) vd_parse_error(p, "PRIORITY");
  vd_parse_take(p, VD_TOK_BECOMES);
  const VdStToken *token = vd_parse_look(p, 0);
  t->has_priority = true;
  if (token->kind == VD_TOK_LITERAL && token->literal == VD_ST_LIT_INT &&
      token->bits <= UINT32_MAX)
    t->priority = (uint32_t)token->bits;
  else
    vd_parse_error(p, "a number");
  vd_parse_accept(p, VD_TOK_LITERAL);
  vd_parse_take(p, VD_TOK_CLOSE);
}

// Other languages than ST stand after a ':'.
static void parse_guard(VdStParser *p, VdSfcTransition *t) {
  if (vd_parse_is(p, VD_TOK_COLON)) {
    vd_parse_unsupported(p, vd_parse_here(p), "a transition in LD, FBD or IL");
    t->cond = vd_st_bool(p->arena, t->pos, true);
    while (!vd_parse_is(p, VD_KEY_END_TRANSITION) &&
           !vd_parse_is(p, VD_TOK_END))
      vd_parse_skip(p);
    return;
  }
  vd_parse_take(p, VD_TOK_BECOMES);
  t->cond = vd_parse_expr(p);
  vd_parse_take(p, VD_TOK_SEMICOLON);
}

static void parse_transition(VdStParser *p, VdSfcNet *net) {
  VdSfcTransition *t = VD_NEW(p->arena, VdSfcTransition);
  t->pos = vd_parse_here(p);
  vd_parse_accept_word(p, "TRANSITION");
  bool from = vd_parse_is_word(p, 0, "FROM");
  if (vd_parse_is(p, VD_TOK_NAME) && !from) t->name = vd_parse_take_name(p);
  parse_priority(p, t);
  if (!vd_parse_accept_word(p, "FROM")) vd_parse_error(p, "FROM");
  parse_step_names(p, &t->from);
  vd_parse_take(p, VD_KEY_TO);
  parse_step_names(p, &t->to);
  parse_guard(p, t);
  bool good = !p->panic;
  take_end(p, VD_KEY_END_TRANSITION);
  if (good && t->cond) vd_st_add(p->arena, &net->transition, t);
}

// ----------------------------------------------------------------- actions
static void parse_action(VdStParser *p) {
  VdStAction *action = VD_NEW(p->arena, VdStAction);
  uint32_t first = p->at;
  vd_parse_accept_word(p, "ACTION");
  action->pos = vd_parse_here(p);
  action->name = vd_parse_take_name(p);
  vd_parse_accept(p, VD_TOK_COLON);
  if (vd_parse_enter(p)) {
    vd_parse_code(p, &action->body, &action->sfc);
    vd_parse_leave(p);
  }
  take_end(p, VD_KEY_END_ACTION);
  if (!action->name || !p->pou || !p->pou->name) return;
  action->text = vd_parse_canonical(p, first, p->at);
  vd_parse_part(p, first,
                vd_arena_printf(p->arena, "%s.%s", p->pou->name, action->name));
  vd_st_add(p->arena, &p->pou->action, action);
}

void vd_parse_sfc_part(VdStParser *p, VdSfcNet **sfc) {
  if (vd_parse_is_word(p, 0, "ACTION")) {
    parse_action(p);
    return;
  }
  if (!*sfc) {
    *sfc = VD_NEW(p->arena, VdSfcNet);
    (*sfc)->pos = vd_parse_here(p);
  }
  if (vd_parse_is_word(p, 0, "TRANSITION"))
    parse_transition(p, *sfc);
  else
    parse_step(p, *sfc);
}
