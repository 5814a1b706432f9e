// exit 3
// old
int f(int x) { return x + 1; }
// new
__attribute__((patchable_function_entry(2))) int f(int x) { return x + 1; }
