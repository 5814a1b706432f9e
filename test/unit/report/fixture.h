// A run to report: one or two files with items made by hand.
#ifndef VD_REPORT_FIXTURE_H
#define VD_REPORT_FIXTURE_H

#include "report/report.h"
#include "unit.h"

typedef struct Fixture {
  VdArena arena;
  VdOptions options;
  VdComparison comparison[2];
  VdFileReport file[2];
  VdDiags diags;
  VdReport report;
} Fixture;

static inline void fixture_init(Fixture *f) {
  *f = (Fixture){0};
  vd_options_init(&f->options);
  f->options.jobs = 1;
  f->file[0] = (VdFileReport){.name = "a.c",
                              .path = {"old/a.c", "new/a.c"},
                              .comparison = &f->comparison[0]};
  f->file[1] = (VdFileReport){.name = "b.c",
                              .path = {"old/b.c", "new/b.c"},
                              .comparison = &f->comparison[1]};
  f->report = (VdReport){.file = f->file,
                         .files = 1,
                         .command = "compare",
                         .noun = "function",
                         .root = {"old", "new"},
                         .counts_calls = true,
                         .options = &f->options,
                         .seconds = 0.2141,
                         .no_times = true};
}

static inline void fixture_done(Fixture *f) {
  vd_vec_done(&f->comparison[0].item);
  vd_vec_done(&f->comparison[1].item);
  vd_diags_done(&f->diags);
  vd_arena_done(&f->arena);
}

static inline VdItem *add_item(Fixture *f, int file, VdItemKind kind,
                               const char *name) {
  VdItem item = {.kind = kind, .name = name};
  item.old_pos = (VdPos){"old/a.c", 3, 5};
  item.new_pos = (VdPos){"new/a.c", 4, 5};
  vd_push(&f->comparison[file].item, item);
  VdComparison *comparison = &f->comparison[file];
  return &comparison->item.at[comparison->item.len - 1];
}

static inline VdVerdict *add_pair(Fixture *f, int file, const char *name,
                                  VdVerdictKind kind, const char *checker) {
  VdItem *item = add_item(f, file, VD_ITEM_PAIR, name);
  item->verdict.kind = kind;
  item->verdict.checker = checker;
  item->verdict.seconds = 0.0023;
  return &item->verdict;
}

// n parameters that are 32-bit integers named x, y, z, all relevant.
static inline VdCase *make_case(Fixture *f, uint32_t n) {
  static const char *const names[] = {"x", "y", "z"};
  VdCase *cex = VD_NEW(&f->arena, VdCase);
  cex->params = n;
  cex->param = VD_NEW_ARRAY(&f->arena, VdValue, n);
  cex->name = VD_NEW_ARRAY(&f->arena, const char *, n);
  cex->relevant = VD_NEW_ARRAY(&f->arena, bool, n);
  for (uint32_t i = 0; i < n; i++) {
    cex->param[i] = vd_value_bv(32, i + 1);
    cex->name[i] = names[i];
    cex->relevant[i] = true;
  }
  cex->old_outcome.status = cex->new_outcome.status = VD_RUN_OK;
  cex->difference = cex->native = cex->reproducer = "";
  return cex;
}

static inline void set_result(Fixture *f, VdOutcome *outcome, VdValue value) {
  outcome->results = 1;
  outcome->result = vd_arena_copy(&f->arena, &value, sizeof value);
}

#endif
