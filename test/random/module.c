// random-module SEED DIR: writes a pair of whole files (see module.h).
//
//   old.c, new.c  the versions; with ORACLE defined, for module_oracle.c
//   claim         "equal", "run WHAT" for what a run shows, if one does, or
//                 "surface WHAT" for what differs without a run
//   driver.c      tables for module_oracle.c
#include "module.h"
#include "files.h"

#include <stdarg.h>
#include <stdlib.h>

uint32_t dice(Module *m, uint32_t n) {
  return (uint32_t)vd_random_below(&m->random, n);
}

bool odds(Module *m, uint32_t percent) {
  return dice(m, 100) < percent;
}

void put(Module *m, const char *fmt, ...) {
  for (int side = OLD; side <= NEW; side++) {
    va_list args;
    va_start(args, fmt);
    vd_buf_vprintf(&m->text[side], fmt, args);
    va_end(args);
  }
}

void put_one(Module *m, int side, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&m->text[side], fmt, args);
  va_end(args);
}

char *text(Module *m, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *kept = vd_arena_vprintf(&m->arena, fmt, args);
  va_end(args);
  return kept;
}

void changed(Module *m, const char *what) {
  vd_buf_str(&m->what, what);
}

void changed_surface(Module *m, const char *what) {
  changed(m, what);
  m->surface = true;
}

void add_entry(Module *m, const char *name) {
  vd_buf_printf(&m->externs,
                "unsigned old_%s(unsigned, unsigned), new_%s(unsigned, "
                "unsigned);\n",
                name, name);
  vd_buf_printf(&m->entries, "  {\"%s\", {old_%s, new_%s}},\n", name, name,
                name);
}

static const Item items[] = {
    data_item,    data_item,    data_item,     function_item, function_item,
    static_item,  weak_item,    table_item,    start_item,    alias_item,
    section_item, library_item, stranger_item, stranger_item, loop_item,
    loop_item,    loop_item,    loop_item,     wait_item};

static const char head[] =
    "void tick(unsigned);\n"
    "unsigned in(void);\n"
    "#ifdef ORACLE\n"
    "void put_register(unsigned, unsigned);\n"
    "unsigned get_register(unsigned);\n"
    "#define PUT(r, v) put_register(r, v)\n"
    "#define GET(r) get_register(r)\n"
    "#else\n"
    "extern volatile unsigned reg[3];\n"
    "#define PUT(r, v) (reg[r] = (v))\n"
    "#define GET(r) (reg[r])\n"
    "#endif\n";

static void make(Module *m) {
  bool equal = odds(m, 40);
  uint32_t n = 2 + dice(m, 4), which = dice(m, n);
  put(m, "%s", head);
  for (uint32_t i = 0; i < n; i++) {
    Mode mode = !equal && i == which ? CHANGED : odds(m, 60) ? EQUAL : KEPT;
    while (!items[dice(m, VD_COUNT(items))](m, mode)) {
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: random-module SEED DIR\n");
    return 2;
  }
  Module m = {.random = {strtoull(argv[1], NULL, 0)}};
  make(&m);
  VdBuf driver = {0}, claim = {0};
  vd_buf_printf(&driver, "#include \"module_oracle.h\"\n%s",
                vd_buf_text(&m.externs));
  vd_buf_printf(&driver, "const struct Entry entries[] = {\n%s  {0}};\n",
                vd_buf_text(&m.entries));
  vd_buf_printf(&driver,
                "#define ROW(x) extern unsigned old_##x, new_##x;\n%s"
                "#undef ROW\n#define ROW(x) {{&old_##x, &new_##x}},\n"
                "const struct Shared shared[] = {\n%s  {{0}}};\n",
                vd_buf_text(&m.shared), vd_buf_text(&m.shared));
  vd_buf_printf(&claim, "%s %s\n",
                !m.what.len ? "equal"
                : m.surface ? "surface"
                            : "run",
                vd_buf_text(&m.what));
  bool ok = write_file(argv[2], "old.c", &m.text[OLD]) &&
            write_file(argv[2], "new.c", &m.text[NEW]) &&
            write_file(argv[2], "claim", &claim) &&
            write_file(argv[2], "driver.c", &driver);
  VdBuf *all[] = {&m.text[OLD], &m.text[NEW], &m.entries, &m.externs,
                  &m.shared,    &m.what,      &driver,    &claim};
  for (size_t i = 0; i < VD_COUNT(all); i++) vd_buf_done(all[i]);
  vd_arena_done(&m.arena);
  return ok ? 0 : 1;
}
