// Verdicts as text: the words and the JSON form.
//
// One JSON object carries a verdict from a worker to its parent, into the store
// and into reports, so what is written is read back without loss. Numbers of 64
// bits are hexadecimal strings, as JSON's own numbers are doubles to many
// readers; bytes are pairs of hexadecimal digits, values are as vd_value_print
// writes them.
//
// What is read may come from a damaged store or a dying worker: everything is
// checked, and memory is taken only for what is there.
#include <inttypes.h>
#include <stdlib.h>

#include "verdict/read_json.h"
#include "verdict/verdict.h"

static const char *const verdict_words[] = {
    [VD_UNKNOWN] = "unknown",
    [VD_SAME] = "same",
    [VD_SAME_PARTIAL] = "same if both end",
    [VD_SAME_BOUNDED] = "same up to bound",
    [VD_DIFFERENT] = "different",
    [VD_UNSUPPORTED] = "unsupported",
    [VD_TIMEOUT] = "timeout",
    [VD_FAILED] = "error",
};

static const char *const status_words[] = {
    [VD_RUN_FAILED] = "failed",       [VD_RUN_OK] = "ok",
    [VD_RUN_UNDEFINED] = "undefined", [VD_RUN_LIMIT] = "limit",
    [VD_RUN_ENDLESS] = "endless",
};

static const char *const note_words[] = {
    [VD_NOTE_INVARIANT] = "invariant", [VD_NOTE_TERMINATION] = "termination",
    [VD_NOTE_CONDITION] = "condition", [VD_NOTE_SETTLED] = "settled",
    [VD_NOTE_REALS] = "reals",
};

static const char *const terminates_words[] = {
    [VD_TERMINATES_UNKNOWN] = "unknown",
    [VD_TERMINATES_ALIKE] = "alike",
    [VD_TERMINATES_ALWAYS] = "always",
};

const char *vd_note_word(VdNoteKind kind) {
  return note_words[kind];
}

const char *vd_verdict_word(VdVerdictKind kind) {
  return verdict_words[kind];
}

static void outcome_done(VdOutcome *outcome) {
  for (uint32_t i = 0; i < outcome->event.len; i++) {
    vd_vec_done(&outcome->event.at[i].writes);
  }
  vd_vec_done(&outcome->event);
  vd_vec_done(&outcome->memory);
}

static void case_done(VdCase *cex) {
  vd_vec_done(&cex->memory);
  vd_vec_done(&cex->region);
  outcome_done(&cex->old_outcome);
  outcome_done(&cex->new_outcome);
}

void vd_verdict_done(VdVerdict *verdict) {
  vd_vec_done(&verdict->assumption);
  vd_vec_done(&verdict->note);
  vd_vec_done(&verdict->step);
  if (verdict->cex) case_done(verdict->cex);
  *verdict = (VdVerdict){0};
}

// ----------------------------------------------------------------- writing

static void write_text(VdJson *json, const char *key, const char *text) {
  vd_json_key(json, key);
  vd_json_str(json, text ? text : "");
}

static void write_number(VdJson *json, const char *key, uint64_t number) {
  vd_json_key(json, key);
  vd_json_u64(json, number);
}

static void write_double(VdJson *json, const char *key, double number) {
  vd_json_key(json, key);
  vd_json_double(json, number);
}

static void write_bool(VdJson *json, const char *key, bool value) {
  vd_json_key(json, key);
  vd_json_bool(json, value);
}

static void write_word(VdJson *json, const char *key, uint64_t word) {
  char text[24];
  snprintf(text, sizeof text, "0x%" PRIx64, word);
  write_text(json, key, text);
}

static void write_pos(VdJson *json, const char *key, VdPos pos) {
  vd_json_key(json, key);
  vd_json_open(json, '{');
  vd_json_key(json, "file");
  vd_json_str(json, pos.file);
  write_number(json, "line", pos.line);
  write_number(json, "column", pos.column);
  vd_json_close(json, '}');
}

static void write_value(VdJson *json, const VdValue *value) {
  VdBuf text = {0};
  vd_value_print(value, &text);
  vd_json_str(json, vd_buf_text(&text));
  vd_buf_done(&text);
}

static void write_values(VdJson *json, const char *key, const VdValue *value,
                         uint32_t n) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < n; i++) write_value(json, &value[i]);
  vd_json_close(json, ']');
}

static void write_bytes(VdJson *json, const char *key, const VdCell *cell) {
  VdBuf hex = {0};
  for (uint32_t i = 0; i < cell->len; i++) {
    vd_buf_printf(&hex, "%02x", cell->bytes[i]);
  }
  write_text(json, key, vd_buf_text(&hex));
  vd_buf_done(&hex);
}

