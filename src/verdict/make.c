// The only maker of verdicts.
//
// A verdict about terms is worth nothing if a term could not be made: builders
// give none then, and two nones are equal. So whoever has a proof is asked for
// the manager of the terms, and an error that it latched makes the verdict
// `error`.
#include "base/limit.h"
#include "verdict/verdict.h"

const VdVerdictInfo vd_verdict_info[VD_VERDICTS] = {
#define VD_VERDICT(id, word, key, exit, paint) {word, key, VD_STATUS_##exit},
#include "verdict/verdict.def"
#undef VD_VERDICT
};

static const struct {
  VdVerdictKind verdict;
  const char *text;
} reasons[VD_REASONS] = {
#define VD_REASON(id, verdict, word, text) {VD_##verdict, text},
#include "verdict/reason.def"
#undef VD_REASON
};

const VdNoteInfo vd_note_info[VD_NOTES] = {
#define VD_NOTE(id, word, detail) {word, detail},
#include "verdict/note.def"
#undef VD_NOTE
};

const VdItemInfo vd_item_info[VD_ITEMS] = {
#define VD_ITEM(id, word, key, exit, title, one, many) \
  {word, key, VD_STATUS_##exit, title, one, many},
#include "verdict/item.def"
#undef VD_ITEM
};

// ------------------------------------------------------------------- makers

// Evidence that was there is dropped, not freed: whoever made it has it still.
static void settle(VdVerdict *v, VdVerdictKind kind, const char *checker) {
  v->evidence = (VdEvidence){0};
  v->kind = kind;
  v->reason = VD_REASON_NONE;
  v->checker = checker;
  v->why = "";
}

// True if the terms are not what they seem to be.
static bool is_broken(VdVerdict *v, const VdTerms *tm) {
  const char *error = tm ? vd_terms_error(tm) : NULL;
  if (!error) return false;
  settle(v, VD_FAILED, "");
  v->assumption.len = 0;
  v->reason = VD_REASON_BUG;
  v->why = "a bug in veridiff, please report it: a term could not be made";
  return true;
}

void vd_verdict_same(VdVerdict *v, const VdTerms *tm, const char *checker,
                     VdTerminates terminates) {
  if (is_broken(v, tm)) return;
  settle(v, terminates == VD_TERMINATES_UNKNOWN ? VD_SAME_PARTIAL : VD_SAME,
         checker);
  v->terminates = terminates;
}

void vd_verdict_bounded(VdArena *arena, VdVerdict *v, const VdTerms *tm,
                        const char *checker, uint32_t bound) {
  if (is_broken(v, tm)) return;
  settle(v, VD_SAME_BOUNDED, checker);
  v->bound = bound;
  v->why = vd_arena_printf(
      arena, "no difference where loops run at most %u times", bound);
}

static void show(VdVerdict *v, VdVerdictKind kind, const char *checker,
                 VdEvidence evidence) {
  VD_CHECK(evidence.kind != VD_EVIDENCE_NONE);
  settle(v, kind, checker);
  v->evidence = evidence;
  if (evidence.kind == VD_EVIDENCE_INPUT) v->why = evidence.input->difference;
}

void vd_verdict_different(VdVerdict *v, const char *checker,
                          VdEvidence evidence) {
  show(v, VD_DIFFERENT, checker, evidence);
}

void vd_verdict_mismatch(VdVerdict *v, const char *checker,
                         VdEvidence evidence) {
  show(v, VD_MISMATCH, checker, evidence);
}

void vd_verdict_deepen(VdArena *arena, VdVerdict *v, VdVerdict *found) {
  if (found->kind == VD_MISMATCH) {
    vd_evidence_done(&v->evidence);
    vd_verdict_mismatch(v, found->checker, found->evidence);
    found->evidence = (VdEvidence){0};
  } else if (found->kind != VD_SAME) {
    vd_verdict_note(arena, v, VD_NOTE_MIGRATION,
                    "whether any new version could be right is open");
  }
  vd_verdict_done(found);
}

void vd_verdict_said(VdArena *arena, VdVerdict *v, VdReason reason,
                     const char *why) {
  settle(v, reasons[reason].verdict, v->checker ? v->checker : "");
  v->reason = reason;
  v->why = vd_arena_str(arena, why);
}

void vd_verdict_vundecided(VdArena *arena, VdVerdict *v, VdReason reason,
                           va_list args) {
  vd_verdict_said(arena, v, reason,
                  vd_arena_vprintf(arena, reasons[reason].text, args));
}

void vd_verdict_undecided(VdArena *arena, VdVerdict *v, VdReason reason, ...) {
  va_list args;
  va_start(args, reason);
  vd_verdict_vundecided(arena, v, reason, args);
  va_end(args);
}

void vd_verdict_unconfirmed(VdArena *arena, VdVerdict *v, VdReason reason,
                            VdEvidence evidence) {
  vd_verdict_undecided(arena, v, reason);
  v->evidence = evidence;
}

// -------------------------------------------------------------- what is said

void vd_verdict_certify(VdArena *arena, VdVerdict *verdict,
                        const VdTrail *trail, double work) {
  if (!vd_verdict_is_proof(verdict->kind) || !trail->text.len ||
      trail->text.len > vd_limit->certificate)
    return;
  verdict->certificate =
      (VdCertificate){vd_arena_copy(arena, trail->text.at, trail->text.len + 1),
                      work, work - trail->wasted};
}

void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text) {
  for (uint32_t i = 0; i < verdict->assumption.len; i++)
    if (!strcmp(verdict->assumption.at[i], text)) return;
  vd_push(&verdict->assumption, vd_arena_str(arena, text));
}

