# Sourced by the cases here. A case has an attack.c with a function `attack`,
# made of raw system calls (attack.h), and calls `try`: the attack is put into a
# constructor, into a section that is run before them, and into the function
# under comparison, each time in the new version. The pair is compared as the
# user who runs the tests, with all walls, and as an ordinary user without
# namespaces and Landlock. Printed are the exit code, the verdict of f, and
# whether the real code confirmed it or why not. The case then looks for traces.
place=$(mktemp -d /tmp/veridiff-attack-XXXXXX) || exit
trap 'rm -rf "$place"' EXIT
cp "$CASE/../attack.h" "$CASE/../without.c" attack.c "$place"
cp "$VERIDIFF" "$place/veridiff"
cd "$place" || exit
mkdir tmp
chmod 755 .
chmod 1777 tmp
TMPDIR=$place/tmp
export TMPDIR
cc -o without without.c || exit

put() {
  printf '%s\n' "$@"
}

# The function under comparison can't have assembler in it, which is not
# compared; it calls what is assembler at file scope.
new() {
  put '#include "attack.c"'
  case $1 in
    constructor)
      put '__attribute__((constructor(101)))' \
        'static void early(int n, char **arg, char **env) {' \
        '  arguments = arg;' '  environment = env;' '  attack();' '}' \
        'int f(int x) { return x + 2; }'
      ;;
    section)
      put 'static void early(int n, char **arg, char **env) {' \
        '  arguments = arg;' '  environment = env;' '  attack();' '}' \
        '__attribute__((section(".preinit_array"), used))' \
        'static void (*const first)(int, char **, char **) = early;' \
        'int f(int x) { return x + 2; }'
      ;;
    function)
      put '__attribute__((used)) static int hooked(int x) {' \
        '  attack();' '  return x;' '}' \
        '__asm__(".globl hook\n.type hook, @function\nhook: jmp hooked");' \
        'int hook(int x);' \
        'int f(int x) { return hook(x) + 2; }'
      ;;
  esac
}

compare() {
  "$@" ./veridiff --store none --no-times --color never --function f \
    old.c new.c >report 2>messages
  code=$?
  verdict=$(awk '$1 == "f" { print $2; exit }' report)
  why=$(sed -n -e 's/^    \(confirmed by the real code\):$/\1/p' \
    -e 's/^    \(not confirmed by the real code\):$/\1/p' \
    -e 's/^    not confirmed by the real code: not replayed: //p' report)
  put "  exit $code: $verdict${why:+, $why}"
  cat messages
  [ "$verdict" = different ] || cat report
}

# As nobody, and as if the machine had no second wall.
compare_without() {
  if [ "$(id -u)" = 0 ]; then
    compare setpriv --reuid 65534 --regid 65534 --clear-groups ./without
  else
    compare ./without
  fi
}

try() {
  put 'int f(int x) { return x + 1; }' >old.c
  for kind in ${1:-constructor section function}; do
    new "$kind" >new.c
    put "$kind:"
    compare
    # How the code came to run makes no difference to the walls.
    [ "$kind" != section ] && compare_without
  done
  return 0
}
