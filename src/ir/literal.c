// Literals of IEC 61131-3. Everything is exact: what does not fit 64 bits, or
// has parts smaller than a nanosecond, is an error.
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "ir/elem.h"

static const char TOO_LARGE[] = "the number does not fit 64 bits";

// value * factor + digit, false where it does not fit.
static bool push_digit(uint64_t *value, uint64_t factor, uint64_t digit) {
  return !__builtin_mul_overflow(*value, factor, value) &&
         !__builtin_add_overflow(*value, digit, value);
}

// ----------------------------------------------------------------- numbers
static int digit_of(char c) {
  if (vd_is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

static const char *read_digits(const char *text, size_t len, unsigned base,
                               uint64_t *bits) {
  *bits = 0;
  bool digits = false;
  for (size_t i = 0; i < len; i++) {
    if (text[i] == '_') continue;
    unsigned digit = (unsigned)digit_of(text[i]);
    if (digit >= base) return "a digit that its base does not have";
    if (!push_digit(bits, base, digit)) return TOO_LARGE;
    digits = true;
  }
  return digits ? NULL : "a number without digits";
}

const char *vd_elem_read_int(const char *text, size_t len, uint64_t *bits) {
  const char *mark = memchr(text, '#', len);
  if (!mark) return read_digits(text, len, 10, bits);
  uint64_t base;
  const char *wrong = read_digits(text, (size_t)(mark - text), 10, &base);
  if (wrong) return wrong;
  if (base != 2 && base != 8 && base != 16)
    return "a base that is not 2, 8 or 16";
  return read_digits(mark + 1, len - (size_t)(mark + 1 - text), (unsigned)base,
                     bits);
}

const char *vd_elem_read_real(const char *text, size_t len, double *real) {
  VdBuf buf = {0};
  for (size_t i = 0; i < len; i++)
    if (text[i] != '_') vd_buf_char(&buf, text[i]);
  *real = strtod(vd_buf_text(&buf), NULL);
  vd_buf_done(&buf);
  return isfinite(*real) ? NULL : "the number does not fit LREAL";
}

// ------------------------------------------------------------------- times
typedef struct Cursor {
  const char *at, *end;
} Cursor;

static bool accept(Cursor *c, char wanted) {
  if (c->at == c->end || *c->at != wanted) return false;
  c->at++;
  return true;
}

typedef struct Unit {
  const char *name;
  uint64_t nanoseconds;
} Unit;
// Largest first; of two with the same first letter the longer one first.
static const Unit units[] = {
    {"d", 86400000000000u},
    {"h", 3600000000000u},
    {"ms", 1000000u},
    {"m", 60000000000u},
    {"s", 1000000000u},
    {"us", 1000u},
    {"ns", 1u},
};

static const Unit *read_unit(Cursor *c) {
  for (size_t i = 0; i < VD_COUNT(units); i++) {
    size_t n = strlen(units[i].name);
    if ((size_t)(c->end - c->at) < n) continue;
    if (strncasecmp(c->at, units[i].name, n)) continue;
    c->at += n;
    return &units[i];
  }
  return NULL;
}

static bool read_number(Cursor *c, uint64_t *value, bool *fits) {
  const char *start = c->at;
  *value = 0;
  while (c->at < c->end && (vd_is_digit(*c->at) || *c->at == '_')) {
    if (*c->at != '_' && !push_digit(value, 10, (uint64_t)(*c->at - '0')))
      *fits = false;
    c->at++;
  }
  return c->at > start && vd_is_digit(*start);
}

// A fraction of something, in nanoseconds: the digits from digits to c.
static const char *read_fraction(const Cursor *c, const char *digits,
                                 uint64_t nanoseconds, uint64_t *out) {
  *out = 0;
  for (const char *d = digits; d < c->at; d++) {
    if (*d == '0') continue;
    uint64_t unit = nanoseconds;
    for (const char *e = digits; e <= d; e++) {
      if (unit % 10) return "a fraction smaller than a nanosecond";
      unit /= 10;
    }
    *out += (uint64_t)(*d - '0') * unit;
  }
  return NULL;
}

typedef struct Duration {
  uint64_t sum, last_unit;
  bool fits;
} Duration;

static const char *read_part(Cursor *c, Duration *d) {
  uint64_t value, extra = 0;
  if (!read_number(c, &value, &d->fits)) return "a part without a number";
  const char *digits = NULL;
  if (accept(c, '.')) {
    digits = c->at;
    while (c->at < c->end && vd_is_digit(*c->at)) c->at++;
  }
  Cursor after_digits = *c;
  const Unit *unit = read_unit(c);
  if (!unit) return "a part without one of the units d, h, m, s, ms, us, ns";
  if (d->last_unit && unit->nanoseconds >= d->last_unit)
    return "units that are not in the order d, h, m, s, ms, us, ns";
  d->last_unit = unit->nanoseconds;
  if (digits) {
    const char *wrong =
        read_fraction(&after_digits, digits, unit->nanoseconds, &extra);
    if (wrong) return wrong;
  }
  if (!push_digit(&value, unit->nanoseconds, extra) ||
      __builtin_add_overflow(d->sum, value, &d->sum))
    d->fits = false;
  while (accept(c, '_')) continue;
  return NULL;
}

const char *vd_elem_read_time(const char *text, size_t len, uint64_t *bits) {
  Cursor c = {text, text + len};
  Duration d = {.fits = true};
  bool negative = accept(&c, '-');
  if (!negative) accept(&c, '+');
  do {
    const char *wrong = read_part(&c, &d);
    if (wrong) return wrong;
  } while (c.at < c.end);
  if (!d.fits || d.sum > (uint64_t)INT64_MAX + negative)
    return "the time does not fit 64 bits of nanoseconds";
  *bits = negative ? 0 - d.sum : d.sum;
  return NULL;
}

// ------------------------------------------------------------------- dates
static const uint64_t SECOND = 1000000000u;
static const uint64_t DAY = 86400;

static bool read_field(Cursor *c, uint64_t low, uint64_t high, uint64_t *out) {
  bool fits = true;
  return read_number(c, out, &fits) && fits && *out >= low && *out <= high;
}

static bool is_leap(uint64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static const char *read_day(Cursor *c, uint64_t *seconds) {
  static const int length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  uint64_t year, month, day, days = 0;
  if (!read_field(c, 1970, 2262, &year)) return "a year not in 1970 to 2262";
  if (!accept(c, '-') || !read_field(c, 1, 12, &month))
    return "a month not in 1 to 12";
  uint64_t last = (uint64_t)length[month - 1] + (month == 2 && is_leap(year));
  if (!accept(c, '-') || !read_field(c, 1, last, &day))
    return "a day that its month does not have";
  for (uint64_t y = 1970; y < year; y++) days += 365 + is_leap(y);
  for (uint64_t m = 1; m < month; m++)
    days += (uint64_t)length[m - 1] + (m == 2 && is_leap(year));
  *seconds = (days + day - 1) * DAY;
  return NULL;
}

static const char *read_clock(Cursor *c, uint64_t *nanoseconds) {
  uint64_t hour, minute, second = 0, fraction = 0;
  if (!read_field(c, 0, 23, &hour)) return "an hour not in 0 to 23";
  if (!accept(c, ':') || !read_field(c, 0, 59, &minute))
    return "a minute not in 0 to 59";
  if (accept(c, ':') && !read_field(c, 0, 59, &second))
    return "a second not in 0 to 59";
  if (accept(c, '.')) {
    const char *digits = c->at;
    while (c->at < c->end && vd_is_digit(*c->at)) c->at++;
    const char *wrong = read_fraction(c, digits, SECOND, &fraction);
    if (wrong) return wrong;
  }
  *nanoseconds = ((hour * 60 + minute) * 60 + second) * SECOND + fraction;
  return NULL;
}

static const char *at_end(const Cursor *c) {
  return c->at == c->end ? NULL : "characters after its end";
}

const char *vd_elem_read_date(const char *text, size_t len, uint64_t *bits) {
  Cursor c = {text, text + len};
  const char *wrong = read_day(&c, bits);
  return wrong ? wrong : at_end(&c);
}

const char *vd_elem_read_tod(const char *text, size_t len, uint64_t *bits) {
  Cursor c = {text, text + len};
  const char *wrong = read_clock(&c, bits);
  return wrong ? wrong : at_end(&c);
}

const char *vd_elem_read_dt(const char *text, size_t len, uint64_t *bits) {
  Cursor c = {text, text + len};
  uint64_t clock = 0;
  const char *wrong = read_day(&c, bits);
  if (!wrong && !accept(&c, '-')) wrong = "a date without a time of day";
  if (!wrong) wrong = read_clock(&c, &clock);
  if (wrong) return wrong;
  if (__builtin_mul_overflow(*bits, SECOND, bits) ||
      __builtin_add_overflow(*bits, clock, bits) || *bits > INT64_MAX)
    return "a date after 2262-04-11";
  return at_end(&c);
}
