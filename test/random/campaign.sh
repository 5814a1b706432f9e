# What test/random/run and test/random-st/run have in common. They source this,
# and define one_batch FOLDER NUMBER PAIRS, which makes pairs in the folder and
# prints what it finds: a line "KIND VERDICT ORACLE" a pair, and "FAILED ..." or
# "REFUSED ..." where there is something to look at, with lines of two spaces
# after it. Every option is a variable, set to its default before take_options.
# The tables are a section of doc/benchmarks.md; suite says what stands above them.
set -uo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
campaign=$(basename "$(dirname "$0")")
pairs=200 seed=1 timeout=10 build=$root/build keep= seconds=0 doc=
keep_all=

# The names of all options, and then the arguments.
take_options() {
  local names=" $1 "
  shift
  while [ $# -gt 0 ]; do
    case $names in
      *" ${1#--} "*) declare -g "${1#--}=${2:?}" && shift ;;
      *) [ "$1" != --about ] || exec "$root/bench/section" --about "${suite[@]}" ;;&
      *) sed -n '2,5s/^# \(test.*\| .*\[.*\)/usage: \1/p' "$0" && exit 2 ;;
    esac
    shift
  done
  read -r load _ </proc/loadavg
  temp=$(mktemp -d "${TMPDIR:-/tmp}/veridiff-$campaign.XXXXXX")
  trap 'rm -rf "$temp"' EXIT
  kept=${keep:-$root/build/$campaign-failures}
  log=$temp/log
  : >"$log"
}

# Keeps the files of a batch with something to look at, or of all: keep_all.
keep_batch() {
  local marks='^\(FAILED\|REFUSED\)'
  [ -n "$keep_all" ] || grep -q "$marks" "$temp/verdicts" || return
  mkdir -p "$kept" && rm -rf "${kept:?}/$2" && cp -R "$1" "$kept/"
  cp "$temp/verdicts" "$kept/$2/verdicts"
  grep -q "$marks" "$temp/verdicts" || return
  grep -A 6 "$marks" "$temp/verdicts" | grep "$marks\|^  "
  echo "  files: $kept/$2"
}

# Batch b of seed s is always the same: its number is s+b.
run_batches() {
  local n dir number=$seed
  made=0
  while [ "$made" -lt "$pairs" ]; do
    n=$((pairs - made < batch ? pairs - made : batch))
    dir=$temp/$number
    mkdir -p "$dir"
    one_batch "$dir" "$number" "$n" >"$temp/verdicts" 2>&1 ||
      echo "FAILED batch: exit code $?" >>"$temp/verdicts"
    cat "$temp/verdicts" >>"$log"
    keep_batch "$dir" "$number"
    rm -rf "$dir"
    made=$((made + n)) number=$((number + 1))
    [ ! -t 1 ] || printf '%d of %d pairs\r' "$made" "$pairs"
    [ "$seconds" = 0 ] || [ "$SECONDS" -lt "$seconds" ] || break
  done
}

# A table of the kinds of pairs; $2 has a word a kind to stand above it.
say_table() {
  awk -v kinds="$1" -v heads="$2" -f "$root/test/random/table.awk" "$log"
}

# What went wrong in all; with an argument also how many differences the real code
# refused.
say_counts() {
  echo "| pairs | time | wrong |${1:+ refused by the real code |}"
  echo "|--:|--:|--:|${1:+--:|}"
  echo "| $made | $SECONDS s | $(grep -c '^FAILED' "$log") |${1:+ $(grep -c '^REFUSED' "$log") |}"
}

# Tables on stdin, with the limits of the campaign.
say_section() {
  "$root/bench/section" ${doc:+--doc "$doc"} --load "$load" --veridiff \
    "${veridiff:-$build/veridiff}" "${suite[@]}" "$1"
  echo
}

# The numbers; kinds are what lines of the log start with. False if something
# failed, or nothing was done.
say_numbers() {
  local failed passed
  failed=$(grep -c '^FAILED' "$log")
  passed=$(($(grep -cE "^(${1// /|}) " "$log") - failed))
  [ "$passed" -ge 0 ] || passed=0
  echo "$made pairs from seed $seed in $SECONDS s," \
    "$(grep -c '^REFUSED' "$log") differences refused"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" != 0 ]
}
