// Codes as text: capitals, dots, the shape that each code system has, and how a
// text in a rule finds its code.
#include "relate/crosswalk_impl.h"

static const char *const system_name[] = {
    [VD_CODE_PLAIN] = "code",
    [VD_CODE_ICD9_DX] = "ICD-9 diagnosis",
    [VD_CODE_ICD9_PX] = "ICD-9 procedure",
    [VD_CODE_ICD10_CM] = "ICD-10-CM diagnosis",
    [VD_CODE_ICD10_PCS] = "ICD-10-PCS procedure",
};
static const char *const side_name[] = {[VD_OLD] = "old", [VD_NEW] = "new"};

const char *vd_code_system_name(VdCodeSystem system) {
  return system_name[system];
}

// ----------------------------------------------------------------- folding

static bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

static char capital(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool is_control(char c) {
  return (unsigned char)c < ' ' || c == 0x7f;
}

bool vd_code_fold(const char *text, size_t len, bool keep_dots, VdFolded *out) {
  uint32_t n = 0, dots = 0;
  for (size_t i = 0; i < len; i++) {
    if (text[i] == '.') dots++;
    if (text[i] == '.' && !keep_dots) continue;
    if (is_control(text[i]) || n == VD_CODE_MAX) return false;
    out->text[++n] = capital(text[i]);
  }
  out->text[n + 1] = '\0';
  out->len = (uint8_t)n;
  out->dotted = dots > 0;
  return n > (keep_dots ? dots : 0);
}

// After how many characters the dot is; 0 for no dot.
static size_t dot_place(VdCodeSystem system, const char *text) {
  switch (system) {
    case VD_CODE_ICD9_DX: return text[0] == 'E' ? 4 : 3;
    case VD_CODE_ICD9_PX: return 2;
    case VD_CODE_ICD10_CM: return 3;
    case VD_CODE_PLAIN:
    case VD_CODE_ICD10_PCS: break;
  }
  return 0;
}

size_t vd_code_dot(VdCodeSystem system, const char *text, size_t len,
                   char *out) {
  size_t place = dot_place(system, text);
  if (!place || place >= len) place = len;
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (i == place) out[n++] = '.';
    out[n++] = text[i];
  }
  out[n] = '\0';
  return n;
}

// ------------------------------------------------------------------ shapes

static bool are_digits(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++) {
    if (!vd_is_digit(text[i])) return false;
  }
  return true;
}

static bool is_icd9_dx(const char *text, size_t len) {
  if (text[0] == 'V')
    return len >= 3 && len <= 5 && are_digits(text + 1, len - 1);
  if (text[0] == 'E')
    return len >= 4 && len <= 5 && are_digits(text + 1, len - 1);
  return len >= 3 && len <= 5 && are_digits(text, len);
}

static bool is_icd10_cm(const char *text, size_t len) {
  if (len < 3 || len > 7 || !is_capital(text[0]) || !vd_is_digit(text[1])) {
    return false;
  }
  for (size_t i = 2; i < len; i++) {
    if (!vd_is_digit(text[i]) && !is_capital(text[i])) return false;
  }
  return true;
}

// The letters I and O are left out of ICD-10-PCS: they look like 1 and 0.
static bool is_icd10_pcs(const char *text, size_t len) {
  if (len != 7) return false;
  for (size_t i = 0; i < len; i++) {
    if (!vd_is_digit(text[i]) && !is_capital(text[i])) return false;
    if (text[i] == 'I' || text[i] == 'O') return false;
  }
  return true;
}

bool vd_code_has_shape(VdCodeSystem system, const char *text, size_t len) {
  if (len == 0) return false;
  switch (system) {
    case VD_CODE_PLAIN: return true;
    case VD_CODE_ICD9_DX: return is_icd9_dx(text, len);
    case VD_CODE_ICD9_PX: return len >= 3 && len <= 4 && are_digits(text, len);
    case VD_CODE_ICD10_CM: return is_icd10_cm(text, len);
    case VD_CODE_ICD10_PCS: return is_icd10_pcs(text, len);
  }
  return false;
}

// --------------------------------------------------------------- interning

uint32_t vd_code_intern(VdCrosswalk *cw, VdSide side, VdCodeSystem system,
                        VdFolded *folded, const char *written, size_t len,
                        VdCrossOrigin origin) {
  VdSideCodes *codes = &cw->side[side];
  folded->text[0] = (char)('0' + system);
  uint32_t raw =
      vd_name_put(&codes->names, folded->text, (size_t)folded->len + 1) - 1;
  if (raw < codes->raw.len) return raw;
  VdRawCode made = {origin, NULL};
  // Most plain codes are written in capitals: then the name has the text.
  if (system == VD_CODE_PLAIN) {
    const char *name = vd_name_text(&codes->names, raw + 1) + 1;
    made.written = name;
    if (memcmp(name, written, len) != 0) {
      made.written = vd_arena_printf(&cw->arena, "%.*s", (int)len, written);
    }
  }
  vd_push(&codes->raw, made);
  return raw;
}

// ----------------------------------------------------------------- finding

uint64_t vd_code_hash(const char *text, size_t len) {
  return vd_hash_bytes(text, len, 0);
}

static bool has_text(const VdCodeInfo *code, const char *text, size_t len) {
  return code->len == len && memcmp(code->text, text, len) == 0;
}

