// Values of elementary types as text, both ways.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "ir/elem.h"

static const char OUT_OF_RANGE[] = "out of the range of its type";
static const uint64_t NS_OF_MS = 1000000;
static const uint64_t NS_OF_S = 1000000000;
static const uint64_t S_OF_DAY = 86400;

static bool is_long(VdElem elem) {
  return vd_elem_width(elem) == 64;
}

static int64_t signed_bits(VdValue value) {
  uint32_t up = 64 - value.sort.a;
  return (int64_t)(value.bits << up) >> up;
}

double vd_elem_real(VdValue value) {
  double x;
  float y;
  uint32_t half = (uint32_t)value.bits;
  memcpy(&x, &value.bits, sizeof x);
  memcpy(&y, &half, sizeof y);
  return value.sort.a == 8 ? (double)y : x;
}

static VdValue value_of_real(VdElem elem, double x) {
  return elem == VD_ELEM_REAL ? vd_value_float((float)x) : vd_value_double(x);
}

// ------------------------------------------------------------------- dates
// Days since 1970 to year, month and day, by the count of days from a March on
// (Hinnant's civil_from_days, for days that are not negative).
static void print_day(uint64_t days, VdBuf *out) {
  uint64_t z = days + 719468, era = z / 146097, doe = z % 146097;
  uint64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  uint64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100),
           mp = (5 * doy + 2) / 153;
  uint64_t day = doy - (153 * mp + 2) / 5 + 1,
           month = mp < 10 ? mp + 3 : mp - 9;
  uint64_t year = yoe + era * 400 + (month <= 2);
  vd_buf_printf(out, "%04" PRIu64 "-%02" PRIu64 "-%02" PRIu64, year, month,
                day);
}

static void print_clock(uint64_t nanoseconds, VdBuf *out) {
  uint64_t s = nanoseconds / NS_OF_S, rest = nanoseconds % NS_OF_S;
  vd_buf_printf(out, "%02" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600,
                s / 60 % 60, s % 60);
  if (!rest) return;
  int digits = 9;
  for (; rest % 10 == 0; rest /= 10) digits--;
  vd_buf_printf(out, ".%0*" PRIu64, digits, rest);
}

// In the units of the literals: nanoseconds, for a DATE of whole days.
static bool calendar_of(VdElem elem, uint64_t bits, uint64_t *nanoseconds) {
  VdScalarClass class = vd_elem_class(elem);
  uint64_t unit = class == VD_SCALAR_TOD ? NS_OF_MS : NS_OF_S;
  *nanoseconds = is_long(elem) ? bits : bits * unit;
  uint64_t day = S_OF_DAY * NS_OF_S;
  switch (class) {
    case VD_SCALAR_DATE:
      return *nanoseconds <= INT64_MAX && *nanoseconds % day == 0;
    case VD_SCALAR_TOD: return *nanoseconds < day;
    default: return *nanoseconds <= INT64_MAX;
  }
}

static void print_calendar(VdElem elem, uint64_t nanoseconds, VdBuf *out) {
  uint64_t day = S_OF_DAY * NS_OF_S;
  VdScalarClass class = vd_elem_class(elem);
  const char *name = vd_elem_text(elem);
  if (elem == VD_ELEM_DATE) name = "D";
  vd_buf_printf(out, "%s#", name);
  if (class != VD_SCALAR_TOD) print_day(nanoseconds / day, out);
  if (class == VD_SCALAR_DT) vd_buf_char(out, '-');
  if (class != VD_SCALAR_DATE) print_clock(nanoseconds % day, out);
}

