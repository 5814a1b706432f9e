// A counterexample for people.
//
// Offsets are in bytes: "table+8" lies eight bytes behind the start of the
// global table, "p+4" four behind where the parameter p points. What is the
// same in both versions is left out, and long lists are cut with a count: the
// JSON report has everything.
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limit.h"
#include "report/report_impl.h"

enum {
  POINTER_REACH = 4096,  // an address this far behind a pointer belongs to it
};

// ------------------------------------------------------------------ places

static void put_offset(uint64_t offset, VdBuf *out) {
  if (offset) vd_buf_printf(out, "+%" PRIu64, offset);
}

static const VdRegion *region_of(const VdCase *cex, uint64_t addr) {
  for (uint32_t i = 0; i < cex->region.len; i++) {
    const VdRegion *region = &cex->region.at[i];
    uint64_t size = region->size ? region->size : 1;
    if (addr - region->addr < size) return region;
  }
  return NULL;
}

static bool is_pointer_wide(const VdValue *value) {
  return vd_sort_eq(value->sort, vd_sort_bv(VD_POINTER_BITS));
}

// The parameter that points closest below addr, -1 if none does.
static int64_t pointer_to(const VdCase *cex, uint64_t addr) {
  int64_t best = -1;
  for (uint32_t i = 0; i < cex->params; i++) {
    const VdValue *value = &cex->param[i];
    if (!is_pointer_wide(value) || !cex->name[i][0]) continue;
    if (value->bits < POINTER_REACH) continue;  // a number
    if (addr - value->bits >= POINTER_REACH) continue;
    if (best < 0 || value->bits > cex->param[best].bits) best = i;
  }
  return best;
}

static void put_place(const VdCase *cex, uint64_t addr, VdBuf *out) {
  const VdRegion *region = region_of(cex, addr);
  int64_t param = region ? -1 : pointer_to(cex, addr);
  if (region) {
    vd_text_print(region->name, out);
    put_offset(addr - region->addr, out);
  } else if (param >= 0) {
    vd_buf_char(out, '*');
    vd_text_print(cex->name[param], out);
    put_offset(addr - cex->param[param].bits, out);
  } else {
    vd_buf_printf(out, "0x%" PRIx64, addr);
  }
}

// ------------------------------------------------------------------ values

static int64_t as_signed(uint64_t bits, uint32_t width) {
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (int64_t)((bits ^ sign) - sign);
}

static bool looks_like_address(uint64_t bits) {
  return bits >> 32 != 0 && bits >> 48 == 0;
}

static bool is_near(const VdCells *cells, uint64_t bits) {
  for (uint32_t i = 0; i < cells->len; i++)
    if (cells->at[i].addr - bits < POINTER_REACH) return true;
  return false;
}

// A number that memory was read or written behind is a pointer, too.
static bool is_pointer(const VdCase *cex, uint64_t bits) {
  if (looks_like_address(bits)) return true;
  if (bits < POINTER_REACH) return false;
  return is_near(&cex->memory, bits) ||
         is_near(&cex->old_outcome.memory, bits) ||
         is_near(&cex->new_outcome.memory, bits);
}

// As vd_value_print, without the sort.
static void put_exact(const VdValue *value, VdBuf *out) {
  VdBuf text = {0};
  vd_value_print(value, &text);
  char *colon = strrchr(text.at, ':');
  if (colon) *colon = '\0';
  vd_buf_str(out, text.at);
  vd_buf_done(&text);
}

static bool is_literal(const VdCase *cex, uint64_t bits) {
  const VdRegion *region = region_of(cex, bits);
  return region && region->text;
}

static void put_literal(const VdRegion *region, uint64_t addr, VdBuf *out) {
  vd_buf_char(out, '"');
  vd_text_print(region->text + (addr - region->addr), out);
  vd_buf_char(out, '"');
}

