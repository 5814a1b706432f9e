// Verdicts and comparisons as JSON.
//
// One JSON object carries a verdict from a worker to its parent, into the store
// and into reports, and another a whole comparison from a worker.
#include "verdict/json_parts.h"

static const char *const verdict_words[] = {
#define VD_VERDICT(id, word, key, exit, paint) word,
#include "verdict/verdict.def"
#undef VD_VERDICT
};

static const char *const reason_words[] = {
#define VD_REASON(id, verdict, word, text) word,
#include "verdict/reason.def"
#undef VD_REASON
};

static const char *const note_words[] = {
#define VD_NOTE(id, word, detail) word,
#include "verdict/note.def"
#undef VD_NOTE
};

static const char *const item_words[] = {
#define VD_ITEM(id, word, key, exit, title, one, many) word,
#include "verdict/item.def"
#undef VD_ITEM
};

static const char *const evidence_words[] = {[VD_EVIDENCE_NONE] = "none",
                                             [VD_EVIDENCE_INPUT] = "input",
                                             [VD_EVIDENCE_RUN] = "run",
                                             [VD_EVIDENCE_RELATED] = "related"};

static const char *const terminates_words[] = {
    [VD_TERMINATES_UNKNOWN] = "unknown",
    [VD_TERMINATES_ALIKE] = "alike",
    [VD_TERMINATES_ALWAYS] = "always",
};

// ------------------------------------------------------------------ writing

