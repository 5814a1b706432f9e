# native_object.sh HEADER SOURCE SOURCE SOURCE CC...: compiles the runtime and
# prints the object as numbers for a C array.
set -eu
object=$(mktemp)
trap 'rm -f "$object"' EXIT
header=$1 first=$2 second=$3 third=$4
shift 4
cat "$header" "$first" "$second" "$third" |
  "$@" -O0 -w -ffp-contract=off -fno-builtin -x c -c - -o "$object"
od -An -v -tu1 "$object" | sed 's/[0-9][0-9]*/&,/g'
