// exit 1
// old
_BitInt(7) *v;
// new
_BitInt(9) *v;
