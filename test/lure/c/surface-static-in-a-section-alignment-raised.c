// exit 3
// old
__attribute__((section("set"), used)) static int a = 4;
__attribute__((section("set"), used)) static int b = 4;
// new
__attribute__((section("set"), used)) static int a = 4;
__attribute__((section("set"), used, aligned(32))) static int b = 4;
