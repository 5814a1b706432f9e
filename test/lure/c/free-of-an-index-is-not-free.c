// exit 1
// old
void free(int slot);
void f(int x) { free(x); free(x); }
// new
void free(int slot);
void f(int x) { free(x); }
