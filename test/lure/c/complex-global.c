// exit 1
// old
_Complex double z = 1.0 + 2.0i;
// new
_Complex double z = 1.0 - 2.0i;
