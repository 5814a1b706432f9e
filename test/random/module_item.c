// Data, functions and what joins them, as a linker and a caller see them.
#include "module.h"

static const char *const none[] = {NULL};
static const char *const xy[] = {"x", "y", NULL};

static const char *fresh(Module *m, const char *stem) {
  return text(m, "%s%u", stem, m->ids++);
}

// -------------------------------------------------------------------- data

// The oracle alone looks at data through this.
static void peek(Module *m, const char *expr) {
  const char *name = fresh(m, "peek");
  put(m, "#ifdef ORACLE\nunsigned %s(unsigned x, unsigned y) {\n", name);
  put(m, "  (void)x, (void)y;\n  return %s;\n}\n#endif\n", expr);
  add_entry(m, name);
}

static Both values(Module *m, uint32_t n, Mode mode) {
  VdBuf at[2] = {{0}, {0}};
  uint32_t which = dice(m, n);
  for (uint32_t i = 0; i < n; i++) {
    Mode here = mode == CHANGED && i != which ? KEPT : mode;
    Both e = some_expr(m, none, here == EQUAL, here);
    for (int side = OLD; side <= NEW; side++)
      vd_buf_printf(&at[side], "%s%s", i ? ", " : "", e.at[side]);
  }
  Both both = {{text(m, "%s", vd_buf_text(&at[OLD])),
                text(m, "%s", vd_buf_text(&at[NEW]))}};
  vd_buf_done(&at[OLD]);
  vd_buf_done(&at[NEW]);
  return both;
}

static const char *some_prefix(Module *m) {
  static const char *const prefix[] = {
      "", "", "const ", "__attribute__((weak)) ", "static ", "_Thread_local "};
  return prefix[dice(m, VD_COUNT(prefix))];
}

static bool is_static(const char *prefix) {
  return !strcmp(prefix, "static ");
}

static void array_data(Module *m, Mode mode) {
  const char *name = fresh(m, "a"), *prefix = some_prefix(m);
  uint32_t n = 1 + dice(m, 5);
  Both init = values(m, n, mode);
  for (int side = OLD; side <= NEW; side++)
    put_one(m, side, "%sunsigned %s[%u] = {%s};\n", prefix, name, n,
            init.at[side]);
  for (uint32_t i = 0; i < n; i++) peek(m, text(m, "%s[%u]", name, i));
  if (!is_static(prefix)) return;
  put(m, "unsigned *at_%s(unsigned i) { return &%s[i %% %u]; }\n", name, name,
      n);
}

static void string_data(Module *m, Mode mode) {
  const char *name = fresh(m, "s"), *prefix = odds(m, 50) ? "" : "const ";
  char old[6] = "a\\0bc";
  old[3] = (char)('a' + dice(m, 20));
  char made[6];
  memcpy(made, old, sizeof old);
  if (mode == CHANGED) made[odds(m, 50) ? 3 : 4] ^= 16;
  bool array = odds(m, 50);
  for (int side = OLD; side <= NEW; side++)
    put_one(m, side,
            array ? "%schar %s[] = \"%s\";\n" : "%schar *%s = \"%s\";\n",
            prefix, name, side ? made : old);
  for (uint32_t i = 0; i < 5; i++)
    peek(m, text(m, "(unsigned char)%s[%u]", name, i));
}

// A pointer into a private array, or to a literal without a name.
static void pointer_data(Module *m, Mode mode) {
  const char *name = fresh(m, "p"), *cell = fresh(m, "cell");
  uint32_t n = 2 + dice(m, 3), at = dice(m, n);
  bool literal = odds(m, 40), other = mode == CHANGED && odds(m, 40);
  Both init = values(m, n, other ? KEPT : mode);
  for (int side = OLD; side <= NEW; side++) {
    uint32_t index = side == NEW && other ? (at + 1) % n : at;
    const char *target = side == NEW && mode == EQUAL ? fresh(m, cell) : cell;
    if (literal) {
      put_one(m, side, "unsigned *%s = (unsigned[]){%s} + %u;\n", name,
              init.at[side], index);
    } else {
      put_one(m, side, "static unsigned %s[%u] = {%s};\n", target, n,
              init.at[side]);
      put_one(m, side, "unsigned *%s = &%s[%u];\n", name, target, index);
    }
    put_one(m, side, "#ifdef ORACLE\nenum { at_%s = %u };\n#endif\n", name,
            index);
  }
  for (uint32_t i = 0; i < n; i++)
    peek(m, text(m, "%s[%d - (int)at_%s]", name, (int)i, name));
  peek(m, text(m, "%s[0]", name));
}

