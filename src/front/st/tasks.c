// FB instances that a task runs on its own: `PROGRAM P WITH T : Main(f WITH
// U)`. Between two cycles of the PROGRAM they change as if others wrote them,
// which is not modelled. So the PROGRAM is known by its text.
#include <ctype.h>

#include "front/st/ast.h"
#include "front/st/plc.h"
#include "front/st/tasks.h"

static const char what[] = "a task that runs an FB instance";

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static VdStPou *find_pou(const VdStUnit *unit, const char *name, size_t n) {
  for (uint32_t i = unit->pou.len; i-- > 0;)
    if (strlen(unit->pou.at[i]->name) == n &&
        !strncasecmp(unit->pou.at[i]->name, name, n))
      return unit->pou.at[i];
  return NULL;
}

static VdStPou *type_of(const VdStUnit *unit, const VdStFact *fact) {
  size_t n = 0;
  while (is_word(fact->text[n])) n++;
  return find_pou(unit, fact->text, n);
}

static bool is_instance(const VdStFact *fact) {
  return fact->kind == VD_PLC_FACT_CONFIG &&
         !strncmp(fact->name, "PROGRAM ", strlen("PROGRAM "));
}

static bool has_var(const VdStPou *pou, const char *name, size_t n) {
  for (uint32_t i = 0; i < pou->var.len; i++)
    if (strlen(pou->var.at[i]->name) == n &&
        !strncasecmp(pou->var.at[i]->name, name, n))
      return true;
  return false;
}

static void mark_all(VdStUnit *unit, VdPos pos) {
  for (uint32_t i = 0; i < unit->pou.len; i++)
    if (unit->pou.at[i]->kind == VD_ST_PROGRAM)
      vd_st_unsupported(unit->pou.at[i], pos, what);
}

// Main ( x := 1 , f WITH U ): an instance of the PROGRAM, or a global one.
static void read_arguments(VdStUnit *unit, const VdStFact *fact,
                           VdStPou *program) {
  const char *open = strchr(fact->text, '('), *word = open;
  char quote = 0;
  for (const char *at = open; at && *at; at++) {
    if (quote || *at == '\'' || *at == '"') {
      if (!quote)
        quote = *at;
      else if (quote == *at)
        quote = 0;
    } else if (*at == '(' || *at == ',') {
      word = at + 1 + strspn(at + 1, " ");
    } else if (*at == ')') {
      return;
    } else if (!strncasecmp(at, " WITH ", strlen(" WITH "))) {
      size_t n = 0;
      while (is_word(word[n])) n++;
      if (has_var(program, word, n))
        vd_st_unsupported(program, fact->pos, what);
      else
        mark_all(unit, fact->pos);
    }
  }
}

// The program instance P1 of the FB instance P1.f; NULL if there is none.
static VdStPou *owner_of(const VdStUnit *unit, const VdStFact *fact) {
  for (uint32_t i = 0; i < unit->fact.len; i++) {
    const VdStFact *owner = &unit->fact.at[i];
    size_t n = strlen(owner->name);
    if (!is_instance(owner) || strncasecmp(owner->name, fact->name, n) ||
        fact->name[n] != '.')
      continue;
    VdStPou *pou = type_of(unit, owner);
    if (pou && pou->kind == VD_ST_PROGRAM) return pou;
  }
  return NULL;
}

void vd_st_tasks(VdStUnit *unit) {
  for (uint32_t i = 0; i < unit->fact.len; i++) {
    const VdStFact *fact = &unit->fact.at[i];
    if (!is_instance(fact)) continue;
    VdStPou *pou = type_of(unit, fact);
    if (!pou) continue;
    if (pou->kind == VD_ST_PROGRAM) {
      read_arguments(unit, fact, pou);
      continue;
    }
    VdStPou *owner = owner_of(unit, fact);
    if (owner)
      vd_st_unsupported(owner, fact->pos, what);
    else
      mark_all(unit, fact->pos);
  }
}
