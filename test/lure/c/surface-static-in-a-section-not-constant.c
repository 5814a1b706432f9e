// exit 3
// old
__attribute__((section("set"), used)) static const int a = 4;
// new
__attribute__((section("set"), used)) static int a = 4;
