// The veridiff program. Only the outermost shell is here.
#include "cli/cli.h"

int vd_print(const VdBuf *text) {
  VdBuf error = {0};
  bool ok = vd_output_write(text, &error);
  if (!ok) vd_message(error.at);
  vd_buf_done(&error);
  return ok ? VD_STATUS_OK : VD_STATUS_USAGE;
}

static int print_help(const VdArgs *args) {
  VdBuf text = {0};
  if (args->named)
    vd_help_print_command(args->command, &text);
  else
    vd_help_print(&text);
  int code = vd_print(&text);
  vd_buf_done(&text);
  return code;
}

static int print_version(void) {
  VdBuf text = {0};
  vd_buf_printf(&text, "veridiff %s\n", VD_VERSION);
  int code = vd_print(&text);
  vd_buf_done(&text);
  return code;
}

static bool starts_programs(VdCommandKind command) {
  return command != VD_COMMAND_STORE && command != VD_COMMAND_RUN;
}

static int run(const VdArgs *args) {
  if (args->help) return print_help(args);
  if (args->version) return print_version();
  if (starts_programs(args->command)) {
    vd_tempdir_begin();
    vd_guard_init(args);
  }
  switch (args->command) {
    case VD_COMMAND_COMPARE: return vd_compare_command(args);
    case VD_COMMAND_IR: return vd_ir_command(args);
    case VD_COMMAND_SUMMARY: return vd_summary_command(args);
    case VD_COMMAND_STORE: return vd_store_command(args);
    case VD_COMMAND_RULES: return vd_rules_command(args);
    case VD_COMMAND_MIGRATE: return vd_migrate_command(args);
    case VD_COMMAND_RUN: return vd_run_command(args);
  }
  return VD_STATUS_USAGE;
}

int main(int argc, char *argv[]) {
  VdArgs args;
  VdBuf error = {0};
  int code = VD_STATUS_USAGE;
  vd_signals_init();
  if (vd_args_read(argc, argv, &args, &error) &&
      vd_args_lower_limits(&args, &error)) {
    code = run(&args);
    vd_tempdir_end();
  } else {
    vd_message(error.at);
    fputs("Try 'veridiff --help'.\n", stderr);
  }
  vd_buf_done(&error);
  return code;
}
