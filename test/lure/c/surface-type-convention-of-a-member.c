// exit 1
// old
struct hooks { void (*done)(int); };
int none(struct hooks *h) { return !h; }
// new
struct hooks { void (*done)(int) __attribute__((preserve_most)); };
int none(struct hooks *h) { return !h; }
