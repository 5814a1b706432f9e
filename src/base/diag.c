// Messages about the user's files.
#include "base/base.h"

static const char *const severity_name[] = {
    [VD_NOTE] = "note", [VD_WARNING] = "warning", [VD_ERROR] = "error"};

void vd_diag(VdDiags *diags, VdSeverity severity, VdPos pos, const char *fmt,
             ...) {
  va_list args;
  va_start(args, fmt);
  vd_vdiag(diags, severity, pos, fmt, args);
  va_end(args);
}

void vd_vdiag(VdDiags *diags, VdSeverity severity, VdPos pos, const char *fmt,
              va_list args) {
  VdDiag diag = {severity, pos, vd_arena_vprintf(&diags->arena, fmt, args)};
  vd_push(&diags->list, diag);
  if (severity == VD_ERROR) diags->errors++;
}

void vd_pos_print(VdPos pos, VdBuf *out) {
  if (!pos.file) return;
  vd_text_print(pos.file, out);
  if (!pos.line) return;
  vd_buf_printf(out, ":%u", pos.line);
  if (pos.column) vd_buf_printf(out, ":%u", pos.column);
}

void vd_diags_print(const VdDiags *diags, VdBuf *out) {
  for (uint32_t i = 0; i < diags->list.len; i++) {
    const VdDiag *diag = &diags->list.at[i];
    vd_pos_print(diag->pos, out);
    if (diag->pos.file) vd_buf_str(out, ": ");
    vd_buf_printf(out, "%s: ", severity_name[diag->severity]);
    vd_text_print(diag->text, out);
    vd_buf_char(out, '\n');
  }
}

void vd_diags_done(VdDiags *diags) {
  vd_vec_done(&diags->list);
  vd_arena_done(&diags->arena);
  *diags = (VdDiags){0};
}
