// The programs of rule_driver.h: their text, and what they print.
#include "front/c/rule_driver.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "front/c/c.h"
#include "front/c/strange.h"

typedef struct Program {
  const VdRuleDriver *driver;
  VdSide side;
  VdComparison *comparison;
  const char *dir;
  VdArena arena;
  VdBuf text;
  bool has_cases;
  const char *bad;  // why there is no program; NULL: there is
} Program;

// -------------------------------------------------------------------- text

// Nothing of the user's may be in the way of what comes after it.
static const char head[] =
    "struct vd_answer {\n"
    "  const char *text;\n"
    "  int table, yes;\n"
    "};\n"
    "static const struct vd_answer *vd_answers;\n"
    "static int vd_fd = 1;\n"
    "\n"
    "// By system calls: the library's would need more of them.\n"
    "static void vd_leave(int code) {\n"
    "  for (;;)\n"
    "    __asm__ volatile(\"syscall\" : : \"a\"(231L), \"D\"((long)code));\n"
    "}\n"
    "\n"
    "static void vd_put(const char *text) {\n"
    "  long n = 0, done;\n"
    "  while (text[n]) n++;\n"
    "  __asm__ volatile(\"syscall\"\n"
    "                   : \"=a\"(done)\n"
    "                   : \"a\"(1L), \"D\"((long)vd_fd), \"S\"(text), "
    "\"d\"(n)\n"
    "                   : \"rcx\", \"r11\", \"memory\");\n"
    "}\n"
    "\n"
    "static _Bool vd_answer(const char *text, int table) {\n"
    "  for (const struct vd_answer *a = vd_answers; a->text; a++)\n"
    "    if (a->table == table && !__builtin_strcmp(a->text, text))\n"
    "      return a->yes;\n"
    "  vd_put(\"asked for \");\n"
    "  vd_put(text);\n"
    "  vd_put(\"\\n\");\n"
    "  vd_leave(3);\n"
    "  return 0;\n"
    "}\n"
    "\n"
    "_Bool has(const char *code) {\n"
    "  return vd_answer(code, 0);\n"
    "}\n"
    "\n"
    "_Bool has_any(const char *table) {\n"
    "  return vd_answer(table, 1);\n"
    "}\n"
    "\n"
    "static int vd_number(const char *text) {\n"
    "  int n = 0;\n"
    "  while (*text) n = n * 10 + *text++ - '0';\n"
    "  return n;\n"
    "}\n"
    "\n"
    "static void vd_show(const char *what, const void *at, int n) {\n"
    "  const unsigned char *byte = at;\n"
    "  vd_put(what);\n"
    "  vd_put(\" \");\n"
    "  for (int i = 0; i < n; i++) {\n"
    "    char hex[3] = {\"0123456789abcdef\"[byte[i] >> 4],\n"
    "                   \"0123456789abcdef\"[byte[i] & 15], 0};\n"
    "    vd_put(hex);\n"
    "  }\n"
    "  vd_put(\"\\n\");\n"
    "}\n";

static void put_string(const char *text, VdBuf *out) {
  vd_buf_char(out, '"');
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
      vd_buf_printf(out, "\\%03o", c);
    else
      vd_buf_char(out, (char)c);
  }
  vd_buf_char(out, '"');
}

// What shows a difference, or NULL.
static VdRelated *related_of(const VdItem *item) {
  const VdEvidence *evidence = &item->verdict.evidence;
  return evidence->kind == VD_EVIDENCE_RELATED ? evidence->related : NULL;
}

static uint8_t byte_of(const VdValue *v, uint32_t i) {
  return (uint8_t)(vd_value_limb(v, i / 8) >> (i % 8 * 8));
}

static void put_hex(const VdValue *v, uint32_t bytes, VdBuf *out) {
  for (uint32_t i = 0; i < bytes; i++)
    vd_buf_printf(out, "%02x", byte_of(v, i));
}

