// Globals and addresses that POUs and configurations may write.
#include "front/st/writers.h"

#include <ctype.h>
#include <strings.h>

#include "front/st/ast.h"

static bool is_letter(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// --------------------------------------------------------------- variables
static void add_span(VdPlcWriters *w, const char *at, uint64_t bits) {
  VdPlcSpan span;
  if (!vd_plc_span(at, bits, &span)) return;
  // Scalars of one variable have one address.
  const VdPlcSpan *last = w->span.len ? &w->span.at[w->span.len - 1] : NULL;
  if (last && last->area == span.area && last->known == span.known &&
      last->low == span.low && last->high == span.high)
    return;
  vd_push(&w->span, span);
}

static void add_var(VdPlcWriters *w, const VdMachineVar *var) {
  if (var->global) vd_st_name_put(&w->name, var->name);
  add_span(w, var->address, var->bits);
}

// -------------------------------------------------------------------- texts
static const char *find_word(const char *text, const char *word) {
  size_t n = strlen(word);
  for (const char *at = text; (at = strcasestr(at, word)); at++)
    if ((at == text || !is_letter(at[-1])) && !is_letter(at[n])) return at;
  return NULL;
}

static size_t address_length(const char *at) {
  size_t n = 1;
  while (isalnum((unsigned char)at[n]) || at[n] == '.') n++;
  return n;
}

// Of a variable that was not read: `AT %QW0 : INT`, one token a line, or an
// attribute in XML. An address in code has the size that it says.
static uint64_t declared_bits(const char *after) {
  if (*after && strchr("@<>", *after)) return UINT64_MAX;
  after += strspn(after, " \n");
  if (*after != ':' || after[1] == '=') return 0;
  after += 1 + strspn(after + 1, " \n");
  size_t n = 0;
  while (is_letter(after[n])) n++;
  VdElem elem = vd_elem_read(after, n);
  return elem ? vd_elem_width(elem) : UINT64_MAX;
}

static void add_addresses(VdPlcWriters *w, const char *text, bool read) {
  for (const char *at = text; (at = strchr(at, '%')); at++) {
    size_t n = address_length(at);
    if (n < 3 || !strchr("IQMiqm", at[1])) continue;
    VdBuf address = {0};
    vd_buf_add(&address, at, n);
    add_span(w, vd_buf_text(&address), read ? 0 : declared_bits(at + n));
    vd_buf_done(&address);
  }
}

static void add_decl(VdPlcWriters *w, const VdPlc *plc, const VdPlcDecl *decl) {
  vd_st_name_put(&w->name, decl->name);
  for (uint32_t i = 0; i < decl->vars; i++)
    add_var(w, &plc->global.var[decl->first + i]);
}

// read: the variables that the text declares are known.
static void add_mentioned(VdPlcWriters *w, const VdPlc *plc, const char *text,
                          bool read) {
  for (uint32_t i = 0; i < vd_plc_pou(&plc->global)->decls; i++)
    if (find_word(text, vd_plc_pou(&plc->global)->decl[i].name))
      add_decl(w, plc, &vd_plc_pou(&plc->global)->decl[i]);
  add_addresses(w, text, read);
}

// --------------------------------------------------------------------- POUs
static void add_reached(VdPlcWriters *w, const VdPlc *plc, uint32_t number,
                        bool *reached) {
  const VdMachine *pou = &plc->all.machine[number];
  if (reached[number]) return;
  reached[number] = true;
  if (vd_plc_pou(pou)->whole) pou = vd_plc_pou(pou)->whole;
  // All that a POU which is not modelled knows counts as written by it.
  for (uint32_t i = 0; i < pou->vars; i++)
    if (pou->var[i].result != VD_NONE && !(pou->reason && pou->var[i].global))
      add_var(w, &pou->var[i]);
  if (!pou->reason) return;
  add_mentioned(w, plc, vd_plc_pou(pou)->words, vd_plc_pou(pou)->decls > 0);
  for (uint32_t i = 0; i < vd_plc_pou(pou)->callees; i++)
    add_reached(w, plc, vd_plc_pou(pou)->callee[i], reached);
}

void vd_plc_writers_add(VdPlcWriters *w, const VdPlc *plc, uint32_t pou) {
  bool *reached = vd_alloc(plc->all.machines + (size_t)1);
  add_reached(w, plc, pou, reached);
  vd_free(reached);
}

void vd_plc_writers_done(VdPlcWriters *w) {
  vd_names_done(&w->name);
  vd_vec_done(&w->span);
}

static bool meet(const VdPlcWriters *w, const VdPlcSpan *span) {
  for (uint32_t i = 0; i < w->span.len; i++)
    if (vd_plc_spans_meet(&w->span.at[i], span)) return true;
  return false;
}

bool vd_plc_writers_have(const VdPlcWriters *w, const VdMachineVar *var) {
  VdPlcSpan span;
  if (vd_plc_span(var->address, var->bits, &span) && meet(w, &span))
    return true;
  return var->global && vd_st_name_get(&w->name, var->name);
}

bool vd_plc_writers_reach(const VdPlcWriters *w, const VdMachine *pou,
                          const VdPlcDecl *decl) {
  bool global = decl->direction == VD_DIR_GLOBAL;
  if (global && vd_st_name_get(&w->name, decl->name)) return true;
  for (uint32_t i = 0; i < decl->vars; i++)
    if (vd_plc_writers_have(w, &pou->var[decl->first + i])) return true;
  return false;
}

// ----------------------------------------------------------- configurations
static bool is_instance(const VdPlcFact *fact) {
  static const char word[] = "PROGRAM ";
  return fact->kind == VD_PLC_FACT_CONFIG &&
         !strncmp(fact->name, word, strlen(word));
}

static bool is_instance_of(const VdPlcFact *fact, const VdMachine *pou) {
  size_t n = strlen(pou->name);
  return is_instance(fact) && !strncasecmp(fact->text, pou->name, n) &&
         !is_letter(fact->text[n]);
}

uint32_t vd_plc_runs(const VdPlc *plc, const VdMachine *pou) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < plc->facts; i++)
    n += is_instance_of(&plc->fact[i], pou);
  return n;
}

