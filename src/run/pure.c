// External functions that are known functions of their arguments: what they
// compute, for concrete runs. Results come from the C library that this program
// runs on, as in the program under test.
#include <complex.h>
#include <ctype.h>
#include <math.h>

#include "base/limit.h"
#include "run/run.h"

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

// What compilers call, and functions of a float and an int: as the library
// that this program is linked with has them.
double __powidf2(double x, int n);
float __powisf2(float x, int n);
_Complex double __divdc3(double a, double b, double c, double d);
_Complex float __divsc3(float a, float b, float c, float d);

static const struct {
  const char *name;
  double (*power)(double, int);
  float (*powerf)(float, int);
} powers[] = {{"ldexp", ldexp, NULL},         {"ldexpf", NULL, ldexpf},
              {"scalbn", scalbn, NULL},       {"scalbnf", NULL, scalbnf},
              {"__powidf2", __powidf2, NULL}, {"__powisf2", NULL, __powisf2}};

static bool call_power(const VdFunc *f, const VdValue *a, VdValue *out) {
  if (f->params != 2 || a[1].sort.kind != VD_SORT_BV || a[1].sort.a != 32)
    return false;
  int n = (int)(uint32_t)a[1].bits;
  for (size_t i = 0; i < VD_COUNT(powers); i++) {
    if (strcmp(powers[i].name, f->link)) continue;
    if (powers[i].power && is_double(a[0].sort))
      *out = vd_value_double(powers[i].power(as_double(&a[0]), n));
    else if (powers[i].powerf && is_float(a[0].sort))
      *out = vd_value_float(powers[i].powerf(as_float(&a[0]), n));
    else
      return false;
    return vd_sort_eq(out->sort, f->result[0].sort);
  }
  return false;
}

static bool call_ilogb(const VdFunc *f, const VdValue *a, VdValue *out) {
  if (f->params != 1 || f->result[0].sort.kind != VD_SORT_BV) return false;
  if (!strcmp(f->link, "ilogb") && is_double(a[0].sort))
    *out = vd_value_bv(32, (uint32_t)ilogb(as_double(&a[0])));
  else if (!strcmp(f->link, "ilogbf") && is_float(a[0].sort))
    *out = vd_value_bv(32, (uint32_t)ilogbf(as_float(&a[0])));
  else
    return false;
  return true;
}

