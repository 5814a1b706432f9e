// exit 1|3
// old
int level = 3;
// new
__attribute__((visibility("hidden"))) int level = 3;