bool vd_plc_retains(const VdPlc *plc, const VdMachine *pou) {
  static const char word[] = " RETAIN";
  bool any = false;
  for (uint32_t i = 0; i < plc->facts && !any; i++) {
    const char *text = plc->fact[i].text;
    size_t n = strlen(text), k = strlen(word);
    any = is_instance_of(&plc->fact[i], pou) && n > k &&
          !strcmp(text + n - k, word);
  }
  return any;
}

// Main ( q => g , r => %QW0 ): what stands after an arrow.
static void add_bindings(VdPlcWriters *w, const VdPlc *plc, const char *text) {
  while ((text = strstr(text, "=>"))) {
    VdBuf target = {0};
    size_t n = strcspn(text += 2, ",)");
    vd_buf_add(&target, text, n);
    add_mentioned(w, plc, vd_buf_text(&target), true);
    vd_buf_done(&target);
  }
}

// An access path. In ST `a : R.P.st : INT READ_WRITE;`, in XML an element with
// the attributes instancePathAndName and direction, as the front end prints it.
typedef struct Access {
  VdBuf path;
  bool writable;
} Access;

static bool has_text(const char *text, size_t n, const char *what) {
  const char *at = strcasestr(text, what);
  return at && at < text + n;
}

// The next one of a text without blanks; false if there is none.
static bool next_access(const char **text, Access *out) {
  static const char path[] = "instancePathAndName=",
                    entry[] = ":accessVariable";
  bool xml = **text == '<' || **text == ':';
  const char *next = xml ? strstr(*text + 1, entry) : NULL;
  size_t n = next ? (size_t)(next - *text) : strcspn(*text, xml ? "" : ";");
  if (!**text) return false;
  const char *from = xml ? strstr(*text, path) : strchr(*text, ':');
  out->path.len = 0;
  if (from && from < *text + n) {
    if (xml) from = strchr(from, ':');  // after its length
    from += from != NULL;
    if (from) vd_buf_add(&out->path, from, strcspn(from, xml ? "@<>" : ":;"));
  }
  out->writable = has_text(*text, n, xml ? "readWrite" : "READ_WRITE");
  *text += n + (!xml && (*text)[n] != '\0');
  return true;
}