// Only those that no run shows; at_ in pointer_data is such a detail of runs.
static void changed_declaration(Module *m) {
  static const char *const pair[][3] = {
      {"unsigned %s = 1;\n", "unsigned long %s = 1;\n", "size of a variable"},
      {"unsigned %s = 1;\n", "int %s = 1;\n", "sign of a variable"},
      {"unsigned %s = 1;\n", "", "variable vanished"},
      {"int %s[4];\n", "int %s[3];\n", "length of an array"},
      {"unsigned %s = 1;\n",
       "static unsigned %s = 1;\nunsigned *at_%1$s(void) { return &%1$s; }\n",
       "variable became static"},
      {"unsigned %s = 1;\n", "const unsigned %s = 1;\n",
       "variable became const"},
      {"unsigned %s = 1;\n", "__attribute__((weak)) unsigned %s = 1;\n",
       "variable became weak"},
      {"__attribute__((weak)) unsigned %s = 1;\n", "unsigned %s = 1;\n",
       "weak variable became strong"},
      {"unsigned %s = 1;\n", "_Thread_local unsigned %s = 1;\n",
       "variable became thread-local"},
      {"unsigned %s = 1;\n", "_Alignas(64) unsigned %s = 1;\n", NULL},
      {"_Alignas(64) unsigned %s = 1;\n", "unsigned %s = 1;\n",
       "alignment of a variable"},
      {"unsigned %s = 1;\n",
       "__attribute__((section(\"mine\"))) unsigned %s = 1;\n",
       "section of a variable"},
      {"struct s%1$s { unsigned a; char b; } %1$s;\n",
       "struct s%1$s { char b; unsigned a; } %1$s;\n", "members of a struct"},
      {"unsigned *%s;\n", "float *%s;\n", "target of a pointer"},
  };
  const char *const *row;
  do row = pair[dice(m, VD_COUNT(pair))];
  while (!row[2]);
  const char *name = fresh(m, "v");
  for (int side = OLD; side <= NEW; side++) {
    VdBuf line = {0};
    for (const char *c = row[side]; *c; c++) {
      bool named = !strncmp(c, "%1$s", 4);
      if (named || !strncmp(c, "%s", 2)) {
        vd_buf_str(&line, name);
        c += named ? 3 : 1;
      } else {
        vd_buf_char(&line, *c);
      }
    }
    put_one(m, side, "%s", vd_buf_text(&line));
    vd_buf_done(&line);
  }
  changed_surface(m, row[2]);
}

bool data_item(Module *m, Mode mode) {
  if (mode == CHANGED && odds(m, 40)) {
    changed_declaration(m);
    return true;
  }
  if (mode == CHANGED) changed(m, "contents of data");
  switch (dice(m, 3)) {
    case 0: array_data(m, mode); break;
    case 1: string_data(m, mode); break;
    default: pointer_data(m, mode);
  }
  return true;
}

// --------------------------------------------------------------- functions

static void changed_signature(Module *m, const char *name, const char *expr) {
  static const char *const form[][2] = {
      {"unsigned %s(unsigned x, unsigned y, unsigned z)", "parameter added"},
      {"unsigned %s(unsigned x, unsigned long y)", "parameter wider"},
      {"unsigned %s(unsigned x, int y)", "sign of a parameter"},
      {"unsigned long %s(unsigned x, unsigned y)", "result wider"},
      {"int %s(unsigned x, unsigned y)", "sign of a result"},
      {"static unsigned %s(unsigned x, unsigned y)", "function became static"},
      {"__attribute__((weak)) unsigned %s(unsigned x, unsigned y)",
       "function became weak"},
      {"__attribute__((ms_abi)) unsigned %s(unsigned x, unsigned y)",
       "calling convention"},
      {"__attribute__((visibility(\"hidden\"))) unsigned %s(unsigned x, "
       "unsigned y)",
       "function became hidden"},
      {"__attribute__((section(\"mine\"))) unsigned %s(unsigned x, unsigned y)",
       "section of a function"},
      {"unsigned %s(unsigned x, unsigned y, ...)", "function became variadic"},
  };
  uint32_t i = dice(m, VD_COUNT(form));
  const char *at = strstr(form[i][0], "%s");
  put_one(m, OLD, "unsigned %s(unsigned x, unsigned y)", name);
  put_one(m, NEW, "%.*s%s%s", (int)(at - form[i][0]), form[i][0], name, at + 2);
  put(m, " {\n  (void)x, (void)y;\n  return %s;\n}\n", expr);
  if (!strncmp(form[i][0], "static", 6))
    put(m, "unsigned user_of_%s(unsigned x) { return %s(x, 0); }\n", name,
        name);
  changed_surface(m, form[i][1]);
}

