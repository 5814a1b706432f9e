# The rest is the same in every reproducer. It needs from above: CC, debug,
# memory, fill, compile_old and compile_new.
LC_ALL=C
export LC_ALL
ulimit -c 0

# Undefined behaviour ends the program, as far as the compiler can see to it;
# variables without a value have the same one in every run. What is undefined
# here is so by the C standard and to veridiff: conversions and the arithmetic
# of unsigned numbers and pointers are not.
plain="-O0 $debug -w -ffp-contract=off -fno-builtin"
traps='-fsanitize=signed-integer-overflow,shift-exponent,bounds'
traps=$traps',integer-divide-by-zero,float-cast-overflow,unreachable'
traps=$traps',bool,builtin -fsanitize-undefined-trap-on-error'
fill=-ftrivial-auto-var-init=$fill

# Accesses to memory ask the runtime, by calls, whether they stay inside of
# variables. Compilers say it in two ways.
asks='-fsanitize=kernel-address -fno-sanitize-address-use-after-scope'
shadow=0x400000000000
gcc="$asks -fasan-shadow-offset=$shadow
  --param asan-instrumentation-with-call-threshold=0
  --param asan-stack=1 --param asan-globals=1 --param asan-instrument-allocas=1"
clang="$asks -mllvm -asan-mapping-offset=$shadow
  -mllvm -asan-instrumentation-with-call-threshold=0
  -mllvm -asan-stack=1 -mllvm -asan-globals=1"

unit() {
  log=$build/$1.log
  case $memory$CC in
    no*) false ;;
    *clang*) compile_$1 $traps $fill $clang 2>"$log" ;;
    *)
      compile_$1 $traps $fill $gcc 2>"$log" ||
        compile_$1 $traps $fill $clang 2>"$log"
      ;;
  esac || compile_$1 $traps $fill 2>"$log" || compile_$1 $traps 2>"$log" ||
    compile_$1 2>"$log"
}

common() {
  if [ -f "$here/$1.o" ]; then
    cp "$here/$1.o" "$build/$1.o"
  else
    $CC $plain -c "$here/$1.c" -o "$build/$1.o" 2>"$build/$1.log"
  fi
}

# Far from where inputs have their memory.
base=-Wl,-Ttext-segment=0x5a5a0000

# The user's code, the case and the runtime are one file first, in which names
# are no longer seen from outside: the system's library, which is linked in, has
# its own functions for what it does before the replay, and the user's code gets
# those that the case defines.
whole() {
  whole=$build/whole_$1.o
  ld -r -d "$build/$1"*.o "$build/case.o" "$build/runtime.o" -o "$whole" &&
    objcopy --keep-global-symbol=main --keep-global-symbol=veridiff_missing \
      "$whole"
}

link_with() {
  $CC -static -no-pie "$@" -lm 2>"$build/link_$version.log"
}

# Names that are defined in no file at hand, and not needed by this input.
missing() {
  echo 'void veridiff_missing(const char *name);'
  sed -n -e "s/.*undefined reference to .\([A-Za-z_0-9]*\)'.*/\1/p" \
    -e 's/.*undefined symbol: \([A-Za-z_0-9]*\).*/\1/p' \
    "$build/link_$version.log" | sort -u | while read -r name; do
    echo "void m_$name(void) __asm__(\"$name\");"
    echo "void m_$name(void) { veridiff_missing(\"$name\"); }"
  done
}

link() {
  version=$1
  other=$build/missing_$version
  whole "$version" 2>"$build/link_$version.log" || return
  set -- "$whole" -o "$build/$version"
  link_with $base "$@" || {
    missing >"$other.c" && $CC $plain -c "$other.c" -o "$other.o" &&
      { link_with $base "$@" "$other.o" || link_with "$@" "$other.o"; }
  }
}

run() {
  "$build/$1" >"$build/$1.out"
}

# both STEP [FILE...]: the step for both versions at once, and common files.
both() {
  "$1" old &
  first=$!
  "$1" new &
  second=$!
  shift
  bad=0
  for file; do common "$file" || bad=1; done
  wait $first || bad=1
  wait $second || bad=1
  return $bad
}

rm -rf "$build"
mkdir -p "$build/empty" || exit 2
both unit case runtime && both link || {
  cat "$build"/*.log >&2
  exit 2
}
[ -z "$only_build" ] || exit 0
both run
for version in old new; do
  echo "$version:"
  sed 's/^/  /' "$build/$version.out"
done
grep -qE '^(unavailable|impossible)' "$build/old.out" "$build/new.out" && exit 2
cmp -s "$build/old.out" "$build/new.out"
