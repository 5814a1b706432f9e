int f(void) { return has("041.81") ? 20 : 0; }
