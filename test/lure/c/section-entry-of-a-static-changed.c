// exit 1|3
// old
struct cmd { const char *name; int id; };
__attribute__((section("cmds"), used)) static const struct cmd c = {"go", 1};
// new
struct cmd { const char *name; int id; };
__attribute__((section("cmds"), used)) static const struct cmd c = {"go", 2};
