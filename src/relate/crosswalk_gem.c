// General Equivalence Mappings, as the CMS published them until 2018:
//
//   source target flags
//
// The five digits of the flags: approximate, no map, combination, scenario,
// choice list. A row without the combination flag is an alternative of its own.
// Rows with it belong together: for each scenario of a source code, one target
// from each choice list, all of them, translate the source. So a source gives a
// line for each choice, with the source alone on its side.
//
// Rows contradict themselves in the published procedure files (for example
// "3584 02S00ZZ 10013": no combination, but scenario 1, choice list 3). That
// is an error, or a warning with the reading that is taken where the crosswalk
// is lenient.

#include "base/limit.h"
#include "relate/crosswalk_impl.h"

enum { NO_TARGET = UINT32_MAX, DIGITS = 10, FLAGS = 5 };

typedef struct Row {
  uint32_t source, target, line;  // raw codes
  uint32_t approximate : 1, no_map : 1, combination : 1;
  uint32_t scenario : 4, choice : 4;
} Row;

typedef struct Gem {
  VdReader *reader;
  VdSide from;             // the side of sources
  VdCodeSystem system[2];  // by side
  VD_VEC(Row) row;
  VD_VEC(uint32_t) order;  // rows by source, in the order of the file
} Gem;

static const struct {
  VdSide from;
  VdCodeSystem system[2];
  const char *what;
} direction[] = {
    [VD_CROSSWALK_I9_I10] = {VD_OLD,
                             {VD_CODE_ICD9_DX, VD_CODE_ICD10_CM},
                             "ICD-9 to ICD-10 diagnoses (i9gem)"},
    [VD_CROSSWALK_I10_I9] = {VD_NEW,
                             {VD_CODE_ICD9_DX, VD_CODE_ICD10_CM},
                             "ICD-10 to ICD-9 diagnoses (i10gem)"},
    [VD_CROSSWALK_I9_PCS] = {VD_OLD,
                             {VD_CODE_ICD9_PX, VD_CODE_ICD10_PCS},
                             "ICD-9 to ICD-10 procedures (i9pcs)"},
    [VD_CROSSWALK_PCS_I9] = {VD_NEW,
                             {VD_CODE_ICD9_PX, VD_CODE_ICD10_PCS},
                             "ICD-10 to ICD-9 procedures (pcsi9)"},
};

static VdSide other(VdSide side) {
  return side == VD_OLD ? VD_NEW : VD_OLD;
}

// --------------------------------------------------------------- splitting

static const char *field(const char **at, const char *end, size_t *len) {
  while (*at < end && (**at == ' ' || **at == '\t')) (*at)++;
  const char *start = *at;
  while (*at < end && **at != ' ' && **at != '\t') (*at)++;
  *len = (size_t)(*at - start);
  return start;
}

VdGemRow vd_gem_split(const char *at, size_t len) {
  const char *end = at + len;
  VdGemRow row = {0};
  size_t more;
  row.source = field(&at, end, &row.source_len);
  row.target = field(&at, end, &row.target_len);
  row.flags = field(&at, end, &row.flags_len);
  field(&at, end, &more);
  row.columns = (row.source_len > 0) + (row.target_len > 0) +
                (row.flags_len > 0) + (more > 0);
  return row;
}

bool vd_gem_is_row(const VdGemRow *row) {
  if (row->columns != 3 || row->flags_len != FLAGS) return false;
  for (uint32_t i = 0; i < FLAGS; i++) {
    if (row->flags[i] < '0' || row->flags[i] > '9') return false;
  }
  return true;
}

static bool is_skipped(const VdGemRow *row) {
  return row->columns == 0 || row->source[0] == '#';
}

// The words for "no target". All of them count in each direction.
static bool is_no_target(const char *text, size_t len) {
  static const char *const word[] = {"NoDx", "NoPCS", "NoI9", "NoPx"};
  for (uint32_t i = 0; i < VD_COUNT(word); i++) {
    if (strlen(word[i]) == len && strncasecmp(word[i], text, len) == 0) {
      return true;
    }
  }
  return false;
}

// --------------------------------------------------------------- direction

static bool fits(VdCodeSystem system, const char *text, size_t len) {
  VdFolded folded;
  return vd_code_fold(text, len, false, &folded) &&
         vd_code_has_shape(system, folded.text + 1, folded.len);
}

