// exit 3
// options --function f --compile-commands old/compile_commands.json
// says flag '-fnever-heard-of-it' of compile_commands.json is not handed on
// says 1 not compared
// old
// file f.c
int f(int x) { return x + x; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-fnever-heard-of-it", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-fnever-heard-of-it", "-c", "f.c"]}]
// new
// file f.c
int f(int x) { return 2 * x; }