static uint32_t bytes_of(const VdValue *v) {
  return (vd_sort_width(v->sort) + 7) / 8;
}

static bool has_word(const VdRelatedWord *word, int run) {
  return word->is_param || word->object[run];
}

static const char *word_title(const VdRelatedWord *word, int run) {
  return word->is_param ? "object" : word->object[run];
}

static void put_place(const VdRelatedWord *word, int run, VdBuf *out) {
  if (word->is_param)
    vd_buf_printf(out, "vd_object_%u", word->param);
  else
    vd_buf_printf(out, "(unsigned char *)&%s", word->object[run]);
  vd_buf_printf(out, " + %" PRIu64, word->offset);
}

// How far the words of a parameter's object reach, and some room after them.
static uint64_t object_size(const VdRelatedTest *t, uint32_t param) {
  enum { ROOM = 4096 };
  uint64_t size = ROOM;
  for (uint32_t i = 0; i < t->start.len + t->end.len; i++) {
    const VdRelatedWord *w =
        i < t->start.len ? &t->start.at[i] : &t->end.at[i - t->start.len];
    if (w->is_param && w->param == param && w->offset + ROOM > size)
      size = w->offset + ROOM;
  }
  return size;
}

static void put_start(const VdRelatedTest *t, int run, VdBuf *out) {
  for (uint32_t i = 0; i < t->args; i++)
    if (t->is_object[i])
      vd_buf_printf(out,
                    "  static _Alignas(16) unsigned char vd_object_%u[%" PRIu64
                    "];\n",
                    i, object_size(t, i));
  for (uint32_t i = 0; i < t->start.len; i++) {
    const VdRelatedWord *w = &t->start.at[i];
    if (!has_word(w, run)) continue;
    vd_buf_str(out, "  __builtin_memcpy(");
    put_place(w, run, out);
    vd_buf_str(out, ", \"");
    for (uint32_t b = 0; b < w->bytes; b++)
      vd_buf_printf(out, "\\%03o", byte_of(&w->value[0], b));
    vd_buf_printf(out, "\", %u);\n", w->bytes);
  }
}

static void put_argument(const VdRelatedTest *t, uint32_t i, VdBuf *out) {
  const VdValue *v = &t->arg[i];
  uint64_t bits = vd_value_limb(v, 0);
  uint32_t width = vd_sort_width(v->sort);
  if (t->is_object[i])
    vd_buf_printf(out, "(void *)vd_object_%u", i);
  else if (v->sort.kind == VD_SORT_FLOAT)
    vd_buf_printf(out,
                  "((union { unsigned %s bits; %s is; }){.bits = 0x%" PRIx64
                  "ull}).is",
                  width == 32 ? "int" : "long long",
                  width == 32 ? "float" : "double", bits);
  else
    vd_buf_printf(out, "0x%" PRIx64 "ull", bits);
}

static void put_call(const VdRelatedTest *t, int run, VdBuf *out) {
  vd_buf_printf(out, "  %s%s(", t->results ? "__auto_type vd_result = " : "",
                t->func[run]);
  for (uint32_t i = 0; i < t->args; i++) {
    if (i) vd_buf_str(out, ", ");
    put_argument(t, i, out);
  }
  vd_buf_str(out, ");\n");
  if (t->results)
    vd_buf_str(out, "  vd_show(\"result\", &vd_result, sizeof vd_result);\n");
  for (uint32_t i = 0; i < t->end.len; i++) {
    if (!has_word(&t->end.at[i], run)) continue;
    vd_buf_str(out, "  vd_show(");
    put_string(word_title(&t->end.at[i], run), out);
    vd_buf_str(out, ", ");
    put_place(&t->end.at[i], run, out);
    vd_buf_printf(out, ", %u);\n", t->end.at[i].bytes);
  }
}