static void write_cells(VdJson *json, const char *key, const VdCells *cells) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < cells->len; i++) {
    vd_json_open(json, '{');
    write_word(json, "addr", cells->at[i].addr);
    write_bytes(json, "bytes", &cells->at[i]);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_event(VdJson *json, const VdEvent *event) {
  vd_json_open(json, '{');
  write_text(json, "link", event->link);
  write_values(json, "args", event->arg, event->args);
  write_values(json, "results", event->result, event->results);
  write_cells(json, "writes", &event->writes);
  write_word(json, "memory", event->memory);
  vd_json_close(json, '}');
}

static void write_outcome(VdJson *json, const char *key,
                          const VdOutcome *outcome) {
  vd_json_key(json, key);
  vd_json_open(json, '{');
  write_text(json, "status", status_words[outcome->status]);
  write_bool(json, "halted", outcome->halted);
  write_values(json, "results", outcome->result, outcome->results);
  write_cells(json, "memory", &outcome->memory);
  vd_json_key(json, "events");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < outcome->event.len; i++) {
    write_event(json, &outcome->event.at[i]);
  }
  vd_json_close(json, ']');
  write_text(json, "text", outcome->text);
  write_pos(json, "pos", outcome->pos);
  vd_json_close(json, '}');
}

static void write_params(VdJson *json, const VdCase *cex) {
  vd_json_key(json, "params");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < cex->params; i++) {
    vd_json_open(json, '{');
    write_text(json, "name", cex->name ? cex->name[i] : "");
    vd_json_key(json, "value");
    write_value(json, &cex->param[i]);
    write_bool(json, "relevant", !cex->relevant || cex->relevant[i]);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_regions(VdJson *json, const VdCase *cex) {
  vd_json_key(json, "regions");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < cex->region.len; i++) {
    const VdRegion *region = &cex->region.at[i];
    vd_json_open(json, '{');
    write_text(json, "name", region->name);
    write_word(json, "addr", region->addr);
    write_word(json, "size", region->size);
    write_bool(json, "global", region->global);
    if (region->text) write_text(json, "text", region->text);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_case(VdJson *json, const VdCase *cex) {
  vd_json_key(json, "cex");
  vd_json_open(json, '{');
  write_params(json, cex);
  write_cells(json, "memory", &cex->memory);
  write_regions(json, cex);
  write_outcome(json, "old", &cex->old_outcome);
  write_outcome(json, "new", &cex->new_outcome);
  write_text(json, "difference", cex->difference);
  write_text(json, "native", cex->native);
  write_bool(json, "native_confirmed", cex->native_confirmed);
  write_text(json, "reproducer", cex->reproducer);
  vd_json_close(json, '}');
}

static void write_assumptions(VdJson *json, const VdVerdict *verdict) {
  vd_json_key(json, "assumptions");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < verdict->assumption.len; i++) {
    vd_json_str(json, verdict->assumption.at[i]);
  }
  vd_json_close(json, ']');
}

static void write_notes(VdJson *json, const VdVerdict *verdict) {
  vd_json_key(json, "notes");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < verdict->note.len; i++) {
    vd_json_open(json, '{');
    write_text(json, "about", vd_note_word(verdict->note.at[i].kind));
    write_text(json, "text", verdict->note.at[i].text);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_steps(VdJson *json, const VdVerdict *verdict) {
  vd_json_key(json, "steps");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < verdict->step.len; i++) {
    const VdStep *step = &verdict->step.at[i];
    vd_json_open(json, '{');
    write_text(json, "checker", step->checker);
    write_text(json, "said", step->said);
    write_double(json, "seconds", step->seconds);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

void vd_verdict_write(const VdVerdict *verdict, VdBuf *out) {
  VdJson json = {.out = out};
  vd_json_open(&json, '{');
  write_text(&json, "kind", vd_verdict_word(verdict->kind));
  write_text(&json, "checker", verdict->checker);
  write_text(&json, "why", verdict->why);
  write_pos(&json, "pos", verdict->pos);
  write_number(&json, "bound", verdict->bound);
  write_assumptions(&json, verdict);
  write_notes(&json, verdict);
  write_steps(&json, verdict);
  if (verdict->cex) write_case(&json, verdict->cex);
  write_double(&json, "seconds", verdict->seconds);
  write_bool(&json, "from_store", verdict->from_store);
  write_bool(&json, "exact", verdict->exact);
  write_text(&json, "terminates", terminates_words[verdict->terminates]);
  vd_json_close(&json, '}');
}

// ----------------------------------------------------------------- reading

static uint64_t read_word(VdJsonReader *r, const json_t *in, const char *key) {
  const char *text = json_string_value(json_object_get(in, key));
  uint64_t word = 0;
  int end = 0;
  if (!text || strlen(text) > 18 ||
      sscanf(text, "0x%" SCNx64 "%n", &word, &end) != 1 || text[end]) {
    r->ok = false;
  }
  return word;
}

// The index of a word among n, 0 if it is none.
static uint32_t read_choice(VdJsonReader *r, const json_t *in, const char *key,
                            const char *const *words, uint32_t n) {
  const char *text = json_string_value(json_object_get(in, key));
  for (uint32_t i = 0; text && i < n; i++) {
    if (strcmp(words[i], text) == 0) return i;
  }
  r->ok = false;
  return 0;
}

static VdPos read_pos(VdJsonReader *r, const json_t *in, const char *key) {
  const json_t *pos = json_object_get(in, key);
  const json_t *file = json_object_get(pos, "file");
  VdPos out = {.line = vd_read_number(r, pos, "line"),
               .column = vd_read_number(r, pos, "column")};
  if (!json_is_null(file)) out.file = vd_read_string(r, file);
  return out;
}

static VdValue value_of(VdJsonReader *r, const json_t *in) {
  VdValue value = {0};
  const char *text = json_string_value(in);
  if (!text || !vd_value_read(r->arena, text, strlen(text), &value)) {
    r->ok = false;
  }
  return value;
}

static VdValue *read_values(VdJsonReader *r, const json_t *in, const char *key,
                            uint32_t *n) {
  const json_t *list = vd_read_array(r, in, key, n);
  VdValue *value = VD_NEW_ARRAY(r->arena, VdValue, *n);
  for (uint32_t i = 0; i < *n; i++) {
    value[i] = value_of(r, json_array_get(list, i));
  }
  return value;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static VdCell cell_of(VdJsonReader *r, const json_t *in) {
  const char *hex = vd_read_text(r, in, "bytes");
  size_t digits = strlen(hex);
  VdCell cell = {.addr = read_word(r, in, "addr"),
                 .len = (uint32_t)(digits / 2)};
  if (digits % 2) r->ok = false;
  cell.bytes = VD_NEW_ARRAY(r->arena, uint8_t, cell.len);
  for (uint32_t i = 0; i < cell.len; i++) {
    int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) {
      r->ok = false;
      break;
    }
    cell.bytes[i] = (uint8_t)(high << 4 | low);
  }
  return cell;
}

// n zeroed elements of an empty vector.
#define MAKE_ROOM(v, n)                  \
  (vd_reserve((v), (n)), (v)->len = (n), \
   (n) ? memset((v)->at, 0, (n) * sizeof *(v)->at) : NULL)

static void read_cells(VdJsonReader *r, const json_t *in, const char *key,
                       VdCells *cells) {
  uint32_t n;
  const json_t *list = vd_read_array(r, in, key, &n);
  MAKE_ROOM(cells, n);
  for (uint32_t i = 0; i < n; i++) {
    cells->at[i] = cell_of(r, json_array_get(list, i));
  }
}

static void read_event(VdJsonReader *r, const json_t *in, VdEvent *event) {
  event->link = vd_read_text(r, in, "link");
  event->arg = read_values(r, in, "args", &event->args);
  event->result = read_values(r, in, "results", &event->results);
  read_cells(r, in, "writes", &event->writes);
  event->memory = read_word(r, in, "memory");
}

static void read_outcome(VdJsonReader *r, const json_t *object, const char *key,
                         VdOutcome *outcome) {
  uint32_t n;
  const json_t *in = json_object_get(object, key);
  outcome->status = (VdRunStatus)read_choice(r, in, "status", status_words,
                                             VD_COUNT(status_words));
  outcome->halted = vd_read_bool(r, in, "halted");
  outcome->result = read_values(r, in, "results", &outcome->results);
  read_cells(r, in, "memory", &outcome->memory);
  const json_t *list = vd_read_array(r, in, "events", &n);
  MAKE_ROOM(&outcome->event, n);
  for (uint32_t i = 0; i < n; i++) {
    read_event(r, json_array_get(list, i), &outcome->event.at[i]);
  }
  outcome->text = vd_read_text(r, in, "text");
  outcome->pos = read_pos(r, in, "pos");
}

static void read_params(VdJsonReader *r, const json_t *in, VdCase *cex) {
  const json_t *list = vd_read_array(r, in, "params", &cex->params);
  cex->param = VD_NEW_ARRAY(r->arena, VdValue, cex->params);
  cex->name = VD_NEW_ARRAY(r->arena, const char *, cex->params);
  cex->relevant = VD_NEW_ARRAY(r->arena, bool, cex->params);
  for (uint32_t i = 0; i < cex->params; i++) {
    const json_t *param = json_array_get(list, i);
    cex->name[i] = vd_read_text(r, param, "name");
    cex->param[i] = value_of(r, json_object_get(param, "value"));
    cex->relevant[i] = vd_read_bool(r, param, "relevant");
  }
}

static void read_regions(VdJsonReader *r, const json_t *in, VdCase *cex) {
  uint32_t n;
  const json_t *list = vd_read_array(r, in, "regions", &n);
  MAKE_ROOM(&cex->region, n);
  for (uint32_t i = 0; i < n; i++) {
    const json_t *region = json_array_get(list, i);
    cex->region.at[i] = (VdRegion){
        .name = vd_read_text(r, region, "name"),
        .addr = read_word(r, region, "addr"),
        .size = read_word(r, region, "size"),
        .global = vd_read_bool(r, region, "global"),
        .text = json_object_get(region, "text")
                    ? vd_read_text(r, region, "text")
                    : NULL,
    };
  }
}

static VdCase *read_case(VdJsonReader *r, const json_t *in) {
  VdCase *cex = VD_NEW(r->arena, VdCase);
  read_params(r, in, cex);
  read_cells(r, in, "memory", &cex->memory);
  read_regions(r, in, cex);
  read_outcome(r, in, "old", &cex->old_outcome);
  read_outcome(r, in, "new", &cex->new_outcome);
  cex->difference = vd_read_text(r, in, "difference");
  cex->native = vd_read_text(r, in, "native");
  cex->native_confirmed = vd_read_bool(r, in, "native_confirmed");
  cex->reproducer = vd_read_text(r, in, "reproducer");
  return cex;
}

static void read_assumptions(VdJsonReader *r, const json_t *in,
                             VdVerdict *out) {
  uint32_t n;
  const json_t *list = vd_read_array(r, in, "assumptions", &n);
  MAKE_ROOM(&out->assumption, n);
  for (uint32_t i = 0; i < n; i++) {
    out->assumption.at[i] = vd_read_string(r, json_array_get(list, i));
  }
}

static void read_notes(VdJsonReader *r, const json_t *in, VdVerdict *out) {
  uint32_t n;
  const json_t *list = vd_read_array(r, in, "notes", &n);
  MAKE_ROOM(&out->note, n);
  for (uint32_t i = 0; i < n; i++) {
    const json_t *note = json_array_get(list, i);
    uint32_t kind =
        read_choice(r, note, "about", note_words, VD_COUNT(note_words));
    out->note.at[i] = (VdNote){.kind = (VdNoteKind)kind,
                               .text = vd_read_text(r, note, "text")};
  }
}

static void read_steps(VdJsonReader *r, const json_t *in, VdVerdict *out) {
  uint32_t n;
  const json_t *list = vd_read_array(r, in, "steps", &n);
  MAKE_ROOM(&out->step, n);
  for (uint32_t i = 0; i < n; i++) {
    const json_t *step = json_array_get(list, i);
    out->step.at[i] = (VdStep){.checker = vd_read_text(r, step, "checker"),
                               .said = vd_read_text(r, step, "said"),
                               .seconds = vd_read_double(r, step, "seconds")};
  }
}

// `different` always has an input, `unknown` may have one, no other has.
static void read_verdict(VdJsonReader *r, const json_t *in, VdVerdict *out) {
  out->kind = (VdVerdictKind)read_choice(r, in, "kind", verdict_words,
                                         VD_COUNT(verdict_words));
  out->checker = vd_read_text(r, in, "checker");
  out->why = vd_read_text(r, in, "why");
  out->pos = read_pos(r, in, "pos");
  out->bound = vd_read_number(r, in, "bound");
  read_assumptions(r, in, out);
  read_notes(r, in, out);
  read_steps(r, in, out);
  const json_t *cex = json_object_get(in, "cex");
  if (cex ? vd_verdict_is_proof(out->kind) || out->kind == VD_SAME_BOUNDED
          : out->kind == VD_DIFFERENT)
    r->ok = false;
  if (cex) out->cex = read_case(r, cex);
  out->seconds = vd_read_double(r, in, "seconds");
  out->from_store = vd_read_bool(r, in, "from_store");
  out->exact = vd_read_bool(r, in, "exact");
  out->terminates = (VdTerminates)read_choice(
      r, in, "terminates", terminates_words, VD_COUNT(terminates_words));
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

void vd_comparison_done(VdComparison *c) {
  for (uint32_t i = 0; i < c->item.len; i++)
    vd_verdict_done(&c->item.at[i].verdict);
  vd_vec_done(&c->item);
  vd_vec_done(&c->assumption);
  vd_arena_done(&c->arena);
}

void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text) {
  for (uint32_t i = 0; i < verdict->assumption.len; i++)
    if (!strcmp(verdict->assumption.at[i], text)) return;
  vd_push(&verdict->assumption, vd_arena_str(arena, text));
}
