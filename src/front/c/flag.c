// Flags of a compile_commands.json by the rows of flag.def. What is handed on
// to a compiler was looked at word by word: a value is never taken for a flag,
// nor a flag for a value.
#include "front/c/flag.h"

const VdFlag vd_flag[] = {
#define VD_FLAG(spelled, form, class) \
  {spelled, VD_FORM_##form, VD_FLAG_##class},
#include "front/c/flag.def"
#undef VD_FLAG
};
const uint32_t vd_flags = VD_COUNT(vd_flag);

static bool is_negated(const char *word) {
  return vd_text_begins(word, "-fno-") || vd_text_begins(word, "-mno-");
}

// Is it "-fno-x" for a row "-fx"? With more behind it in a family.
static bool is_opposite(const VdFlag *row, const char *word) {
  if (!is_negated(word) || strncmp(word, row->spelled, 2)) return false;
  const char *rest = word + strlen("-fno-"), *name = row->spelled + 2;
  if (row->form == VD_FORM_PAIR) return !strcmp(rest, name);
  return row->form == VD_FORM_FAMILY && vd_text_begins(rest, name);
}

static bool is_match(const VdFlag *row, const char *word) {
  switch (row->form) {
    case VD_FORM_ONE:
    case VD_FORM_PAIR:
    case VD_FORM_NEXT: return !strcmp(word, row->spelled);
    case VD_FORM_START:
    case VD_FORM_FAMILY:
    case VD_FORM_BOTH: return vd_text_begins(word, row->spelled);
  }
  return false;
}

// How much of the word the row accounts for, 0 if it is not of this row.
static size_t match_length(const VdFlag *row, const char *word) {
  if (is_match(row, word)) return strlen(row->spelled);
  return is_opposite(row, word) ? strlen(row->spelled) + strlen("no-") : 0;
}

// A quick look: a large project has a million words.
static bool may_match(const char *spelled, const char *word) {
  if (!spelled[1]) return true;
  return spelled[1] == word[1] &&
         (!spelled[2] || spelled[2] == word[2] || !strncmp(word + 2, "no-", 3));
}

// NULL if the word is no flag, or none that is known.
static const VdFlag *find_row(const char *word) {
  const VdFlag *best = NULL;
  size_t most = 0;
  if (*word != '-' && *word != '@') return NULL;
  for (uint32_t i = 0; i < vd_flags; i++) {
    if (!may_match(vd_flag[i].spelled, word)) continue;
    size_t n = match_length(&vd_flag[i], word);
    if (n > most) best = &vd_flag[i];
    if (n > most) most = n;
  }
  return best;
}

// May this be the value of a flag that is handed on? Compilers take "@file" for
// the words of a file wherever it stands, and a value that is in one word with
// its flag gets to clang's second stage as a word of its own. "-include-pch" is
// another flag than "-include". A target is a part of the names of
// configuration files that clang looks for, and with a slash it says where.
static bool is_safe_value(const VdFlag *row, const char *value) {
  if (!value || *value == '-' || *value == '@') return false;
  if (!*value) return row->form == VD_FORM_START;
  if (!strcmp(row->spelled, "-x")) return !strcmp(value, "c");
  if (strstr(row->spelled, "-target")) return !strchr(value, '/');
  return true;
}

static bool is_handed_on(VdFlagClass class) {
  return class == VD_FLAG_MEANING || class == VD_FLAG_MAKING;
}

VdFlagClass vd_flag_read(const char *const *word, uint32_t *takes) {
  const VdFlag *row = find_row(word[0]);
  *takes = 1;
  if (!row) return word[0][0] == '-' ? VD_FLAG_NAMED : VD_FLAG_IDLE;
  const char *value = word[0] + strlen(row->spelled);
  bool valued = row->form == VD_FORM_NEXT || row->form == VD_FORM_BOTH;
  if (valued && !*value) {
    value = word[1];
    if (value) *takes = 2;
  }
  valued |= row->form == VD_FORM_START;
  if (valued && is_handed_on(row->class) && !is_safe_value(row, value))
    return VD_FLAG_NAMED;
  return row->class;
}

// ----------------------------------------------------------------- document
static const char *const becomes[VD_FLAG_CLASSES] = {
    [VD_FLAG_MEANING] = "handed on",
    [VD_FLAG_MAKING] =
        "handed on; a difference is not compared further than "
        "the module shows it",
    [VD_FLAG_LATER] = "left out; a difference is not compared",
    [VD_FLAG_IDLE] = "left out: changes no code",
    [VD_FLAG_NAMED] =
        "left out and named: exit code 3. So is every flag that "
        "is not in this table",
};

static void print_flag(const VdFlag *row, VdBuf *out) {
  bool pair = row->form == VD_FORM_PAIR || row->form == VD_FORM_FAMILY;
  bool open = row->form == VD_FORM_START || row->form == VD_FORM_FAMILY;
  bool valued = row->form == VD_FORM_NEXT || row->form == VD_FORM_BOTH;
  if (pair)
    vd_buf_printf(out, "`%.2s[no-]%s", row->spelled, row->spelled + 2);
  else
    vd_buf_printf(out, "`%s", row->spelled);
  vd_buf_printf(out, "%s%s`", open ? "…" : "", valued ? " X" : "");
}

void vd_flag_print(VdBuf *out) {
  static const VdFlagClass order[] = {VD_FLAG_MEANING, VD_FLAG_MAKING,
                                      VD_FLAG_LATER, VD_FLAG_IDLE,
                                      VD_FLAG_NAMED};
  vd_buf_str(out, "\n| | |\n|---|---|\n");
  for (size_t k = 0; k < VD_COUNT(order); k++) {
    const char *before = "";
    vd_buf_printf(out, "| %s | ", becomes[order[k]]);
    for (uint32_t i = 0; i < vd_flags; i++) {
      if (vd_flag[i].class != order[k]) continue;
      vd_buf_str(out, before);
      print_flag(&vd_flag[i], out);
      before = " ";
    }
    vd_buf_str(out, " |\n");
  }
  vd_buf_char(out, '\n');
}
