// exit 1
// old
typedef short Word;
int none(Word *w) { return !w; }
// new
typedef short Word __attribute__((aligned(8)));
int none(Word *w) { return !w; }
