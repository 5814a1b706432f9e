int kept(void) { return has("X"); }
int added(void) { return 1; }
