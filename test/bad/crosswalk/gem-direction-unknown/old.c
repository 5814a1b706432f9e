int f(void) { return has("V10.0"); }
