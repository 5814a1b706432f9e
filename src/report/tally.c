// Counting, and what the counts mean.
#include "report/report_impl.h"

enum {
  EXIT_SAME = 0,
  EXIT_DIFFERENT = 1,
  EXIT_INPUT = 2,
  EXIT_UNDECIDED = 3,
  EXIT_INTERRUPTED = 130,  // 128 + SIGINT, as a shell says it
};

bool vd_file_is_unread(const VdFileReport *file) {
  return (file->old_diags && file->old_diags->errors > 0) ||
         (file->new_diags && file->new_diags->errors > 0);
}

static void count_bound(VdTally *tally, uint32_t bound) {
  if (tally->bounded++ == 0) tally->bound = bound;
  if (tally->bound != bound) tally->bound = 0;
}

static void count_verdict(VdTally *tally, const VdVerdict *verdict) {
  tally->pairs++;
  tally->assumed += verdict->assumption.len > 0;
  switch (verdict->kind) {
    case VD_UNKNOWN: tally->unknown++; break;
    case VD_SAME: tally->same++; break;
    case VD_SAME_PARTIAL: tally->partial++; break;
    case VD_SAME_BOUNDED: count_bound(tally, verdict->bound); break;
    case VD_DIFFERENT: tally->different++; break;
    case VD_UNSUPPORTED: tally->unsupported++; break;
    case VD_TIMEOUT: tally->timeout++; break;
    case VD_FAILED: tally->error++; break;
  }
}

static void count_item(VdTally *tally, const VdItem *item) {
  switch (item->kind) {
    case VD_ITEM_PAIR: count_verdict(tally, &item->verdict); break;
    case VD_ITEM_OLD_ONLY: tally->old_only++; break;
    case VD_ITEM_NEW_ONLY: tally->new_only++; break;
    case VD_ITEM_SIGNATURE: tally->signature++; break;
    case VD_ITEM_GLOBAL: tally->globals++; break;
    case VD_ITEM_CHANGE: tally->changes++; break;
    case VD_ITEM_OPEN: tally->open++; break;
    case VD_ITEM_NOTE: tally->notes++; break;
  }
}

static void count_comparison(VdTally *tally, const VdComparison *comparison) {
  for (uint32_t i = 0; i < comparison->item.len; i++) {
    count_item(tally, &comparison->item.at[i]);
  }
  tally->assumed += comparison->assumption.len;
  tally->hits += comparison->hits;
  tally->misses += comparison->misses;
  tally->solver_calls += comparison->solver_calls;
}

void vd_report_tally(const VdReport *report, VdTally *tally) {
  *tally = (VdTally){.interrupted = report->interrupted,
                     .asked = report->options && report->options->only,
                     .strict = report->strict,
                     .accept_partial = report->accept_partial};
  for (uint32_t i = 0; i < report->files; i++) {
    const VdFileReport *file = &report->file[i];
    tally->unread += vd_file_is_unread(file);
    tally->old_files += !file->new_path;
    tally->new_files += !file->old_path;
    if (file->comparison) count_comparison(tally, file->comparison);
  }
}

int vd_report_exit_code(const VdTally *tally) {
  if (tally->interrupted) return EXIT_INTERRUPTED;
  if (tally->unread) return EXIT_INPUT;
  if (tally->different || tally->globals || tally->changes)
    return EXIT_DIFFERENT;
  if (tally->strict && tally->assumed) return EXIT_UNDECIDED;
  uint32_t fine = tally->same + (tally->accept_partial ? tally->partial : 0);
  // Without a pair all is the same if there is nothing that others could see:
  // what they could is an item. A function that was asked for is one.
  if (tally->open || fine < tally->pairs) return EXIT_UNDECIDED;
  return tally->pairs == 0 && tally->asked ? EXIT_UNDECIDED : EXIT_SAME;
}

// ------------------------------------------------------------- assumptions

static VdAssumed *note(VdAssumedVec *out, const char *text) {
  for (uint32_t i = 0; i < out->len; i++)
    if (strcmp(out->at[i].text, text) == 0) return &out->at[i];
  vd_push(out, (VdAssumed){.text = text});
  return &out->at[out->len - 1];
}

static void note_all(VdAssumedVec *out, const VdComparison *comparison) {
  for (uint32_t i = 0; i < comparison->assumption.len; i++)
    note(out, comparison->assumption.at[i])->files++;
  for (uint32_t i = 0; i < comparison->item.len; i++) {
    const VdVerdict *verdict = &comparison->item.at[i].verdict;
    for (uint32_t k = 0; k < verdict->assumption.len; k++) {
      note(out, verdict->assumption.at[k])->verdicts++;
    }
  }
}

void vd_report_assumptions(const VdReport *report, VdAssumedVec *out) {
  for (uint32_t i = 0; i < report->files; i++) {
    const VdComparison *comparison = report->file[i].comparison;
    if (comparison) note_all(out, comparison);
  }
}
