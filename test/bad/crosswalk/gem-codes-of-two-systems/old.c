int f(void) { return has("0010"); }