static void write_notes(VdJson *json, const VdVerdict *verdict) {
  vd_json_put_open(json, "notes", '[');
  for (uint32_t i = 0; i < verdict->note.len; i++) {
    vd_json_open(json, '{');
    vd_put_text(json, "about", note_words[verdict->note.at[i].kind]);
    vd_put_text(json, "text", verdict->note.at[i].text);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_steps(VdJson *json, const VdVerdict *verdict) {
  vd_json_put_open(json, "steps", '[');
  for (uint32_t i = 0; i < verdict->step.len; i++) {
    const VdStep *step = &verdict->step.at[i];
    vd_json_open(json, '{');
    vd_put_text(json, "checker", step->checker);
    vd_put_text(json, "said", step->said);
    vd_json_put_double(json, "seconds", step->seconds);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_evidence(VdJson *json, const VdEvidence *evidence) {
  const char *word = evidence_words[evidence->kind];
  if (evidence->kind == VD_EVIDENCE_NONE) return;
  vd_json_put_open(json, "evidence", '{');
  vd_put_text(json, "kind", word);
  vd_json_key(json, word);
  switch (evidence->kind) {
    case VD_EVIDENCE_NONE: break;
    case VD_EVIDENCE_INPUT: vd_case_write(json, evidence->input); break;
    case VD_EVIDENCE_RUN: vd_machine_run_write(json, evidence->run); break;
    case VD_EVIDENCE_RELATED: vd_related_write(json, evidence->related); break;
  }
  vd_json_close(json, '}');
}

static void write_certificate(VdJson *json, const VdCertificate *c) {
  if (!c->text) return;
  vd_json_key(json, "certificate");
  vd_json_open(json, '{');
  vd_put_text(json, "text", c->text);
  vd_json_put_double(json, "work", c->work);
  vd_json_put_double(json, "check", c->check);
  vd_json_close(json, '}');
}

static void write_verdict(VdJson *json, const VdVerdict *verdict) {
  vd_json_open(json, '{');
  vd_put_text(json, "kind", vd_verdict_word(verdict->kind));
  vd_put_text(json, "reason", reason_words[verdict->reason]);
  vd_put_text(json, "checker", verdict->checker);
  vd_put_text(json, "why", verdict->why);
  vd_json_put_pos(json, "pos", verdict->pos);
  vd_json_put_u64(json, "bound", verdict->bound);
  vd_json_put_u64(json, "size", verdict->size);
  vd_json_put_strs(json, "assumptions", verdict->assumption.at,
                   verdict->assumption.len);
  write_notes(json, verdict);
  write_steps(json, verdict);
  write_evidence(json, &verdict->evidence);
  vd_json_put_double(json, "seconds", verdict->seconds);
  vd_json_put_bool(json, "from_store", verdict->from_store);
  vd_json_put_bool(json, "exact", verdict->exact);
  vd_put_text(json, "terminates", terminates_words[verdict->terminates]);
  write_certificate(json, &verdict->certificate);
  vd_json_close(json, '}');
}

void vd_verdict_write(const VdVerdict *verdict, VdBuf *out) {
  VdJson json = {.out = out};
  write_verdict(&json, verdict);
}

static void write_item(VdJson *json, const VdItem *item) {
  vd_json_open(json, '{');
  vd_put_text(json, "kind", item_words[item->kind]);
  vd_put_text(json, "name", item->name);
  vd_put_text(json, "detail", item->detail);
  vd_put_text(json, "what", item->what);
  vd_put_text(json, "old", item->was);
  vd_put_text(json, "new", item->became);
  vd_json_put_bool(json, "gone", item->gone);
  vd_json_put_bool(json, "code", item->code);
  vd_json_put_pos(json, "old_pos", item->old_pos);
  vd_json_put_pos(json, "new_pos", item->new_pos);
  if (item->kind == VD_ITEM_PAIR) {
    vd_json_key(json, "verdict");
    write_verdict(json, &item->verdict);
  }
  vd_json_close(json, '}');
}

void vd_item_write(const VdItem *item, VdBuf *out) {
  VdJson json = {.out = out};
  write_item(&json, item);
}

static void write_kept(VdJson *json, const VdKept *kept) {
  vd_json_open(json, '{');
  vd_json_put_hex(json, "key", kept->key, kept->key_len);
  vd_json_put_hex(json, "record", kept->record, kept->record_len);
  vd_json_close(json, '}');
}

void vd_comparison_write(const VdComparison *c, VdBuf *out) {
  VdJson json = {.out = out};
  vd_json_open(&json, '{');
  vd_json_put_open(&json, "items", '[');
  for (uint32_t i = 0; i < c->item.len; i++) write_item(&json, &c->item.at[i]);
  vd_json_close(&json, ']');
  vd_json_put_strs(&json, "assumptions", c->assumption.at, c->assumption.len);
  vd_json_put_strs(&json, "warnings", c->warning.at, c->warning.len);
  vd_json_put_strs(&json, "errors", c->error.at, c->error.len);
  vd_json_put_open(&json, "kept", '[');
  for (uint32_t i = 0; i < c->kept.len; i++) write_kept(&json, &c->kept.at[i]);
  vd_json_close(&json, ']');
  vd_json_put_u64(&json, "hits", c->hits);
  vd_json_put_u64(&json, "misses", c->misses);
  vd_json_put_u64(&json, "checked", c->checked);
  vd_json_put_u64(&json, "solver_calls", c->solver_calls);
  vd_json_put_bool(&json, "nothing", c->nothing);
  vd_json_close(&json, '}');
}

// ------------------------------------------------------------------ reading

static void read_notes(VdJsonReader *r, const json_t *in, VdVerdict *out) {
  size_t i;
  const json_t *item;
  json_array_foreach(vd_read_array(r, in, "notes", NULL), i, item) {
    uint32_t kind = vd_read_choice(r, item, "about", note_words, VD_NOTES);
    VdNote note = {(VdNoteKind)kind, vd_read_text(r, item, "text")};
    vd_push(&out->note, note);
  }
}

static void read_steps(VdJsonReader *r, const json_t *in, VdVerdict *out) {
  size_t i;
  const json_t *item;
  json_array_foreach(vd_read_array(r, in, "steps", NULL), i, item) {
    VdStep step = {.checker = vd_read_text(r, item, "checker"),
                   .said = vd_read_text(r, item, "said"),
                   .seconds = vd_read_double(r, item, "seconds")};
    vd_push(&out->step, step);
  }
}

static void read_evidence(VdJsonReader *r, const json_t *in, VdEvidence *out) {
  VdEvidenceKind kind = (VdEvidenceKind)vd_read_choice(
      r, in, "kind", evidence_words, VD_COUNT(evidence_words));
  const json_t *body = json_object_get(in, evidence_words[kind]);
  switch (kind) {
    case VD_EVIDENCE_NONE: r->ok = false; break;
    case VD_EVIDENCE_INPUT:
      *out = vd_evidence_input(vd_case_read(r, body));
      break;
    case VD_EVIDENCE_RUN:
      *out = vd_evidence_run(vd_machine_run_read(r, body));
      break;
    case VD_EVIDENCE_RELATED:
      *out = vd_evidence_related(vd_related_read(r, body));
      break;
  }
}

// A difference always has evidence, what is undecided may have some, a proof
// has none.
static void read_verdict(VdJsonReader *r, const json_t *in, VdVerdict *out) {
  out->kind =
      (VdVerdictKind)vd_read_choice(r, in, "kind", verdict_words, VD_VERDICTS);
  out->reason =
      (VdReason)vd_read_choice(r, in, "reason", reason_words, VD_REASONS);
  out->checker = vd_read_text(r, in, "checker");
  out->why = vd_read_text(r, in, "why");
  out->pos = vd_read_pos(r, in, "pos");
  out->bound = vd_read_number(r, in, "bound");
  out->size = vd_read_number(r, in, "size");
  vd_read_texts(r, in, "assumptions", (VdJsonTexts *)&out->assumption);
  read_notes(r, in, out);
  read_steps(r, in, out);
  const json_t *evidence = json_object_get(in, "evidence");
  if (evidence ? vd_verdict_is_same(out->kind)
               : vd_verdict_is_different(out->kind))
    r->ok = false;
  if (evidence) read_evidence(r, evidence, &out->evidence);
  out->seconds = vd_read_double(r, in, "seconds");
  out->from_store = vd_read_bool(r, in, "from_store");
  out->exact = vd_read_bool(r, in, "exact");
  out->terminates = (VdTerminates)vd_read_choice(
      r, in, "terminates", terminates_words, VD_COUNT(terminates_words));
  const json_t *c = json_object_get(in, "certificate");
  if (!c) return;
  out->certificate.text = vd_read_text(r, c, "text");
  out->certificate.work = vd_read_double(r, c, "work");
  out->certificate.check = vd_read_double(r, c, "check");
}

bool vd_verdict_read(VdArena *arena, const char *json, size_t len,
                     VdVerdict *out) {
  VdJsonReader r = {.arena = arena, .ok = true};
  json_t *in = json_loadb(json, len, JSON_REJECT_DUPLICATES, NULL);
  *out = (VdVerdict){0};
  if (!in) return false;
  read_verdict(&r, in, out);
  json_decref(in);
  if (!r.ok) vd_verdict_done(out);
  return r.ok;
}

static void read_item(VdJsonReader *r, const json_t *in, VdItem *out) {
  out->kind = (VdItemKind)vd_read_choice(r, in, "kind", item_words, VD_ITEMS);
  out->name = vd_read_text(r, in, "name");
  out->detail = vd_read_text(r, in, "detail");
  out->what = vd_read_text(r, in, "what");
  out->was = vd_read_text(r, in, "old");
  out->became = vd_read_text(r, in, "new");
  out->gone = vd_read_bool(r, in, "gone");
  out->code = vd_read_bool(r, in, "code");
  out->old_pos = vd_read_pos(r, in, "old_pos");
  out->new_pos = vd_read_pos(r, in, "new_pos");
  out->verdict.checker = out->verdict.why = "";
  if (out->kind == VD_ITEM_PAIR)
    read_verdict(r, json_object_get(in, "verdict"), &out->verdict);
}

static VdKept read_kept(VdJsonReader *r, const json_t *in) {
  VdKept kept;
  kept.key = vd_read_bytes(r, in, "key", &kept.key_len);
  kept.record = (const char *)vd_read_bytes(r, in, "record", &kept.record_len);
  return kept;
}

static void read_comparison(VdJsonReader *r, const json_t *in,
                            VdComparison *out) {
  size_t i;
  const json_t *one;
  json_array_foreach(vd_read_array(r, in, "items", NULL), i, one) {
    VdItem item = {0};
    read_item(r, one, &item);
    vd_push(&out->item, item);
  }
  vd_read_texts(r, in, "assumptions", (VdJsonTexts *)&out->assumption);
  vd_read_texts(r, in, "warnings", (VdJsonTexts *)&out->warning);
  vd_read_texts(r, in, "errors", (VdJsonTexts *)&out->error);
  json_array_foreach(vd_read_array(r, in, "kept", NULL), i, one) {
    VdKept kept = read_kept(r, one);
    vd_push(&out->kept, kept);
  }
  out->hits = vd_read_number(r, in, "hits");
  out->misses = vd_read_number(r, in, "misses");
  out->checked = vd_read_number(r, in, "checked");
  out->solver_calls = vd_read_number(r, in, "solver_calls");
  out->nothing = vd_read_bool(r, in, "nothing");
}

bool vd_comparison_read(const char *json, size_t len, VdComparison *out) {
  *out = (VdComparison){0};
  VdJsonReader r = {.arena = &out->arena, .ok = true};
  json_t *in = json_loadb(json, len, JSON_REJECT_DUPLICATES, NULL);
  if (!in) return false;
  read_comparison(&r, in, out);
  json_decref(in);
  if (!r.ok) vd_comparison_done(out);
  return r.ok;
}
