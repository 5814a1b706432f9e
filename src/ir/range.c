// What external functions can answer, as their front end noted it.
#include <stdlib.h>

#include "ir/ir.h"

static const char answers_prefix[] = "answers:";

// The first word of the notes that starts so, after that; NULL if there is
// none.
static const char *find_note(const VdFunc *f, const char *start) {
  size_t n = strlen(start);
  for (const char *at = f->notes; *at;) {
    if (!strncmp(at, start, n)) return at + n;
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
  return NULL;
}

bool vd_func_has_result(const VdFunc *f, VdRole role) {
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == role) return true;
  return false;
}

bool vd_func_has_note(const VdFunc *f, const char *word) {
  const char *rest = find_note(f, word);
  return rest && (*rest == ' ' || *rest == '\0');
}

static VdRangeEnd read_end(const char **at) {
  VdRangeEnd a = {.byte = **at == '%'};
  bool is_arg = **at == '$' || a.byte;
  char *end;
  uint64_t number = (uint64_t)strtoll(*at + is_arg, &end, 0);
  if (is_arg)
    a.arg = (uint32_t)number;
  else
    a.number = number;
  *at = end;
  return a;
}

bool vd_func_range(const VdFunc *f, VdRange *out) {
  const char *at = find_note(f, answers_prefix);
  *out = (VdRange){0};
  if (!at) return false;
  out->least = read_end(&at);
  if (*at == '|') {
    out->has_extra = true;
    out->extra = out->least.number;
    at++;
    out->least = read_end(&at);
  }
  at += strspn(at, ".");
  out->most = read_end(&at);
  return out->least.arg <= f->params && out->most.arg <= f->params;
}

static uint64_t bits_of(const VdRangeEnd *a, const VdValue *args) {
  if (!a->arg) return a->number;
  uint64_t bits = args[a->arg - 1].bits;
  return a->byte ? bits & 0xff : bits;
}

VdValue vd_range_fit(const VdRange *a, const VdValue *args, VdValue raw) {
  if (raw.sort.kind != VD_SORT_BV || raw.sort.a > 64) return raw;
  uint64_t mask = raw.sort.a == 64 ? ~0ull : (1ull << raw.sort.a) - 1;
  uint64_t least = bits_of(&a->least, args) & mask;
  uint64_t room = (bits_of(&a->most, args) - least) & mask;
  if (a->has_extra && raw.bits == (a->extra & mask)) return raw;
  if (((raw.bits - least) & mask) <= room) return raw;
  return vd_value_bv(raw.sort.a, a->has_extra ? a->extra & mask : least);
}