bool function_item(Module *m, Mode mode) {
  const char *name = fresh(m, "f");
  if (mode == CHANGED && odds(m, 40)) {
    const char *expr = some_expr(m, xy, 2, KEPT).at[OLD];
    if (odds(m, 80)) {
      changed_signature(m, name, expr);
      return true;
    }
    put_one(m, OLD, "unsigned %s(unsigned x, unsigned y) { return %s; }\n",
            name, expr);
    changed_surface(m, "function vanished");
    return true;
  }
  Both e = some_expr(m, xy, 3, mode);
  const char *weak = odds(m, 20) ? "__attribute__((weak)) " : "";
  put(m, "%sunsigned %s(unsigned x, unsigned y) {\n  (void)x, (void)y;\n", weak,
      name);
  bool split = mode == EQUAL && odds(m, 50);
  put_one(m, OLD, "  return %s;\n", e.at[OLD]);
  put_one(m, NEW,
          split ? "  unsigned r = %s;\n  return r;\n" : "  return %s;\n",
          e.at[NEW]);
  put(m, "}\n");
  if (mode == EQUAL && odds(m, 30))
    put_one(m, NEW, "unsigned only_%s(unsigned x) { return x; }\n", name);
  if (mode == CHANGED) changed(m, "body of a function");
  add_entry(m, name);
  return true;
}

// A static helper and a counter, private to one function.
bool static_item(Module *m, Mode mode) {
  const char *name = fresh(m, "f"), *help = fresh(m, "h");
  bool first = odds(m, 50);
  Both e = some_expr(m, xy, 2, mode == CHANGED && first ? KEPT : mode);
  uint32_t start = dice(m, 4), step = 1 + dice(m, 3);
  const char *renamed = mode == EQUAL ? text(m, "%s_r", help) : help;
  for (int side = OLD; side <= NEW; side++) {
    bool other = side == NEW && mode == CHANGED && first;
    const char *h = side == NEW ? renamed : help;
    put_one(m, side, "static unsigned %s(unsigned x, unsigned y) {\n", h);
    put_one(m, side, "  (void)x, (void)y;\n  return %s;\n}\n", e.at[side]);
    put_one(m, side, "unsigned %s(unsigned x, unsigned y) {\n", name);
    put_one(m, side, "  static unsigned n = %u;\n  n += %u;\n",
            start + (other && odds(m, 50)), step + other);
    put_one(m, side, "  return %s(x + n, y);\n}\n", h);
  }
  if (mode == CHANGED) changed(m, "static function or variable");
  add_entry(m, name);
  return true;
}

// What is weak may be another one when linked.
bool weak_item(Module *m, Mode mode) {
  const char *name = fresh(m, "f"), *weak = fresh(m, "w");
  uint32_t value = dice(m, 100);
  if (odds(m, 50)) {
    put(m, "__attribute__((weak)) unsigned %s(void) { return %uu; }\n", weak,
        value);
    put(m, "unsigned %s(unsigned x, unsigned y) {\n  (void)y;\n", name);
    put_one(m, OLD, "  return x ^ %s();\n}\n", weak);
    if (mode == CHANGED) {
      put_one(m, NEW, "  return x ^ %uu;\n}\n", value);
      changed_surface(m, "body of a weak function taken for granted");
    } else {
      put_one(m, NEW, "  return %s() ^ x;\n}\n", weak);
    }
    add_entry(m, name);
    return true;
  }
  put(m, "extern unsigned %s(void) __attribute__((weak));\n", weak);
  put(m, "unsigned %s(unsigned x) {\n", name);
  put_one(m, OLD, "  return %s ? x : 0;\n}\n", weak);
  put_one(m, NEW,
          mode == CHANGED ? "  (void)%s;\n  return x;\n}\n"
                          : "  if (!%s) return 0;\n  return x;\n}\n",
          weak);
  if (mode == CHANGED) changed_surface(m, "weak reference taken for there");
  return true;
}

