// exit 3
// options --compile-commands old/compile_commands.json
// says flags of the compiler: none became -fsanitize=address
// old
// file f.c
int f(int x) { return x + x; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-fsanitize=address", "-c", "f.c"]}]
// new
// file f.c
int f(int x) { return 2 * x; }
