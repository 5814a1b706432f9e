// exit 1
// old
union u { int i; float f; } u = {.i = 1};
// new
union u { int i; float f; } u = {.f = 1};
