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

static bool has_role(const VdMachineVar *var) {
  return var->direction != VD_DIR_TEMP && var->direction != VD_DIR_CONSTANT &&
         !var->stopwatch;
}

void vd_patterns_choose(VdPatterns *patterns, const VdMachine *machine,
                        bool *chosen) {
  bool *inner = vd_alloc(machine->vars + (size_t)1);
  for (uint32_t i = 0; i < machine->instances; i++)
    memset(inner + machine->instance[i].first, true, machine->instance[i].vars);
  for (uint32_t i = 0; i < machine->vars; i++) {
    const VdMachineVar *var = &machine->var[i];
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
static bool give_role(const VdMachineVar *var, bool input, bool output,
                      uint8_t *role, VdBuf *error) {
  static const char *const word[] = {"", "an input", "an output", "both"};
  uint8_t declared = vd_machine_use(var) & VD_USE_BOTH;
  uint8_t wanted =
      (uint8_t)((input ? VD_USE_INPUT : 0) | (output ? VD_USE_OUTPUT : 0));
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

bool vd_machine_roles(const VdMachine *machine, VdPatterns *inputs,
                      VdPatterns *outputs, uint8_t *role, VdBuf *error) {
  bool *input = vd_alloc(machine->vars + (size_t)1);
  bool *output = vd_alloc(machine->vars + (size_t)1), ok = true;
  vd_patterns_choose(inputs, machine, input);
  vd_patterns_choose(outputs, machine, output);
  for (uint32_t i = 0; ok && i < machine->vars; i++)
    ok = give_role(&machine->var[i], input[i], output[i], &role[i], error);
  vd_free(input);
  vd_free(output);
  return ok;
}