// ---------------------------------------------------------------- printing
static void print_time(VdElem elem, int64_t number, VdBuf *out) {
  static const struct {
    const char *name;
    uint64_t nanoseconds;
  } units[] = {{"d", 86400000000000},
               {"h", 3600000000000},
               {"m", 60000000000},
               {"s", 1000000000},
               {"ms", 1000000},
               {"us", 1000},
               {"ns", 1}};
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  if (!is_long(elem)) rest *= NS_OF_MS;
  vd_buf_str(out, is_long(elem) ? "LTIME#" : "T#");
  if (number < 0) vd_buf_char(out, '-');
  if (!rest) vd_buf_str(out, "0s");
  for (size_t i = 0; i < VD_COUNT(units); i++) {
    uint64_t n = rest / units[i].nanoseconds;
    rest %= units[i].nanoseconds;
    if (n) vd_buf_printf(out, "%" PRIu64 "%s", n, units[i].name);
  }
}

// The fewest digits that the front end reads back to the same value, with the
// dot that a literal must have.
static void print_real(VdElem elem, VdValue value, VdBuf *out) {
  double x = vd_elem_real(value);
  char text[40];
  if (isnan(x)) {
    vd_buf_str(out, "NaN");
    return;
  }
  if (isinf(x)) {
    vd_buf_str(out, x < 0 ? "-Inf" : "Inf");
    return;
  }
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, x);
    VdValue back = value_of_real(elem, strtod(text, NULL));
    if (back.bits == value.bits) break;
  }
  if (strchr(text, 'e') && x == rint(x) && fabs(x) < 1e15)
    snprintf(text, sizeof text, "%.0f", x);  // 10.0, not 1.0e+01
  size_t mantissa = strcspn(text, "e");
  vd_buf_add(out, text, mantissa);
  if (!memchr(text, '.', mantissa)) vd_buf_str(out, ".0");
  vd_buf_str(out, text + mantissa);
}

static const char *name_of(const VdEnum *e, VdValue value) {
  for (uint32_t i = 0; e && i < e->values; i++)
    if (vd_value_eq(&e->value[i], &value)) return e->text[i];
  return NULL;
}

bool vd_elem_has_literal(VdElemType type, VdValue value) {
  uint64_t nanoseconds;
  if (type.enumeration) return name_of(type.enumeration, value);
  switch (vd_elem_class(type.elem)) {
    case VD_SCALAR_REAL: return isfinite(vd_elem_real(value));
    case VD_SCALAR_DATE:
    case VD_SCALAR_TOD:
    case VD_SCALAR_DT: return calendar_of(type.elem, value.bits, &nanoseconds);
    default: return true;
  }
}

// The bit string that times and dates out of their range are written as.
static const char *bits_name(VdElem elem) {
  return is_long(elem) ? "LWORD" : "DWORD";
}

void vd_elem_print(VdElemType type, VdValue value, VdBuf *out) {
  VdElem elem = type.elem;
  const char *name = name_of(type.enumeration, value);
  uint64_t nanoseconds;
  if (name) {
    vd_buf_str(out, name);
    return;
  }
  switch (vd_elem_class(elem)) {
    case VD_SCALAR_NONE: return;
    case VD_SCALAR_BOOL: vd_buf_str(out, value.bits ? "TRUE" : "FALSE"); return;
    case VD_SCALAR_SIGNED:
      vd_buf_printf(out, "%" PRId64, signed_bits(value));
      return;
    case VD_SCALAR_UNSIGNED: vd_buf_printf(out, "%" PRIu64, value.bits); return;
    case VD_SCALAR_BITS: vd_buf_printf(out, "16#%" PRIX64, value.bits); return;
    case VD_SCALAR_REAL: print_real(elem, value, out); return;
    case VD_SCALAR_TIME: print_time(elem, signed_bits(value), out); return;
    case VD_SCALAR_DATE:
    case VD_SCALAR_TOD:
    case VD_SCALAR_DT:
      if (calendar_of(elem, value.bits, &nanoseconds))
        print_calendar(elem, nanoseconds, out);
      else
        vd_buf_printf(out, "%s_TO_%s(16#%" PRIX64 ")", bits_name(elem),
                      vd_elem_text(elem), value.bits);
      return;
  }
}

// ----------------------------------------------------------------- reading
typedef struct Text {
  const char *at;
  size_t len;
} Text;

