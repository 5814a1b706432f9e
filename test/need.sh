# What a machine may lack, for test/run-cases and test/run-lure, which source this.
# A need is the name of a program, or one of
#   tmpfs    a disk in memory can be mounted
#   limits   veridiff was built without a sanitizer, which takes more memory and
#            address space than any limit leaves
# A test without what it needs is skipped, and a line says so. With REQUIRE=all in
# the environment that is a failure. test/unit/need.h has the same for unit tests.

can_mount() {
  local folder
  folder=$(mktemp -d) || return
  mount -t tmpfs -o size=16k none "$folder" 2>/dev/null && umount "$folder"
  local code=$?
  rmdir "$folder"
  return $code
}

# Is need $1 there?
has() {
  case $1 in
    tmpfs) can_mount ;;
    limits) ! grep -q __asan_init "$VERIDIFF" ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Prints which of its arguments are not there; false if all are.
lacks() {
  local need missing=
  for need in "$@"; do
    has "$need" || missing="$missing, $need"
  done
  echo "${missing#, }"
  [ -n "$missing" ]
}

# Test $1 is without $2; leaves a file "skipped" or "failed" in folder $3.
skip() {
  mkdir -p "$3"
  # A build with a sanitizer is a choice, not a gap of the machine.
  if [ "${REQUIRE-}" = all ] && [ "$2" != limits ]; then
    echo "FAILED $1: needs $2, and REQUIRE=all" >"$3/failed"
  else
    echo "SKIPPED $1: needs $2" >"$3/skipped"
  fi
}

# The last line of a runner: $1 passed, $2 failed, $3 skipped.
say_counts() {
  if [ "$3" = 0 ]; then
    echo "$1 passed, $2 failed"
  else
    echo "$1 passed, $2 failed, $3 skipped"
  fi
}
