// exit 3
// options --compile-commands old/compile_commands.json
// says flag '-specs=x.specs' of compile_commands.json is not handed on
// old
// file f.c
int f(int x) { return x + x; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-specs=x.specs", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-specs=x.specs", "-c", "f.c"]}]
// new
// file f.c
int f(int x) { return 2 * x; }
