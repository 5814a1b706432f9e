// exit 1|3
// old
struct cmd { const char *name; int id; };
__attribute__((section("cmds"), used)) static const struct cmd a = {"go", 1};
// new
struct cmd { const char *name; int id; };
__attribute__((section("cmds"), used)) static const struct cmd a = {"go", 1};
__attribute__((section("cmds"), used)) static const struct cmd b = {"no", 2};
