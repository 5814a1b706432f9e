// Counting, and what the counts mean.
#include "report/report_impl.h"

bool vd_file_is_unread(const VdFileReport *file) {
  return (file->diags[0] && file->diags[0]->errors > 0) ||
         (file->diags[1] && file->diags[1]->errors > 0);
}

static void count_bound(VdTally *tally, uint32_t bound) {
  if (tally->verdict[VD_SAME_BOUNDED] == 1) tally->bound = bound;
  if (tally->bound != bound) tally->bound = 0;
}

static void count_item(VdTally *tally, const VdItem *item) {
  const VdVerdict *verdict = &item->verdict;
  tally->item[item->kind]++;
  if (item->kind != VD_ITEM_PAIR) return;
  tally->verdict[verdict->kind]++;
  tally->assumed += verdict->assumption.len > 0;
  if (verdict->kind == VD_SAME_BOUNDED) count_bound(tally, verdict->bound);
}

static void count_comparison(VdTally *tally, const VdComparison *comparison) {
  for (uint32_t i = 0; i < comparison->item.len; i++)
    count_item(tally, &comparison->item.at[i]);
  tally->assumed += comparison->assumption.len;
  tally->nothing &= comparison->nothing;
  tally->hits += comparison->hits;
  tally->misses += comparison->misses;
  tally->checked += comparison->checked;
  tally->solver_calls += comparison->solver_calls;
}

void vd_report_tally(const VdReport *report, VdTally *tally) {
  *tally = (VdTally){.interrupted = report->interrupted,
                     .asked = report->options && report->options->only,
                     .nothing = true,
                     .strict = report->strict,
                     .accept_partial = report->accept_partial};
  for (uint32_t i = 0; i < report->files; i++) {
    const VdFileReport *file = &report->file[i];
    tally->unread += vd_file_is_unread(file);
    tally->files[0] += !file->path[1] && report->root[1];
    tally->files[1] += !file->path[0];
    if (file->comparison) count_comparison(tally, file->comparison);
  }
  tally->nothing &= !tally->item[VD_ITEM_PAIR];
}

// Whether something comes to the exit code.
static bool has_exit(const VdTally *tally, VdStatus code) {
  for (uint32_t i = 0; i < VD_ITEMS; i++)
    if (tally->item[i] && vd_item_info[i].exit == code) return true;
  for (uint32_t i = 0; i < VD_VERDICTS; i++) {
    bool fine = i == VD_SAME_PARTIAL && tally->accept_partial;
    if (tally->verdict[i] && vd_verdict_info[i].exit == code && !fine)
      return true;
  }
  return false;
}

int vd_report_exit_code(const VdTally *tally) {
  if (tally->interrupted) return VD_STATUS_INTERRUPTED;
  if (tally->unread) return VD_STATUS_USAGE;
  if (has_exit(tally, VD_STATUS_DIFFERENT)) return VD_STATUS_DIFFERENT;
  if (has_exit(tally, VD_STATUS_OPEN)) return VD_STATUS_OPEN;
  if (tally->strict && tally->assumed) return VD_STATUS_OPEN;
  // Without a pair all is the same if there is nothing that others could see:
  // what they could is an item. A function that was asked for is one.
  bool empty = tally->nothing || (tally->asked && !tally->item[VD_ITEM_PAIR]);
  return empty ? VD_STATUS_OPEN : VD_STATUS_OK;
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
