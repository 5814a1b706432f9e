// exit 1
// old
__attribute__((section("tab"), used)) static const int a = 1;
// new
__attribute__((section("tab"), used)) static const int a = 2;
