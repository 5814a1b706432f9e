// exit 3
// old
__attribute__((section("tab"), used)) static const int a = 1;
__attribute__((section("tab"), used)) static const int b = 2;
// new
__attribute__((section("tab"), used)) static const int b = 2;
__attribute__((section("tab"), used)) static const int a = 1;
