// Roles of variables, by declaration and by pattern.
#include "run/roles.h"

#include <ctype.h>

// ---------------------------------------------------------------- patterns
// A comma in brackets belongs to a name: a[1,2].
static size_t item_length(const char *list) {
  size_t n = 0;
  for (bool inside = false; list[n] && (inside || list[n] != ','); n++) {
    if (list[n] == '[') inside = true;
    if (list[n] == ']') inside = false;
  }
  return n;
}

void vd_patterns_add(VdPatterns *patterns, VdArena *arena, const char *list) {
  for (;;) {
    list += strspn(list, " ");
    size_t n = item_length(list), len = n;
    while (len && list[len - 1] == ' ') len--;
    if (len) {
      char *text = vd_arena_alloc(arena, len + 1);
      memcpy(text, list, len);
      vd_push(patterns, (VdPattern){.text = text});
    }
    if (!list[n]) return;
    list += n + 1;
  }
}

static bool same_letter(char x, char y) {
  return tolower((unsigned char)x) == tolower((unsigned char)y);
}

// The last star takes one character more whenever the rest does not fit; that
// earlier ones need not be tried again is what keeps this short.
bool vd_pattern_fits(const char *pattern, const char *name) {
  const char *star = NULL, *from = NULL;
  while (*name) {
    if (*pattern == '*') {
      star = pattern++;
      from = name;
    } else if (*pattern && (*pattern == '?' || same_letter(*pattern, *name))) {
      pattern++;
      name++;
    } else if (star) {
      pattern = star + 1;
      name = ++from;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}

static bool has_role(const VdPlcVar *var) {
  return var->direction != VD_PLC_TEMP && var->direction != VD_PLC_CONSTANT &&
         !var->stopwatch;
}

void vd_patterns_choose(VdPatterns *patterns, const VdPlcPou *pou,
                        bool *chosen) {
  bool *inner = vd_alloc(pou->vars + (size_t)1);
  for (uint32_t i = 0; i < pou->instances; i++)
    memset(inner + pou->instance[i].first, true, pou->instance[i].vars);
  for (uint32_t i = 0; i < pou->vars; i++) {
    const VdPlcVar *var = &pou->var[i];
    chosen[i] = false;
    for (uint32_t k = 0; has_role(var) && k < patterns->len; k++) {
      VdPattern *p = &patterns->at[k];
      if ((inner[i] || var->made) && !strpbrk(p->text, ".#")) continue;
      if (!vd_pattern_fits(p->text, var->name)) continue;
      p->matches++;
      chosen[i] = true;
    }
  }
  vd_free(inner);
}

// ------------------------------------------------------------------- roles
static uint8_t declared_role(const VdPlcVar *var) {
  switch (var->direction) {
    case VD_PLC_INPUT: return VD_PLC_IS_INPUT;
    case VD_PLC_OUTPUT:
    case VD_PLC_RESULT: return VD_PLC_IS_OUTPUT;
    case VD_PLC_IN_OUT: return VD_PLC_IS_INPUT | VD_PLC_IS_OUTPUT;
    default: return VD_PLC_IS_STATE;
  }
}

static bool give_role(const VdPlcVar *var, bool input, bool output,
                      uint8_t *role, VdBuf *error) {
  static const char *const word[] = {"", "an input", "an output", "both"};
  uint8_t declared = declared_role(var);
  uint8_t wanted = (uint8_t)((input ? VD_PLC_IS_INPUT : 0) |
                             (output ? VD_PLC_IS_OUTPUT : 0));
  *role = declared | wanted;
  if (input && output)
    vd_buf_printf(error, "%s fits patterns of --inputs and of --outputs",
                  var->name);
  else if (declared && *role != declared)
    vd_buf_printf(error, "%s is declared as %s and fits a pattern of --%ss",
                  var->name, word[declared], input ? "input" : "output");
  else
    return true;
  return false;
}

bool vd_plc_roles(const VdPlcPou *pou, VdPatterns *inputs, VdPatterns *outputs,
                  uint8_t *role, VdBuf *error) {
  bool *input = vd_alloc(pou->vars + (size_t)1);
  bool *output = vd_alloc(pou->vars + (size_t)1), ok = true;
  vd_patterns_choose(inputs, pou, input);
  vd_patterns_choose(outputs, pou, output);
  for (uint32_t i = 0; ok && i < pou->vars; i++)
    ok = give_role(&pou->var[i], input[i], output[i], &role[i], error);
  vd_free(input);
  vd_free(output);
  return ok;
}