static void put_codes(const VdRelatedInput *in, VdBuf *out) {
  if (!in->code.len) vd_buf_str(out, " no codes");
  for (uint32_t i = 0; i < in->code.len; i++)
    vd_buf_printf(out, "%s %s", i ? "," : "", in->code.at[i].code);
}

static void put_comment(const VdItem *item, int run, VdBuf *out) {
  vd_buf_printf(out, "\n// %s: %s on", item->name,
                vd_verdict_word(item->verdict.kind));
  put_codes(&related_of(item)->input[run], out);
  vd_buf_char(out, '\n');
}

static void put_case(const VdItem *item, uint32_t number, int run, VdBuf *out) {
  const VdRelatedTest *t = related_of(item)->test;
  put_comment(item, run, out);
  vd_buf_printf(out, "static void vd_case_%u(void) {\n", number);
  vd_buf_str(out, "  static const struct vd_answer answers[] = {\n");
  for (uint32_t i = 0; i < t->answer[run].len; i++) {
    const VdRelatedAnswer *a = &t->answer[run].at[i];
    vd_buf_str(out, "      {");
    put_string(a->text, out);
    vd_buf_printf(out, ", %d, %d},\n", a->table, a->yes);
  }
  vd_buf_str(out, "      {0, 0, 0}};\n  vd_answers = answers;\n");
  put_start(t, run, out);
  put_call(t, run, out);
  vd_buf_str(out, "}\n");
}

// What a case prints if the interpreter is right.
static void put_expected(const VdRelatedTest *t, int run, VdBuf *out) {
  if (t->results) {
    vd_buf_str(out, "result ");
    put_hex(&t->result[run], bytes_of(&t->result[run]), out);
    vd_buf_char(out, '\n');
  }
  for (uint32_t i = 0; i < t->end.len; i++) {
    const VdRelatedWord *w = &t->end.at[i];
    if (!has_word(w, run)) continue;
    vd_buf_printf(out, "%s ", word_title(w, run));
    put_hex(&w->value[run], w->bytes, out);
    vd_buf_char(out, '\n');
  }
}

// ------------------------------------------------------------------- cases

static VdSide side_of(const VdItem *item, int run) {
  return related_of(item)->input[run].side;
}

// Why evidence is not for the compiled code, or NULL.
static const char *reason_of(const VdItem *item) {
  const VdRelatedTest *t = related_of(item)->test;
  if (!t) return "it comes from the store";
  if (!t->defined) return "the new version is undefined there";
  if (t->outside) return "it calls functions of the outside";
  if (t->address) return "it computes an address";
  if (t->follows) return "it follows a pointer in memory";
  if (t->inner) return "it has a variable that only its function can name";
  return t->results > 1 ? "the result has several parts" : NULL;
}

static bool is_tried(const VdItem *item) {
  return related_of(item) && !reason_of(item);
}

static void put_main(Program *p) {
  VdBuf *out = &p->text;
  vd_buf_str(out,
             "\n// With a token besides the case, the result goes to\n"
             "// descriptor 3, between two lines with it.\n"
             "int main(int argc, char **argv) {\n"
             "  const char *token = argc > 2 ? argv[2] : \"\";\n"
             "  if (argc > 2) vd_fd = 3;\n"
             "  vd_put(token);\n"
             "  if (argc > 2) vd_put(\"\\n\");\n"
             "  switch (argc > 1 ? vd_number(argv[1]) : -1) {\n");
  VdComparison *c = p->comparison;
  for (uint32_t i = 0; i < c->item.len * 2; i++) {
    const VdItem *item = &c->item.at[i / 2];
    if (is_tried(item) && side_of(item, i % 2) == p->side)
      vd_buf_printf(out, "    case %u: vd_case_%u(); break;\n", i, i);
  }
  vd_buf_str(out,
             "    default: vd_list(); return 2;\n  }\n"
             "  vd_put(token);\n"
             "  if (argc > 2) vd_put(\"\\n\");\n"
             "  vd_leave(0);\n"
             "  return 0;\n}\n");
}