static bool is_word(Text t, const char *word) {
  return strlen(word) == t.len && !strncasecmp(word, t.at, t.len);
}

static bool accept(Text *t, const char *word) {
  size_t n = strlen(word);
  if (t->len < n || strncasecmp(t->at, word, n)) return false;
  t->at += n;
  t->len -= n;
  return true;
}

static Text drop_spaces(Text t) {
  while (t.len && (t.at[0] == ' ' || t.at[0] == '\t')) t.at++, t.len--;
  while (t.len && (t.at[t.len - 1] == ' ' || t.at[t.len - 1] == '\t')) t.len--;
  return t;
}

static VdElem elem_of(Text word) {
  static const struct {
    const char *name;
    VdElem elem;
  } others[] = {{"T", VD_ELEM_TIME},
                {"LT", VD_ELEM_LTIME},
                {"D", VD_ELEM_DATE},
                {"LD", VD_ELEM_LDATE}};
  for (size_t i = 0; i < VD_COUNT(others); i++)
    if (is_word(word, others[i].name)) return others[i].elem;
  return vd_elem_read(word.at, word.len);
}

// Takes the type in front of a literal away; false if it is another one.
static bool drop_type(VdElemType type, Text *t) {
  const char *mark = memchr(t->at, '#', t->len);
  if (!mark || (t->at[0] >= '0' && t->at[0] <= '9')) return true;
  Text word = {t->at, (size_t)(mark - t->at)};
  if (word.len && strchr("-+", word.at[0])) return true;
  if (memchr(word.at, '(', word.len)) return true;
  bool fits = type.enumeration && is_word(word, type.enumeration->name);
  if (!fits && elem_of(word) != type.elem) return false;
  t->len -= word.len + 1;
  t->at = mark + 1;
  return true;
}

static const char *read_bool(Text t, VdValue *out) {
  bool yes = is_word(t, "TRUE") || is_word(t, "1");
  *out = vd_value_bool(yes);
  return yes || is_word(t, "FALSE") || is_word(t, "0") ? NULL
                                                       : "not TRUE or FALSE";
}

static const char *read_integer(VdElem elem, Text t, VdValue *out) {
  uint64_t bits = 0;
  uint32_t width = vd_elem_width(elem);
  bool minus = accept(&t, "-");
  if (!minus) accept(&t, "+");
  const char *wrong = vd_elem_read_int(t.at, t.len, &bits);
  if (wrong) return wrong;
  bool is_signed = vd_elem_is_signed(elem);
  uint64_t largest = UINT64_MAX >> (64 - width + is_signed);
  if (bits > largest + (minus && is_signed)) return OUT_OF_RANGE;
  if (minus && !is_signed && bits) return OUT_OF_RANGE;
  *out = vd_value_bv(width, minus ? 0 - bits : bits);
  return NULL;
}

static size_t skip_digits(Text t, size_t i) {
  while (i < t.len && ((t.at[i] >= '0' && t.at[i] <= '9') || t.at[i] == '_'))
    i++;
  return i;
}

// Digits, and maybe a fraction and an exponent.
static bool is_decimal(Text t) {
  size_t i = skip_digits(t, 0);
  if (!i || t.at[0] == '_') return false;
  if (i < t.len && t.at[i] == '.') i = skip_digits(t, i + 1);
  if (i < t.len && (t.at[i] == 'e' || t.at[i] == 'E')) {
    size_t sign = i + 1 < t.len && (t.at[i + 1] == '-' || t.at[i + 1] == '+');
    size_t start = i + 1 + sign;
    i = skip_digits(t, start);
    if (i == start) return false;
  }
  return i == t.len;
}

static const char *read_real(VdElem elem, Text t, VdValue *out) {
  double x;
  bool minus = accept(&t, "-");
  if (!minus) accept(&t, "+");
  if (is_word(t, "NaN") || is_word(t, "Inf")) {
    x = is_word(t, "NaN") ? NAN : HUGE_VAL;
  } else {
    const char *wrong =
        is_decimal(t) ? vd_elem_read_real(t.at, t.len, &x) : "not a number";
    if (wrong) return wrong;
    if (elem == VD_ELEM_REAL && !isfinite((float)x)) return OUT_OF_RANGE;
  }
  *out = value_of_real(elem, minus ? -x : x);
  return NULL;
}