static void put_value(const VdCase *cex, const VdValue *value, VdBuf *out) {
  uint64_t bits = value->bits;
  uint32_t width = value->sort.a;
  if (value->sort.kind != VD_SORT_BV || width > 64) {
    put_exact(value, out);
  } else if (width == 64 && is_literal(cex, bits)) {
    put_literal(region_of(cex, bits), bits, out);
  } else if (width == 64 && region_of(cex, bits)) {
    vd_buf_char(out, '&');
    put_place(cex, bits, out);
  } else if (width == 64 && is_pointer(cex, bits)) {
    vd_buf_printf(out, "0x%" PRIx64, bits);
  } else {
    vd_buf_printf(out, "%" PRId64, as_signed(bits, width));
    if (width == 8 && isprint((int)bits)) {
      vd_buf_printf(out, " '%c'", (int)bits);
    }
  }
}

static void put_values(const VdCase *cex, const VdValue *value, uint32_t n,
                       VdBuf *out) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) vd_buf_str(out, ", ");
    put_value(cex, &value[i], out);
  }
}

static void put_results(const VdCase *cex, const VdOutcome *outcome,
                        VdBuf *out) {
  if (outcome->results > 1) vd_buf_char(out, '(');
  put_values(cex, outcome->result, outcome->results, out);
  if (outcome->results > 1) vd_buf_char(out, ')');
}

// ------------------------------------------------------------------- cells

static bool is_text(const VdCell *cell) {
  uint32_t printable = 0;
  for (uint32_t i = 0; i < cell->len; i++) {
    if (!isprint(cell->bytes[i]) && cell->bytes[i]) return false;
    printable += cell->bytes[i] != 0;
  }
  return printable > 1;  // one alone is more likely a small number
}

static void put_text(const VdCell *cell, VdBuf *out) {
  vd_buf_char(out, '"');
  for (uint32_t i = 0; i < cell->len && i < vd_limit->case_bytes; i++) {
    char c = (char)cell->bytes[i];
    if (c == '"' || c == '\\') vd_buf_char(out, '\\');
    if (c) vd_buf_char(out, c);
    if (!c) vd_buf_str(out, "\\0");
  }
  vd_buf_char(out, '"');
}

// What the bytes are as a number or as text, where that is likely.
static void put_meaning(const VdCase *cex, const VdCell *cell, VdBuf *out) {
  uint32_t n = cell->len;
  uint64_t bits = 0;
  if (is_text(cell)) {
    vd_buf_char(out, ' ');
    put_text(cell, out);
  } else if (n == 1 || n == 2 || n == 4 || n == 8) {
    for (uint32_t i = 0; i < n; i++) bits |= (uint64_t)cell->bytes[i] << 8 * i;
    VdValue value = vd_value_bv(8 * n, bits);
    vd_buf_str(out, " (");
    put_value(cex, &value, out);
    vd_buf_char(out, ')');
  }
}

// A word of the input's memory that leads to other words of it. What is not
// given is zero, so its last bytes may be missing.
static bool is_link(const VdCase *cex, const VdCell *cell, uint64_t *to) {
  *to = 0;
  if (cell->addr % 8 || cell->len < 5 || cell->len > 8) return false;
  for (uint32_t i = 0; i < cell->len; i++)
    *to |= (uint64_t)cell->bytes[i] << 8 * i;
  return looks_like_address(*to) &&
         (pointer_to(cex, *to) >= 0 || region_of(cex, *to) ||
          *to % 0x100000000 == 0);
}

static void put_cell(const VdCase *cex, const VdCell *cell, bool given,
                     VdBuf *out) {
  uint64_t to;
  put_place(cex, cell->addr, out);
  vd_buf_str(out, " =");
  if (given && is_link(cex, cell, &to)) {
    VdValue value = vd_value_bv(64, to);
    vd_buf_char(out, ' ');
    put_value(cex, &value, out);
    return;
  }
  for (uint32_t i = 0; i < cell->len && i < vd_limit->case_bytes; i++) {
    vd_buf_printf(out, " %02x", cell->bytes[i]);
  }
  if (cell->len > vd_limit->case_bytes) {
    vd_buf_printf(out, " ... (%u bytes)", cell->len);
  }
  put_meaning(cex, cell, out);
}

static bool cell_eq(const VdCell *a, const VdCell *b) {
  return a->addr == b->addr && a->len == b->len &&
         memcmp(a->bytes, b->bytes, a->len) == 0;
}