static bool row_fits(const VdGemRow *row, VdCrosswalkFormat format) {
  VdSide from = direction[format].from;
  const VdCodeSystem *system = direction[format].system;
  return fits(system[from], row->source, row->source_len) &&
         (is_no_target(row->target, row->target_len) ||
          fits(system[other(from)], row->target, row->target_len));
}

static void say_unsure(VdReader *reader, const uint64_t *count, uint64_t best) {
  VdBuf names = {0};
  for (uint32_t f = VD_CROSSWALK_I9_I10; f <= VD_CROSSWALK_PCS_I9; f++) {
    if (count[f] != best) continue;
    vd_buf_printf(&names, "%s%s", names.len ? " or " : "", direction[f].what);
  }
  vd_trouble(&reader->trouble, VD_ERROR, 0, 0,
             "neither the name nor the codes of this GEM say which it is: %s; "
             "--crosswalk-format tells",
             vd_buf_text(&names));
  vd_buf_done(&names);
}

// How many rows have codes of the right shape, for each format; the best.
static uint64_t count_fits(const VdReader *reader, uint64_t *count) {
  uint64_t best = 0;
  VdTextLines lines = vd_text_lines(reader->text, reader->len);
  while (vd_text_lines_next(&lines)) {
    VdGemRow row = vd_gem_split(lines.at, lines.len);
    if (is_skipped(&row) || !vd_gem_is_row(&row)) continue;
    for (uint32_t f = VD_CROSSWALK_I9_I10; f <= VD_CROSSWALK_PCS_I9; f++) {
      count[f] += row_fits(&row, (VdCrosswalkFormat)f);
      if (count[f] > best) best = count[f];
    }
  }
  return best;
}

// A guess that most rows support is enough: read_code checks each row, so a
// wrong one ends in errors and never in wrong codes.
VdCrosswalkFormat vd_gem_direction(VdReader *reader, VdCrosswalkFormat named) {
  uint64_t count[VD_COUNT(direction)] = {0};
  uint64_t best = count_fits(reader, count);
  if (named != VD_CROSSWALK_AUTO && count[named] == best) return named;
  VdCrosswalkFormat found = VD_CROSSWALK_AUTO;
  uint32_t candidates = 0;
  for (uint32_t f = VD_CROSSWALK_I9_I10; f <= VD_CROSSWALK_PCS_I9; f++) {
    if (count[f] < best) continue;
    candidates++;
    found = (VdCrosswalkFormat)f;
  }
  if (candidates > 1) {
    say_unsure(reader, count, best);
    return VD_CROSSWALK_AUTO;
  }
  if (named != VD_CROSSWALK_AUTO) {
    vd_trouble(&reader->trouble, VD_ERROR, 0, 0,
               "the name of this GEM says %s, its codes say %s",
               direction[named].what, direction[found].what);
    return VD_CROSSWALK_AUTO;
  }
  return found;
}

// -------------------------------------------------------------------- rows

static bool complain(Gem *gem, uint32_t line, const char *text, size_t len,
                     const char *what) {
  vd_trouble(&gem->reader->trouble, VD_ERROR, line, 0, "%s %s",
             vd_excerpt_of(text, len).text, what);
  return false;
}

// A row that contradicts itself, but can be read.
static bool is_tolerated(Gem *gem, uint32_t line, const char *what,
                         const char *reading) {
  bool lenient = gem->reader->cw->lenient;
  vd_trouble(&gem->reader->trouble, lenient ? VD_WARNING : VD_ERROR, line, 0,
             "%s%s%s", what, lenient ? "; read as " : "",
             lenient ? reading : "");
  return lenient;
}

static bool read_code(Gem *gem, VdSide side, const char *text, size_t len,
                      uint32_t line, uint32_t *out) {
  VdCodeSystem system = gem->system[side];
  VdFolded folded;
  if (!vd_code_fold(text, len, false, &folded) ||
      !vd_code_has_shape(system, folded.text + 1, folded.len)) {
    vd_trouble(&gem->reader->trouble, VD_ERROR, line, 0, "%s is no %s code",
               vd_excerpt_of(text, len).text, vd_code_system_name(system));
    return false;
  }
  if (folded.dotted) {
    char dotted[VD_CODE_MAX + 2];
    size_t n = vd_code_dot(system, folded.text + 1, folded.len, dotted);
    if (n != len || strncasecmp(dotted, text, len) != 0) {
      return complain(gem, line, text, len, "has its dot in the wrong place");
    }
  }
  *out = vd_code_intern(gem->reader->cw, side, system, &folded, text, len,
                        (VdCrossOrigin){gem->reader->file, line});
  return true;
}

