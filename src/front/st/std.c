// The table of standard functions, and what names of conversions mean.
#include "front/st/std.h"

#include <stdlib.h>
#include <strings.h>

#include "front/st/emit.h"

#define OPERATOR(name, op, max) \
  {name, VD_STD_OPERATOR, 2, max, "", op, 0, NULL, 0, 0, false}
#define MATH(name, link) \
  {name, VD_STD_MATH, 1, 1, "IN", 0, 0, link, 0, 0, false}
#define SHIFT(name, shift) \
  {name, VD_STD_SHIFT, 2, 2, "IN N", 0, shift, NULL, 0, 0, false}
#define PLAIN(name, kind, min, max, formal) \
  {name, kind, min, max, formal, 0, 0, NULL, 0, 0, false}
#define MISSING(name) PLAIN(name, VD_STD_UNSUPPORTED, 0, VD_MANY, "")

static const VdStStd table[] = {
    OPERATOR("ADD", VD_ST_ADD, VD_MANY),
    OPERATOR("SUB", VD_ST_SUB, 2),
    OPERATOR("MUL", VD_ST_MUL, VD_MANY),
    OPERATOR("DIV", VD_ST_DIV, 2),
    OPERATOR("MOD", VD_ST_MOD, 2),
    OPERATOR("EXPT", VD_ST_POWER, 2),
    OPERATOR("AND", VD_ST_AND, VD_MANY),
    OPERATOR("OR", VD_ST_OR, VD_MANY),
    OPERATOR("XOR", VD_ST_XOR, VD_MANY),
    OPERATOR("GT", VD_ST_GT, 2),
    OPERATOR("GE", VD_ST_GE, 2),
    OPERATOR("EQ", VD_ST_EQ, 2),
    OPERATOR("LE", VD_ST_LE, 2),
    OPERATOR("LT", VD_ST_LT, 2),
    OPERATOR("NE", VD_ST_NE, 2),
    OPERATOR("ADD_TIME", VD_ST_ADD, 2),
    OPERATOR("SUB_TIME", VD_ST_SUB, 2),
    OPERATOR("MUL_TIME", VD_ST_MUL, 2),
    OPERATOR("DIV_TIME", VD_ST_DIV, 2),
    PLAIN("MOVE", VD_STD_MOVE, 1, 1, "IN"),
    PLAIN("ABS", VD_STD_ABS, 1, 1, "IN"),
    PLAIN("SQRT", VD_STD_SQRT, 1, 1, "IN"),
    MATH("LN", "log"),
    MATH("LOG", "log10"),
    MATH("EXP", "exp"),
    MATH("SIN", "sin"),
    MATH("COS", "cos"),
    MATH("TAN", "tan"),
    MATH("ASIN", "asin"),
    MATH("ACOS", "acos"),
    MATH("ATAN", "atan"),
    {"ATAN2", VD_STD_MATH, 2, 2, "Y X", 0, 0, "atan2", 0, 0, false},
    SHIFT("SHL", VD_SHIFT_SHL),
    SHIFT("SHR", VD_SHIFT_SHR),
    SHIFT("ROL", VD_SHIFT_ROL),
    SHIFT("ROR", VD_SHIFT_ROR),
    PLAIN("SEL", VD_STD_SEL, 3, 3, "G IN0 IN1"),
    PLAIN("MAX", VD_STD_MAX, 1, VD_MANY, ""),
    PLAIN("MIN", VD_STD_MIN, 1, VD_MANY, ""),
    PLAIN("LIMIT", VD_STD_LIMIT, 3, 3, "MN IN MX"),
    PLAIN("MUX", VD_STD_MUX, 2, VD_MANY, "K IN0"),
    PLAIN("TRUNC", VD_STD_TRUNC, 1, 1, "IN"),
    MISSING("LEN"),
    MISSING("LEFT"),
    MISSING("RIGHT"),
    MISSING("MID"),
    MISSING("CONCAT"),
    MISSING("INSERT"),
    MISSING("DELETE"),
    MISSING("REPLACE"),
    MISSING("FIND"),
    MISSING("ADR"),
    MISSING("REF"),
    MISSING("SIZEOF"),
    MISSING("TIME"),
    MISSING("CONCAT_DATE_TOD"),
    MISSING("IS_VALID"),
};

// ---------------------------------------------------------------- conversions
static bool ends_with_string(const char *text) {
  size_t n = strlen(text);
  return n >= 6 && !strcasecmp(text + n - 6, "STRING");
}

static bool is_unmodelled(const char *from, size_t n, const char *to) {
  bool text = ends_with_string(to) ||
              (n >= 6 && !strncasecmp(from + n - 6, "STRING", 6));
  bool bcd = !strcasecmp(to, "BCD") || (n >= 3 && !strncasecmp(from, "BCD", 3));
  return text || bcd;
}

static const VdStStd *conversion(VdArena *arena, const char *name,
                                 const char *mark, bool truncate) {
  size_t skip = strlen(mark);
  for (const char *at = strcasestr(name, mark); at;
       at = strcasestr(at + 1, mark)) {
    size_t n = (size_t)(at - name);
    VdElem from = vd_elem_read(name, n);
    VdElem to = vd_elem_read(at + skip, strlen(at + skip));
    bool missing = is_unmodelled(name, n, at + skip);
    if (!missing && (!from || !to)) continue;
    VdStStd *std = VD_NEW(arena, VdStStd);
    *std = (VdStStd){.name = name,
                     .kind = missing ? VD_STD_UNSUPPORTED : VD_STD_CONVERT,
                     .min = 1,
                     .max = 1,
                     .formal = "IN",
                     .from = from,
                     .to = to,
                     .truncate = truncate};
    return std;
  }
  return NULL;
}

// TO_INT(x), of any type.
static const VdStStd *to_conversion(VdArena *arena, const char *name) {
  if (strncasecmp(name, "TO_", 3)) return NULL;
  VdElem to = vd_elem_read(name + 3, strlen(name + 3));
  if (!to && !ends_with_string(name)) return NULL;
  VdStStd *std = VD_NEW(arena, VdStStd);
  *std = (VdStStd){.name = name,
                   .kind = to ? VD_STD_CONVERT : VD_STD_UNSUPPORTED,
                   .min = 1,
                   .max = 1,
                   .formal = "IN",
                   .to = to};
  return std;
}

const VdStStd *vd_std_find(VdArena *arena, const char *name) {
  for (size_t i = 0; i < VD_COUNT(table); i++)
    if (!strcasecmp(table[i].name, name)) return &table[i];
  const VdStStd *std = conversion(arena, name, "_TO_", false);
  if (!std) std = conversion(arena, name, "_TRUNC_", true);
  return std ? std : to_conversion(arena, name);
}

// IN1 is the first of operators and of functions that take any number; IN0 is
// the second of MUX.
uint32_t vd_std_formal(const VdStStd *std, const char *name) {
  size_t n = strlen(name);
  uint32_t index = 0;
  for (const char *at = std->formal; *at; index++) {
    size_t len = strcspn(at, " ");
    if (len == n && !strncasecmp(at, name, n)) return index;
    at += len + (at[len] == ' ');
  }
  bool numbered = !*std->formal || std->kind == VD_STD_MUX;
  if (!numbered || strncasecmp(name, "IN", 2) || n < 3 || n > 6)
    return UINT32_MAX;
  char *end;
  unsigned long number = strtoul(name + 2, &end, 10);
  if (*end) return UINT32_MAX;
  if (std->kind == VD_STD_MUX) return (uint32_t)number + 1;
  return number ? (uint32_t)number - 1 : UINT32_MAX;
}