static bool has_cell(const VdCells *cells, const VdCell *cell) {
  for (uint32_t i = 0; i < cells->len; i++) {
    if (cell_eq(&cells->at[i], cell)) return true;
  }
  return false;
}

static int by_address(const void *x, const void *y) {
  uint64_t a = ((const VdCell *)x)->addr, b = ((const VdCell *)y)->addr;
  return a < b ? -1 : a > b;
}

// The cells that are not in except too, by address, one a line after the
// prefix.
static void put_cells(const VdCase *cex, const VdCells *cells,
                      const VdCells *except, const char *prefix, VdBuf *out) {
  uint32_t shown = 0, cut = 0;
  VD_VEC(VdCell) sorted = {0};
  for (uint32_t i = 0; i < cells->len; i++) vd_push(&sorted, cells->at[i]);
  if (sorted.len > 1)
    qsort(sorted.at, sorted.len, sizeof *sorted.at, by_address);
  for (uint32_t i = 0; i < sorted.len; i++) {
    const VdCell *cell = &sorted.at[i];
    if (!cell->len || (except && has_cell(except, cell))) continue;
    if (shown++ >= vd_limit->case_cells) {
      cut++;
      continue;
    }
    vd_buf_str(out, prefix);
    put_cell(cex, cell, !except, out);
    vd_buf_char(out, '\n');
  }
  if (cut) vd_buf_printf(out, "%sand %u more places\n", prefix, cut);
  vd_vec_done(&sorted);
}

// ------------------------------------------------------------------- calls

static bool event_eq(const VdEvent *a, const VdEvent *b) {
  if (strcmp(a->link, b->link) != 0 || a->args != b->args) return false;
  for (uint32_t i = 0; i < a->args; i++) {
    if (!vd_value_eq(&a->arg[i], &b->arg[i])) return false;
  }
  return a->memory == b->memory;
}

// How many calls both versions begin with.
static uint32_t common_calls(const VdCase *cex) {
  const VdOutcome *a = &cex->old_outcome, *b = &cex->new_outcome;
  uint32_t n = 0;
  while (n < a->event.len && n < b->event.len &&
         event_eq(&a->event.at[n], &b->event.at[n])) {
    n++;
  }
  return n;
}

static bool calls_differ(const VdCase *cex) {
  uint32_t common = common_calls(cex);
  return common < cex->old_outcome.event.len ||
         common < cex->new_outcome.event.len;
}

static void put_call(const VdCase *cex, const VdEvent *event, VdBuf *out) {
  vd_text_print(event->link, out);
  vd_buf_char(out, '(');
  put_values(cex, event->arg, event->args, out);
  vd_buf_char(out, ')');
  if (event->results) {
    vd_buf_str(out, " = ");
    put_values(cex, event->result, event->results, out);
  }
  vd_buf_char(out, '\n');
}

static void put_calls(const VdCase *cex, const VdOutcome *outcome, VdBuf *out) {
  uint32_t common = common_calls(cex);
  if (common) {
    if (common == 1)
      vd_buf_str(out, "      the first call is the same in both\n");
    else
      vd_buf_printf(out, "      the first %u calls are the same in both\n",
                    common);
  }
  for (uint32_t i = common; i < outcome->event.len; i++) {
    if (i - common >= vd_limit->case_calls) {
      vd_buf_printf(out, "      and %u more calls\n", outcome->event.len - i);
      return;
    }
    vd_buf_str(out, "      called ");
    put_call(cex, &outcome->event.at[i], out);
  }
  if (common == outcome->event.len) {
    vd_buf_printf(out, "      made no %scall\n", common ? "further " : "");
  }
}

// ---------------------------------------------------------------- outcomes