void vd_verdict_note(VdArena *arena, VdVerdict *verdict, VdNoteKind kind,
                     const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  VdNote note = {kind, vd_arena_vprintf(arena, fmt, args)};
  va_end(args);
  vd_push(&verdict->note, note);
}

void vd_verdict_step(VdArena *arena, VdVerdict *verdict, const char *checker,
                     double seconds, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  VdStep step = {checker, vd_arena_vprintf(arena, fmt, args), seconds};
  va_end(args);
  vd_push(&verdict->step, step);
}

// --------------------------------------------------------------------- ends

static void run_done(VdMachineRun *run) {
  if (run->trace) vd_cycle_trace_done(run->trace);
}

static void related_done(VdRelated *r) {
  for (uint32_t i = 0; i < r->inputs; i++) vd_vec_done(&r->input[i].code);
  vd_vec_done(&r->line);
  vd_vec_done(&r->orphan);
  vd_vec_done(&r->source);
  vd_vec_done(&r->output);
  vd_vec_done(&r->param);
  if (!r->test) return;
  for (int k = 0; k < 2; k++) vd_vec_done(&r->test->answer[k]);
  vd_vec_done(&r->test->start);
  vd_vec_done(&r->test->end);
}

void vd_evidence_done(VdEvidence *evidence) {
  switch (evidence->kind) {
    case VD_EVIDENCE_NONE: break;
    case VD_EVIDENCE_INPUT: vd_case_done(evidence->input); break;
    case VD_EVIDENCE_RUN: run_done(evidence->run); break;
    case VD_EVIDENCE_RELATED: related_done(evidence->related); break;
  }
  *evidence = (VdEvidence){0};
}

void vd_verdict_done(VdVerdict *verdict) {
  vd_vec_done(&verdict->assumption);
  vd_vec_done(&verdict->note);
  vd_vec_done(&verdict->step);
  vd_evidence_done(&verdict->evidence);
  *verdict = (VdVerdict){0};
}

uint32_t vd_comparison_add(VdComparison *comparison, VdItem item) {
  item.verdict.why = item.verdict.checker = "";
  if (!item.detail) item.detail = "";
  if (!item.what) item.what = item.was = item.became = "";
  vd_push(&comparison->item, item);
  return comparison->item.len - 1;
}

VdItem *vd_comparison_say(VdComparison *comparison, VdItemKind kind,
                          const char *what, const char *name,
                          const char *detail) {
  VdItem item = {.kind = kind,
                 .name = name,
                 .detail = detail,
                 .what = what,
                 .was = "",
                 .became = ""};
  uint32_t at = vd_comparison_add(comparison, item);
  return &comparison->item.at[at];
}

void vd_comparison_done(VdComparison *c) {
  for (uint32_t i = 0; i < c->item.len; i++)
    vd_verdict_done(&c->item.at[i].verdict);
  vd_vec_done(&c->item);
  vd_vec_done(&c->assumption);
  vd_vec_done(&c->warning);
  vd_vec_done(&c->error);
  vd_vec_done(&c->kept);
  vd_arena_done(&c->arena);
  *c = (VdComparison){0};
}
