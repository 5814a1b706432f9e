// exit 1|3
// old
long double x = 1.0L;
// new
long double x = 1.5L;
