// Files to modules.
#include <errno.h>
#include <strings.h>

#include "base/limit.h"
#include "front/st/lex.h"
#include "front/st/lower.h"
#include "front/st/plcopen.h"
#include "front/st/sfc.h"
#include "front/st/tasks.h"

static const char *const library_line[] = {
#include "standard_st.inc"
};

static void add_library(VdStUnit *unit, VdDiags *diags) {
  VdBuf text = {0};
  for (size_t i = 0; i < VD_COUNT(library_line); i++)
    vd_buf_str(&text, library_line[i]);
  VdStText source = {.file = "standard.st",
                     .text = vd_buf_text(&text),
                     .len = text.len,
                     .line = 1,
                     .column = 1};
  vd_st_parse(unit, &source, diags);
  for (uint32_t i = 0; i < unit->pou.len; i++) unit->pou.at[i]->library = true;
  vd_buf_done(&text);
}

static VdModule *module_of(VdStUnit *unit, const char *path,
                           const VdStOptions *options, VdDiags *diags,
                           const VdPlc **plc) {
  VdStCheck check;
  VdModule *module = NULL;
  if (vd_check_unit(&check, unit, diags)) {
    module = vd_module_new(path);
    VdLower lower = {.check = &check, .options = options, .module = module};
    bool ok = vd_lower_unit(&lower);
    if (ok) {
      VdPlc *description = VD_NEW(&module->arena, VdPlc);
      vd_plc_describe(&lower, description);
      if (plc) *plc = description;
    } else {
      vd_module_free(module);
      module = NULL;
    }
    for (uint32_t i = 0; i < lower.order.len; i++)
      vd_lower_whole_done(lower.order.at[i]->whole);
    vd_vec_done(&lower.order);
    vd_named_done(&lower.named);
    vd_map_done(&lower.file_of);
  }
  vd_check_done(&check);
  return module;
}

static bool has_end(const char *path, const char *end) {
  const char *dot = strrchr(path, '.');
  return dot && !strcasecmp(dot, end);
}

// XML says its encoding itself.
static bool is_utf16_code(const char *text, size_t len) {
  bool small = len >= 4 && !memcmp(text, "\xff\xfe", 2);
  bool big = len >= 4 && !memcmp(text, "\xfe\xff", 2);
  return (small && memcmp(text + 2, "<\0", 2) != 0) ||
         (big && memcmp(text + 2, "\0<", 2) != 0);
}

static void add_text(VdStUnit *unit, const char *text, size_t len,
                     const char *path, VdDiags *diags) {
  VdStText source = {.file = vd_arena_str(&diags->arena, path),
                     .text = text,
                     .len = len,
                     .line = 1,
                     .column = 1};
  if (!has_end(path, ".xml") && is_utf16_code(text, len))
    vd_diag(diags, VD_ERROR, (VdPos){source.file, 1, 1},
            "found UTF-16 (a byte order mark), expected UTF-8");
  else if (has_end(path, ".xml") || vd_plcopen_is(text, len))
    vd_plcopen_read(unit, &source, diags);
  else
    vd_st_parse(unit, &source, diags);
}

// Uses up the unit. before: how many errors there were.
static VdModule *finish(VdStUnit *unit, const char *path,
                        const VdStOptions *options, uint32_t before,
                        VdDiags *diags, const VdPlc **plc) {
  VdModule *module = NULL;
  if (diags->errors == before) vd_sfc_translate(unit, diags);
  if (diags->errors == before) vd_st_tasks(unit);
  if (diags->errors == before)
    module = module_of(unit, path, options, diags, plc);
  vd_st_unit_free(unit);
  return module;
}

VdModule *vd_st_read_text(const char *text, size_t len, const char *path,
                          const VdStOptions *options, VdDiags *diags,
                          const VdPlc **plc) {
  VdStUnit *unit = vd_st_unit_new();
  uint32_t before = diags->errors;
  if (plc) *plc = NULL;
  add_library(unit, diags);
  add_text(unit, text, len, path, diags);
  return finish(unit, path, options, before, diags, plc);
}

bool vd_st_cycle_read(const char *text, uint64_t *nanoseconds) {
  if (!strncasecmp(text, "T#", 2)) text += 2;
  if (vd_elem_read_time(text, strlen(text), nanoseconds)) return false;
  return *nanoseconds && *nanoseconds % 1000000 == 0 &&
         *nanoseconds / 1000000 <= UINT16_MAX;
}

bool vd_st_is_input(const char *path) {
  return has_end(path, ".st") || has_end(path, ".iecst") ||
         has_end(path, ".xml");
}

VdModule *vd_st_read_files(const char *const *paths, uint32_t n,
                           const char *name, const VdStOptions *options,
                           VdDiags *diags, const VdPlc **plc) {
  VdStUnit *unit = vd_st_unit_new();
  uint32_t before = diags->errors;
  if (plc) *plc = NULL;
  add_library(unit, diags);
  for (uint32_t i = 0; i < n; i++) {
    VdBuf text = {0};
    if (vd_file_read(paths[i], vd_limit->st_bytes, &text)) {
      add_text(unit, vd_buf_text(&text), text.len, paths[i], diags);
    } else {
      VdPos pos = {vd_arena_str(&diags->arena, paths[i]), 0, 0};
      vd_diag(diags, VD_ERROR, pos, "cannot read: %s", strerror(errno));
    }
    vd_buf_done(&text);
  }
  return finish(unit, name, options, before, diags, plc);
}

VdModule *vd_st_read(const char *path, const VdStOptions *options,
                     VdDiags *diags, const VdPlc **plc) {
  return vd_st_read_files(&path, 1, path, options, diags, plc);
}