static bool read_flags(Gem *gem, const char *text, uint32_t line, Row *row) {
  static const char *const name[] = {"approximate", "no map", "combination"};
  for (uint32_t i = 0; i < VD_COUNT(name); i++) {
    if (text[i] == '0' || text[i] == '1') continue;
    vd_trouble(&gem->reader->trouble, VD_ERROR, line, 0,
               "the %s flag is %c; expected 0 or 1", name[i], text[i]);
    return false;
  }
  row->approximate = text[0] == '1';
  row->no_map = text[1] == '1';
  row->combination = text[2] == '1';
  row->scenario = (uint32_t)(text[3] - '0') & 15;
  row->choice = (uint32_t)(text[4] - '0') & 15;
  return true;
}

static bool check_no_map(Gem *gem, const VdGemRow *split, Row *row) {
  bool none = is_no_target(split->target, split->target_len);
  if (row->no_map && !none) {
    return complain(gem, row->line, split->target, split->target_len,
                    "is a target, but the no map flag is set");
  }
  if (row->no_map && (row->combination || row->scenario || row->choice)) {
    vd_trouble(&gem->reader->trouble, VD_ERROR, row->line, 0,
               "the no map flag is set together with a combination");
    return false;
  }
  if (!none || row->no_map) return true;
  row->no_map = 1;
  return is_tolerated(gem, row->line,
                      "no target, but the no map flag is not set", "no map");
}

static bool check_combination(Gem *gem, Row *row) {
  if (row->combination && (!row->scenario || !row->choice)) {
    vd_trouble(&gem->reader->trouble, VD_ERROR, row->line, 0,
               "a combination without a %s",
               row->scenario ? "choice list" : "scenario");
    return false;
  }
  if (row->combination || (!row->scenario && !row->choice)) return true;
  row->scenario = row->choice = 0;
  return is_tolerated(gem, row->line,
                      "a scenario or choice list, but the combination flag is "
                      "not set",
                      "a single alternative");
}

static bool read_row(Gem *gem, const VdGemRow *split, Row *row) {
  uint32_t line = row->line;
  if (split->columns != 3) {
    vd_trouble(&gem->reader->trouble, VD_ERROR, line, 0,
               "%s columns: expected source, target and flags",
               split->columns < 3 ? "missing" : "too many");
    return false;
  }
  if (!vd_gem_is_row(split)) {
    return complain(gem, line, split->flags, split->flags_len,
                    "are no flags: expected five digits");
  }
  if (!read_flags(gem, split->flags, line, row) ||
      !check_no_map(gem, split, row) || !check_combination(gem, row) ||
      !read_code(gem, gem->from, split->source, split->source_len, line,
                 &row->source)) {
    return false;
  }
  row->target = NO_TARGET;
  return row->no_map || read_code(gem, other(gem->from), split->target,
                                  split->target_len, line, &row->target);
}

static void read_rows(Gem *gem) {
  VdTextLines lines = vd_text_lines(gem->reader->text, gem->reader->len);
  while (vd_text_lines_next(&lines)) {
    VdGemRow split = vd_gem_split(lines.at, lines.len);
    Row row = {.line = lines.number};
    if (!is_skipped(&split) && read_row(gem, &split, &row)) {
      vd_push(&gem->row, row);
    }
  }
}

// Rows of one source need not be next to each other.
static void sort_rows(Gem *gem) {
  uint32_t sources = gem->reader->cw->side[gem->from].raw.len;
  uint32_t *at = vd_alloc(vd_mul(vd_add(sources, 1), sizeof *at));
  for (uint32_t i = 0; i < gem->row.len; i++) at[gem->row.at[i].source + 1]++;
  for (uint32_t i = 0; i < sources; i++) at[i + 1] += at[i];
  vd_reserve(&gem->order, gem->row.len);
  gem->order.len = gem->row.len;
  for (uint32_t i = 0; i < gem->row.len; i++) {
    gem->order.at[at[gem->row.at[i].source]++] = i;
  }
  vd_free(at);
}

