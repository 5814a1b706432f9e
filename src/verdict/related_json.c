// Evidence that is related inputs, as JSON.
#include "verdict/json_parts.h"

static void write_code(VdJson *json, const VdRelatedCode *code) {
  vd_json_open(json, '{');
  vd_put_text(json, "code", code->code);
  vd_json_key(json, "used");
  vd_json_bool(json, code->used);
  vd_json_key(json, "orphan");
  vd_json_bool(json, code->orphan);
  if (!code->orphan) vd_json_put_u64(json, "by", code->line);
  vd_json_close(json, '}');
}

static void write_inputs(VdJson *json, const VdRelated *c) {
  vd_json_put_open(json, "inputs", '[');
  for (uint32_t i = 0; i < c->inputs; i++) {
    vd_json_open(json, '{');
    vd_put_text(json, "side", c->input[i].side == VD_OLD ? "old" : "new");
    vd_json_put_open(json, "codes", '[');
    for (uint32_t j = 0; j < c->input[i].code.len; j++)
      write_code(json, &c->input[i].code.at[j]);
    vd_json_close(json, ']');
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_lines(VdJson *json, const char *key,
                        const VdRelatedLine *line, uint32_t n) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < n; i++) {
    vd_json_open(json, '{');
    vd_json_put_pos(json, "pos", line[i].pos);
    vd_put_text(json, "text", line[i].text);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_outputs(VdJson *json, const VdRelated *c) {
  vd_json_put_open(json, "outputs", '[');
  for (uint32_t i = 0; i < c->output.len; i++) {
    vd_json_open(json, '{');
    vd_put_text(json, "name", c->output.at[i].name);
    vd_put_text(json, "first", c->output.at[i].value[0]);
    vd_put_text(json, "second", c->output.at[i].value[1]);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

void vd_related_write(VdJson *json, const VdRelated *c) {
  vd_json_open(json, '{');
  write_inputs(json, c);
  write_lines(json, "crosswalk", c->line.at, c->line.len);
  write_lines(json, "orphans", c->orphan.at, c->orphan.len);
  write_lines(json, "source", c->source.at, c->source.len);
  write_lines(json, "parameters", c->param.at, c->param.len);
  write_outputs(json, c);
  vd_put_text(json, "replay", c->replay);
  vd_json_put_bool(json, "replayed", c->replayed);
  vd_json_close(json, '}');
}

// ------------------------------------------------------------------ reading

static void read_input(VdJsonReader *r, const json_t *in, VdRelatedInput *out) {
  size_t i;
  const json_t *code;
  out->side = strcmp(vd_read_text(r, in, "side"), "old") ? VD_NEW : VD_OLD;
  json_array_foreach(vd_read_array(r, in, "codes", NULL), i, code) {
    VdRelatedCode c = {.code = vd_read_text(r, code, "code"),
                       .used = vd_read_bool(r, code, "used"),
                       .orphan = vd_read_bool(r, code, "orphan")};
    if (!c.orphan) c.line = vd_read_number(r, code, "by");
    vd_push(&out->code, c);
  }
}

typedef VD_VEC(VdRelatedLine) Lines;

static void read_lines(VdJsonReader *r, const json_t *in, const char *key,
                       Lines *out) {
  size_t i;
  const json_t *line;
  json_array_foreach(vd_read_array(r, in, key, NULL), i, line) {
    VdRelatedLine l = {vd_read_pos(r, line, "pos"),
                       vd_read_text(r, line, "text")};
    vd_push(out, l);
  }
}

VdRelated *vd_related_read(VdJsonReader *r, const json_t *in) {
  VdRelated *c = VD_NEW(r->arena, VdRelated);
  const json_t *inputs = vd_read_array(r, in, "inputs", NULL), *item;
  size_t i;
  if (json_array_size(inputs) > VD_COUNT(c->input)) {
    r->ok = false;
    return c;
  }
  json_array_foreach(inputs, i, item)
      read_input(r, item, &c->input[c->inputs++]);
  read_lines(r, in, "crosswalk", (Lines *)&c->line);
  read_lines(r, in, "orphans", (Lines *)&c->orphan);
  read_lines(r, in, "source", (Lines *)&c->source);
  read_lines(r, in, "parameters", (Lines *)&c->param);
  json_array_foreach(vd_read_array(r, in, "outputs", NULL), i, item) {
    VdRelatedOutput o = {
        vd_read_text(r, item, "name"),
        {vd_read_text(r, item, "first"), vd_read_text(r, item, "second")}};
    vd_push(&c->output, o);
  }
  c->replay = vd_read_text(r, in, "replay");
  c->replayed = vd_read_bool(r, in, "replayed");
  for (uint32_t k = 0; k < c->inputs; k++)
    for (uint32_t j = 0; j < c->input[k].code.len; j++)
      if (!c->input[k].code.at[j].orphan &&
          c->input[k].code.at[j].line >= c->line.len)
        r->ok = false;
  return c;
}
