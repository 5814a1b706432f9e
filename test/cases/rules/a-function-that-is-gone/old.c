int kept(void) { return has("A"); }
int gone(void) { return 1; }