static const char *read_time(VdElem elem, Text t, VdValue *out) {
  uint64_t bits;
  const char *wrong = vd_elem_read_time(t.at, t.len, &bits);
  if (wrong) return wrong;
  int64_t number = (int64_t)bits;
  if (!is_long(elem)) {
    if (number % (int64_t)NS_OF_MS) return "not a whole number of milliseconds";
    number /= (int64_t)NS_OF_MS;
    if (number < INT32_MIN || number > INT32_MAX) return OUT_OF_RANGE;
  }
  *out = vd_value_bv(vd_elem_width(elem), (uint64_t)number);
  return NULL;
}

static const char *read_calendar(VdElem elem, Text t, VdValue *out) {
  VdScalarClass class = vd_elem_class(elem);
  uint64_t n, unit = class == VD_SCALAR_TOD ? NS_OF_MS : NS_OF_S;
  const char *wrong;
  if (class == VD_SCALAR_DATE) {
    wrong = vd_elem_read_date(t.at, t.len, &n);
    if (!wrong && __builtin_mul_overflow(n, NS_OF_S, &n)) wrong = OUT_OF_RANGE;
  } else {
    wrong = (class == VD_SCALAR_TOD ? vd_elem_read_tod : vd_elem_read_dt)(
        t.at, t.len, &n);
  }
  if (wrong) return wrong;
  if (!is_long(elem)) {
    if (n % unit) return "more exact than its type";
    n /= unit;
    if (n > UINT32_MAX) return OUT_OF_RANGE;
  }
  *out = vd_value_bv(vd_elem_width(elem), n);
  return NULL;
}

// DWORD_TO_TOD(16#...)
static bool read_converted(VdElem elem, Text t, VdValue *out) {
  uint64_t bits;
  if (!accept(&t, bits_name(elem)) || !accept(&t, "_TO_") ||
      !accept(&t, vd_elem_text(elem)) || !accept(&t, "(") || !t.len ||
      t.at[t.len - 1] != ')')
    return false;
  if (vd_elem_read_int(t.at, t.len - 1, &bits)) return false;
  if (!is_long(elem) && bits > UINT32_MAX) return false;
  *out = vd_value_bv(vd_elem_width(elem), bits);
  return true;
}

static bool read_name(const VdEnum *e, Text t, VdValue *out) {
  for (uint32_t i = 0; e && i < e->values; i++) {
    if (!is_word(t, e->text[i])) continue;
    *out = e->value[i];
    return true;
  }
  return false;
}

const char *vd_elem_read_value(VdElemType type, const char *text, size_t len,
                               VdValue *out) {
  Text t = drop_spaces((Text){text, len});
  if (!t.len) return "no value";
  if (!drop_type(type, &t)) return "of another type";
  if (read_name(type.enumeration, t, out)) return NULL;
  switch (vd_elem_class(type.elem)) {
    case VD_SCALAR_NONE: break;
    case VD_SCALAR_BOOL: return read_bool(t, out);
    case VD_SCALAR_SIGNED:
    case VD_SCALAR_UNSIGNED:
    case VD_SCALAR_BITS: {
      const char *wrong = read_integer(type.elem, t, out);
      return wrong && type.enumeration ? "not a name of its type" : wrong;
    }
    case VD_SCALAR_REAL: return read_real(type.elem, t, out);
    case VD_SCALAR_TIME: return read_time(type.elem, t, out);
    case VD_SCALAR_DATE:
    case VD_SCALAR_TOD:
    case VD_SCALAR_DT:
      if (read_converted(type.elem, t, out)) return NULL;
      return read_calendar(type.elem, t, out);
  }
  return "not a type that has values";
}
