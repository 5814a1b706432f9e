int f(void) { return has("E10.0"); }
