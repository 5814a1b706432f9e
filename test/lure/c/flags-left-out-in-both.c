// exit 0
// options --compile-commands old/compile_commands.json
// old
// file f.c
int f(int x) { return x + x; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-fsanitize=address", "-flto=auto", "-fstack-protector-strong", "-fno-tree-vectorize", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-fsanitize=address", "-flto=auto", "-fstack-protector-strong", "-fno-tree-vectorize", "-c", "f.c"]}]
// new
// file f.c
int f(int x) { return 2 * x; }
