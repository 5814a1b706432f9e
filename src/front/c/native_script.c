// run.sh of a reproducer, which builds and runs both versions, and its README.
#include <stdlib.h>
#include <unistd.h>

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
// Flags that say what to make and where, or that need a runtime of their own.
static const struct Drop {
  const char *flag;
  bool is_prefix;
  bool has_value;  // in the next word
} drops[] = {
    {"-c", false, false},
    {"-S", false, false},
    {"-E", false, false},
    {"-o", false, true},
    {"-MF", false, true},
    {"-MT", false, true},
    {"-MQ", false, true},
    {"-M", true, false},
    {"--coverage", false, false},
    {"-fprofile", true, false},
    {"-ftest-coverage", false, false},
    {"-pg", false, false},
    {"-flto", true, false},
    {"-fsanitize", true, false},
    {"-Werror", true, false},
};

static const struct Drop *find_drop(const char *flag) {
  for (size_t i = 0; i < VD_COUNT(drops); i++) {
    const struct Drop *d = &drops[i];
    if (d->is_prefix ? !strncmp(flag, d->flag, strlen(d->flag))
                     : !strcmp(flag, d->flag))
      return d;
  }
  return NULL;
}

static void put_flags(VdBuf *out, const char *const *flag) {
  for (; flag && *flag; flag++) {
    const struct Drop *drop = find_drop(*flag);
    if (!drop) {
      vd_buf_char(out, ' ');
      put_word(out, *flag);
    } else if (drop->has_value && flag[1]) {
      flag++;
    }
  }
}

// ------------------------------------------------------------------- run.sh
static const char head[] =
    "# Exits with 0 if they do the same, 1 if they differ, 2 if one of them\n"
    "# could not be built or run.\n"
    "LC_ALL=C\n"
    "export LC_ALL\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n"
    "build=$here/build\n"
    "mkdir -p \"$build\" || exit 2\n"
    "ulimit -c 0\n"
    "\n"
    "# Undefined behaviour ends the program, as far as the compiler can see "
    "to\n"
    "# it; variables without a value are zero, so that runs can be repeated.\n"
    "plain='-O0 -g0 -w -ffp-contract=off -fno-builtin'\n"
    "traps='-fsanitize=signed-integer-overflow,shift-exponent,bounds"
    ",integer-divide-by-zero,float-cast-overflow,unreachable"
    " -fsanitize-undefined-trap-on-error'\n"
    "zero=-ftrivial-auto-var-init=zero\n\n";

static const char tail[] =
    "unit() {\n"
    "  log=$build/$1.log\n"
    "  compile_$1 $traps $zero 2>\"$log\" || compile_$1 $traps 2>\"$log\" ||\n"
    "    compile_$1 2>\"$log\"\n"
    "}\n"
    "common() {\n"
    "  $CC $plain -c \"$here/$1.c\" -o \"$build/$1.o\" 2>\"$build/$1.log\"\n"
    "}\n"
    "\n"
    "# Far from where inputs have their memory.\n"
    "base=-Wl,-Ttext-segment=0x5a5a0000\n"
    "link_with() {\n"
    "  $CC -no-pie \"$@\" -lm 2>\"$build/link_$version.log\"\n"
    "}\n"
    "# What is defined in no file at hand and not needed by this input.\n"
    "missing() {\n"
    "  echo 'void veridiff_missing(const char *name);'\n"
    "  sed -n -e \"s/.*undefined reference to .\\([A-Za-z_0-9]*\\)'.*/\\1/p\" "
    "\\\n"
    "    -e 's/.*undefined symbol: \\([A-Za-z_0-9]*\\).*/\\1/p' \\\n"
    "    \"$build/link_$version.log\" | sort -u | while read -r name; do\n"
    "    echo \"void m_$name(void) __asm__(\\\"$name\\\");\"\n"
    "    echo \"void m_$name(void) { veridiff_missing(\\\"$name\\\"); }\"\n"
    "  done\n"
    "}\n"
    "link_and_run() {\n"
    "  version=$1\n"
    "  other=$build/missing_$1\n"
    "  set -- \"$build\"/$1*.o \"$build/case.o\" \"$build/runtime.o\" \\\n"
    "    -o \"$build/$1\"\n"
    "  link_with $base \"$@\" || {\n"
    "    missing >\"$other.c\" && $CC $plain -c \"$other.c\" -o \"$other.o\" "
    "&&\n"
    "      { link_with $base \"$@\" \"$other.o\" ||\n"
    "        link_with \"$@\" \"$other.o\"; }\n"
    "  } || return\n"
    "  \"$build/$version\" >\"$build/$version.out\"\n"
    "}\n"
    "both() {\n"
    "  \"$1\" old &\n"
    "  first=$!\n"
    "  \"$1\" new &\n"
    "  second=$!\n"
    "  shift\n"
    "  good=0\n"
    "  for file; do common \"$file\" || good=1; done\n"
    "  wait $first || good=1\n"
    "  wait $second || good=1\n"
    "  return $good\n"
    "}\n"
    "\n"
    "rm -f \"$build\"/*.out \"$build\"/*.o\n"
    "both unit case runtime && both link_and_run || {\n"
    "  cat \"$build\"/*.log >&2\n"
    "  exit 2\n"
    "}\n"
    "for version in old new; do\n"
    "  echo \"$version:\"\n"
    "  sed 's/^/  /' \"$build/$version.out\"\n"
    "done\n"
    "grep -q '^unavailable' \"$build/old.out\" \"$build/new.out\" && exit 2\n"
    "cmp -s \"$build/old.out\" \"$build/new.out\"\n";

static void put_compile(VdReplay *r, int side, VdBuf *out) {
  const VdCommand *command = &r->command[side];
  const char *name = side_name(side);
  char *here = getcwd(NULL, 0);
  vd_buf_printf(out, "compile_%s() {\n  cd ", name);
  put_word(out, command->directory ? command->directory : here ? here : "/");
  vd_buf_str(out, " &&\n    $CC");
  if (!r->is_ir[side]) {
    put_flags(out, command->flags);
    put_flags(out, r->options->flags);
  }
  vd_buf_printf(out,
                " $plain \"$@\" \\\n"
                "      -c \"$here/%s.c\" -o \"$build/%s.o\"",
                name, name);
  if (r->is_ir[side])
    vd_buf_printf(out,
                  " &&\n    clang-19 -O0 -w -c \"$here/%s.bc\" "
                  "-o \"$build/%s_ir.o\"",
                  name, name);
  vd_buf_str(out, "\n}\n");
  free(here);
}

void vd_native_run_sh(VdReplay *r, VdBuf *out) {
  vd_buf_printf(out,
                "#!/bin/sh\n"
                "# Builds the old and the new version of %s, runs both on one "
                "input and prints\n"
                "# what they do. The compiler may be given: sh run.sh gcc\n",
                r->func[VD_OLD]->link);
  vd_buf_str(out, head);
  vd_buf_str(out, "CC=${1:-");
  vd_buf_str(out, r->cc);
  vd_buf_str(out, "}\n");
  put_compile(r, VD_OLD, out);
  put_compile(r, VD_NEW, out);
  vd_buf_str(out, tail);
}

void vd_native_readme(VdReplay *r, VdBuf *out) {
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
      r->func[VD_OLD]->link, r->path[VD_OLD], r->path[VD_NEW],
      r->func[VD_OLD]->link);
  if (r->input->difference && *r->input->difference)
    vd_buf_printf(out, "\nFound: %s\n", r->input->difference);
}
