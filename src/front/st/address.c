// Addresses of variables as ranges of bits.
#include <ctype.h>
#include <stdlib.h>

#include "front/st/plc.h"

// Bits of a letter of size; %Q0.0 is %QX0.0.
static uint64_t unit_of(char letter) {
  switch (toupper((unsigned char)letter)) {
    case 'X': return 1;
    case 'B': return 8;
    case 'W': return 16;
    case 'D': return 32;
    case 'L': return 64;
    default: return 0;
  }
}

// The bits that the address itself names. What has more than two numbers is
// hierarchical, and where that is nobody says.
static bool read_bits(const char *at, VdPlcSpan *out) {
  uint64_t unit = unit_of(at[2]);
  const char *digits = at + (unit ? 3 : 2);
  char *end;
  if (!unit) unit = 1;
  if (!isdigit((unsigned char)*digits)) return false;
  uint64_t number = strtoull(digits, &end, 10);
  if (number > UINT32_MAX) return false;
  out->low = number * unit;
  if (*end == '.' && unit == 1) {
    uint64_t bit = strtoull(end + 1, &end, 10);
    if (bit > 7) return false;
    out->low = number * 8 + bit;
  }
  out->high = out->low + unit;
  return *end == '\0';
}

char vd_plc_area(const VdMachineVar *var) {
  if (!var->address || strlen(var->address) < 2) return 0;
  return (char)toupper((unsigned char)var->address[1]);
}

bool vd_plc_span(const char *at, uint64_t bits, VdPlcSpan *out) {
  *out = (VdPlcSpan){0};
  if (!at || strlen(at) < 3 || at[strlen(at) - 1] == '*') return false;
  out->area = (char)toupper((unsigned char)at[1]);
  out->known = read_bits(at, out);
  if (out->known && bits > out->high - out->low)
    out->high = bits > UINT64_MAX - out->low ? UINT64_MAX : out->low + bits;
  return true;
}

bool vd_plc_spans_meet(const VdPlcSpan *a, const VdPlcSpan *b) {
  if (a->area != b->area) return false;
  if (!a->known || !b->known) return true;
  return a->low < b->high && b->low < a->high;
}
