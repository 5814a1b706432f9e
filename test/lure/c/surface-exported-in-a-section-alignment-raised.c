// exit 3
// old
__attribute__((section("set"))) int a = 4, b = 4;
// new
__attribute__((section("set"))) int a = 4;
__attribute__((section("set"), aligned(32))) int b = 4;
