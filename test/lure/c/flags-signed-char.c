// exit 1
// options --compile-commands old/compile_commands.json
// old
// file f.c
int f(char c) { return c < 0; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-fsigned-char", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-fsigned-char", "-c", "f.c"]}]
// new
// file f.c
int f(char c) { return 0; }