// Quotients of complex numbers.
static bool call_complex(const VdFunc *f, const VdValue *a, VdValue *out) {
  if (f->params != 4 || f->results != 2) return false;
  if (!strcmp(f->link, "__divdc3") && is_double(a[0].sort)) {
    _Complex double q = __divdc3(as_double(&a[0]), as_double(&a[1]),
                                 as_double(&a[2]), as_double(&a[3]));
    out[0] = vd_value_double(creal(q));
    out[1] = vd_value_double(cimag(q));
  } else if (!strcmp(f->link, "__divsc3") && is_float(a[0].sort)) {
    _Complex float q = __divsc3(as_float(&a[0]), as_float(&a[1]),
                                as_float(&a[2]), as_float(&a[3]));
    out[0] = vd_value_float(crealf(q));
    out[1] = vd_value_float(cimagf(q));
  } else {
    return false;
  }
  return vd_sort_eq(out[0].sort, f->result[0].sort);
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

static uint8_t byte_of(const VdValue *mem, uint64_t addr) {
  return (uint8_t)vd_array_get(mem->array, addr);
}

static bool string_length(const VdValue *mem, uint64_t at, uint64_t *n) {
  for (*n = 0; *n < vd_limit->pure_string; ++*n)
    if (!byte_of(mem, at + *n)) return true;
  return false;
}

static int64_t compare(const VdValue *mem, uint64_t x, uint64_t y, uint64_t n,
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

// The answer of a function of strings in memory; false if it is not known.
typedef bool StringCall(const VdValue *mem, const VdValue *a, uint64_t *out);

static bool length(const VdValue *mem, const VdValue *a, uint64_t *out) {
  return string_length(mem, a[0].bits, out);
}

static bool length_within(const VdValue *mem, const VdValue *a, uint64_t *out) {
  for (*out = 0; *out < a[1].bits && *out < vd_limit->pure_string; ++*out)
    if (!byte_of(mem, a[0].bits + *out)) return true;
  return *out == a[1].bits;
}

static bool compare_strings(const VdValue *mem, const VdValue *a,
                            uint64_t *out) {
  *out =
      (uint64_t)compare(mem, a[0].bits, a[1].bits, vd_limit->pure_string, true);
  return true;
}

static bool compare_some(const VdValue *mem, const VdValue *a, uint64_t *out) {
  *out = (uint64_t)compare(mem, a[0].bits, a[1].bits, a[2].bits, true);
  return a[2].bits <= vd_limit->pure_string;
}

static bool compare_bytes(const VdValue *mem, const VdValue *a, uint64_t *out) {
  if (a[2].bits > vd_limit->pure_string) return false;
  *out = (uint64_t)compare(mem, a[0].bits, a[1].bits, a[2].bits, false);
  return true;
}

static bool first_char(const VdValue *mem, const VdValue *a, uint64_t *out) {
  return find_char(mem, a[0].bits, (uint8_t)a[1].bits, false, out);
}

static bool last_char(const VdValue *mem, const VdValue *a, uint64_t *out) {
  return find_char(mem, a[0].bits, (uint8_t)a[1].bits, true, out);
}

static bool first_byte(const VdValue *mem, const VdValue *a, uint64_t *out) {
  *out = 0;
  for (uint64_t i = 0; i < a[2].bits; i++) {
    if (i == vd_limit->pure_string) return false;
    if (byte_of(mem, a[0].bits + i) != (uint8_t)a[1].bits) continue;
    *out = a[0].bits + i;
    return true;
  }
  return true;
}

static bool is_in(const VdValue *mem, uint64_t set, uint8_t c) {
  for (uint64_t i = 0; i < vd_limit->pure_string && byte_of(mem, set + i); i++)
    if (byte_of(mem, set + i) == c) return true;
  return false;
}

// How many bytes of a string, from its start, are in a set, or are not.
static bool span(const VdValue *mem, const VdValue *a, bool in, uint64_t *out) {
  uint64_t n;
  if (!string_length(mem, a[0].bits, &n) || !string_length(mem, a[1].bits, out))
    return false;
  for (*out = 0; *out < n; ++*out)
    if (is_in(mem, a[1].bits, byte_of(mem, a[0].bits + *out)) != in) break;
  return true;
}

static bool span_in(const VdValue *mem, const VdValue *a, uint64_t *out) {
  return span(mem, a, true, out);
}

static bool span_not_in(const VdValue *mem, const VdValue *a, uint64_t *out) {
  return span(mem, a, false, out);
}

static bool first_in(const VdValue *mem, const VdValue *a, uint64_t *out) {
  if (!span(mem, a, false, out)) return false;
  *out += a[0].bits;
  if (!byte_of(mem, *out)) *out = 0;
  return true;
}

static bool substring(const VdValue *mem, const VdValue *a, uint64_t *out) {
  uint64_t n, part;
  if (!string_length(mem, a[0].bits, &n) ||
      !string_length(mem, a[1].bits, &part))
    return false;
  for (uint64_t i = 0; i + part <= n; i++)
    if (!compare(mem, a[0].bits + i, a[1].bits, part, false)) {
      *out = a[0].bits + i;
      return true;
    }
  *out = 0;
  return true;
}

static const struct {
  const char *name;
  uint32_t args;
  StringCall *call;
} strings[] = {
    {"strlen", 1, length},          {"strnlen", 2, length_within},
    {"strcmp", 2, compare_strings}, {"strncmp", 3, compare_some},
    {"memcmp", 3, compare_bytes},   {"bcmp", 3, compare_bytes},
    {"strchr", 2, first_char},      {"strrchr", 2, last_char},
    {"memchr", 3, first_byte},      {"strspn", 2, span_in},
    {"strcspn", 2, span_not_in},    {"strpbrk", 2, first_in},
    {"strstr", 2, substring},
};

static bool call_string(const VdFunc *f, const VdValue *a, VdValue *out) {
  if (f->params < 2 || a[f->params - 1].sort.kind != VD_SORT_ARRAY)
    return false;
  for (size_t i = 0; i < VD_COUNT(strings); i++) {
    uint64_t n;
    if (strcmp(strings[i].name, f->link) || strings[i].args + 1 != f->params)
      continue;
    if (!strings[i].call(&a[f->params - 1], a, &n)) return false;
    *out = vd_value_bv(vd_sort_width(f->result[0].sort), n);
    return true;
  }
  return false;
}

bool vd_pure_call(const VdFunc *f, const VdValue *a, VdValue *results) {
  if (vd_func_has_note(f, "pure")) return false;  // has only its name
  if (f->results == 2) return call_complex(f, a, results);
  if (f->results != 1) return false;
  return call_math(f, a, &results[0]) || call_power(f, a, &results[0]) ||
         call_ilogb(f, a, &results[0]) || call_class(f, a, &results[0]) ||
         call_string(f, a, &results[0]);
}
