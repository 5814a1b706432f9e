// --help, made from command.def and options.def. doc/veridiff.1 says the same
// at more length. That of all commands fits a screen of 24 lines.
#include "cli/options.h"

enum { HELP_COLUMN = 22, COMMAND_COLUMN = 17 };

static const char head[] =
    "Usage: veridiff [options] OLD NEW\n"
    "       veridiff COMMAND [options] FILES\n"
    "\n"
    "Compares two versions of a program by behaviour: C functions, PLC "
    "programs,\n"
    "or rules across a changed code system. Proves that they behave the same, "
    "or\n"
    "shows an input on which they do not, replayed on the real code.\n"
    "\n";

static const char codes[] =
    "\nExit code:\n"
    "  0    all that the old version shows to others is there, and the same\n"
    "  1    a difference was shown\n"
    "  2    the command line or an input is wrong, whatever else was found\n"
    "  3    something is undecided or was not compared, and no difference "
    "shown\n"
    "  130  interrupted; what was settled until then was printed\n";

static const char tail[] =
    "\n'veridiff COMMAND --help' lists a command's options; man veridiff says "
    "more.\n";

static void pad(VdBuf *out, size_t used, size_t column) {
  for (size_t i = used; i < column; i++) vd_buf_char(out, ' ');
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
  pad(out, used, HELP_COLUMN);
  for (const char *at = row->help; *at; at++) {
    vd_buf_char(out, *at);
    if (*at == '\n') pad(out, 0, HELP_COLUMN);
  }
  vd_buf_char(out, '\n');
}

static void put_command(const VdCommandRow *row, VdBuf *out) {
  size_t start = out->len;
  vd_buf_printf(out, "  %s", row->word);
  pad(out, out->len - start, COMMAND_COLUMN);
  vd_buf_printf(out, "%s\n", row->line);
}

void vd_help_print(VdBuf *out) {
  vd_buf_str(out, head);
  for (uint32_t i = 0; i < VD_COMMANDS; i++)
    put_command(&vd_command_rows[i], out);
  vd_buf_str(out, codes);
  vd_buf_str(out, tail);
}

void vd_help_print_command(VdCommandKind command, VdBuf *out) {
  const VdCommandRow *row = &vd_command_rows[command];
  const char *title = NULL;
  vd_buf_printf(out, "Usage: veridiff %s\n\n%s", row->usage, row->about);
  for (uint32_t i = 0; i < vd_option_count; i++) {
    const VdOptionRow *option = &vd_option_rows[i];
    if (option->kind == VD_OPTION_GROUP) title = option->name;
    if (!(option->commands & 1u << command)) continue;
    if (title) vd_buf_printf(out, "\n%s:\n", title);
    title = NULL;
    put_option(option, out);
  }
  if (command != VD_COMMAND_STORE) vd_buf_str(out, codes);
  vd_buf_printf(out, "\nExamples:\n%s", row->examples);
}