// An exported table of static functions.
bool table_item(Module *m, Mode mode) {
  const char *name = fresh(m, "table"), *f = fresh(m, "t");
  uint32_t n = 2 + dice(m, 3), which = dice(m, n - 1);
  bool order = mode == CHANGED && odds(m, 50);
  for (uint32_t i = 0; i < n; i++) {
    Mode here = order || (mode == CHANGED && i != which) ? KEPT : mode;
    Both e = some_expr(m, xy, 1, here);
    for (int side = OLD; side <= NEW; side++) {
      put_one(m, side, "static unsigned %s_%u(unsigned x, unsigned y) {\n", f,
              i);
      put_one(m, side, "  (void)x, (void)y;\n  return %s;\n}\n", e.at[side]);
    }
  }
  const char *cv = odds(m, 50) ? "const " : "";
  for (int side = OLD; side <= NEW; side++) {
    put_one(m, side, "unsigned (*%s%s[])(unsigned, unsigned) = {", cv, name);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t at = side == NEW && order && i == which       ? i + 1
                    : side == NEW && order && i == which + 1 ? i - 1
                                                             : i;
      put_one(m, side, "%s_%u, ", f, at);
    }
    put_one(m, side, "};\n");
  }
  for (uint32_t i = 0; i < n; i++)
    peek(m, text(m, "%s[%u](%u, %u)", name, i, 7 + i, 1234567 + i));
  if (mode == CHANGED) changed(m, "table of functions");
  return true;
}

// ------------------------------------------------------- start and linking

bool start_item(Module *m, Mode mode) {
  static const char *const when[] = {"constructor", "constructor(200)",
                                     "destructor"};
  const char *name = fresh(m, "start"), *cell = fresh(m, "ready");
  uint32_t kind = dice(m, VD_COUNT(when)), how = dice(m, 4);
  if (mode != CHANGED) how = 3;
  Both e = some_expr(m, none, 1, how == 3 ? mode : KEPT);
  put(m, "unsigned %s;\n", cell);
  for (int side = OLD; side <= NEW; side++) {
    if (how == (side == OLD ? 0u : 1u)) continue;  // came, vanished
    put_one(m, side, "__attribute__((%s)) static void %s(void) {\n",
            side == NEW && how == 2 ? "constructor(300)" : when[kind], name);
    put_one(m, side, "  %s = %s;\n  tick(%s);\n}\n", cell, e.at[side], cell);
  }
  peek(m, cell);
  if (mode != CHANGED) return true;
  if (how == 3 && kind == 2) {  // at the end of the oracle nobody looks
    put_one(m, NEW, "__attribute__((destructor)) static void %s_more(void) {\n",
            name);
    put_one(m, NEW, "  tick(77);\n}\n");
  }
  if (how < 3 || kind == 2) {
    changed_surface(m, "what runs at the start or the end");
  } else {
    changed(m, "body of a constructor");
  }
  return true;
}

bool alias_item(Module *m, Mode mode) {
  const char *name = fresh(m, "also"), *f = fresh(m, "f");
  for (int i = 0; i < 2; i++)
    put(m, "unsigned %s_%d(unsigned x, unsigned y) { return x %c y; }\n", f, i,
        "^&"[i]);
  for (int side = OLD; side <= NEW; side++) {
    if (side == NEW && mode == EQUAL) {
      put_one(m, side, "unsigned %s(unsigned x, unsigned y) {\n", name);
      put_one(m, side, "  return x ^ y;\n}\n");
      continue;
    }
    put_one(m, side,
            "unsigned %s(unsigned x, unsigned y) "
            "__attribute__((alias(\"%s_%d\")));\n",
            name, f, side == NEW && mode == CHANGED);
  }
  if (mode == CHANGED) changed(m, "target of an alias");
  add_entry(m, name);
  return true;
}

// Entries of a section, as tables of commands are made.
bool section_item(Module *m, Mode mode) {
  const char *name = fresh(m, "entry");
  uint32_t value = dice(m, 100), how = dice(m, 3);
  const char *form =
      "__attribute__((section(\"entries\"), used)) static const unsigned "
      "%s_%u = %uu;\n";
  put(m, form, name, 0u, value);
  for (int side = OLD; side <= NEW; side++) {
    bool other = mode == CHANGED && side == NEW;
    if (mode == CHANGED && how == (side == OLD ? 0u : 1u)) continue;
    put_one(m, side, form, name, 1u, value + (other && how == 2));
  }
  if (mode == CHANGED) changed_surface(m, "entry of a section");
  return true;
}

// ----------------------------------------------------------- library names

