// exit 1
// options --compile-commands old/compile_commands.json
// old
// file f.c
int f(int x) { return x + X; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-D", "X=1", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-DX=2", "-c", "f.c"]}]
// new
// file f.c
int f(int x) { return x + X; }
