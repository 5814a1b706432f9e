// --help, made from options.def. doc/veridiff.1 says the same at more length.
#include "cli/options.h"

enum { HELP_COLUMN = 22 };

static const char head[] =
    "Usage: veridiff [options] OLD NEW\n"
    "       veridiff ir [options] FILE\n"
    "       veridiff summary [options] FILE\n"
    "       veridiff store [--store-dir DIR] [--store-key FILE]\n"
    "       veridiff rules [options] OLD [NEW] --crosswalk FILE\n"
    "       veridiff rules migrate [options] OLD --crosswalk FILE -o NEW\n"
    "       veridiff run [options] PROGRAM --trace FILE\n"
    "\n"
    "Compares two versions of a C program by behaviour. For every function "
    "that\n"
    "both have, it proves that they behave the same, or shows an input on "
    "which\n"
    "they do not, or says what kept it from either. OLD and NEW are two files\n"
    "(.c, .i, LLVM .bc and .ll, veridiff's own .vir; PLC programs as .st and\n"
    "PLCopen .xml) or two directories, whose files are paired by their paths.\n"
    "\n"
    "  ir       print the intermediate representation of a file\n"
    "  summary  print each of its functions as terms\n"
    "  store    tell what the proof store holds\n"
    "  rules    compare rule functions across a changed code system; of OLD "
    "alone,\n"
    "           whether its functions can be migrated; migrate writes the new "
    "ones\n"
    "  run      simulate a PLC program (.st, PLCopen .xml) on a trace of "
    "inputs\n";

static const char tail[] =
    "\nVerdicts:\n"
    "  same                     on every input on which old is defined\n"
    "  same if both end         whether they do was not shown to be alike\n"
    "  same up to N iterations  no loop was followed further than that\n"
    "  different                with an input that was replayed\n"
    "  fundamental mismatch     no new version of a rule function can be "
    "right\n"
    "  unknown, unsupported, timeout, error   nothing was settled; it says "
    "why\n"
    "\nExit code:\n"
    "  0    every pair is the same\n"
    "  1    a difference was shown\n"
    "  2    the command line or an input is wrong, whatever else was found\n"
    "  3    something is undecided, and no difference was shown\n"
    "       run: 1 a fault, or not what the trace expects; 3 could not be run\n"
    "  130  interrupted; what was settled until then was printed\n"
    "\nExamples:\n"
    "  veridiff old.c new.c\n"
    "  veridiff --cflags '-Iinclude -DNDEBUG' v1/src v2/src\n"
    "  veridiff --explain parse old.c new.c\n"
    "  veridiff --emit-test repro old.c new.c || sh repro/parse/run.sh\n"
    "  veridiff --json old new | jq '.files[].items[] |\n"
    "      select(.verdict.kind == \"different\").name'\n"
    "  veridiff summary --function max old.c\n"
    "  veridiff rules icd9 icd10 --crosswalk 2018_I9gem.txt \\\n"
    "      --crosswalk 2018_I10gem.txt\n"
    "  veridiff v1.xml v2.xml --inputs 'Sensor_*' --outputs 'Actuator_*' \\\n"
    "      --contract v2.contract\n"
    "  veridiff run main.st --trace day.csv --cycle 4ms --vcd day.vcd\n"
    "  veridiff run plant.xml --program Main --inputs 'Sensor_*' \\\n"
    "      --outputs 'Actuator_*' --watch 'Crane.*' --trace day.csv\n";

static void pad(VdBuf *out, size_t used) {
  for (size_t i = used; i < HELP_COLUMN; i++) vd_buf_char(out, ' ');
}

static void put_option(const VdOptionRow *row, VdBuf *out) {
  size_t start = out->len;
  vd_buf_printf(out, "  --%s", row->name);
  if (row->value) vd_buf_printf(out, " %s", row->value);
  size_t used = out->len - start;
  if (used + 2 > HELP_COLUMN) {
    vd_buf_char(out, '\n');
    used = 0;
  }
  pad(out, used);
  for (const char *at = row->help; *at; at++) {
    vd_buf_char(out, *at);
    if (*at == '\n') pad(out, 0);
  }
  vd_buf_char(out, '\n');
}

void vd_help_print(VdBuf *out) {
  vd_buf_str(out, head);
  for (uint32_t i = 0; i < vd_option_count; i++) {
    const VdOptionRow *row = &vd_option_rows[i];
    if (row->kind == VD_OPTION_GROUP) {
      vd_buf_printf(out, "\n%s:\n", row->name);
    } else {
      put_option(row, out);
    }
  }
  vd_buf_str(out, tail);
}