static uint32_t code_group(const VdSideCodes *side, const char *text,
                           size_t len, VdCode *first) {
  if (!side->slots) return 0;
  uint32_t mask = side->slots - 1;
  uint32_t i = (uint32_t)vd_code_hash(text, len) & mask;
  while (side->slot[i] &&
         !has_text(&side->code[side->slot[i] - 1], text, len)) {
    i = (i + 1) & mask;
  }
  if (!side->slot[i]) return 0;
  *first = side->slot[i] - 1;
  VdCode end = *first + 1;
  while (end < side->codes && has_text(&side->code[end], text, len)) end++;
  return end - *first;
}

// Is the text, which has dots, a way to write this code? A plain code that was
// only ever written without dots has no place for them.
static bool is_dotted_so(const VdCodeInfo *code, const VdFolded *dotted) {
  if (code->system == VD_CODE_PLAIN && !strchr(code->shown, '.')) return true;
  size_t i = 0;
  while (i < dotted->len && capital(code->shown[i]) == dotted->text[i + 1]) i++;
  return i == dotted->len && code->shown[i] == '\0';
}

VdCodeFound vd_code_find(const VdCrosswalk *cw, VdSide side, const char *text,
                         size_t len, VdCode *out) {
  const VdSideCodes *codes = &cw->side[side];
  VdFolded bare, dotted;
  if (!vd_code_fold(text, len, false, &bare)) return VD_CODE_MALFORMED;
  VdCode first;
  uint32_t n = code_group(codes, bare.text + 1, bare.len, &first);
  if (n == 0) return VD_CODE_UNKNOWN;
  *out = first;
  if (!bare.dotted) return n == 1 ? VD_CODE_FOUND : VD_CODE_AMBIGUOUS;
  if (!vd_code_fold(text, len, true, &dotted)) return VD_CODE_MISDOTTED;
  for (VdCode code = first; code < first + n; code++) {
    *out = code;
    if (is_dotted_so(&codes->code[code], &dotted)) return VD_CODE_FOUND;
  }
  return VD_CODE_MISDOTTED;
}

// ---------------------------------------------------------------- messages

// The first code whose text is not below this one.
static VdCode lower_bound(const VdSideCodes *side, const char *text) {
  uint32_t low = 0, high = side->codes;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (strcmp(side->code[middle].text, text) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool begins(const VdSideCodes *side, VdCode code, const VdFolded *with) {
  return code < side->codes &&
         strncmp(side->code[code].text, with->text + 1, with->len) == 0;
}

// A category where a code was wanted is the most frequent slip.
static void print_longer(const VdSideCodes *side, const VdFolded *folded,
                         VdBuf *out) {
  VdCode code = lower_bound(side, folded->text + 1);
  if (folded->len < 2 || !begins(side, code, folded)) return;
  vd_buf_str(out, "; longer ones are ");
  for (uint32_t i = 0; i < 3 && begins(side, code + i, folded); i++) {
    vd_buf_printf(out, "%s%s", i ? ", " : "", side->code[code + i].shown);
  }
  if (begins(side, code + 3, folded)) vd_buf_str(out, ", ...");
}

static void print_unknown(const VdCrosswalk *cw, VdSide side, const char *text,
                          size_t len, VdBuf *out) {
  VdSide other = side == VD_OLD ? VD_NEW : VD_OLD;
  VdFolded folded;
  VdCode ignored;
  vd_buf_printf(out, "unknown code %s: not on the %s side of the crosswalk",
                vd_excerpt_of(text, len).text, side_name[side]);
  if (!vd_code_fold(text, len, false, &folded)) return;
  if (code_group(&cw->side[other], folded.text + 1, folded.len, &ignored)) {
    vd_buf_printf(out, "; it is a code of the %s side", side_name[other]);
  } else {
    print_longer(&cw->side[side], &folded, out);
  }
}

static void print_group(const VdSideCodes *side, const char *text, size_t len,
                        VdBuf *out) {
  VdFolded folded;
  VdCode first = 0;
  if (!vd_code_fold(text, len, false, &folded)) return;
  uint32_t n = code_group(side, folded.text + 1, folded.len, &first);
  for (uint32_t i = 0; i < n; i++) {
    const VdCodeInfo *code = &side->code[first + i];
    vd_buf_printf(out, "%s%s", i ? " or " : "", code->shown);
    if (code->system != VD_CODE_PLAIN)
      vd_buf_printf(out, " (%s)", system_name[code->system]);
  }
}

void vd_code_why(const VdCrosswalk *cw, VdSide side, const char *text,
                 size_t len, VdCodeFound found, VdBuf *out) {
  VdExcerpt excerpt = vd_excerpt_of(text, len);
  switch (found) {
    case VD_CODE_FOUND: break;
    case VD_CODE_UNKNOWN: print_unknown(cw, side, text, len, out); break;
    case VD_CODE_MALFORMED:
      vd_buf_printf(out,
                    "%s is no code: expected 1 to %d characters, none of "
                    "them a control character",
                    excerpt.text, VD_CODE_MAX);
      break;
    case VD_CODE_MISDOTTED:
      vd_buf_printf(out,
                    "the dot of %s is in the wrong place; the crosswalk "
                    "has ",
                    excerpt.text);
      print_group(&cw->side[side], text, len, out);
      break;
    case VD_CODE_AMBIGUOUS:
      vd_buf_printf(out, "%s is the code of two systems: write ", excerpt.text);
      print_group(&cw->side[side], text, len, out);
      break;
  }
}
