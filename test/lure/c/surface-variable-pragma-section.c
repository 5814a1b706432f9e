// exit 3
// old
int v = 1;
// new
#pragma clang section data = "mine"
int v = 1;
