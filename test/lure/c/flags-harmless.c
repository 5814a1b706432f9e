// exit 0
// options --compile-commands old/compile_commands.json
// old
// file f.c
int f(int x) { return x + x; }
// file compile_commands.json
[{"file": "old/f.c", "arguments": ["cc", "-Wall", "-g3", "-pipe", "-MD", "-MF", "x.d", "-o", "f.o", "-fdiagnostics-color=always", "-Wl,-O1", "-lm", "-L.", "-save-temps", "-v", "-pedantic", "-c", "f.c"]},
 {"file": "new/f.c", "arguments": ["cc", "-c", "f.c"]}]
// new
// file f.c
int f(int x) { return 2 * x; }
