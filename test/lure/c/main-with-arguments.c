// exit 1
// old
int main(void) { return 0; }
// new
int main(int argc, char **argv) { (void)argv; return argc > 2; }
