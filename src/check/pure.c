// External functions that are known functions of their arguments: what they
// compute, for concrete runs. Results come from the C library that this program
// runs on, as in the program under test.
#include <ctype.h>
#include <math.h>

#include "check/check_impl.h"

typedef struct Math {
  const char *name;
  double (*one)(double);
  double (*two)(double, double);
  float (*onef)(float);
  float (*twof)(float, float);
} Math;

#define ONE(name)                        \
  {#name, name, NULL, NULL, NULL}, {     \
    #name "f", NULL, NULL, name##f, NULL \
  }
#define TWO(name)                        \
  {#name, NULL, name, NULL, NULL}, {     \
    #name "f", NULL, NULL, NULL, name##f \
  }
static const Math math[] = {
    ONE(sin),   ONE(cos),      ONE(tan),       ONE(asin),   ONE(acos),
    ONE(atan),  ONE(sinh),     ONE(cosh),      ONE(tanh),   ONE(asinh),
    ONE(acosh), ONE(atanh),    ONE(exp),       ONE(exp2),   ONE(expm1),
    ONE(log),   ONE(log2),     ONE(log10),     ONE(log1p),  ONE(logb),
    ONE(cbrt),  ONE(erf),      ONE(erfc),      ONE(tgamma), ONE(lgamma),
    ONE(sqrt),  ONE(fabs),     ONE(floor),     ONE(ceil),   ONE(trunc),
    ONE(round), ONE(rint),     ONE(nearbyint), TWO(pow),    TWO(atan2),
    TWO(hypot), TWO(fmod),     TWO(remainder), TWO(fdim),   TWO(fmin),
    TWO(fmax),  TWO(copysign), TWO(nextafter),
};

static double as_double(const VdValue *v) {
  double x;
  memcpy(&x, &v->bits, sizeof x);
  return x;
}
static float as_float(const VdValue *v) {
  float x;
  memcpy(&x, &v->bits, sizeof x);
  return x;
}

static bool is_double(VdSort sort) {
  return vd_sort_eq(sort, vd_sort_float(11, 53));
}
static bool is_float(VdSort sort) {
  return vd_sort_eq(sort, vd_sort_float(8, 24));
}

static bool call_math(const VdFunc *f, const VdValue *a, VdValue *out) {
  for (size_t i = 0; i < VD_COUNT(math); i++) {
    const Math *m = &math[i];
    if (strcmp(m->name, f->link)) continue;
    uint32_t n = m->one || m->onef ? 1 : 2;
    if (f->params != n) return false;
    for (uint32_t k = 0; k < n; k++)
      if (m->one || m->two ? !is_double(a[k].sort) : !is_float(a[k].sort))
        return false;
    if (m->one) *out = vd_value_double(m->one(as_double(&a[0])));
    if (m->two)
      *out = vd_value_double(m->two(as_double(&a[0]), as_double(&a[1])));
    if (m->onef) *out = vd_value_float(m->onef(as_float(&a[0])));
    if (m->twof)
      *out = vd_value_float(m->twof(as_float(&a[0]), as_float(&a[1])));
    return vd_sort_eq(out->sort, f->result[0].sort);
  }
  return false;
}

// ------------------------------------------------------------------ ctype

static const struct {
  const char *name;
  int (*is)(int);
} classes[] = {
    {"isalpha", isalpha},   {"isdigit", isdigit}, {"isalnum", isalnum},
    {"isspace", isspace},   {"isupper", isupper}, {"islower", islower},
    {"isxdigit", isxdigit}, {"ispunct", ispunct}, {"isprint", isprint},
    {"isgraph", isgraph},   {"iscntrl", iscntrl}, {"isblank", isblank},
    {"toupper", toupper},   {"tolower", tolower},
};

static bool call_class(const VdFunc *f, const VdValue *a, VdValue *out) {
  if (f->params != 1 || a[0].sort.kind != VD_SORT_BV || a[0].sort.a != 32)
    return false;
  int c = (int)(uint32_t)a[0].bits;
  if (c < -1 || c > 255) return false;
  for (size_t i = 0; i < VD_COUNT(classes); i++)
    if (!strcmp(classes[i].name, f->link)) {
      *out = vd_value_bv(32, (uint64_t)(int64_t)classes[i].is(c));
      return true;
    }
  return false;
}

// ---------------------------------------------------------------- strings

enum { MAX_STRING = 4096 };

static uint8_t byte_of(const VdValue *mem, uint64_t addr) {
  return (uint8_t)vd_array_get(mem->array, addr);
}

static bool string_length(const VdValue *mem, uint64_t at, uint64_t *n) {
  for (*n = 0; *n < MAX_STRING; ++*n)
    if (!byte_of(mem, at + *n)) return true;
  return false;
}

static int compare(const VdValue *mem, uint64_t x, uint64_t y, uint64_t n,
                   bool strings) {
  for (uint64_t i = 0; i < n; i++) {
    uint8_t a = byte_of(mem, x + i), b = byte_of(mem, y + i);
    if (a != b) return a < b ? -1 : 1;
    if (strings && !a) return 0;
  }
  return 0;
}

static bool find_char(const VdValue *mem, uint64_t at, uint8_t c, bool last,
                      uint64_t *found) {
  uint64_t n;
  if (!string_length(mem, at, &n)) return false;
  *found = 0;
  for (uint64_t i = 0; i <= n; i++)
    if (byte_of(mem, at + i) == c) {
      *found = at + i;
      if (!last) return true;
    }
  return true;
}

static bool call_string(const VdFunc *f, const VdValue *a, VdValue *out) {
  const VdValue *mem = &a[f->params - 1];
  const char *name = f->link;
  uint64_t n;
  if (f->params < 2 || mem->sort.kind != VD_SORT_ARRAY) return false;
  uint32_t width = vd_sort_width(f->result[0].sort);
  if (!strcmp(name, "strlen") && f->params == 2) {
    if (!string_length(mem, a[0].bits, &n)) return false;
  } else if (!strcmp(name, "strcmp") && f->params == 3) {
    n = (uint64_t)(int64_t)compare(mem, a[0].bits, a[1].bits, MAX_STRING, true);
  } else if ((!strcmp(name, "strncmp") || !strcmp(name, "memcmp")) &&
             f->params == 4) {
    if (a[2].bits > MAX_STRING) return false;
    n = (uint64_t)(int64_t)compare(mem, a[0].bits, a[1].bits, a[2].bits,
                                   name[0] == 's');
  } else if ((!strcmp(name, "strchr") || !strcmp(name, "strrchr")) &&
             f->params == 3) {
    if (!find_char(mem, a[0].bits, (uint8_t)a[1].bits, name[3] == 'r', &n))
      return false;
  } else {
    return false;
  }
  *out = vd_value_bv(width, n);
  return true;
}

bool vd_pure_call(const VdFunc *f, const VdValue *a, VdValue *results) {
  if (f->results != 1) return false;
  if (!strcmp(f->link, "free") && f->result[0].role == VD_ROLE_HEAP) {
    results[0] = a[f->params - 1];  // blocks are never used again
    return true;
  }
  return call_math(f, a, &results[0]) || call_class(f, a, &results[0]) ||
         call_string(f, a, &results[0]);
}
