// exit 1
// old
_Complex float point;
// new
_Complex int point;