// ------------------------------------------------------------------- lines

static void add_line(Gem *gem, uint32_t source, const uint32_t *targets,
                     const VdCrossOrigin *origin, uint32_t n,
                     bool approximate) {
  const uint32_t *set[2];
  uint32_t count[2];
  set[gem->from] = &source;
  count[gem->from] = 1;
  set[other(gem->from)] = targets;
  count[other(gem->from)] = n;
  vd_crosswalk_add(gem->reader->cw, set, count, approximate, origin, n);
}

static void add_single(Gem *gem, const Row *row) {
  VdCrossOrigin origin = {gem->reader->file, row->line};
  add_line(gem, row->source, &row->target, &origin, 1, row->approximate);
}

// The choice lists of one scenario: list l has the rows at[l] to at[l + 1] of
// `row`, for l from 0 to lists - 1.
typedef struct Scenario {
  const uint32_t *row;
  uint32_t at[DIGITS + 1], lists;
} Scenario;

static const char *source_text(const Gem *gem, uint32_t source, char *out) {
  const VdSideCodes *side = &gem->reader->cw->side[gem->from];
  const char *name = vd_name_text(&side->names, source + 1) + 1;
  vd_code_dot(gem->system[gem->from], name, strlen(name), out);
  return out;
}

// Is the number of choices within limits?
static bool is_small(Gem *gem, const Scenario *scenario, const Row *first) {
  uint32_t *expanded = &gem->reader->cw->expanded;
  char text[VD_CODE_MAX + 2];
  uint64_t n = 1;
  for (uint32_t l = 0; l < scenario->lists; l++) {
    n *= scenario->at[l + 1] - scenario->at[l];
    if (n <= vd_limit->crosswalk_combinations) continue;
    vd_trouble(&gem->reader->trouble, VD_ERROR, first->line, 0,
               "scenario %u of %s has more than crosswalk_combinations "
               "= %d choices",
               (unsigned)first->scenario, source_text(gem, first->source, text),
               vd_limit->crosswalk_combinations);
    return false;
  }
  if (n > vd_limit->crosswalk_expanded - *expanded) {
    vd_trouble(&gem->reader->trouble, VD_ERROR, first->line, 0,
               "the combinations of the crosswalk give more than "
               "crosswalk_expanded = %d lines",
               vd_limit->crosswalk_expanded);
    return false;
  }
  *expanded += (uint32_t)n;
  return true;
}

// Counts through the choices; `at` is the row chosen in each list.
static bool advance(const Scenario *scenario, uint32_t *at) {
  for (uint32_t l = scenario->lists; l-- > 0;) {
    if (++at[l] < scenario->at[l + 1]) return true;
    at[l] = scenario->at[l];
  }
  return false;
}

static void add_combinations(Gem *gem, const Scenario *scenario) {
  const Row *first = &gem->row.at[scenario->row[scenario->at[0]]];
  if (!is_small(gem, scenario, first)) return;
  uint32_t at[DIGITS], target[DIGITS];
  VdCrossOrigin origin[DIGITS];
  memcpy(at, scenario->at, sizeof at);
  do {
    bool approximate = false;
    for (uint32_t l = 0; l < scenario->lists; l++) {
      const Row *row = &gem->row.at[scenario->row[at[l]]];
      target[l] = row->target;
      origin[l] = (VdCrossOrigin){gem->reader->file, row->line};
      approximate |= row->approximate;
    }
    add_line(gem, first->source, target, origin, scenario->lists, approximate);
  } while (advance(scenario, at));
}

