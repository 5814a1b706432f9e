// Values: making, comparing, printing and reading them. Arrays are in array.c.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "term/array.h"
#include "term/bits.h"
#include "term/softfloat.h"

// ------------------------------------------------------------------ making
uint64_t *vd_value_start(VdArena *arena, VdSort sort, VdValue *out) {
  uint32_t width = vd_sort_width(sort);
  *out = (VdValue){.sort = sort};
  if (width <= 64) return &out->bits;
  uint64_t *limb = VD_NEW_ARRAY(arena, uint64_t, vd_limbs_of(width));
  out->limb = limb;
  return limb;
}

VdValue vd_value_bv(uint32_t width, uint64_t bits) {
  VD_CHECK(width >= 1 && width <= 64);
  return (VdValue){.sort = vd_sort_bv(width),
                   .bits = bits & vd_word_mask(width)};
}

VdValue vd_value_limbs(VdArena *arena, uint32_t width, const uint64_t *limb,
                       uint32_t n) {
  VD_CHECK(width >= 1 && width <= VD_MAX_WIDTH);
  VdValue value;
  uint64_t *r = vd_value_start(arena, vd_sort_bv(width), &value);
  vd_limbs_shl(r, vd_limbs_of(width), limb, n, 0);
  vd_bits_trim(r, width);
  return value;
}

VdValue vd_value_double(double x) {
  VdValue value = {.sort = vd_sort_float(11, 53), .bits = 0x7ff8000000000000};
  if (!isnan(x)) memcpy(&value.bits, &x, sizeof x);
  return value;
}

VdValue vd_value_float(float x) {
  VdValue value = {.sort = vd_sort_float(8, 24), .bits = 0x7fc00000};
  uint32_t bits;
  memcpy(&bits, &x, sizeof x);
  if (!isnan(x)) value.bits = bits;
  return value;
}

VdValue vd_value_as_float(VdArena *arena, VdSort sort, VdValue bits) {
  VD_CHECK(sort.kind == VD_SORT_FLOAT && vd_sort_is_valid(sort) &&
           vd_sort_width(bits.sort) == vd_sort_width(sort));
  if (!vd_softfloat_is_nan(sort, vd_value_words(&bits))) {
    bits.sort = sort;
    return bits;
  }
  VdValue nan;
  vd_softfloat_nan(sort, vd_value_start(arena, sort, &nan));
  return nan;
}

// ----------------------------------------------------------------- looking
uint64_t vd_value_limb(const VdValue *value, uint32_t i) {
  uint32_t n = vd_limbs_of(vd_sort_width(value->sort));
  return i < n ? vd_value_words(value)[i] : 0;
}

bool vd_value_eq(const VdValue *x, const VdValue *y) {
  if (!vd_sort_eq(x->sort, y->sort)) return false;
  if (x->sort.kind == VD_SORT_ARRAY) return vd_array_eq(x->array, y->array);
  uint32_t width = vd_sort_width(x->sort);
  if (width <= 64)  // worlds, of width 0, too
    return x->bits == y->bits;
  return vd_limbs_compare(x->limb, y->limb, vd_limbs_of(width)) == 0;
}

// ---------------------------------------------------------------- printing
static bool is_double(VdSort sort) {
  return vd_sort_eq(sort, vd_sort_float(11, 53));
}
static bool is_single(VdSort sort) {
  return vd_sort_eq(sort, vd_sort_float(8, 24));
}

static void print_hex(const uint64_t *word, uint32_t width, VdBuf *out) {
  vd_buf_str(out, "0x");
  for (uint32_t digit = (width + 3) / 4; digit-- > 0;)
    vd_buf_char(out,
                "0123456789abcdef"[word[digit / 16] >> (digit % 16 * 4) & 15]);
}

// The fewest decimal digits that read back to x. Nine digits (seventeen for a
// double) always do. Single precision is read as such, since reading a double
// and rounding it again can differ.
static void print_decimal(double x, bool single, VdBuf *out) {
  char text[40];
  for (int digits = 1; digits <= (single ? 9 : 17); digits++) {
    snprintf(text, sizeof text, "%.*g", digits, x);
    double back = single ? (double)strtof(text, NULL) : strtod(text, NULL);
    if (back == x) break;
  }
  if (strchr(text, 'e') && x == rint(x) && fabs(x) < 1e15)
    snprintf(text, sizeof text, "%.0f", x);  // 10, not 1e+01
  vd_buf_str(out, text);
}

static void print_host_float(const VdValue *value, VdBuf *out) {
  double d;
  float f;
  uint32_t half = (uint32_t)value->bits;
  memcpy(&d, &value->bits, sizeof d);
  memcpy(&f, &half, sizeof f);
  bool single = is_single(value->sort);
  print_decimal(single ? (double)f : d, single, out);
}

static void print_float(const VdValue *value, VdBuf *out) {
  const uint64_t *word = vd_value_words(value);
  uint32_t width = vd_sort_width(value->sort);
  if (vd_softfloat_is_nan(value->sort, word)) {
    vd_buf_str(out, "nan");
  } else if (vd_softfloat_is_inf(value->sort, word)) {
    vd_buf_str(out, vd_bits_sign(word, width) ? "-inf" : "inf");
  } else if (vd_limbs_is_low_zero(word, vd_limbs_of(width), width - 1)) {
    vd_buf_str(out, vd_bits_sign(word, width) ? "-0" : "0");
  } else if (is_double(value->sort) || is_single(value->sort)) {
    print_host_float(value, out);
  } else {
    vd_buf_str(out, "bits:");
    print_hex(word, width, out);
  }
}

