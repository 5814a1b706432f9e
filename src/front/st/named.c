// The text of a POU: its own tokens, then those of all that its words may name.
#include "front/st/named.h"

#include <ctype.h>
#include <stdlib.h>

// ------------------------------------------------------------------- index
void vd_named_call(VdNamed *n, uint32_t item, const char *name) {
  uint64_t *last = vd_map_put(&n->last, vd_st_name_put(&n->names, name));
  VdNamedEntry entry = {name, item, (uint32_t)*last};
  vd_push(&n->entry, entry);
  *last = n->entry.len;
}

// Names in lower case, what is between quotes as it is. $' is no end.
static const char *small(VdArena *arena, const char *text) {
  char *copy = vd_arena_printf(arena, "%s", text);
  char quote = 0;
  for (char *c = copy; *c; c++) {
    if (quote && *c == '$' && c[1])
      c++;
    else if (quote)
      quote = *c == quote ? 0 : quote;
    else if (*c == '\'' || *c == '"')
      quote = *c;
    else
      *c = (char)tolower((unsigned char)*c);
  }
  return copy;
}

uint32_t vd_named_put(VdNamed *n, const char *text, uint32_t file) {
  VdNamedItem item = {.text = text, .file = file};
  vd_push(&n->item, item);
  return n->item.len - 1;
}

static void add_written(VdNamed *n, const VdStWritten *w) {
  const char *name = w->name.len ? w->name.at[0].text : "";
  const char *text = vd_arena_printf(n->arena, "%s %s", name, w->text);
  uint32_t item = vd_named_put(n, small(n->arena, text), 0);
  for (uint32_t i = 0; i < w->name.len; i++)
    vd_named_call(n, item, w->name.at[i].text);
}

void vd_named_init(VdNamed *n, VdStCheck *check) {
  *n = (VdNamed){.arena = check->arena};
  for (uint32_t i = 0; i < check->info.len; i++) {
    VdStInfo *info = check->info.at[i];
    if (info->pou->library || info->pou->driven) continue;
    uint32_t item = vd_named_put(n, info->pou->tokens, 0);
    vd_named_call(n, item, info->pou->name);
    n->item.at[item].info = info;
    *vd_map_put(&n->of_text, (uintptr_t)info->pou->tokens) = item + 1;
  }
  for (uint32_t i = 0; i < check->unit->written.len; i++)
    add_written(n, &check->unit->written.at[i]);
}

void vd_named_done(VdNamed *n) {
  for (uint32_t i = 0; i < n->item.len; i++) vd_vec_done(&n->item.at[i].ref);
  vd_vec_done(&n->item);
  vd_vec_done(&n->entry);
  vd_names_done(&n->names);
  vd_map_done(&n->last);
  vd_map_done(&n->of_text);
  *n = (VdNamed){0};
}

// ----------------------------------------------------------------- closure
static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool is_near(const VdNamed *n, uint32_t entry, uint32_t file) {
  return n->item.at[n->entry.at[entry - 1].item].file == file;
}

static void add_refs(VdNamed *n, VdNamedItem *item, const char *word) {
  uint32_t id = vd_st_name_get(&n->names, word);
  const uint64_t *last = id ? vd_map_get(&n->last, id) : NULL;
  uint32_t first = last ? (uint32_t)*last : 0;
  bool near = false;
  for (uint32_t e = first; e && !near; e = n->entry.at[e - 1].before)
    near = is_near(n, e, item->file);
  for (uint32_t e = first; e; e = n->entry.at[e - 1].before)
    if (!near || is_near(n, e, item->file))
      vd_push(&item->ref, n->entry.at[e - 1].item);
}

// What the words of a text stand for, once.
static void read_words(VdNamed *n, VdNamedItem *item) {
  VdBuf word = {0};
  if (item->read) return;
  item->read = true;
  for (const char *c = item->text; *c;) {
    word.len = 0;
    for (; is_word(*c); c++) vd_buf_char(&word, *c);
    if (word.len)
      add_refs(n, item, vd_buf_text(&word));
    else
      c++;
  }
  vd_buf_done(&word);
}

typedef VD_VEC(uint32_t) Items;

static void reach_items(VdNamed *n, Items *out) {
  VdMap seen = {0};
  for (uint32_t k = 0; k < out->len; k++)
    *vd_map_put(&seen, (uint64_t)out->at[k] + 1) = 1;
  for (uint32_t k = 0; k < out->len; k++) {
    VdNamedItem *item = &n->item.at[out->at[k]];
    read_words(n, item);
    for (uint32_t i = 0; i < item->ref.len; i++) {
      uint64_t *known = vd_map_put(&seen, (uint64_t)item->ref.at[i] + 1);
      if (!*known) vd_push(out, item->ref.at[i]);
      *known = 1;
    }
  }
  vd_map_done(&seen);
}

// A POU and all that it leads to; nothing for one that is not the user's.
static void reach(VdNamed *n, const VdStInfo *from, Items *out) {
  const uint64_t *start = vd_map_get(&n->of_text, (uintptr_t)from->pou->tokens);
  if (!start) return;
  vd_push(out, (uint32_t)*start - 1);
  reach_items(n, out);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The order of the declarations of a file means nothing.
static VdDigest digest_of(const VdNamed *n, const char *first,
                          const Items *rest) {
  VD_VEC(const char *) text = {0};
  VdBuf buf = {0};
  for (uint32_t i = 0; i < rest->len; i++)
    vd_push(&text, n->item.at[rest->at[i]].text);
  if (text.len) qsort(text.at, text.len, sizeof *text.at, by_text);
  vd_buf_add(&buf, first, strlen(first) + 1);
  for (uint32_t i = 0; i < text.len; i++)
    vd_buf_add(&buf, text.at[i], strlen(text.at[i]) + 1);
  VdDigest digest = vd_digest_of(buf.at, buf.len);
  vd_buf_done(&buf);
  vd_vec_done(&text);
  return digest;
}

VdDigest vd_named_digest(VdNamed *n, const VdStInfo *info) {
  Items found = {0};
  reach(n, info, &found);
  VdDigest digest = digest_of(n, info->pou->tokens, &found);
  vd_vec_done(&found);
  return digest;
}

VdDigest vd_named_text(VdNamed *n, const char *text, uint32_t file) {
  Items found = {0};
  VdNamedItem item = {.text = small(n->arena, text), .file = file};
  read_words(n, &item);
  for (uint32_t i = 0; i < item.ref.len; i++) vd_push(&found, item.ref.at[i]);
  reach_items(n, &found);
  VdDigest digest = digest_of(n, item.text, &found);
  vd_vec_done(&item.ref);
  vd_vec_done(&found);
  return digest;
}

void vd_named_pous(VdNamed *n, const VdStInfo *info, VdNamedPous *out) {
  Items found = {0};
  reach(n, info, &found);
  for (uint32_t i = 1; i < found.len; i++)
    if (n->item.at[found.at[i]].info)
      vd_push(out, n->item.at[found.at[i]].info);
  vd_vec_done(&found);
}