// Choice lists are 1, 2, ... without a gap, and at least two: a missing one
// would make a combination that means more than was said. `row` are rows of the
// scenario in the order of their lists.
static bool find_lists(Gem *gem, const uint32_t *row, uint32_t n,
                       Scenario *out) {
  const Row *first = &gem->row.at[row[0]];
  char text[VD_CODE_MAX + 2];
  *out = (Scenario){.row = row};
  uint32_t last = 0, missing = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t choice = gem->row.at[row[i]].choice;
    if (choice == last) continue;
    if (choice != last + 1 && !missing) missing = last + 1;
    last = choice;
    out->at[out->lists++] = i;
  }
  out->at[out->lists] = n;
  if (out->lists == 1 && !missing) missing = 2;
  if (!missing) return true;
  VdBuf what = {0};
  vd_buf_printf(&what, "scenario %u of %s has no choice list %u",
                (unsigned)first->scenario,
                source_text(gem, first->source, text), missing);
  bool ok = is_tolerated(gem, first->line, vd_buf_text(&what),
                         "a combination of the lists that are there");
  vd_buf_done(&what);
  return ok;
}

// Rows with the combination flag, by scenario and choice list.
static uint32_t sort_choices(const Gem *gem, const uint32_t *row, uint32_t n,
                             uint32_t *out, uint32_t at[DIGITS + 1]) {
  uint32_t bucket[DIGITS * DIGITS + 1] = {0};
  for (uint32_t i = 0; i < n; i++) {
    const Row *r = &gem->row.at[row[i]];
    if (r->combination) bucket[r->scenario * DIGITS + r->choice + 1]++;
  }
  for (uint32_t i = 0; i < DIGITS * DIGITS; i++) bucket[i + 1] += bucket[i];
  for (uint32_t s = 0; s <= DIGITS; s++) at[s] = bucket[s * DIGITS];
  for (uint32_t i = 0; i < n; i++) {
    const Row *r = &gem->row.at[row[i]];
    if (r->combination)
      out[bucket[r->scenario * DIGITS + r->choice]++] = row[i];
  }
  return at[DIGITS];
}

static void add_scenarios(Gem *gem, const uint32_t *row, uint32_t n,
                          uint32_t *scratch) {
  uint32_t at[DIGITS + 1];
  if (sort_choices(gem, row, n, scratch, at) == 0) return;
  uint32_t top = DIGITS - 1;
  while (at[top] == at[top + 1]) top--;
  for (uint32_t s = 1; s <= top; s++) {
    if (at[s] == at[s + 1]) {
      char text[VD_CODE_MAX + 2];
      const Row *first = &gem->row.at[scratch[0]];
      vd_trouble(&gem->reader->trouble, VD_ERROR, first->line, 0,
                 "%s has a scenario %u, but scenario %u has no choices",
                 source_text(gem, first->source, text), top, s);
      continue;
    }
    Scenario scenario;
    if (find_lists(gem, scratch + at[s], at[s + 1] - at[s], &scenario)) {
      add_combinations(gem, &scenario);
    }
  }
}

// The rows of one source.
static void add_source(Gem *gem, const uint32_t *row, uint32_t n,
                       uint32_t *scratch) {
  const Row *none = NULL, *some = NULL;
  for (uint32_t i = 0; i < n; i++) {
    const Row *r = &gem->row.at[row[i]];
    if (r->no_map) {
      none = r;
    } else {
      some = r;
    }
    if (!r->no_map && !r->combination) add_single(gem, r);
  }
  if (none && some) {
    char text[VD_CODE_MAX + 2];
    vd_trouble(&gem->reader->trouble, VD_ERROR, none->line, 0,
               "%s has no map here, and line %u maps it",
               source_text(gem, none->source, text), some->line);
  }
  add_scenarios(gem, row, n, scratch);
}

static void add_sources(Gem *gem) {
  uint32_t n = gem->row.len;
  uint32_t *scratch = vd_alloc(vd_mul(n, sizeof *scratch));
  for (uint32_t i = 0; i < n;) {
    uint32_t end = i + 1;
    uint32_t source = gem->row.at[gem->order.at[i]].source;
    while (end < n && gem->row.at[gem->order.at[end]].source == source) end++;
    add_source(gem, gem->order.at + i, end - i, scratch);
    i = end;
  }
  vd_free(scratch);
}

void vd_crosswalk_read_gem(VdReader *reader, VdCrosswalkFormat format) {
  if (format == VD_CROSSWALK_AUTO) return;  // unsure; it was said
  Gem gem = {.reader = reader, .from = direction[format].from};
  memcpy(gem.system, direction[format].system, sizeof gem.system);
  read_rows(&gem);
  sort_rows(&gem);
  add_sources(&gem);
  vd_vec_done(&gem.row);
  vd_vec_done(&gem.order);
}