static void put_list(Program *p) {
  VdBuf *out = &p->text;
  VdComparison *c = p->comparison;
  vd_buf_str(out, "\nstatic void vd_list(void) {\n");
  for (uint32_t i = 0; i < c->item.len * 2; i++) {
    const VdItem *item = &c->item.at[i / 2];
    if (!is_tried(item) || side_of(item, i % 2) != p->side) continue;
    vd_buf_printf(out, "  vd_put(\"%u: %s, input %u\\n\");\n", i, item->name,
                  i % 2 + 1);
  }
  vd_buf_str(out, "}\n");
}

static void put_usage(const Program *p, VdBuf *out) {
  const char *name = p->side == VD_OLD ? "old" : "new";
  vd_buf_str(out, "// cc");
  for (const char *const *flag = p->driver->flags; *flag; flag++)
    vd_buf_printf(out, " %s", *flag);
  vd_buf_printf(
      out,
      " -w -ffunction-sections -static -Wl,--gc-sections -o %s %s.c && ./%s\n"
      "// lists its cases; with the number of one it is run.\n",
      name, name, name);
}

static void put_program(Program *p, const char *path) {
  VdComparison *c = p->comparison;
  VdBuf *out = &p->text;
  put_usage(p, out);
  vd_buf_printf(out, "#define main vd_main_of_the_source\n#include \"%s\"\n",
                path);
  vd_buf_str(out, "#undef main\n\n");
  vd_buf_str(out, head);
  for (uint32_t i = 0; i < c->item.len * 2; i++) {
    const VdItem *item = &c->item.at[i / 2];
    if (!is_tried(item) || side_of(item, i % 2) != p->side) continue;
    put_case(item, i, i % 2, out);
    p->has_cases = true;
  }
  put_list(p);
  put_main(p);
}

static const char *file_in(Program *p, const char *name) {
  return vd_arena_printf(&p->arena, "%s/%s", p->dir, name);
}

static void build(Program *p, const char *source, const char *program) {
  VD_VEC(const char *) args = {0};
  const VdRuleDriver *d = p->driver;
  VdRun run;
  vd_push(&args, d->cc ? d->cc : "cc");
  for (const char *const *flag = d->flags; *flag; flag++) vd_push(&args, *flag);
  // Functions that are not called may call what is not there.
  static const char *const own[] = {
      "-w",      "-Wno-int-conversion", "-ffunction-sections",
      "-static", "-Wl,--gc-sections",   "-o"};
  for (size_t i = 0; i < VD_COUNT(own); i++) vd_push(&args, own[i]);
  vd_push(&args, program);
  vd_push(&args, source);
  vd_push(&args, NULL);
  VdBudget budget = vd_budget_cut(&d->budget, d->seconds);
  VdConfine confine = {
      .kind = VD_CONFINE_BUILD, .folder = p->dir, .source = {d->path[p->side]}};
  vd_run_confined(args.at, &confine, &budget, &run);
  if (run.status != 0 || run.timeout) {
    const char *said = vd_buf_text(&run.err);
    const char *at = strstr(said, "undefined reference");
    if (!at) at = strstr(said, "error: ");
    if (!at) at = said;
    p->bad = run.timeout ? "building took too long"
                         : vd_arena_printf(&p->comparison->arena, "%.*s",
                                           (int)strcspn(at, "\n"), at);
  }
  vd_run_done(&run);
  vd_vec_done(&args);
}

static void make_program(Program *p) {
  static const char *const source[2] = {"old.c", "new.c"};
  const char *given = p->driver->path[p->side];
  char *path = given ? realpath(given, NULL) : NULL;
  if (!path || strpbrk(path, "\"\\\n")) {
    p->bad = "its file cannot be included";
  } else {
    put_program(p, path);
    const char *file = file_in(p, source[p->side]);
    if (!p->has_cases)
      p->bad = "";
    else if (!vd_file_put(file, vd_buf_text(&p->text), p->text.len))
      p->bad = strerror(errno);
    else
      build(p, file, file_in(p, p->side ? "new" : "old"));
  }
  free(path);
}