static void put_end(const VdCase *cex, const VdOutcome *outcome, VdBuf *out) {
  switch (outcome->status) {
    case VD_RUN_ENDLESS: vd_buf_str(out, "never returns"); return;
    case VD_RUN_OK:
      vd_buf_str(out, outcome->halted ? "ended the program" : "returned");
      if (!outcome->halted && outcome->results) vd_buf_char(out, ' ');
      if (!outcome->halted) put_results(cex, outcome, out);
      return;
    case VD_RUN_UNDEFINED: vd_buf_str(out, "undefined behaviour: "); break;
    case VD_RUN_LIMIT: vd_buf_str(out, "goes on"); return;
    case VD_RUN_FAILED: vd_buf_str(out, "could not be run: "); break;
  }
  vd_text_print(outcome->text ? outcome->text : "", out);
  if (!outcome->pos.file) return;
  vd_buf_str(out, " at ");
  vd_pos_print(outcome->pos, out);
}

static void put_outcome(const VdCase *cex, const char *side,
                        const VdOutcome *outcome, const VdOutcome *other,
                        VdBuf *out) {
  vd_buf_printf(out, "    %s: ", side);
  put_end(cex, outcome, out);
  vd_buf_char(out, '\n');
  put_cells(cex, &outcome->memory, &other->memory, "      wrote ", out);
  if (calls_differ(cex)) put_calls(cex, outcome, out);
}

static bool returned(const VdOutcome *outcome) {
  return outcome->status == VD_RUN_OK && !outcome->halted &&
         outcome->results > 0;
}

static bool cells_eq(const VdCells *a, const VdCells *b) {
  if (a->len != b->len) return false;
  for (uint32_t i = 0; i < a->len; i++) {
    if (!cell_eq(&a->at[i], &b->at[i])) return false;
  }
  return true;
}

// Whether the returned values say it all, so that one line is enough.
static bool only_results_differ(const VdCase *cex) {
  const VdOutcome *a = &cex->old_outcome, *b = &cex->new_outcome;
  return returned(a) && returned(b) && cells_eq(&a->memory, &b->memory) &&
         !calls_differ(cex);
}

static void put_inputs(const char *function, const VdCase *cex, VdBuf *out) {
  vd_buf_str(out, "  ");
  vd_text_print(function, out);
  vd_buf_char(out, '(');
  for (uint32_t i = 0; i < cex->params; i++) {
    if (i) vd_buf_str(out, ", ");
    if (cex->name[i][0]) {
      vd_text_print(cex->name[i], out);
      vd_buf_str(out, " = ");
    }
    if (cex->relevant[i]) {
      put_value(cex, &cex->param[i], out);
    } else {
      vd_buf_str(out, "any");
    }
  }
  vd_buf_char(out, ')');
}

// Text of one line stands behind its label, more lines stand below.
static void put_labelled(const char *label, const char *text, VdBuf *out) {
  if (!text || !*text) return;
  const char *end = strchr(text, '\n');
  bool lines = end && end[1];
  vd_buf_printf(out, "    %s:%s", label, lines ? "\n      " : " ");
  while (*text) {
    size_t n = strcspn(text, "\n");
    vd_text_printn(text, n, out);
    text += n + (text[n] == '\n');
    if (*text) vd_buf_str(out, "\n      ");
  }
  vd_buf_char(out, '\n');
}

static void put_native(const VdCase *cex, VdBuf *out) {
  put_labelled(cex->native_confirmed ? "confirmed by the real code"
                                     : "not confirmed by the real code",
               cex->native, out);
}

void vd_case_print(const char *function, const VdCase *cex, VdBuf *out) {
  put_inputs(function, cex, out);
  if (only_results_differ(cex)) {
    vd_buf_str(out, ": returned ");
    put_results(cex, &cex->old_outcome, out);
    vd_buf_str(out, " in old, ");
    put_results(cex, &cex->new_outcome, out);
    vd_buf_str(out, " in new\n");
    put_cells(cex, &cex->memory, NULL, "    with ", out);
  } else {
    vd_buf_char(out, '\n');
    put_cells(cex, &cex->memory, NULL, "    with ", out);
    put_outcome(cex, "old", &cex->old_outcome, &cex->new_outcome, out);
    put_outcome(cex, "new", &cex->new_outcome, &cex->old_outcome, out);
    put_labelled("difference", cex->difference, out);
  }
  put_native(cex, out);
  put_labelled("reproducer", cex->reproducer, out);
}