// With the type that the library has.
bool library_item(Module *m, Mode mode) {
  static const char *const decl[] = {
      "int abs(int);\n", "int toupper(int);\n",
      "unsigned long strlen(const char *);\n",
      "void *memset(void *, int, unsigned long);\n"};
  static const char *const use[][3] = {
      {"(unsigned)abs((int)(x & 255) - %u)",
       "((x & 255) < %1$uu ? %1$uu - (x & 255) : (x & 255) - %1$uu)",
       "(unsigned)abs((int)(x & 255) - %u - 1)"},
      {"(unsigned)toupper((int)((x & 7) + %u))",
       "(unsigned)toupper((int)(%u + (x & 7)))",
       "(unsigned)toupper((int)((x & 7) + %u) + 1)"},
      {"(unsigned)strlen(\"ab\\0c\" + (x & 1)) + %u",
       "(unsigned)(%u + (unsigned)strlen(\"ab\" + (x & 1)))",
       "(unsigned)strlen(\"abc\" + (x & 1)) + %u"},
      {"(memset(&y, (int)%u, 2), y)", "(y = (y & 0xffff0000u) | %uu * 257u)",
       "(memset(&y, (int)%u, 3), y)"}};
  uint32_t i = dice(m, VD_COUNT(decl)), n = dice(m, 100);
  if (i == 0) n = 1 + n;
  if (!(m->declared >> i & 1)) put(m, "%s", decl[i]);
  m->declared |= 1u << i;
  const char *name = fresh(m, "f");
  for (int side = OLD; side <= NEW; side++) {
    const char *form = use[i][side == OLD || mode == KEPT ? 0
                              : mode == EQUAL             ? 1
                                                          : 2];
    VdBuf line = {0};
    for (const char *c = form; *c; c++) {
      bool again = !strncmp(c, "%1$u", 4);
      if (again || !strncmp(c, "%u", 2)) {
        vd_buf_printf(&line, "%u", n);
        c += again ? 3 : 1;
      } else {
        vd_buf_char(&line, *c);
      }
    }
    put_one(m, side, "unsigned %s(unsigned x, unsigned y) {\n", name);
    put_one(m, side, "  (void)x, (void)y;\n  return %s;\n}\n",
            vd_buf_text(&line));
    vd_buf_done(&line);
  }
  if (mode == CHANGED) changed(m, "use of a library function");
  add_entry(m, name);
  return true;
}

// A name of the library with a type that is not the library's. The oracle
// notes each call.
bool stranger_item(Module *m, Mode mode) {
  static const char *const decl[] = {
      "void log(unsigned);\n", "unsigned sqrt(unsigned);\n",
      "unsigned pow(unsigned, unsigned);\n", "void free(unsigned);\n",
      "void index(unsigned, unsigned);\n"};
  static const char *const use[] = {"log(%s);", "r += sqrt(%s);",
                                    "r += pow(%s, 2);", "free(%s);",
                                    "index(%s, 3);"};
  uint32_t i = dice(m, VD_COUNT(decl)), j = dice(m, VD_COUNT(decl));
  for (uint32_t k = 0; k < VD_COUNT(decl); k++) {
    if ((k != i && k != j) || m->declared >> (8 + k) & 1) continue;
    put(m, "%s", decl[k]);
    m->declared |= 1u << (8 + k);
  }
  const char *name = fresh(m, "f");
  uint32_t how = dice(m, 4);
  Both a = some_expr(m, xy, 1, mode == CHANGED && how ? KEPT : mode);
  Both b = some_expr(m, xy, 1, mode == CHANGED ? KEPT : mode);
  for (int side = OLD; side <= NEW; side++) {
    uint32_t change = side == NEW && mode == CHANGED ? how : 0;
    char line[2][400];
    for (int k = 0; k < 2; k++) {
      const char *form = use[k ? j : i], *at = strstr(form, "%s");
      snprintf(line[k], sizeof line[k], "  %.*s%s%s\n", (int)(at - form), form,
               (k ? b : a).at[side], at + 2);
    }
    put_one(m, side, "unsigned %s(unsigned x, unsigned y) {\n", name);
    put_one(m, side, "  (void)x, (void)y;\n  unsigned r = 0;\n");
    put_one(m, side, "%s", line[change == 1]);
    if (change != 2) put_one(m, side, "%s", line[change != 1]);
    if (change == 3) put_one(m, side, "%s", line[1]);
    put_one(m, side, "  return r;\n}\n");
  }
  if (mode == CHANGED) changed(m, "calls of a name of the library");
  add_entry(m, name);
  return true;
}
