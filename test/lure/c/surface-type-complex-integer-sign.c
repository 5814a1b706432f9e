// exit 0
// says _BitInt and _Complex integers are compared by size
// old
_Complex int point;
// new
_Complex unsigned point;