static bool print_element(void *context, uint64_t index, uint64_t element) {
  vd_buf_printf(context, "0x%" PRIx64 "=0x%" PRIx64 " ", index, element);
  return true;
}

static void print_array(const VdArray *array, VdBuf *out) {
  VdFill fill = vd_array_fill(array);
  vd_buf_char(out, '[');
  vd_array_each(array, print_element, out);
  if (fill.random)
    vd_buf_printf(out, "else random 0x%" PRIx64 "]", fill.random);
  else
    vd_buf_printf(out, "else 0x%" PRIx64 "]", fill.constant);
}

void vd_value_print(const VdValue *value, VdBuf *out) {
  switch ((VdSortKind)value->sort.kind) {
    case VD_SORT_NONE: vd_buf_str(out, "none"); return;
    case VD_SORT_BOOL: vd_buf_str(out, value->bits ? "true" : "false"); return;
    case VD_SORT_BV:
      print_hex(vd_value_words(value), value->sort.a, out);
      break;
    case VD_SORT_FLOAT: print_float(value, out); break;
    case VD_SORT_ARRAY: print_array(value->array, out); break;
    case VD_SORT_WORLD: vd_buf_printf(out, "%" PRIu64, value->bits); break;
  }
  vd_buf_char(out, ':');
  vd_sort_print(value->sort, out);
}

// ----------------------------------------------------------------- reading
// A number that a person writes has fewer characters than this: not a limit,
// but an array.
enum { VD_MAX_NUMBER = 128 };

static bool is_word(const char *text, size_t len, const char *word) {
  return strlen(word) == len && memcmp(text, word, len) == 0;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "0x" and up to as many digits as the width needs; nothing above the width.
static bool read_hex(VdArena *arena, const char *text, size_t len,
                     uint32_t width, VdValue *out) {
  size_t most = (width + 3) / 4;
  if (len < 3 || len - 2 > most || memcmp(text, "0x", 2) != 0) return false;
  uint64_t *word = vd_value_start(arena, vd_sort_bv(width), out);
  for (size_t i = 2; i < len; i++) {
    int digit = hex_digit(text[i]);
    size_t at = len - 1 - i;
    if (digit < 0) return false;
    word[at / 16] |= (uint64_t)digit << (at % 16 * 4);
  }
  return vd_limbs_length(word, vd_limbs_of(width)) <= width;
}

static size_t skip_digits(const char *text, size_t at, bool hex, int *count) {
  for (; hex ? hex_digit(text[at]) >= 0 : text[at] >= '0' && text[at] <= '9';
       at++)
    ++*count;
  return at;
}

// A C floating constant with an optional minus and nothing around it; strtod
// alone would also take spaces, a plus, "infinity" and "nan(...)".
static bool is_number(const char *text) {
  size_t at = text[0] == '-';
  bool hex = text[at] == '0' && text[at + 1] == 'x';
  int digits = 0, exponent = 0;
  at = skip_digits(text, at + (hex ? 2 : 0), hex, &digits);
  if (text[at] == '.') at = skip_digits(text, at + 1, hex, &digits);
  if (text[at] == (hex ? 'p' : 'e')) {
    at += 1 + (text[at + 1] == '-' || text[at + 1] == '+');
    at = skip_digits(text, at, false, &exponent);
    if (exponent == 0) return false;
  }
  return digits > 0 && text[at] == '\0';
}

static bool read_number(const char *text, size_t len, VdSort sort,
                        VdValue *out) {
  char copy[VD_MAX_NUMBER];
  if (len >= sizeof copy || memchr(text, '\0', len)) return false;
  memcpy(copy, text, len);
  copy[len] = '\0';
  if (!is_number(copy)) return false;
  *out = is_single(sort) ? vd_value_float(strtof(copy, NULL))
                         : vd_value_double(strtod(copy, NULL));
  return true;
}

static bool read_special(VdArena *arena, const char *text, size_t len,
                         VdSort sort, VdValue *out) {
  bool sign = len > 0 && text[0] == '-';
  uint32_t top = vd_sort_width(sort) - 1;
  uint64_t *word = vd_value_start(arena, sort, out);
  if (is_word(text, len, "nan"))
    vd_softfloat_nan(sort, word);
  else if (is_word(text + sign, len - sign, "inf"))
    vd_softfloat_inf(sort, word, sign);
  else if (is_word(text + sign, len - sign, "0"))
    word[top / 64] |= (uint64_t)sign << (top % 64);
  else
    return false;
  return true;
}

static bool read_float(VdArena *arena, const char *text, size_t len,
                       VdSort sort, VdValue *out) {
  VdValue bits;
  if (read_special(arena, text, len, sort, out)) return true;
  if (len > 5 && memcmp(text, "bits:", 5) == 0) {
    if (!read_hex(arena, text + 5, len - 5, vd_sort_width(sort), &bits))
      return false;
    *out = vd_value_as_float(arena, sort, bits);
    return true;
  }
  return (is_single(sort) || is_double(sort)) &&
         read_number(text, len, sort, out);
}

bool vd_value_read(VdArena *arena, const char *text, size_t len, VdValue *out) {
  if (is_word(text, len, "true") || is_word(text, len, "false")) {
    *out = vd_value_bool(text[0] == 't');
    return true;
  }
  const char *colon = memrchr(text, ':', len);
  if (!colon) return false;
  size_t head = (size_t)(colon - text);
  VdSort sort = vd_sort_read(colon + 1, len - head - 1);
  if (sort.kind == VD_SORT_BV) return read_hex(arena, text, head, sort.a, out);
  return sort.kind == VD_SORT_FLOAT && read_float(arena, text, head, sort, out);
}
