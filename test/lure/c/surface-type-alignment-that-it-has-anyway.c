// exit 0
// old
typedef int Word;
struct row { int a; char b; };
int none(Word *w, struct row *r) { return !w && !r; }
// new
typedef int Word __attribute__((aligned(4)));
struct row { _Alignas(4) int a; char b; } __attribute__((aligned(4)));
int none(Word *w, struct row *r) { return !w && !r; }