static void put_without_blanks(const char *text, VdBuf *out) {
  for (; *text; text++)
    if (!isspace((unsigned char)*text)) vd_buf_char(out, *text);
}

static bool is_access(const VdPlcFact *fact) {
  return fact->kind == VD_PLC_FACT_CONFIG && strstr(fact->name, "VAR_ACCESS");
}

static void add_access(VdPlcWriters *w, const VdPlc *plc, const char *text) {
  VdBuf all = {0};
  Access access = {0};
  put_without_blanks(text, &all);
  for (const char *at = vd_buf_text(&all); next_access(&at, &access);)
    if (access.writable) add_mentioned(w, plc, vd_buf_text(&access.path), true);
  vd_buf_done(&access.path);
  vd_buf_done(&all);
}

void vd_plc_writers_configure(VdPlcWriters *w, const VdPlc *plc) {
  for (uint32_t i = 0; i < plc->facts; i++) {
    if (is_instance(&plc->fact[i])) add_bindings(w, plc, plc->fact[i].text);
    if (is_access(&plc->fact[i])) add_access(w, plc, plc->fact[i].text);
  }
}

// Does a path lead to a scalar of a program, to what it is in, or to bits of
// it?
static bool meets(const char *path, const char *name) {
  size_t n = strlen(path), k = strlen(name);
  if (n > k) return !strncasecmp(path, name, k) && path[k] == '.';
  return !strncasecmp(path, name, n) && (!name[n] || strchr(".[", name[n]));
}

// A resource and an instance may have one name: each place counts.
static bool leads_to(const char *path, const char *instance, const char *name) {
  size_t n = strlen(instance);
  for (const char *at = path; n && (at = find_word(at, instance)); at += n)
    if (at[n] == '.' && meets(at + n + 1, name)) return true;
  return false;
}

static int access_of(const VdPlc *plc, const VdMachine *pou, const char *name,
                     const Access *access) {
  int may = 0;
  for (uint32_t i = 0; i < plc->facts; i++) {
    const VdPlcFact *fact = &plc->fact[i];
    if (!is_instance_of(fact, pou)) continue;
    const char *instance = strrchr(fact->name, '.');
    instance = instance ? instance + 1 : strchr(fact->name, ' ') + 1;
    if (!leads_to(vd_buf_text(&access->path), instance, name)) continue;
    may |= VD_PLC_MAY_READ | (access->writable ? VD_PLC_MAY_WRITE : 0);
  }
  return may;
}

// Main(q=>g,f.k:=h): what others get of a variable, and what it gets.
static int bindings_of(const char *text, const char *name) {
  int may = 0;
  VdBuf path = {0};
  text = strchr(text, '(');
  for (const char *next; text && *text; text = next) {
    size_t n = strcspn(++text, ":=");
    next = text + strcspn(text, ",");
    if (text + n >= next) continue;
    path.len = 0;
    vd_buf_add(&path, text, n);
    if (meets(vd_buf_text(&path), name))
      may |=
          text[n] == '=' ? VD_PLC_MAY_READ : VD_PLC_MAY_READ | VD_PLC_MAY_WRITE;
  }
  vd_buf_done(&path);
  return may;
}

int vd_plc_access(const VdPlc *plc, const VdMachine *pou, const char *name) {
  VdBuf all = {0};
  Access access = {0};
  int may = 0;
  for (uint32_t i = 0; i < plc->facts; i++) {
    if (is_instance_of(&plc->fact[i], pou)) {
      all.len = 0;
      put_without_blanks(plc->fact[i].text, &all);
      may |= bindings_of(vd_buf_text(&all), name);
    }
    if (!is_access(&plc->fact[i])) continue;
    all.len = 0;
    put_without_blanks(plc->fact[i].text, &all);
    for (const char *at = vd_buf_text(&all); next_access(&at, &access);)
      may |= access_of(plc, pou, name, &access);
  }
  vd_buf_done(&access.path);
  vd_buf_done(&all);
  return may;
}
