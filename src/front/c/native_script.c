// run.sh of a reproducer, which builds and runs both versions, and its README.
#include <stdlib.h>
#include <unistd.h>

#include "front/c/flag.h"
#include "front/c/native_impl.h"

static const char *side_name(int side) {
  return side == VD_OLD ? "old" : "new";
}

// As one word of a shell.
static void put_word(VdBuf *out, const char *text) {
  vd_buf_char(out, '\'');
  for (; *text; text++) {
    if (*text == '\'')
      vd_buf_str(out, "'\\''");
    else
      vd_buf_char(out, *text);
  }
  vd_buf_char(out, '\'');
}

// -------------------------------------------------------------------- flags
// Of those of the user, too, none that say what to make and where, or that need
// a runtime of their own.
static void put_flags(VdBuf *out, const char *const *flag) {
  while (flag && *flag) {
    uint32_t n;
    VdFlagClass class = vd_flag_read(flag, &n);
    bool idle = class == VD_FLAG_IDLE || class == VD_FLAG_LATER;
    for (; n > 0; n--, flag++) {
      if (idle) continue;
      vd_buf_char(out, ' ');
      put_word(out, *flag);
    }
  }
}

// ------------------------------------------------------------------- run.sh
static const char *const rest[] = {
#include "src/front/c/native_run.inc"
    NULL};

static void put_compile(VdReplay *r, int side, VdBuf *out) {
  const VdCommand *command = &r->command[side];
  const char *name = side_name(side);
  char *here = getcwd(NULL, 0);
  vd_buf_printf(out, "compile_%s() {\n  cd ", name);
  put_word(out, command->directory ? command->directory : here ? here : "/");
  vd_buf_str(out, " &&\n    $CC");
  if (!r->is_ir[side]) {
    vd_buf_char(out, ' ');
    put_word(out, vd_clang_no_folder(&r->arena, r->path[side]));
    put_flags(out,
              vd_clang_level(&r->arena, command->flags, r->options->flags));
    put_flags(out, command->flags);
    put_flags(out, r->options->flags);
  }
  // Clang's check does not know that flag.
  vd_buf_printf(
      out,
      " $plain \"$@\"%s \\\n"
      "      -c \"$here/%s.c\" -o \"$build/%s.o\"",
      vd_replay_wraps(r, side) ? " -fno-sanitize=signed-integer-overflow" : "",
      name, name);
  if (r->is_ir[side])
    vd_buf_printf(out,
                  " &&\n    clang-19 -O0 -w -c \"$here/%s.bc\" "
                  "-o \"$build/%s_ir.o\"",
                  name, name);
  vd_buf_str(out, "\n}\n");
  free(here);
}

// A name may have line ends, behind which a comment of a script is over.
static const char *safe(VdReplay *r, const char *text) {
  VdBuf line = {0};
  vd_text_print(text, &line);
  const char *copy = vd_arena_str(&r->arena, vd_buf_text(&line));
  vd_buf_done(&line);
  return copy;
}

void vd_native_run_sh(VdReplay *r, VdBuf *out) {
  vd_buf_printf(out,
                "#!/bin/sh\n"
                "# Builds the old and the new version of %s, runs both on one "
                "input and prints\n"
                "# what they do. Exits with 0 if that is the same, 1 if not, "
                "2 if one of them\n"
                "# could not be built or run. The compiler may be given: "
                "sh run.sh gcc\n"
                "# The code runs with all your rights; sh run.sh --build "
                "only builds it.\n"
                "only_build=\n"
                "[ \"$1\" = --build ] && only_build=yes && shift\n"
                "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n"
                "build=$here/build\n"
                "CC=${1:-%s}\n"
                "debug=%s\n"
                "memory=%s  # checked?\n"
                "fill=%s  # of variables without a value\n",
                safe(r, r->func[VD_OLD]->link), r->cc,
                r->is_kept ? "-g" : "-g0",
                vd_replay_is_checked(r) ? "yes" : "no",
                vd_replay_is_uninitialised(r) ? "pattern" : "zero");
  put_compile(r, VD_OLD, out);
  put_compile(r, VD_NEW, out);
  vd_buf_char(out, '\n');
  for (uint32_t i = 0; rest[i]; i++) vd_buf_str(out, rest[i]);
}

void vd_native_readme(VdReplay *r, VdBuf *out) {
  const char *name = safe(r, r->func[VD_OLD]->link);
  vd_buf_printf(
      out,
      "%s: an input that tells the versions apart\n\n"
      "old  %s\n"
      "new  %s\n\n"
      "    sh run.sh\n\n"
      "compiles both, calls %s with the input, prints what each version "
      "does,\n"
      "and exits with 1 if that is not the same. Calls to functions of other "
      "files\n"
      "do not get there: they are answered as the input says.\n\n"
      "case.c     the input: parameters, memory, answers from outside\n"
      "old.c      the old version, and how to get at what is in it\n"
      "new.c      the new version\n"
      "runtime.c  sets up the input, and prints what happens\n",
      name, safe(r, r->path[VD_OLD]), safe(r, r->path[VD_NEW]), name);
  if (vd_replay_is_undefined(r))
    vd_buf_str(
        out,
        "\nThe code is compiled so that it stops at undefined behaviour, "
        "which then is\nwhat it does.\n");
  if (r->input->difference && *r->input->difference)
    vd_buf_printf(out, "\nFound: %s\n", safe(r, r->input->difference));
}
