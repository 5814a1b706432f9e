// Related inputs that show a difference, for people.
#include "report/report_impl.h"

static void put_lines(const char *title, const VdRelatedLine *line, uint32_t n,
                      VdBuf *out) {
  for (uint32_t i = 0; i < n; i++) {
    vd_buf_printf(out, "    %-10s", i ? "" : title);
    vd_text_print(line[i].text, out);
    if (line[i].pos.file) {
      vd_buf_str(out, "   at ");
      vd_pos_print(line[i].pos, out);
    }
    vd_buf_char(out, '\n');
  }
}

static void put_input(const VdRelatedInput *in, const char *title, VdBuf *out) {
  vd_buf_printf(out, "    %-10s", title);
  if (!in->code.len) vd_buf_str(out, "no codes");
  for (uint32_t i = 0; i < in->code.len; i++) {
    vd_buf_str(out, i ? ", " : "");
    vd_text_print(in->code.at[i].code, out);
  }
  vd_buf_char(out, '\n');
}

static void put_outputs(const VdRelated *c, const char *first,
                        const char *second, VdBuf *out) {
  for (uint32_t i = 0; i < c->output.len; i++) {
    const VdRelatedOutput *o = &c->output.at[i];
    vd_buf_str(out, "    ");
    vd_text_print(o->name, out);
    vd_buf_printf(out, ": %s ", first);
    vd_text_print(o->value[0], out);
    vd_buf_printf(out, ", %s ", second);
    vd_text_print(o->value[1], out);
    vd_buf_char(out, '\n');
  }
}

void vd_related_print(const VdRelated *c, bool deep, VdBuf *out) {
  static const char *const titles[2][3] = {{"old input", "new input", ""},
                                           {"input 1", "input 2", "partner"}};
  if (deep)
    vd_buf_str(
        out,
        "    no new version can be right: the old one treats input 1 and "
        "input 2\n    differently, and both are related to the partner\n");
  for (uint32_t i = 0; i < c->inputs; i++)
    put_input(&c->input[i], titles[deep][i], out);
  put_lines("crosswalk", c->line.at, c->line.len, out);
  put_lines("orphans", c->orphan.at, c->orphan.len, out);
  put_lines("with", c->param.at, c->param.len, out);
  put_lines("code", c->source.at, c->source.len, out);
  put_outputs(c, deep ? "input 1 gives" : "old gives",
              deep ? "input 2 gives" : "new gives", out);
  if (!c->replayed && c->replay && *c->replay) {
    vd_buf_str(out, "    ");
    vd_text_print(c->replay, out);
    vd_buf_char(out, '\n');
  }
}
