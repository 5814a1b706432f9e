int f(void) { return has_any("old"); }