// ------------------------------------------------------------------- replay

// Whether the compiled code does what the interpreter does; else said is what
// it printed, or why is why it printed nothing.
static bool run_case(Program *p, const VdItem *item, uint32_t number,
                     const char **said, const char **why) {
  VdStrange strange = {
      .program = file_in(p, p->side ? "new" : "old"),
      .arg = vd_arena_printf(&p->arena, "%u", number),
      .empty = file_in(p, "empty"),
      .budget = vd_budget_cut(&p->driver->budget, p->driver->seconds)};
  VdBuf expected = {0};
  put_expected(related_of(item)->test, (int)(number % 2), &expected);
  *said = vd_strange_run(&strange, &p->comparison->arena, why);
  bool same = *said && !strcmp(*said, vd_buf_text(&expected));
  vd_buf_done(&expected);
  return same;
}

static void refute(VdItem *item, int run, const char *said, VdArena *arena) {
  VdBuf codes = {0};
  put_codes(&related_of(item)->input[run], &codes);
  vd_evidence_done(&item->verdict.evidence);
  vd_verdict_undecided(arena, &item->verdict, VD_REASON_REFUTED,
                       vd_buf_text(&codes), (int)strcspn(said, "\n"), said);
  vd_buf_done(&codes);
}

static void replay(Program program[2], VdItem *item, uint32_t index) {
  VdArena *arena = &program[0].comparison->arena;
  const char *why = reason_of(item), *said = NULL;
  bool same = true;
  uint32_t k = 0;
  for (int i = 0; i < 2 && !why; i++) why = program[side_of(item, i)].bad;
  for (; k < 2 && same && !why; k++)
    same = run_case(&program[side_of(item, (int)k)], item, index * 2 + k, &said,
                    &why);
  if (why)
    related_of(item)->replay =
        vd_arena_printf(arena, "not run on the compiled code: %s", why);
  else if (same)
    related_of(item)->replay = "compiled code";
  else
    refute(item, (int)k - 1, said, arena);
  if (!why && same) related_of(item)->replayed = true;
}

static const char *make_folder(const VdRuleDriver *d, VdArena *arena) {
  VdBuf path = {0};
  bool ok = d->keep_in ? vd_directory_make_unlinked(d->keep_in)
                       : vd_tempdir_new(&path);
  const char *dir =
      d->keep_in ? d->keep_in : vd_arena_str(arena, vd_buf_text(&path));
  vd_buf_done(&path);
  return ok ? dir : NULL;
}

static bool make_empty(Program *p) {
  return vd_directory_make(file_in(p, "empty"));
}

void vd_rule_driver_run(const VdRuleDriver *driver, VdComparison *c) {
  bool any = false;
  for (uint32_t i = 0; i < c->item.len; i++)
    any |= related_of(&c->item.at[i]) != NULL;
  if (!any) return;
  const char *dir = make_folder(driver, &c->arena);
  Program program[2];
  for (int k = 0; k < 2; k++) {
    program[k] = (Program){
        .driver = driver, .side = (VdSide)k, .comparison = c, .dir = dir};
    if (dir && make_empty(&program[k]))
      make_program(&program[k]);
    else
      program[k].bad = "no folder can be made for it";
  }
  for (uint32_t i = 0; i < c->item.len; i++)
    if (related_of(&c->item.at[i])) replay(program, &c->item.at[i], i);
  for (int k = 0; k < 2; k++) {
    vd_buf_done(&program[k].text);
    vd_arena_done(&program[k].arena);
  }
  if (dir && !driver->keep_in) vd_tempdir_remove(dir);
}
