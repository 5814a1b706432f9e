// exit 1|3
// old
void trace(const char *what, ...);
void step(double x) { trace("step", x); }
// new
void trace(const char *what, double x);
void step(double x) { trace("step", x); }
