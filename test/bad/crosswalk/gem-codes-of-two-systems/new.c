int f(void) { return has("A00.0"); }
