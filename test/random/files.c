#include "files.h"

bool write_file(const char *dir, const char *name, const VdBuf *text) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/%s", dir, name);
  bool ok = vd_file_write(path.at, vd_buf_text(text), text->len);
  if (!ok) perror(path.at);
  vd_buf_done(&path);
  return ok;
}

const char *word_of(const char *verdict) {
  if (!strcmp(verdict, "same if both end")) return "partial";
  if (!strcmp(verdict, "same up to bound")) return "bounded";
  return strcmp(verdict, "fundamental mismatch") ? verdict : "mismatch";
}

const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}
