// Evidence that is an input of two functions, as JSON.
#include "verdict/json_parts.h"

static const char *const status_words[] = {
    [VD_RUN_FAILED] = "failed",       [VD_RUN_OK] = "ok",
    [VD_RUN_UNDEFINED] = "undefined", [VD_RUN_LIMIT] = "limit",
    [VD_RUN_ENDLESS] = "endless",
};

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

static void write_cells(VdJson *json, const char *key, const VdCells *cells) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < cells->len; i++) {
    vd_json_open(json, '{');
    vd_put_word(json, "addr", cells->at[i].addr);
    vd_json_put_hex(json, "bytes", cells->at[i].bytes, cells->at[i].len);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_event(VdJson *json, const VdEvent *event) {
  vd_json_open(json, '{');
  vd_put_text(json, "link", event->link);
  write_values(json, "args", event->arg, event->args);
  write_values(json, "results", event->result, event->results);
  write_cells(json, "writes", &event->writes);
  vd_put_word(json, "memory", event->memory);
  vd_json_close(json, '}');
}

static void write_outcome(VdJson *json, const char *key,
                          const VdOutcome *outcome) {
  vd_json_key(json, key);
  vd_json_open(json, '{');
  vd_put_text(json, "status", status_words[outcome->status]);
  vd_json_put_bool(json, "halted", outcome->halted);
  write_values(json, "results", outcome->result, outcome->results);
  write_cells(json, "memory", &outcome->memory);
  vd_json_put_open(json, "events", '[');
  for (uint32_t i = 0; i < outcome->event.len; i++) {
    write_event(json, &outcome->event.at[i]);
  }
  vd_json_close(json, ']');
  vd_put_text(json, "text", outcome->text);
  vd_json_put_pos(json, "pos", outcome->pos);
  vd_json_close(json, '}');
}

static void write_params(VdJson *json, const VdCase *input) {
  vd_json_put_open(json, "params", '[');
  for (uint32_t i = 0; i < input->params; i++) {
    vd_json_open(json, '{');
    vd_put_text(json, "name", input->name ? input->name[i] : "");
    vd_json_key(json, "value");
    write_value(json, &input->param[i]);
    vd_json_put_bool(json, "relevant", !input->relevant || input->relevant[i]);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_regions(VdJson *json, const VdCase *input) {
  vd_json_put_open(json, "regions", '[');
  for (uint32_t i = 0; i < input->region.len; i++) {
    const VdRegion *region = &input->region.at[i];
    vd_json_open(json, '{');
    vd_put_text(json, "name", region->name);
    vd_put_word(json, "addr", region->addr);
    vd_put_word(json, "size", region->size);
    vd_json_put_bool(json, "global", region->global);
    if (region->text) vd_put_text(json, "text", region->text);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

void vd_case_write(VdJson *json, const VdCase *input) {
  vd_json_open(json, '{');
  write_params(json, input);
  write_cells(json, "memory", &input->memory);
  write_regions(json, input);
  write_outcome(json, "old", &input->old_outcome);
  write_outcome(json, "new", &input->new_outcome);
  vd_put_text(json, "difference", input->difference);
  vd_put_text(json, "native", input->native);
  vd_json_put_bool(json, "native_confirmed", input->native_confirmed);
  vd_put_text(json, "reproducer", input->reproducer);
  vd_json_close(json, '}');
}

// ----------------------------------------------------------------- reading

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

static VdCell cell_of(VdJsonReader *r, const json_t *in) {
  VdCell cell = {.addr = vd_read_word(r, in, "addr")};
  size_t n;
  cell.bytes = vd_read_bytes(r, in, "bytes", &n);
  cell.len = (uint32_t)n;
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
  event->memory = vd_read_word(r, in, "memory");
}

static void read_outcome(VdJsonReader *r, const json_t *object, const char *key,
                         VdOutcome *outcome) {
  uint32_t n;
  const json_t *in = json_object_get(object, key);
  outcome->status = (VdRunStatus)vd_read_choice(r, in, "status", status_words,
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
  outcome->pos = vd_read_pos(r, in, "pos");
}

static void read_params(VdJsonReader *r, const json_t *in, VdCase *input) {
  const json_t *list = vd_read_array(r, in, "params", &input->params);
  input->param = VD_NEW_ARRAY(r->arena, VdValue, input->params);
  input->name = VD_NEW_ARRAY(r->arena, const char *, input->params);
  input->relevant = VD_NEW_ARRAY(r->arena, bool, input->params);
  for (uint32_t i = 0; i < input->params; i++) {
    const json_t *param = json_array_get(list, i);
    input->name[i] = vd_read_text(r, param, "name");
    input->param[i] = value_of(r, json_object_get(param, "value"));
    input->relevant[i] = vd_read_bool(r, param, "relevant");
  }
}

static void read_regions(VdJsonReader *r, const json_t *in, VdCase *input) {
  uint32_t n;
  const json_t *list = vd_read_array(r, in, "regions", &n);
  MAKE_ROOM(&input->region, n);
  for (uint32_t i = 0; i < n; i++) {
    const json_t *region = json_array_get(list, i);
    input->region.at[i] = (VdRegion){
        .name = vd_read_text(r, region, "name"),
        .addr = vd_read_word(r, region, "addr"),
        .size = vd_read_word(r, region, "size"),
        .global = vd_read_bool(r, region, "global"),
        .text = json_object_get(region, "text")
                    ? vd_read_text(r, region, "text")
                    : NULL,
    };
  }
}

VdCase *vd_case_read(VdJsonReader *r, const json_t *in) {
  VdCase *input = VD_NEW(r->arena, VdCase);
  read_params(r, in, input);
  read_cells(r, in, "memory", &input->memory);
  read_regions(r, in, input);
  read_outcome(r, in, "old", &input->old_outcome);
  read_outcome(r, in, "new", &input->new_outcome);
  input->difference = vd_read_text(r, in, "difference");
  input->native = vd_read_text(r, in, "native");
  input->native_confirmed = vd_read_bool(r, in, "native_confirmed");
  input->reproducer = vd_read_text(r, in, "reproducer");
  return input;
}
