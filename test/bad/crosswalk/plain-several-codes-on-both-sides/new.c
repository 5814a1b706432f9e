int f(void) { return has("A49.3") ? 20 : 0; }
